// When a slip expires: after its settlement lag while it is PENDING, and at no time otherwise.
import { describe, expect, it } from "vitest"
import { Boletos, type PaymentAttempt } from "../../../../src/index.ts"
import { rulesOf } from "../../../support/account.ts"
import { HOUR, on } from "../fixtures.ts"

/** The end of Tuesday, 3 March, in São Paulo. */
const expiresAt = on(3, 4) + 3 * HOUR - 1
const slip = { barcode: "0".repeat(44), digitableLine: "0".repeat(47), expiresAt }
const pending: PaymentAttempt.PaymentAttempt = {
  attemptId: "attempt",
  paymentMethodId: "pm_slip",
  amount: 9990,
  status: "PENDING",
  declineCode: null,
  retryable: false,
  slip,
  lookups: 0,
  startedAt: on(2, 28),
  at: on(2, 28),
}
const expiryOf = (members: Partial<PaymentAttempt.PaymentAttempt>) =>
  Boletos.slipExpiryAt({ ...pending, ...members }, rulesOf())

describe("a slip that can be paid until Tuesday", () => {
  it("expires right after Thursday, two business days later", () => {
    expect(expiryOf({})).toBe(on(3, 6) + 3 * HOUR)
  })

  it("expires when it is found, where that is later", () => {
    expect(expiryOf({ at: on(3, 20) })).toBe(on(3, 20))
  })

  it.each(["APPROVED", "CANCELLED", "EXPIRED"] as const)(
    "does not expire any more when it is %s",
    (status) => {
      expect(expiryOf({ status })).toBeNull()
    },
  )
})

describe("an attempt without a slip", () => {
  it.each(["PENDING", "UNKNOWN", "STARTED"] as const)("that is %s never expires", (status) => {
    expect(expiryOf({ status, slip: null })).toBeNull()
  })
})
