// The operations on what an organization has and is billed, by the use cases: each reads its request, calls one use case
// and presents what comes of it. No rule lives here.
import * as Effect from "effect/Effect"
import {
  type Handlers,
  presentInvoice,
  presentPaymentMethod,
  presentPlan,
  type WireNewPaymentMethod,
} from "../../api/index.ts"
import {
  addPaymentMethod,
  type BillingPorts,
  listInvoices,
  listPaymentMethods,
  listPlans,
  payInvoice,
  removePaymentMethod,
  updatePaymentMethod,
  viewInvoice,
  viewPaymentMethod,
} from "../../index.ts"
import { answer, answerPage } from "../answer.ts"
import { couponHandlers, voucherHandlers } from "./discountHandlers.ts"
import { subscriptionHandlers } from "./subscriptionHandlers.ts"

/** Implements every group but `auth` and `profile`. */
export const billingHandlers: Omit<Handlers<BillingPorts>, "auth" | "profile"> = {
  plans: {
    list: ({ query }) =>
      answerPage(listPlans({ ...query, status: query.status ?? null }), query, presentPlan),
  },
  paymentMethods: {
    add: ({ params, payload }) =>
      answer(Effect.map(addPaymentMethod({ ...params, ...newMethod(payload) }), presentPaymentMethod)),
    list: ({ params, query }) =>
      answerPage(listPaymentMethods({ ...params, ...query }), query, presentPaymentMethod),
    get: ({ params }) => answer(Effect.map(viewPaymentMethod(params), presentPaymentMethod)),
    update: ({ params, payload }) => {
      const change = { isDefault: payload?.isDefault ?? false, billingDetails: payload?.billingDetails ?? {} }
      return answer(Effect.map(updatePaymentMethod({ ...params, ...change }), presentPaymentMethod))
    },
    remove: ({ params }) => answer(removePaymentMethod(params)),
  },
  ...subscriptionHandlers,
  invoices: {
    list: ({ params, query }) => {
      const list = { ...params, ...query, status: query.status ?? null }
      return answerPage(listInvoices(list), query, presentInvoice)
    },
    get: ({ params }) => answer(Effect.map(viewInvoice(params), presentInvoice)),
    // `payInvoice` gives no other status than the two answers have; another one would be a defect where it is written.
    pay: ({ params, payload }) =>
      answer(
        Effect.map(
          payInvoice({
            ...params,
            paymentMethodId: payload?.paymentMethodId ?? null,
            expectedPayableAmount: payload?.expectedPayableAmount ?? null,
          }),
          presentInvoice,
        ),
      ) as never,
  },
  coupons: couponHandlers,
  vouchers: voucherHandlers,
}

const newMethod = (payload: WireNewPaymentMethod) => {
  const { billingDetails, isDefault = false } = payload
  const common = {
    isDefault,
    billingDetails: {
      ...billingDetails,
      name: billingDetails?.name ?? null,
      email: billingDetails?.email ?? null,
    },
  }
  return payload.type === "CARD"
    ? { ...common, type: payload.type, cardToken: payload.cardToken }
    : { ...common, type: payload.type }
}
