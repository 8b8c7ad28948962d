// Which plan a subscription has next, and how many units of it: a change at once, or one that waits for the end of its
// period.
import * as Result from "effect/Result"
import { isSameInterval } from "../plan/Plan.ts"
import { type Decided, invalid, nothing, one } from "./decided.ts"
import * as Quantity from "./Quantity.ts"
import type { FirstCycle, SubscriptionCommand } from "./SubscriptionCommands.ts"
import type { Subscription } from "./SubscriptionRecord.ts"
import { inTrial } from "./Trial.ts"

/** Changes the plan, or schedules its change. In a trial the first cycle, which lies ahead, is that of the next plan. */
export const changePlan = (
  state: Subscription,
  command: SubscriptionCommand & { _tag: "ChangePlan" | "SchedulePlanChange" },
): Decided => {
  if (state.status !== "ACTIVE") return invalid(state, command)
  const { terms, now } = command
  const isCurrent = isSameInterval(state.terms, terms)
  // A subscription that ends with its period has no next plan. GAP-123
  if (state.cancelAt !== null && !isCurrent) return invalid(state, command)
  if (terms.currency !== state.terms.currency) {
    return Result.fail({
      _tag: "PlanCurrencyMismatch",
      currency: state.terms.currency,
      planCurrency: terms.currency,
    })
  }
  const isNow = command._tag === "ChangePlan" && !isCurrent
  const allowed = Result.flatMap(Quantity.check(terms, Quantity.nextQuantity(state)), () =>
    isNow ? Quantity.check(terms, Quantity.quantityOf(state)) : Result.void,
  )
  if (Result.isFailure(allowed)) return Result.fail(allowed.failure)
  if (command._tag === "ChangePlan" && isNow) {
    const { now: at, ...change } = command
    return one({ ...change, _tag: "SubscriptionPlanChanged", at })
  }
  // Choosing the current plan removes a scheduled change.
  const wanted = isCurrent ? null : terms
  if (isSameInterval(state.scheduledTerms, wanted)) return nothing
  const first = inTrial(state) ? firstCycleOf(command) : undefined
  return one({
    _tag: "SubscriptionPlanChangeScheduled",
    terms: wanted,
    ...(first !== undefined && { first }),
    at: now,
  })
}

/** Changes the quantity, or schedules its change. A change at once takes the place of a scheduled one. */
export const changeQuantity = (
  state: Subscription,
  command: SubscriptionCommand & { _tag: "ChangeQuantity" | "ScheduleQuantityChange" },
): Decided => {
  if (state.status !== "ACTIVE" || state.cancelAt !== null) return invalid(state, command)
  const { quantity, now: at } = command
  const { terms, scheduledTerms } = state
  const allowed = Result.flatMap(Quantity.check(scheduledTerms ?? terms, quantity), () =>
    command._tag === "ChangeQuantity" ? Quantity.check(terms, quantity) : Result.void,
  )
  if (Result.isFailure(allowed)) return Result.fail(allowed.failure)
  const current = Quantity.quantityOf(state)
  const changed =
    command._tag === "ChangeQuantity"
      ? { quantity, scheduledQuantity: null }
      : // Choosing the current quantity removes a scheduled change.
        { quantity: current, scheduledQuantity: quantity === current ? null : quantity }
  const isSame =
    changed.quantity === current && changed.scheduledQuantity === (state.scheduledQuantity ?? null)
  return isSame ? nothing : one({ _tag: "SubscriptionQuantityChanged", ...changed, at })
}

const firstCycleOf = (
  command: SubscriptionCommand & { _tag: "ChangePlan" | "SchedulePlanChange" },
): FirstCycle | undefined => {
  if (command._tag === "SchedulePlanChange") return command.first
  const { anchor, anchorMonth, cycle } = command
  return { anchor, anchorMonth, cycle }
}
