// What an import makes of a customer, by example, and what it refuses.
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import {
  type Account,
  CouponStatus,
  Due,
  type ImportedCustomer,
  Instant,
  Lifecycle,
  Operators,
  UpcomingInvoice,
  Usage,
} from "../../../../src/index.ts"
import { decided, rulesOf } from "../../../support/account.ts"
import { coupon, plan, startAt } from "../../../support/billing.ts"
import { card, customer, importing, period } from "../../../support/imports.ts"
import { DAY } from "../fixtures.ts"

const rules = rulesOf()
const day = (month: number, date: number): number => Date.UTC(2026, month - 1, date, 12)

const refusal = (...args: Parameters<typeof importing>) => {
  const result = importing(...args)
  return Result.isFailure(result) ? result.failure : null
}

const cross = (account: Account.Account): Account.Account =>
  decided(Due.takeStep(account, { kind: "BOUNDARY", at: 0 }, rules)).account

describe("an import", () => {
  it("bills the running period at its end, and charges nothing before", () => {
    const change = decided(importing())
    expect(change.charges).toEqual([])
    expect(change.billingEvents.map(({ type }) => type)).toEqual(["subscription.created"])
    expect(change.account.invoices).toEqual([])
    expect(Due.nextDue(change.account, rules)).toEqual({ at: day(2, 28), kind: "BOUNDARY" })
    const [invoice] = cross(change.account).invoices
    expect(invoice).toMatchObject({ kind: "CYCLE", totalAmount: 9990, dueAt: day(2, 28) })
  })

  it("keeps the day of an anchor that months are too short for", () => {
    const anchor = { at: day(2, 28), day: 31 }
    const running = { ...period, startAt: day(2, 28), endAt: day(3, 31) }
    const { account } = decided(importing({ anchor, period: running }, { now: day(3, 5) }))
    const ends = [account, cross(account), cross(cross(account))].map((one) => one.subscription?.cycle.endAt)
    expect(ends).toEqual([day(3, 31), day(4, 30), day(5, 31)])
  })

  it("does not bill a period again that is paid, and gives back what of it is not used", () => {
    const { account } = decided(importing({ period: { ...period, feePaid: true } }, { now: startAt + DAY }))
    expect(account.invoices).toMatchObject([{ kind: "CYCLE", status: "PAID", amountPaid: 9990 }])
    expect(cross(account).invoices).toHaveLength(1)
    expect(cross(cross(account)).invoices[1]).toMatchObject({ totalAmount: 9990, dueAt: day(3, 31) })
    const half = startAt + 14 * DAY
    const cancelled = decided(Lifecycle.cancel(account, half, rules)).account
    expect(cancelled.vouchers.map(({ balance }) => balance)).toEqual([4995])
  })

  it("bills of usage what is not paid yet, by the whole quantity", () => {
    const usage = [{ meter: "tokens", quantity: 2_000, paidQuantity: 1_500 }]
    const { account, usageEvents } = decided(importing({ period: { ...period, usage } }))
    expect(account.invoices).toMatchObject([{ kind: "CUT", status: "PAID", totalAmount: 100 }])
    expect(usageEvents).toMatchObject([{ meter: "tokens", quantity: 2_000, occurredAt: startAt }])
    expect(decided(UpcomingInvoice.upcoming(account, startAt, rules)).totalAmount).toBe(9990)
  })

  it("counts the cycles that a coupon had, also one that cannot be redeemed any more", () => {
    const three = { ...coupon, duration: { type: "REPEATING", months: 3 }, redeemBy: startAt - DAY } as const
    const since = (cyclesSince: number) => {
      const change = decided(importing({ coupon: { code: coupon.code, cyclesSince } }, { coupon: three }))
      expect(change.couponCounts).toEqual([{ couponId: coupon.couponId, redemptions: 1, amount: 0 }])
      return change.account
    }
    const discountsOf = (account: Account.Account) =>
      cross(cross(account)).invoices.map(({ discountAmount }) => discountAmount)
    expect([since(0), since(1), since(2), since(3)].map(discountsOf)).toEqual([
      [999, 999],
      [999, 999],
      [999, 0],
      [0, 0],
    ])
    const { subscription } = since(3)
    if (subscription?.coupon)
      expect(CouponStatus.couponStatus(subscription, subscription.coupon)).toBe("EXPIRED")
  })

  it("ends with the running period where the customer has cancelled, and bills what of it is not paid", () => {
    const { account, billingEvents } = decided(importing({ cancelAtPeriodEnd: true }))
    const created = { status: "ACTIVE", cancelAt: day(2, 28) }
    expect(billingEvents).toMatchObject([{ type: "subscription.created", subscription: created }])
    const { invoices, subscription } = cross(account)
    expect(invoices).toMatchObject([{ kind: "CYCLE", totalAmount: 9990 }])
    expect(subscription).toMatchObject({ status: "CANCELLED", cancelledAt: day(2, 28) })
  })

  it("makes vouchers of credit, which pay the next invoice", () => {
    const credits = [{ name: "Balance", amount: 500, expiresAt: null }]
    const { account, billingEvents } = decided(importing({ credits }))
    expect(billingEvents.map(({ type }) => type)).toEqual(["subscription.created", "voucher.granted"])
    expect(cross(account).invoices[0]).toMatchObject({ totalAmount: 9990, payableAmount: 9490 })
  })

  it("makes a voucher of each credit, valid at once", () => {
    const credits = [
      { name: "Balance", amount: 500, expiresAt: null },
      { name: "Goodwill", amount: 70, expiresAt: day(6, 1) },
    ]
    const { account, billingEvents, voucherEntries } = decided(importing({ credits }))
    const { organizationId } = account.organization
    const valid = {
      organizationId,
      currency: "BRL",
      effectiveAt: startAt,
      createdAt: startAt,
      creditOf: null,
    }
    expect(account.vouchers).toMatchObject([
      { ...valid, name: "Balance", amount: 500, balance: 500, expiresAt: null },
      { ...valid, name: "Goodwill", amount: 70, balance: 70, expiresAt: day(6, 1) },
    ])
    expect(new Set(account.vouchers.map(({ voucherId }) => voucherId)).size).toBe(2)
    expect(voucherEntries).toMatchObject([
      { kind: "GRANT", amount: 500 },
      { kind: "GRANT", amount: 70 },
    ])
    expect(billingEvents.slice(1).map(({ at }) => at)).toEqual([startAt, startAt])
  })

  it("does not tell of what was paid before, and tells of its refund", () => {
    const { account, billingEvents } = decided(importing({ period: { ...period, feePaid: true } }))
    expect(billingEvents.map(({ type }) => type)).toEqual(["subscription.created"])
    const invoiceId = account.invoices[0]?.invoiceId ?? ""
    const refund = { _tag: "Refund", refundId: "r", amount: 1, now: startAt + DAY } as const
    const told = decided(Operators.operate(account, invoiceId, refund, rules)).billingEvents
    expect(told).toMatchObject([
      { type: "invoice.status_changed", previousStatus: "PAID", invoice: { invoiceId } },
    ])
  })

  it("keeps a plan that is closed to new customers", () => {
    const { account } = decided(importing({}, { plan: { ...plan, status: "INACTIVE" } }))
    expect(account.subscription?.terms.amount).toBe(9990)
  })

  it("takes usage from the period's start on, and none of before", () => {
    const { account } = decided(importing({}, { now: startAt + DAY }))
    const use = (occurredAt: number) => {
      const events = [{ eventId: "e", meter: "messages", quantity: 1, occurredAt }]
      return Usage.recordUsage(account, { events, known: [], now: startAt + DAY }, rules)
    }
    expect(Result.isSuccess(use(startAt))).toBe(true)
    expect(use(startAt - 1)).toMatchObject({ failure: { _tag: "UsageRefused" } })
  })
})

const long = "x".repeat(201)
const nearlyAll = Number.MAX_SAFE_INTEGER

describe("an import is refused, with the member and what is wrong", () => {
  const credit = { name: "Balance", amount: 1, expiresAt: null }
  const used = { meter: "tokens", quantity: 2, paidQuantity: 1 }
  const saved = (members: object) => ({ paymentMethods: [{ ...card, ...members }] })
  const using = (members: object) => ({ period: { ...period, usage: [{ ...used, ...members }] } })
  const cases: ReadonlyArray<readonly [string, Partial<ImportedCustomer.ImportedCustomer>, string, string]> =
    [
      ["an anchor in the future", { anchor: { at: startAt + 1, day: null } }, "anchor.at", "IN_FUTURE"],
      [
        "an anchor that is no instant",
        { anchor: { at: Number.NaN, day: null } },
        "anchor.at",
        "NOT_AN_INSTANT",
      ],
      ["an anchor before all time", { anchor: { at: -1, day: null } }, "anchor.at", "NOT_AN_INSTANT"],
      ["a day that is not the anchor's", { anchor: { at: startAt, day: 30 } }, "anchor.day", "NOT_THE_DAY"],
      ["a day that no month has", { anchor: { at: startAt, day: 32 } }, "anchor.day", "NOT_THE_DAY"],
      ["half a day", { anchor: { at: day(1, 28), day: 28.5 } }, "anchor.day", "NOT_THE_DAY"],
      [
        "a period off the grid",
        { period: { ...period, startAt: startAt - 1 } },
        "period.startAt",
        "NOT_THE_PERIOD",
      ],
      [
        "a period of another length",
        { period: { ...period, endAt: day(3, 1) } },
        "period.endAt",
        "NOT_THE_PERIOD",
      ],
      [
        "a period without an end",
        { period: { ...period, endAt: Number.POSITIVE_INFINITY } },
        "period.endAt",
        "NOT_AN_INSTANT",
      ],
      [
        "usage of a meter without a price",
        using({ meter: "seats" }),
        "period.usage.0.meter",
        "UNKNOWN_METER",
      ],
      ["negative usage", using({ quantity: -1 }), "period.usage.0.quantity", "NOT_AN_AMOUNT"],
      ["more paid than used", using({ paidQuantity: 3 }), "period.usage.0.paidQuantity", "OUT_OF_RANGE"],
      ["a meter twice", { period: { ...period, usage: [used, used] } }, "period.usage.1.meter", "DUPLICATE"],
      ["debt", { owedAmount: 1 }, "owedAmount", "DEBT"],
      ["a negative debt", { owedAmount: -1 }, "owedAmount", "NOT_AN_AMOUNT"],
      ["a part of a cent", { owedAmount: 0.5 }, "owedAmount", "NOT_AN_AMOUNT"],
      ["a negative credit", { credits: [{ ...credit, amount: -1 }] }, "credits.0.amount", "NOT_AN_AMOUNT"],
      ["credit of nothing", { credits: [{ ...credit, amount: 0 }] }, "credits.0.amount", "NOT_POSITIVE"],
      [
        "credit that is over",
        { credits: [{ ...credit, expiresAt: startAt }] },
        "credits.0.expiresAt",
        "OUT_OF_RANGE",
      ],
      ["101 credits", { credits: Array.from({ length: 101 }, () => credit) }, "credits", "TOO_MANY"],
      [
        "a card twice",
        { paymentMethods: [card, { ...card, isDefault: false }] },
        "paymentMethods.1.gatewayReference",
        "DUPLICATE",
      ],
      [
        "two defaults",
        { paymentMethods: [card, { ...card, gatewayReference: "other" }] },
        "paymentMethods",
        "SEVERAL_DEFAULTS",
      ],
      ["a card's number", saved({ last4: "4242424242424242" }), "paymentMethods.0.last4", "NOT_A_CARD"],
      ["a thirteenth month", saved({ expMonth: 13 }), "paymentMethods.0.expMonth", "NOT_A_CARD"],
      ["no reference", saved({ gatewayReference: "" }), "paymentMethods.0.gatewayReference", "EMPTY"],
      [
        "a boleto without an address",
        {
          paymentMethods: [
            { type: "BOLETO", isDefault: true, billingDetails: { name: "Ana", email: "a@b.c" } },
          ],
        },
        "paymentMethods.0.billingDetails.address",
        "EMPTY",
      ],
      [
        "a coupon of negative age",
        { coupon: { code: "WELCOME10", cyclesSince: -1 } },
        "coupon.cyclesSince",
        "OUT_OF_RANGE",
      ],
      ["a key that is too long", { importId: long }, "importId", "TOO_LONG"],
      ["a key that not every store can keep", { importId: "a\0b" }, "importId", "NOT_STORABLE"],
      ["no key", { importId: "" }, "importId", "EMPTY"],
      [
        "a name that is too long",
        { organization: { ...customer.organization, name: long } },
        "organization.name",
        "TOO_LONG",
      ],
    ]
  it.each(cases)("%s", (_, members, member, reason) => {
    expect(refusal(members)).toMatchObject({ _tag: "ImportInvalid", member, reason })
  })

  it("a period that is over, with the one that runs", () => {
    expect(refusal({}, { now: day(3, 1) })).toEqual({
      _tag: "ImportInvalid",
      member: "period.startAt",
      reason: "NOT_THE_PERIOD",
      value: startAt,
      expected: day(2, 28),
    })
  })

  it("usage that could never be billed", () => {
    const usage = [{ meter: "messages", quantity: nearlyAll, paidQuantity: 0 }]
    expect(refusal({ period: { ...period, usage } })).toMatchObject({ reason: "NOT_AN_AMOUNT" })
  })

  it("the last period of all time", () => {
    expect(refusal({}, { now: Instant.MAX_INSTANT })).toMatchObject({ _tag: "InstantOutOfRange" })
  })

  it("a hundred texts that are too long, by the first of them, and no secret is told", () => {
    const paymentMethods = Array.from({ length: 100 }, () => ({ ...card, gatewayReference: long }))
    const failure = refusal({ paymentMethods })
    expect(failure).toMatchObject({ member: "paymentMethods.0.gatewayReference", value: 201, expected: 200 })
    expect(JSON.stringify(failure).length).toBeLessThan(200)
    const twice = refusal({ paymentMethods: [card, { ...card, isDefault: false }] })
    expect(JSON.stringify(twice)).not.toContain(card.gatewayReference)
  })
})
