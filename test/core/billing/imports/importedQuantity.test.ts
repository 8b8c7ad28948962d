// A customer of several units, such as seats: what its running period and the next ones are billed.
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { firstInvoice } from "../../../../src/core/billing/firstInvoice.ts"
import { type Account, Due, type ImportedCustomer, type Plan } from "../../../../src/index.ts"
import { decided, rulesOf } from "../../../support/account.ts"
import { monthly, plan } from "../../../support/billing.ts"
import { importing, period } from "../../../support/imports.ts"

const rules = rulesOf()

/** Seats of 10.00 each. */
const seats = (members: Partial<Plan.PlanInterval> = {}): Plan.Plan => ({
  ...plan,
  intervals: plan.intervals.map((one) => ({ ...one, amount: 1000, quantityAllowed: true, ...members })),
})

const moved = (members: Partial<ImportedCustomer.ImportedCustomer>, of = seats()) =>
  importing({ quantity: 5, ...members }, { plan: of })

const cross = (account: Account.Account): Account.Account =>
  decided(Due.takeStep(account, { kind: "BOUNDARY", at: 0 }, rules)).account

const billed = ({ invoices }: Account.Account) =>
  invoices.map(({ status, totalAmount, lines }) => [
    status,
    totalAmount,
    ...lines.map(({ quantity, unitPrice }) => `${quantity} × ${unitPrice}`),
  ])

describe("a customer of 5 seats at 1000", () => {
  const five = [5000, "5 × 1000"]
  it.each<["ARREARS" | "ADVANCE", boolean, ReadonlyArray<ReadonlyArray<unknown>>]>([
    ["ARREARS", false, [["OPEN", ...five]]],
    ["ARREARS", true, [["PAID", ...five]]],
    // The period that was not paid in advance is billed with the next one.
    ["ADVANCE", false, [["OPEN", 10_000, "5 × 1000", "5 × 1000"]]],
    [
      "ADVANCE",
      true,
      [
        ["PAID", ...five],
        ["OPEN", ...five],
      ],
    ],
  ])("is billed in %s, with the running fee paid: %s", (feeTiming, feePaid, invoices) => {
    const { account } = decided(moved({ period: { ...period, feePaid } }, seats({ feeTiming })))
    expect(account.subscription).toMatchObject({ quantity: 5, status: "ACTIVE" })
    expect(billed(account)).toEqual(feePaid ? [["PAID", ...five]] : [])
    expect(billed(cross(account))).toEqual(invoices)
  })

  it("has no other fee than one unit where the quantity is 1, or absent", () => {
    const one = decided(moved({ quantity: 1 })).account
    expect(one).toEqual(decided(importing({}, { plan: seats() })).account)
    expect(billed(cross(one))).toEqual([["OPEN", 1000, "1 × 1000"]])
  })

  it("sees in the next invoice, before it moves, what it will be billed", () => {
    const { account } = decided(moved({ period: { ...period, feePaid: true } }))
    expect(firstInvoice(account, rules)).toMatchObject({ totalAmount: 5000 })
  })
})

describe("a quantity of an imported customer is refused", () => {
  it.each([0, -1, 1.5, 1_000_001, Number.NaN])("where it is %s", (quantity) => {
    expect(moved({ quantity })).toEqual(Result.fail({ _tag: "QuantityInvalid", quantity, amount: 1000 }))
  })

  it("where the interval is sold once", () => {
    expect(moved({}, plan)).toEqual(
      Result.fail({ _tag: "QuantityNotAllowed", planIntervalId: monthly, quantity: 5 }),
    )
  })
})
