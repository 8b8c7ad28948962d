// Creating a subscription. Models "Create a subscription" of the specification.
import * as Effect from "effect/Effect"
import { type SubscribeRejection, subscribe } from "../../core/billing/subscriptions/Subscribe.ts"
import type { Subscription } from "../../core/subscription/Subscription.ts"
import { IdSource } from "../../ports/IdSource.ts"
import { findCoupon } from "../discounts/findCoupon.ts"
import type { ApplyDueRejection, BillingPorts } from "../execution/applyDue.ts"
import { decideAndCharge } from "../execution/decideAndCharge.ts"
import type { Decision, Loaded } from "../execution/decideAndCommit.ts"
import { about, useCase } from "../execution/useCase.ts"
import { findPlan, type PlanNotFound } from "./findPlan.ts"

/** A plan, a payment method, and a coupon's code or null. */
export interface CreateSubscription {
  readonly organizationId: string
  readonly planId: string
  readonly planIntervalId: string
  /** How many units, where the interval allows more than one; absent: 1. */
  readonly quantity?: number
  readonly paymentMethodId: string
  readonly couponCode: string | null
}

/**
 * Creates the organization's subscription. Nothing is charged but a fee in advance, and the answer is the subscription
 * after that charge. GAP-31, GAP-48
 */
export const createSubscription = useCase("createSubscription")(function* (
  command: CreateSubscription,
): Effect.fn.Return<
  Subscription,
  PlanNotFound | Loaded<SubscribeRejection> | ApplyDueRejection,
  BillingPorts
> {
  const { account } = yield* decideAndCharge(yield* creationDecision(command))
  const { subscription } = account
  if (subscription === null) throw new Error("A new subscription is lost")
  return subscription
}, about)

/** The decision on it. */
export const creationDecision = Effect.fnUntraced(function* (command: CreateSubscription) {
  const { organizationId, planId, couponCode: code, ...chosen } = command
  const plan = yield* findPlan(planId)
  const subscriptionId = yield* (yield* IdSource).next
  const reads = code === null ? Effect.succeed(null) : findCoupon(code)
  return {
    organizationId,
    reads,
    decide: (before, now, rules, coupon) =>
      subscribe(before, { subscriptionId, plan, coupon, now, ...chosen }, rules),
  } satisfies Decision<Loaded<SubscribeRejection>, Effect.Success<typeof reads>>
})
