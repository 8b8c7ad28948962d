// The audit rule of receipts, by what an attempt of 100 brought and what was told of it.
import { describe, expect, it } from "vitest"
import { receipts } from "../../../simulator/audit/payments.ts"

type Came = readonly [kind: "CHARGE" | "SETTLEMENT", reported: number, amount: number]

const faultsOf = (status: string, ...came: ReadonlyArray<Came>): ReadonlyArray<string> => {
  const invoice = {
    invoiceId: "invoice",
    attempts: [{ attemptId: "slip", status, amount: 100 }],
    receipts: came.map(([kind, reportedAmount, amount], index) => {
      return { receiptId: `receipt ${index}`, attemptId: "slip", kind, reportedAmount, amount }
    }),
  }
  return Array.from(receipts({ invoices: [invoice] } as never), ({ message }) => message)
}

describe("the rule of receipts", () => {
  it.each<[string, ReadonlyArray<string>]>([
    ["a charge", faultsOf("APPROVED", ["CHARGE", 100, 100])],
    ["a part, then the approval", faultsOf("APPROVED", ["SETTLEMENT", 40, 40], ["CHARGE", 60, 60])],
    ["two parts", faultsOf("APPROVED", ["SETTLEMENT", 40, 40], ["SETTLEMENT", 60, 60])],
    ["a part alone", faultsOf("EXPIRED", ["SETTLEMENT", 40, 40])],
    ["the approval, then the same money", faultsOf("APPROVED", ["CHARGE", 100, 100], ["SETTLEMENT", 100, 0])],
    ["the approval, then more", faultsOf("APPROVED", ["CHARGE", 100, 100], ["SETTLEMENT", 120, 20])],
    ["nothing", faultsOf("DECLINED")],
  ])("is silent over %s", (_, faults) => {
    expect(faults).toEqual([])
  })

  it.each<[string, ReadonlyArray<string>, string]>([
    [
      "a part that the approval brings again",
      faultsOf("APPROVED", ["SETTLEMENT", 40, 40], ["CHARGE", 100, 100]),
      "Attempt slip brought 140, and 100 were told of it",
    ],
    [
      "money of an approval that is settled",
      faultsOf("APPROVED", ["CHARGE", 100, 100], ["SETTLEMENT", 100, 100]),
      "Attempt slip brought 200, and 100 were told of it",
    ],
    [
      "a part that is lost",
      faultsOf("EXPIRED", ["SETTLEMENT", 40, 40], ["SETTLEMENT", 30, 0]),
      "Attempt slip brought 40, and 70 were told of it",
    ],
  ])("tells of %s", (_, faults, message) => {
    expect(faults).toContain(message)
  })
})
