// Which invoice a payment is of, and what refuses it before anything is charged.
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { type Account, Payments } from "../../../src/index.ts"
import { decided } from "../../support/account.ts"
import { active, at, failed, paid, paused, priceless, rules, unsubscribed } from "./rejections/accounts.ts"

const paying = (account: Account.Account, invoiceId: string, expectedPayableAmount: number | null = null) =>
  Payments.pay(account, { invoiceId, paymentMethodId: null, expectedPayableAmount, now: at }, rules)

/** The amounts that a payment asks for, or why it is refused. */
const outcome = (...payment: Parameters<typeof paying>) =>
  Result.match(paying(...payment), {
    onSuccess: ({ charges }): unknown => charges.map(({ amount }) => amount),
    onFailure: (rejection) => rejection,
  })

const first = "invoice/sub/0/CYCLE/0"
const second = "invoice/sub/0/CYCLE/1"

describe("a payment", () => {
  it.each<readonly [string, Account.Account, string, number | null, unknown]>([
    ["of the upcoming invoice", active, first, null, [9990]],
    ["of the amount that is expected", active, first, 9990, [9990]],
    [
      "of another amount",
      active,
      first,
      9989,
      { _tag: "InvoiceChanged", invoiceId: first, payableAmount: 9990, amountDue: 9990 },
    ],
    ["of one that was refused", failed.account, first, 9990, [9990]],
    [
      "of one that was paid",
      paid.account,
      first,
      null,
      { _tag: "InvoiceNotPayable", invoiceId: first, status: "PAID" },
    ],
    [
      "of an upcoming one without lines",
      paid.account,
      second,
      null,
      { _tag: "InvoiceNotPayable", invoiceId: second, status: "OPEN" },
    ],
    ["of none, while paused", paused, "none", null, { _tag: "InvoiceNotFound", invoiceId: "none" }],
    [
      "of none, while none is upcoming",
      unsubscribed,
      "none",
      null,
      { _tag: "InvoiceNotFound", invoiceId: "none" },
    ],
  ])("%s", (_, account, invoiceId, expected, what) => {
    expect(outcome(account, invoiceId, expected)).toEqual(what)
  })

  it("asks the gateway for the invoice's amount and currency, by its method", () => {
    const { charges, account } = decided(paying(active, first))
    const [invoice] = account.invoices
    expect(charges).toEqual([
      {
        organizationId: active.organization.organizationId,
        invoiceId: first,
        attemptId: invoice?.attempts[0]?.attemptId,
        amount: 9990,
        currency: "BRL",
        paymentMethod: active.paymentMethods[0],
        at,
      },
    ])
  })

  it("of an invoice that is paid in part expects what is due of it, and not what was payable", () => {
    const [invoice] = failed.account.invoices
    if (invoice === undefined) throw new Error("no invoice")
    const inPart = { ...failed.account, invoices: [{ ...invoice, amountPaid: 4000 }] }
    expect(outcome(inPart, first, 5990)).toEqual([5990])
    expect(outcome(inPart, first, 9990)).toEqual({
      _tag: "InvoiceChanged",
      invoiceId: first,
      payableAmount: 9990,
      amountDue: 5990,
    })
  })

  it("of an issued invoice needs no upcoming one, which may be more than an amount can be", () => {
    const [invoice] = failed.account.invoices
    if (invoice === undefined) throw new Error("no invoice")
    expect(outcome(priceless, first)).toMatchObject({ _tag: "AmountOutOfRange" })
    const owing = { ...priceless, invoices: [{ ...invoice, subscriptionId: "another" }] }
    expect(outcome(owing, first)).toEqual([9990])
  })
})
