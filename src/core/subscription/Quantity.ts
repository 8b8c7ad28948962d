// A quantity: how many units of a plan a subscription has, such as seats. Its fee is the plan's fee times the quantity.
import * as Result from "effect/Result"
import { isAmount } from "../money/Money.ts"
import type { PlanTerms } from "../plan/Plan.ts"
import type { Subscription } from "./SubscriptionRecord.ts"
import { inTrial } from "./Trial.ts"

/** The most units that a subscription may have. */
export const QUANTITY_MAX = 1_000_000

/** The quantity is not a whole number from 1 to 1,000,000, or the fee of all its units would not be an amount. */
export interface QuantityInvalid {
  readonly _tag: "QuantityInvalid"
  readonly quantity: number
  /** The fee of one unit, in minor units. */
  readonly amount: number
}

/** The interval is sold once: it has no other quantity than 1. */
export interface QuantityNotAllowed {
  readonly _tag: "QuantityNotAllowed"
  readonly planIntervalId: string
  readonly quantity: number
}

/** Why a subscription cannot have a quantity. */
export type QuantityRejection = QuantityInvalid | QuantityNotAllowed

/** The quantity of a subscription. */
export const quantityOf = ({ quantity = 1 }: Pick<Subscription, "quantity">): number => quantity

/** How often the quantity may be changed in the cycles that can still be billed, where the policy does not say it. GAP-170 */
export const DEFAULT_QUANTITY_CHANGES_MAX = 100

/** The quantity of a subscription from its next cycle on, as things stand. */
export const nextQuantity = (subscription: Pick<Subscription, "quantity" | "scheduledQuantity">): number =>
  subscription.scheduledQuantity ?? quantityOf(subscription)

/** The quantity that the running cycle goes on with. In a trial the cycle lies ahead, and what is scheduled comes first. */
export const cycleQuantity = (subscription: Subscription): number =>
  inTrial(subscription) ? nextQuantity(subscription) : quantityOf(subscription)

/** The quantities of a subscription. */
interface Quantities {
  readonly quantity: number
  readonly scheduledQuantity: number | null
}

/** The members of a subscription for its quantities: absent are a quantity of 1, and one that is not scheduled. */
export const quantities = ({
  quantity,
  scheduledQuantity,
}: Quantities): Pick<Subscription, "quantity" | "scheduledQuantity"> => ({
  ...(quantity !== 1 && { quantity }),
  ...(scheduledQuantity !== null && { scheduledQuantity }),
})

/** The subscription with other quantities. */
export const withQuantities = (
  { quantity: _quantity, scheduledQuantity: _scheduled, ...subscription }: Subscription,
  changed: Quantities,
): Subscription => ({ ...subscription, ...quantities(changed) })

/**
 * Checks that terms can be had at a quantity: a whole number from 1 to 1,000,000, other than 1 only where the interval
 * allows it, and a fee of all its units that is an amount; in advance twice that fee, since two cycles may stand on one
 * invoice. GAP-171
 */
export const check = (
  { planIntervalId, quantityAllowed, amount, feeTiming }: PlanTerms,
  quantity: number,
): Result.Result<void, QuantityRejection> => {
  const isWhole = Number.isSafeInteger(quantity) && quantity >= 1 && quantity <= QUANTITY_MAX
  if (!isWhole || !isAmount(amount * quantity * (feeTiming === "ADVANCE" ? 2 : 1)))
    return Result.fail({ _tag: "QuantityInvalid", quantity, amount })
  return quantity === 1 || quantityAllowed === true
    ? Result.void
    : Result.fail({ _tag: "QuantityNotAllowed", planIntervalId, quantity })
}
