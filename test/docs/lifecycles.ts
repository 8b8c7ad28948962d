// The life cycles whose tables stand in docs/model.md.
import { idempotencyKey } from "./lifecycles/idempotency.ts"
import type { Life } from "./lifecycles/Lifecycle.ts"
import { attempt, invoice } from "./lifecycles/payment.ts"
import { otp, session } from "./lifecycles/signIn.ts"
import { subscription } from "./lifecycles/subscription.ts"

/** Every life cycle by the heading of its tables. */
export const lives: Readonly<Record<string, Life<never, never>>> = {
  Subscription: subscription as unknown as Life<never, never>,
  Invoice: invoice as unknown as Life<never, never>,
  "Payment attempt": attempt as unknown as Life<never, never>,
  "One-time password": otp as unknown as Life<never, never>,
  Session: session as unknown as Life<never, never>,
  "Idempotency key": idempotencyKey as unknown as Life<never, never>,
}
