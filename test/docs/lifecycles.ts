// The life cycles whose tables stand in docs/model.md.
import { idempotencyKey } from "./lifecycles/idempotency.ts"
import type { Lifecycle } from "./lifecycles/Lifecycle.ts"
import { attempt, invoice } from "./lifecycles/payment.ts"
import { otp, session } from "./lifecycles/signIn.ts"
import { subscription } from "./lifecycles/subscription.ts"

/** Every life cycle by the heading of its tables. */
export const lifecycles: Readonly<Record<string, Lifecycle<never, never>>> = {
  Subscription: subscription as unknown as Lifecycle<never, never>,
  Invoice: invoice as unknown as Lifecycle<never, never>,
  "Payment attempt": attempt as unknown as Lifecycle<never, never>,
  "One-time password": otp as unknown as Lifecycle<never, never>,
  Session: session as unknown as Lifecycle<never, never>,
  "Idempotency key": idempotencyKey as unknown as Lifecycle<never, never>,
}
