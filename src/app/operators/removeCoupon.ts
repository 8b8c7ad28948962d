// Taking the coupon off a subscription. GAP-190
import * as Lifecycle from "../../core/billing/subscriptions/Lifecycle.ts"
import { about, useCase } from "../execution/useCase.ts"
import { changeSubscription } from "../subscriptions/changeSubscription.ts"

/**
 * Takes the coupon off: it discounts the running cycle to its end, and of the next one what was paid early. In a trial it
 * discounts only a first cycle of which something was paid ahead. Nothing changes where there is no coupon, or where it
 * has ended.
 */
export const removeCoupon = useCase("removeCoupon")(
  (organizationId: string) => changeSubscription({ organizationId, decide: Lifecycle.removeCoupon }),
  about,
)
