// Accounts in every standing from which an operation can be refused.
import {
  Account,
  Lifecycle,
  type PaymentAttempt,
  type Plan,
  Subscribe,
  Threshold,
} from "../../../../src/index.ts"
import {
  answerTo,
  boleto,
  card,
  decided,
  declined,
  makeAccount,
  rulesOf,
  unknown,
} from "../../../support/account.ts"
import { coupon, organizationId, plan } from "../../../support/billing.ts"

export const at = Date.UTC(2026, 0, 31, 12)
export const DAY = 86_400_000
/** Three months before there are no more instants. */
export const lastAt = Date.UTC(9999, 10, 15)
export const rules = rulesOf()

/** Another plan; one unit of a meter costs one unit of money, so that a line can be as large as there is. */
export const pro: Plan.Plan = {
  ...plan,
  planId: "pro",
  name: "Pro",
  intervals: [
    { id: "pro monthly", interval: "MONTHLY", amount: 19_990, currency: "BRL" },
    { id: "pro yearly", interval: "YEARLY", amount: 199_900, currency: "BRL" },
    { id: "pro dollars", interval: "MONTHLY", amount: 3_990, currency: "USD" },
  ],
  prices: [
    { model: "STANDARD", meter: "messages", name: "Messages", currency: "BRL", unitPrice: 1 },
    { model: "STANDARD", meter: "calls", name: "Calls", currency: "BRL", unitPrice: 1 },
    { model: "STANDARD", meter: "seats", name: "Seats", currency: "BRL", unitPrice: 1 },
  ],
}

export const none = Account.emptyAccount({ organizationId, name: "One", currency: "BRL", status: "ACTIVE" })
export const unsubscribed: Account.Account = { ...none, paymentMethods: [card, boleto] }

export const subscribedTo = (chosen: Plan.Plan, planIntervalId: string, now: number = at): Account.Account =>
  decided(
    Subscribe.subscribe(
      unsubscribed,
      {
        subscriptionId: "sub",
        plan: chosen,
        planIntervalId,
        paymentMethodId: card.paymentMethodId,
        coupon: null,
        now,
      },
      rules,
    ),
  ).account

/** Usage of a meter; the same key again is the same event. */
export const usage = (meter: string, quantity: number, occurredAt: number = at, eventId = meter) => ({
  eventId,
  meter,
  quantity,
  occurredAt,
})

export const active = subscribedTo(plan, plan.intervals[0]?.id ?? "")
export const paused = decided(Lifecycle.pause(active, at, rules)).account
export const cancelled = decided(Lifecycle.cancel(active, at, rules)).account
/** More than an amount can be, though every part of it is one. */
const pricelessUsage = [usage("messages", Number.MAX_SAFE_INTEGER), usage("calls", Number.MAX_SAFE_INTEGER)]
/** It has such usage all the same, which recording refuses. */
export const priceless: Account.Account = (() => {
  const account = subscribedTo(pro, "pro monthly")
  const usage = pricelessUsage.map(({ meter, quantity }) => ({ meter, quantity }))
  const periods = account.periods.map((period) => ({
    ...period,
    segments: period.segments.map((segment) => ({ ...segment, usage })),
  }))
  return { ...account, periods }
})()

/** An account whose upcoming invoice was paid early, as the gateway then said. */
const payingEarly = (answer: PaymentAttempt.GatewayAnswer) => {
  const billing = makeAccount({ at })
  billing.answerWith(answer)
  const invoiceId = billing.payEarly(at)
  return { account: billing.now(), invoiceId, attemptId: billing.charges()[0]?.attemptId ?? "" }
}

export const paid = payingEarly({ _tag: "Approved" })
export const failed = payingEarly(declined)
export const inFlight = payingEarly(unknown)

/**
 * Documents of one cycle whose lines add up to more than an amount can be, and a ONCE coupon that an earlier cycle had:
 * when the one document that it discounted is voided, the coupon discounts this cycle.
 */
const overfull = (messages: number, calls: number) => {
  const now = at + 41 * DAY
  const billing = makeAccount({ at, coupon })
  billing.answerWith(unknown)
  const discounted = billing.payEarly(at)
  billing.pause(at)
  billing.runUntil(now)
  billing.answerWith({ _tag: "Approved" })
  billing.resume(now)
  billing.apply(Lifecycle.changePlan(billing.now(), { plan: pro, planIntervalId: "pro monthly", now }, rules))
  billing.apply(Threshold.setThreshold(billing.now(), { value: 10, currency: "BRL", now }, rules))
  billing.use("messages", messages, now)
  billing.use("calls", calls, now)
  billing.answerWith(unknown)
  billing.use("seats", 100, now)
  const used = billing.now().invoices.at(-1)?.invoiceId ?? ""
  billing.use("seats", 9, now)
  const early = billing.payEarly(now)
  const decline = (invoiceId: string) => {
    const attemptId = `attempt/${invoiceId}/0`
    return answerTo(billing, { invoiceId, attemptId, answer: declined, now })
  }
  return { billing, now, discounted, used, early, decline }
}

/** The coupon is free, and the subscription active. */
export const overfullActive = (() => {
  const { billing, now, discounted, decline } = overfull(Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER)
  billing.apply(decline(discounted))
  return { account: billing.now(), now }
})()

/**
 * The coupon is free, and the subscription paused: `used`, of 100, failed; `early` is in flight, and all of it but
 * 9 is no longer due.
 */
const overfullAndPaused = (messages: number, calls: number) => {
  const { billing, now, discounted, used, early, decline } = overfull(messages, calls)
  billing.pause(now)
  billing.apply(decline(used))
  billing.apply(decline(discounted))
  return { account: billing.now(), now, used, early }
}

export const overfullPaused = overfullAndPaused(Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER)
const { account: afterEarly, early } = overfullAndPaused(0, 0)
const earlyAmount = afterEarly.invoices.find(({ invoiceId }) => invoiceId === early)?.totalAmount ?? 0
/** Its cycle is full to the last unit without what `used` bills. */
export const fullWithoutUsed = overfullAndPaused(Number.MAX_SAFE_INTEGER - earlyAmount, 0)
/** Its cycle is full to the last unit without what `early` bills. */
export const fullWithoutEarly = overfullAndPaused(Number.MAX_SAFE_INTEGER - 100, 0)
