// The next invoice that a preview of an import shows: what time alone issues of the running period or of the next one.
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { firstInvoice } from "../../../src/core/billing/firstInvoice.ts"
import { Due, type ImportedCustomer, type Invoice, type Plan, Voucher } from "../../../src/index.ts"
import { boleto, decided, empty, makeAccount, rulesOf, slipUntil } from "../../support/account.ts"
import { organizationId, plan, startAt } from "../../support/billing.ts"
import { importing, period } from "../../support/imports.ts"
import { runs } from "../../support/runs.ts"
import { DAY, jan31, on } from "./fixtures.ts"

const rules = rulesOf()
const [first] = plan.intervals as [Plan.PlanInterval]
const ahead: Plan.Plan = { ...plan, intervals: [{ ...first, feeTiming: "ADVANCE" }] }
const free: Plan.Plan = { ...plan, intervals: [{ ...first, amount: 0 }] }
const noon = (month: number, day: number): number => on(month, day) + DAY / 2

const imported = (members: Partial<ImportedCustomer.ImportedCustomer>, of: Plan.Plan = plan) =>
  decided(importing(members, { plan: of })).account
const shown = (...args: Parameters<typeof imported>) => firstInvoice(imported(...args), rules)
const paid = { period: { ...period, feePaid: true } }

const voucher = (amount: number, expiresAt: number) =>
  decided(
    Voucher.grant({
      voucherId: "v1",
      organizationId,
      name: "Welcome",
      currency: "BRL",
      amount,
      expiresAt,
      effectiveAt: startAt,
      createdAt: startAt,
    }),
  ).voucher

describe("the next invoice of an imported customer", () => {
  it("is the one that the end of the running period issues", () => {
    const usage = [{ meter: "messages", quantity: 5, paidQuantity: 2 }]
    const credits = [{ name: "Balance", amount: 500, expiresAt: null }]
    const account = imported({ period: { ...period, usage }, credits })
    const next = firstInvoice(account, rules)
    expect(next).toMatchObject({ kind: "CYCLE", cycle: 0, dueAt: period.endAt, issuedAt: period.endAt })
    expect([next?.totalAmount, next?.payableAmount]).toEqual([9990 + 9, 9990 + 9 - 500])
    const { invoices } = decided(Due.takeStep(account, { kind: "BOUNDARY", at: 0 }, rules)).account
    const { invoiceId, lines, discounts } = invoices.at(-1) ?? {}
    expect(next).toMatchObject({ invoiceId, lines, discounts })
  })

  it("is that of the next period where the running one is paid", () => {
    expect(shown(paid)).toMatchObject({ cycle: 1, totalAmount: 9990, dueAt: noon(3, 31) })
  })

  it("bills the next period at its start where fees are due in advance", () => {
    const next = shown(paid, ahead)
    expect(next).toMatchObject({ totalAmount: 9990, dueAt: period.endAt, issuedAt: period.endAt })
    expect([next?.periodStartAt, next?.periodEndAt]).toEqual([period.endAt, noon(3, 31)])
  })

  it("bills a fee in advance that was not paid beside the next one, so that it is no debt to add", () => {
    const next = shown({}, ahead)
    expect(next).toMatchObject({ totalAmount: 2 * 9990, issuedAt: period.endAt })
    expect(next?.lines.map(({ item }) => item)).toMatchObject([
      { kind: "FEE", cycle: 0 },
      { kind: "FEE", cycle: 1 },
    ])
  })

  it("is paid by credit only until that expires", () => {
    const until = (expiresAt: number) =>
      shown({ credits: [{ name: "Balance", amount: 500, expiresAt }] })?.payableAmount
    expect([until(period.endAt - 1), until(period.endAt + 1)]).toEqual([9990, 9490])
  })

  it("comes also after as many credits as there can be, each of which expires by itself", () => {
    const credits = Array.from({ length: 100 }, (_, index) => ({
      name: "Balance",
      amount: 500,
      expiresAt: startAt + (index + 1) * 60_000,
    }))
    expect(shown({ credits })).toMatchObject({ cycle: 0, payableAmount: 9990, discounts: [] })
  })

  it("does not come where nothing costs anything, and costs only the usage where that does", () => {
    expect(shown({}, free)).toBeNull()
    const usage = [{ meter: "messages", quantity: 5, paidQuantity: 0 }]
    expect(shown({ period: { ...period, usage } }, free)).toMatchObject({ cycle: 0, totalAmount: 15 })
  })
})

describe("the next invoice of an account", () => {
  it("does not come without a subscription, also where a voucher expires", () => {
    expect(firstInvoice(empty, rules)).toBeNull()
    expect(firstInvoice({ ...empty, vouchers: [voucher(500, startAt + DAY)] }, rules)).toBeNull()
  })

  it("law: is what time issues, however many vouchers expire before", () => {
    fc.assert(
      fc.property(fc.nat(20), fc.nat(3), (count, subscribed) => {
        const billing = makeAccount({ at: jan31 + subscribed * DAY })
        const vouchers = Array.from({ length: count }, (_, index) => ({
          ...voucher(1, jan31 + (index + 1) * 60_000),
          voucherId: `v${index}`,
        }))
        billing.edit({ vouchers })
        const next = firstInvoice(billing.now(), rules)
        billing.runUntil(on(3, 10))
        const [issued] = billing.now().invoices
        const parts = (of: Invoice.Invoice | null | undefined) => [
          of?.invoiceId,
          of?.lines,
          of?.discounts,
          of?.issuedAt,
          of?.dueAt,
        ]
        expect(parts(next)).toEqual(parts(issued))
      }),
      { numRuns: runs(10), examples: [[200, 0] as [number, number]] },
    )
  })

  it("is that of the running period, however many there were before", () => {
    const billing = makeAccount({ at: jan31 })
    billing.runUntil(on(4, 30))
    expect(firstInvoice(billing.now(), rules)).toMatchObject({ cycle: 3, dueAt: on(5, 31) })
  })

  it("does not come where the subscription was cancelled, which billed all of it", () => {
    const billing = makeAccount({ at: jan31 })
    billing.cancel(on(2, 14))
    expect(billing.now().invoices).toMatchObject([{ kind: "FINAL", totalAmount: 4995 }])
    expect(firstInvoice(billing.now(), rules)).toBeNull()
  })

  it("is a new one: one that was issued before does not become it when its boleto expires", () => {
    const billing = makeAccount({ at: jan31, paymentMethods: [{ ...boleto, isDefault: true }] })
    billing.answerWith(slipUntil(on(2, 10)))
    const invoiceId = billing.payEarly(on(2, 1))
    const next = firstInvoice(billing.now(), rules)
    expect(next).toMatchObject({ cycle: 1, kind: "CYCLE", dueAt: on(3, 31) })
    expect(next?.invoiceId).not.toBe(invoiceId)
  })

  it("while a pause lasts is only one that an expired boleto causes, and only within two periods", () => {
    const pausedWith = (expiresAt: number) => {
      const billing = makeAccount({ at: jan31, paymentMethods: [{ ...boleto, isDefault: true }] })
      billing.answerWith(slipUntil(expiresAt))
      billing.payEarly(on(2, 1))
      billing.pause(on(2, 14))
      return firstInvoice(billing.now(), rules)
    }
    expect(pausedWith(on(3, 10))).toMatchObject({ cycle: 0, kind: "REISSUE", totalAmount: 4995 })
    expect(pausedWith(on(4, 10))).toBeNull()
  })

  it("does not come where the running period cannot end, because the next one would end after all time", () => {
    const billing = makeAccount({ at: Date.UTC(9999, 10, 15) })
    expect(Due.nextDue(billing.now(), rules)).toEqual({ at: Date.UTC(9999, 11, 15), kind: "BOUNDARY" })
    expect(firstInvoice(billing.now(), rules)).toBeNull()
  })
})
