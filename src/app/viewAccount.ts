// Reading what an organization owns, as it is now.
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { Account } from "../core/billing/Account.ts"
import { type ApplyDueRejection, applyDue, type BillingPorts } from "./execution/applyDue.ts"

/** The account of an organization, after whatever was due. */
export const viewAccount = Effect.fnUntraced(function* (
  organizationId: string,
): Effect.fn.Return<Account, ApplyDueRejection, BillingPorts> {
  return (yield* applyDue({ organizationId }, yield* Clock.currentTimeMillis)).value
})
