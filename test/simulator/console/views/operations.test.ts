import { describe, expect, it } from "vitest"
import { type Operation, operationsOf } from "../../../../simulator/console/views/organization/operations.ts"

type Status = Parameters<typeof operationsOf>[0]["status"]

const attempt = (status: "UNKNOWN" | "DECLINED") => ({
  attemptId: "a",
  status,
  amount: 1,
  paymentMethodId: null,
  startedAt: "2026-01-31T00:00:00.000Z",
  at: "2026-01-31T00:00:00.000Z",
  declineCode: null,
})

describe("what may be reported of an invoice", () => {
  it.each<[Status, ReadonlyArray<Operation>]>([
    ["OPEN", ["pay", "settle", "apply-voucher", "void", "uncollectible"]],
    ["PAYMENT_FAILED", ["pay", "settle", "apply-voucher", "void", "uncollectible"]],
    ["EXPIRED", ["pay", "settle", "apply-voucher", "void", "uncollectible"]],
    ["UNCOLLECTIBLE", ["pay", "settle", "apply-voucher", "void"]],
    ["PAID", ["refund", "dispute"]],
    ["PARTIALLY_REFUNDED", ["refund", "dispute"]],
    ["DISPUTED", ["dispute/won", "dispute/lost"]],
    ["CHARGEBACK_RESOLVED", ["refund"]],
    ["CHARGEBACK", []],
    ["REFUNDED", []],
    ["VOID", []],
  ])("that is %s", (status, operations) => {
    expect(operationsOf({ status, attempts: [attempt("DECLINED")] })).toEqual(operations)
  })

  it("whose payment is under way is its outcome first", () => {
    expect(operationsOf({ status: "OPEN", attempts: [attempt("UNKNOWN")] })).toEqual([
      "settle",
      "fail",
      "uncollectible",
    ])
  })
})
