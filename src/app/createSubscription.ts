// Creating a subscription. Models "Create a subscription" of the specification.
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { presentOf } from "../core/billing/schedule.ts"
import { type SubscribeRejection, subscribe } from "../core/billing/subscriptions/subscribe.ts"
import type { Subscription } from "../core/subscription/Subscription.ts"
import { BillingStore } from "../ports/BillingStore.ts"
import { IdSource } from "../ports/IdSource.ts"
import { type ApplyDueRejection, applyDue, type BillingPorts } from "./execution/applyDue.ts"
import { decideAndCommit } from "./execution/decideAndCommit.ts"
import { findPlan, type PlanNotFound } from "./findPlan.ts"

/** What to subscribe to, how to pay for it, and a coupon's code or none. */
export interface CreateSubscription {
  readonly organizationId: string
  readonly planId: string
  readonly planIntervalId: string
  readonly paymentMethodId: string
  readonly couponCode: string | null
}

/** Creates the organization's subscription, ACTIVE from this instant; nothing is charged. GAP-31, GAP-48 */
export const createSubscription = Effect.fnUntraced(function* (
  command: CreateSubscription,
): Effect.fn.Return<Subscription, PlanNotFound | SubscribeRejection | ApplyDueRejection, BillingPorts> {
  const { organizationId, planId, couponCode: code, ...chosen } = command
  const now = yield* Clock.currentTimeMillis
  const plan = yield* findPlan(planId)
  const subscriptionId = yield* (yield* IdSource).next
  const loaded = yield* applyDue({ organizationId }, now)
  const change = yield* decideAndCommit({
    organizationId,
    loaded,
    // Read for each try, because its count is part of the commit: of two racing for the last one, one gets it.
    facts: Effect.all([findCoupon(code), Clock.currentTimeMillis]),
    decide: (account, [coupon, at], rules) => {
      const present = presentOf(account, { from: now, at }, rules)
      return subscribe(account, { subscriptionId, plan, coupon, now: present, ...chosen })
    },
  })
  const { subscription } = change.account
  if (subscription === null) throw new Error(`A new subscription ${subscriptionId} is lost`)
  return subscription
})

const findCoupon = Effect.fnUntraced(function* (code: string | null) {
  return code === null ? null : { code, coupon: yield* (yield* BillingStore).couponByCode(code) }
})
