// The life cycles whose tables stand in docs/model.md.
import { idempotencyKey } from "./lives/idempotency.ts"
import type { Life } from "./lives/Life.ts"
import { attempt, invoice } from "./lives/payment.ts"
import { otp, session } from "./lives/signIn.ts"
import { subscription } from "./lives/subscription.ts"

/** Every life cycle by the heading of its tables. */
export const lives: Readonly<Record<string, Life<never, never>>> = {
  Subscription: subscription as unknown as Life<never, never>,
  Invoice: invoice as unknown as Life<never, never>,
  "Payment attempt": attempt as unknown as Life<never, never>,
  "One-time password": otp as unknown as Life<never, never>,
  Session: session as unknown as Life<never, never>,
  "Idempotency key": idempotencyKey as unknown as Life<never, never>,
}
