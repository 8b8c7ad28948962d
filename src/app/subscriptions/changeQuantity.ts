// Changing how many units of its plan a subscription has, at once or at the end of its period. GAP-170
import type * as Effect from "effect/Effect"
import * as QuantityChanges from "../../core/billing/subscriptions/QuantityChanges.ts"
import type { Subscription } from "../../core/subscription/Subscription.ts"
import type { BillingPorts } from "../execution/applyDue.ts"
import { about, useCase } from "../execution/useCase.ts"
import { changeSubscription, type SubscriptionChangeRejection } from "./changeSubscription.ts"

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
export const changeQuantity = useCase("changeQuantity")(function* ({
  organizationId,
  quantity,
  when,
}: ChangeQuantity): Effect.fn.Return<Subscription, SubscriptionChangeRejection, BillingPorts> {
  const change = when === "NOW" ? QuantityChanges.changeQuantity : QuantityChanges.scheduleQuantityChange
  return yield* changeSubscription(organizationId, (account, now, rules) =>
    change(account, { quantity, now }, rules),
  )
}, about)
