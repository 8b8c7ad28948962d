// The operations on subscriptions and on the billing threshold, by their use cases.
import * as Effect from "effect/Effect"
import {
  type Handlers,
  presentInvoice,
  presentPage,
  presentSubscription,
  presentThreshold,
} from "../../api/index.ts"
import {
  type BillingPorts,
  CurrentBillingPolicy,
  cancelSubscription,
  changePlan,
  changeQuantity,
  changeSubscriptionPaymentMethod,
  checkSubscription,
  createSubscription,
  listSubscriptions,
  pauseSubscription,
  previewUpcomingInvoice,
  removeThreshold,
  resumeSubscription,
  type Subscription,
  setThreshold,
  undoCancelSubscription,
  viewSubscription,
  viewThreshold,
} from "../../index.ts"
import { answer } from "../answer.ts"

/** Implements the groups `subscriptions` and `thresholds`. GAP-89: a plan changes at once unless it is said when. */
export const subscriptionHandlers: Pick<Handlers<BillingPorts>, "subscriptions" | "thresholds"> = {
  subscriptions: {
    create: ({ params, payload }) => {
      const { coupon, ...chosen } = payload
      return answer(presented(createSubscription({ ...params, ...chosen, couponCode: coupon?.code ?? null })))
    },
    check: ({ params }) => answer(presented(checkSubscription(params.organizationId))),
    previewUpcomingInvoice: ({ params }) =>
      answer(Effect.map(previewUpcomingInvoice(params.organizationId), presentInvoice)),
    update: ({ params, payload }) =>
      answer(presented(changeSubscriptionPaymentMethod({ ...params, ...payload }))),
    pause: ({ params }) => answer(presented(pauseSubscription(params.organizationId))),
    resume: ({ params }) => answer(presented(resumeSubscription(params.organizationId))),
    cancel: ({ params, payload }) =>
      answer(presented(cancelSubscription({ ...params, atPeriodEnd: payload?.atPeriodEnd ?? false }))),
    undoCancel: ({ params }) => answer(presented(undoCancelSubscription(params.organizationId))),
    changePlan: ({ params, payload }) =>
      answer(presented(changePlan({ ...params, ...payload, when: payload.when ?? "NOW" }))),
    changeQuantity: ({ params, payload }) =>
      answer(presented(changeQuantity({ ...params, ...payload, when: payload.when ?? "NOW" }))),
    list: Effect.fnUntraced(function* ({ params, query }) {
      const policy = yield* CurrentBillingPolicy
      const page = yield* listSubscriptions({ ...params, ...query })
      return presentPage(page, query, (subscription) => presentSubscription(subscription, policy))
    }, answer),
    get: ({ params: { organizationId, subscriptionId } }) =>
      answer(presented(viewSubscription({ organizationId, subscriptionId }))),
  },
  thresholds: {
    get: ({ params }) => answer(Effect.map(viewThreshold(params.organizationId), presentThreshold)),
    set: ({ params, payload }) =>
      answer(Effect.map(setThreshold({ ...params, ...payload }), presentThreshold)),
    remove: ({ params }) => answer(removeThreshold(params.organizationId)),
  },
}

const presented = <E, R>(useCase: Effect.Effect<Subscription.Subscription, E, R>) =>
  Effect.flatMap(useCase, (subscription) =>
    Effect.map(CurrentBillingPolicy, (policy) => presentSubscription(subscription, policy)),
  )
