// Every use case finds the present: what has become due for its organization is done first, and only that.
import { readdirSync } from "node:fs"
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import {
  applyVoucher,
  type BillingPorts,
  cancelSubscription,
  changePlan,
  changeSubscriptionPaymentMethod,
  checkCoupon,
  checkSubscription,
  createSubscription,
  failPayment,
  grantVoucher,
  listCoupons,
  listInvoices,
  listSubscriptions,
  listVouchers,
  loseDispute,
  openDispute,
  pauseSubscription,
  payInvoice,
  previewUpcomingInvoice,
  recordUsage,
  refundInvoice,
  removePaymentMethod,
  removeThreshold,
  resumeSubscription,
  runDue,
  setThreshold,
  settleInvoice,
  undoCancelSubscription,
  updatePaymentMethod,
  viewAccount,
  viewInvoice,
  viewSubscription,
  viewThreshold,
  viewVoucher,
  voidInvoice,
  winDispute,
  writeOffInvoice,
} from "../../../src/index.ts"
import { addCard, makeBilling, monthly, organizationId, plan, subscribed } from "../../support/billing.ts"
import { boundary } from "../../support/chargeScenes.ts"

const id = "0190a000-0000-7000-8000-0000000000f1"
const other = organizationId.replace(/1$/, "2")
const choice = { organizationId, planId: plan.planId, planIntervalId: monthly }
const invoice = { organizationId, invoiceId: id }
const page = { organizationId, page: 1, limit: 10 }

/** The use cases of an organization. What they are asked for need not be there. */
const useCases: Readonly<Record<string, Effect.Effect<unknown, unknown, BillingPorts>>> = {
  addPaymentMethod: addCard("tok_visa"),
  applyVoucher: applyVoucher({ ...invoice, voucherId: id, amount: null }),
  cancelSubscription: cancelSubscription({ organizationId, atPeriodEnd: true }),
  changePlan: changePlan({ ...choice, when: "PERIOD_END" }),
  changeSubscriptionPaymentMethod: changeSubscriptionPaymentMethod({ organizationId, paymentMethodId: id }),
  checkCoupon: checkCoupon({ organizationId, code: "NONE", target: null }),
  checkSubscription: checkSubscription(organizationId),
  createSubscription: createSubscription({ ...choice, paymentMethodId: id, couponCode: null }),
  failPayment: failPayment({ ...invoice, attemptId: null, declineCode: "card_declined" }),
  grantVoucher: grantVoucher({
    organizationId,
    voucherId: null,
    name: "One",
    currency: "BRL",
    amount: 1,
    effectiveAt: null,
    expiresAt: null,
  }),
  listCoupons: listCoupons(page),
  listInvoices: listInvoices({ ...page, status: null }),
  listSubscriptions: listSubscriptions(page),
  listVouchers: listVouchers({ ...page, status: null }),
  loseDispute: loseDispute(invoice),
  openDispute: openDispute(invoice),
  pauseSubscription: pauseSubscription(organizationId),
  payInvoice: payInvoice({ ...invoice, paymentMethodId: null, expectedPayableAmount: null }),
  previewUpcomingInvoice: previewUpcomingInvoice(organizationId),
  recordUsage: recordUsage({ organizationId, events: [] }),
  refundInvoice: refundInvoice({ ...invoice, amount: null, refundId: null }),
  removePaymentMethod: removePaymentMethod({ organizationId, paymentMethodId: id }),
  removeThreshold: removeThreshold(organizationId),
  resumeSubscription: resumeSubscription(organizationId),
  setThreshold: setThreshold({ organizationId, value: 1000, currency: "BRL" }),
  settleInvoice: settleInvoice({ ...invoice, amount: null, receiptId: null }),
  undoCancelSubscription: undoCancelSubscription(organizationId),
  updatePaymentMethod: updatePaymentMethod({
    organizationId,
    paymentMethodId: id,
    isDefault: true,
    billingDetails: {},
  }),
  viewAccount: viewAccount(organizationId),
  viewInvoice: viewInvoice(organizationId, id),
  viewSubscription: viewSubscription(organizationId, id),
  viewThreshold: viewThreshold(organizationId),
  viewVoucher: viewVoucher(organizationId, id),
  voidInvoice: voidInvoice({ ...invoice, rebill: false }),
  winDispute: winDispute(invoice),
  writeOffInvoice: writeOffInvoice(invoice),
}

/** The other files: what use cases are made of, the engine, and what concerns no organization's records. */
const others = [
  "CurrentBillingPolicy",
  "applyDue",
  "runToCompletion",
  "executeCharges",
  "changeInvoice",
  "commandSubscription",
  "decideAndCommit",
  "commitNew",
  "commitOf",
  "createOrganization",
  "createUser",
  "decideAndCharge",
  "defineCoupon",
  "definePlan",
  "findPlan",
  "paginate",
  "retryConflicts",
  "runDue",
  "withIdempotencyKey",
  "withTestCards",
]

describe("every use case", () => {
  it("is in the table", () => {
    const files = ["../../../src/app/", "../../../src/app/execution/", "../../../src/app/operators/"].flatMap(
      (folder) =>
        readdirSync(new URL(folder, import.meta.url)).flatMap((name) =>
          name.endsWith(".ts") ? [name.slice(0, -3)] : [],
        ),
    )
    expect([...Object.keys(useCases), ...others].sort()).toEqual(files.sort())
  })

  it.each(Object.entries(useCases))(
    "%s does first what is due of its organization, and of no other",
    async (_, useCase) => {
      const billing = makeBilling({ organizations: [organizationId, other] })
      await billing.seeded()
      await billing.run(subscribed())
      await billing.run(subscribed({ id: other }))
      billing.setNow(boundary + 1)
      await billing.run(Effect.result(useCase))
      expect(billing.state.ofOrganization(organizationId)?.invoices).toMatchObject([
        { kind: "CYCLE", status: "PAID", issuedAt: boundary },
      ])
      expect(billing.state.ofOrganization(other)?.invoices).toEqual([])
      await billing.run(runDue(billing.now()))
      expect(billing.charges()).toHaveLength(2)
    },
  )
})
