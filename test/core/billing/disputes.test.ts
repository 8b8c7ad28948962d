// A disputed payment carries no usable credit: what was granted of it is frozen while the dispute is open, free again when
// it is won, and taken back when it is lost.
import { describe, expect, it } from "vitest"
import { Operators } from "../../../src/index.ts"
import { makeAccount } from "../../support/account.ts"
import { yearly } from "../../support/billing.ts"

const DAY = 86_400_000
const at = Date.UTC(2026, 0, 31)

type Billing = ReturnType<typeof makeAccount>

const dispute = (billing: Billing, step: "OpenDispute" | "WinDispute" | "LoseDispute", now: number) => {
  const invoiceId = billing.now().invoices[0]?.invoiceId ?? ""
  return billing.apply(Operators.operate(billing.now(), invoiceId, { _tag: step, now }, billing.rules))
}
const credit = (billing: Billing) => billing.now().vouchers[0]

/** A year of 99900 that was paid ahead, and is cancelled the next day: 99626 of it are not due. */
const cancelledYear = (disputedAt: "before" | "after" | "never"): Billing => {
  const billing = makeAccount({ at, planIntervalId: yearly })
  billing.payEarly(at)
  if (disputedAt === "before") dispute(billing, "OpenDispute", at + 1)
  billing.cancel(at + DAY)
  if (disputedAt === "after") dispute(billing, "OpenDispute", at + DAY + 1)
  return billing
}

describe.each(["before", "after"] as const)(
  "a year's payment that is disputed %s the cancellation",
  (when) => {
    it("freezes its credit, which pays nothing", () => {
      const billing = cancelledYear(when)
      expect(credit(billing)).toMatchObject({ balance: 99_626, frozen: true })
      const { invoiceId } = billing.now().invoices[0] ?? { invoiceId: "" }
      expect(credit(billing)?.creditOf).toBe(invoiceId)
    })

    it("takes its credit back when it is lost, and says so", () => {
      const billing = cancelledYear(when)
      billing.told()
      const change = dispute(billing, "LoseDispute", at + 2 * DAY)
      expect(credit(billing)).toMatchObject({ balance: 0, revokedAt: at + 2 * DAY, frozen: false })
      expect(change.voucherEntries).toMatchObject([{ kind: "REVOKE", amount: 99_626 }])
      expect(billing.told()).toMatchObject([
        { type: "invoice.status_changed" },
        { type: "voucher.revoked", shortfall: 0 },
      ])
    })

    it("frees its credit when it is won", () => {
      const billing = cancelledYear(when)
      dispute(billing, "WinDispute", at + 2 * DAY)
      expect(credit(billing)).toMatchObject({ balance: 99_626, revokedAt: null, frozen: false })
    })
  },
)

describe("a credit of which something was spent before its payment was lost", () => {
  const spent = () => {
    const billing = makeAccount({ at })
    billing.payEarly(at)
    billing.pause(at + 14 * DAY)
    billing.resume(at + 21 * DAY)
    // The voucher of 4995 pays 2498 of it.
    const invoiceId = billing.payEarly(at + 21 * DAY)
    dispute(billing, "OpenDispute", at + 22 * DAY)
    return { billing, invoiceId }
  }

  it("names that as the shortfall", () => {
    const { billing } = spent()
    billing.told()
    dispute(billing, "LoseDispute", at + 23 * DAY)
    expect(credit(billing)).toMatchObject({ balance: 0, amountRedeemed: 2498 })
    expect(billing.told().at(-1)).toMatchObject({ type: "voucher.revoked", shortfall: 2498 })
  })

  it("gives up again what comes back to it", () => {
    const { billing } = spent()
    dispute(billing, "LoseDispute", at + 23 * DAY)
    billing.told()
    const change = billing.cancel(at + 24.5 * DAY)
    // Of 17.5 days 6244 are due; the 1249 beyond go back to the voucher that had paid them, and are taken back.
    expect(change.voucherEntries.map(({ kind, amount }) => [kind, amount])).toEqual([
      ["RELEASE", 1249],
      ["REVOKE", 1249],
    ])
    expect(credit(billing)).toMatchObject({ balance: 0, amountRedeemed: 1249 })
    expect(billing.told()).toContainEqual(
      expect.objectContaining({ type: "voucher.revoked", shortfall: 1249 }),
    )
  })

  it("is passed over while it is frozen", () => {
    const { billing } = spent()
    expect(billing.upcoming(at + 22 * DAY).discounts).toEqual([])
  })
})
