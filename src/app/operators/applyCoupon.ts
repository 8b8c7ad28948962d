// Giving a running subscription a coupon. GAP-191
import type * as Effect from "effect/Effect"
import * as Lifecycle from "../../core/billing/subscriptions/Lifecycle.ts"
import type { Subscription } from "../../core/subscription/Subscription.ts"
import { findCoupon } from "../discounts/findCoupon.ts"
import type { ApplyDueRejection, BillingPorts } from "../execution/applyDue.ts"
import type { Loaded } from "../execution/decideAndCommit.ts"
import { about, useCase } from "../execution/useCase.ts"
import { changeSubscription } from "../subscriptions/changeSubscription.ts"

/** An organization, and the code of a coupon. */
export interface ApplyCoupon {
  readonly organizationId: string
  readonly code: string
}

/** Why a running subscription is not given a coupon. */
export type ApplyCouponRejection = Loaded<Lifecycle.ApplyCouponRejection> | ApplyDueRejection

/**
 * Redeems a coupon for a running subscription that has had none: it discounts the first cycle of which nothing is billed
 * yet, and those after it. What is billed stays as it is, and nothing is charged. It has to fit the plan of that cycle.
 * Nothing changes where it is there already.
 */
export const applyCoupon = useCase("applyCoupon")(
  ({ organizationId, code }: ApplyCoupon): Effect.Effect<Subscription, ApplyCouponRejection, BillingPorts> =>
    changeSubscription({
      organizationId,
      reads: findCoupon(code),
      decide: (account, now, _rules, found) => Lifecycle.applyCoupon(account, { ...found, now }),
    }),
  about,
)
