// Finding what an account is owed, where some invoices are known as receivables only: the decisions that change them
// ask for them by name, and an attempt in flight is found all the same.
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { type Account, Receipts, Receivable, Receivables } from "../../../../src/index.ts"
import { makeAccount, unknown } from "../../../support/account.ts"
import { feb28, idOf, jan31, on, refused, threeOwed } from "../fixtures.ts"

/** The account with some invoices as receivables only. */
const summarised = (account: Account.Account, invoiceIds: ReadonlyArray<string>): Account.Account => {
  const isSummarised = ({ invoiceId }: { readonly invoiceId: string }) => invoiceIds.includes(invoiceId)
  return {
    ...account,
    invoices: account.invoices.filter((invoice) => !isSummarised(invoice)),
    receivables: account.invoices.filter(isSummarised).map(Receivable.receivableOf),
  }
}

describe("the invoices that a decision changes", () => {
  // The first of three was refused, and the others are open.
  const billing = threeOwed()
  const [first, second, third] = [idOf(billing, 0), idOf(billing, 1), idOf(billing, 2)]
  const isOpen = ({ status }: Receivable.Receivable) => status === "OPEN"

  it("are asked for where they are not loaded, and no other one is", () => {
    const nothingLoaded = summarised(billing.now(), [first, second, third])
    expect(Receivables.invoicesWhere(nothingLoaded, isOpen)).toEqual(
      Result.fail({ _tag: "InvoicesNotLoaded", invoiceIds: [second, third] }),
    )
  })

  it("are found where they are loaded, and need no other one", () => {
    const othersLoaded = summarised(billing.now(), [first])
    expect(Receivables.invoicesWhere(othersLoaded, isOpen)).toEqual(
      Result.succeed(billing.now().invoices.slice(1)),
    )
  })
})

describe("an attempt", () => {
  /** The first invoice was refused; the second one's charge has an outcome that nobody knows. */
  const charged = () => {
    const billing = refused()
    billing.answerWith(unknown)
    billing.payEarly(on(3, 1))
    return billing
  }
  const [refusedId, openId] = ["attempt/invoice/sub/0/CYCLE/0/0", "attempt/invoice/sub/1/CYCLE/0/0"]

  it("in flight is found, also where its invoice is not loaded", () => {
    const billing = charged()
    const part = summarised(billing.now(), [idOf(billing, 0), idOf(billing, 1)])
    for (const account of [billing.now(), part]) {
      expect(Receivables.findAttempt(account, openId)).toMatchObject({ attemptId: openId, status: "UNKNOWN" })
    }
  })

  it("that is over is found where its invoice is loaded only", () => {
    const billing = charged()
    expect(Receivables.findAttempt(billing.now(), refusedId)).toMatchObject({ status: "DECLINED" })
    const part = summarised(billing.now(), [idOf(billing, 0), idOf(billing, 1)])
    expect(Receivables.findAttempt(part, refusedId)).toBeUndefined()
  })

  it("that was never made is not found", () => {
    expect(Receivables.findAttempt(makeAccount({ at: jan31 }).now(), openId)).toBeUndefined()
  })
})

describe("the receipts of an invoice", () => {
  it("are those that arrived, in order", () => {
    const billing = refused()
    billing.settle(idOf(billing, 0), 10, feb28, "one")
    billing.settle(idOf(billing, 0), 20, feb28, "two")
    expect(Receipts.receiptsOf(billing.now(), idOf(billing, 0))).toMatchObject([
      { receiptId: "one", amount: 10 },
      { receiptId: "two", amount: 20 },
    ])
  })

  it("are none where there is no such invoice", () => {
    expect(Receipts.receiptsOf(refused().now(), "none")).toEqual([])
  })
})
