// Pausing a subscription: because somebody asks for it, or because nobody paid. GAP-34, GAP-193
import * as Result from "effect/Result"
import { type Decided, invalid, nothing, one } from "./decided.ts"
import type { SubscriptionCommand } from "./SubscriptionCommands.ts"
import type { Subscription } from "./SubscriptionRecord.ts"
import { inTrial } from "./Trial.ts"

/** Pauses. Only what exhausted dunning pauses may be in a trial or PAST_DUE, or have a change or an end scheduled. */
export const pause = (
  state: Subscription,
  command: SubscriptionCommand & { _tag: "Pause" | "Suspend" },
): Decided => {
  const at = command.now
  if (state.status === "PAUSED") return nothing
  if (command._tag === "Suspend") {
    return one({ _tag: "SubscriptionPaused", reason: "UNPAID", at })
  }
  if (inTrial(state)) return refusedInTrial(state)
  return state.status === "ACTIVE" && state.cancelAt === null && !isChangeScheduled(state)
    ? one({ _tag: "SubscriptionPaused", at })
    : invalid(state, command)
}

const refusedInTrial = ({ subscriptionId, trial, cycle }: Subscription): Decided =>
  Result.fail({ _tag: "SubscriptionInTrial", subscriptionId, trialEndsAt: trial?.endAt ?? cycle.startAt })

/** Another plan or quantity waits for the end of the cycle. */
const isChangeScheduled = ({ scheduledTerms, scheduledQuantity }: Subscription): boolean =>
  scheduledTerms !== null || (scheduledQuantity ?? null) !== null

/** The subscription with the reason of its pause only while it is paused. */
export const withPauseReason = (subscription: Subscription): Subscription => {
  if (subscription.status === "PAUSED" || subscription.pauseReason === undefined) return subscription
  const { pauseReason: _, ...unpaused } = subscription
  return unpaused
}
