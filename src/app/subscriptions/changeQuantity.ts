// Changing how many units of its plan a subscription has, at once or at the end of its period. GAP-170
import * as QuantityChanges from "../../core/billing/subscriptions/QuantityChanges.ts"
import { about, useCase } from "../execution/useCase.ts"
import { changeSubscription, type SubscriptionDecision } from "./changeSubscription.ts"

/** A quantity, and when the change takes effect. */
export interface ChangeQuantity {
  readonly organizationId: string
  /** A whole number from 1 to 1,000,000. */
  readonly quantity: number
  readonly when: "NOW" | "PERIOD_END"
}

/**
 * Changes the quantity now, or at the end of the running cycle. The fee is due at each quantity for its time; what was
 * paid ahead for units that are gone is given back. Choosing the current quantity removes a scheduled change.
 */
export const changeQuantity = useCase("changeQuantity")(
  (command: ChangeQuantity) => changeSubscription(quantityChangeDecision(command)),
  about,
)

/** The decision on it. */
export const quantityChangeDecision = ({
  organizationId,
  quantity,
  when,
}: ChangeQuantity): SubscriptionDecision => {
  const change = when === "NOW" ? QuantityChanges.changeQuantity : QuantityChanges.scheduleQuantityChange
  return { organizationId, decide: (account, now, rules) => change(account, { quantity, now }, rules) }
}
