// Methods that come and go beside the one that a subscription is charged by.
import { describe, expect, it } from "vitest"
import { type Account, Methods, type PaymentMethod, type Plan } from "../../../../src/index.ts"
import { boleto, card, decided, declined, makeAccount } from "../../../support/account.ts"
import { dollars, plan } from "../../../support/billing.ts"

const at = Date.UTC(2026, 0, 31)
const feb28 = Date.UTC(2026, 1, 28)
const second = { ...card, paymentMethodId: "pm_2", isDefault: false, createdAt: 2 }
const third = { ...card, paymentMethodId: "pm_3", isDefault: false, createdAt: 3 }
const { rules } = makeAccount({ at })

const methodOf = ({ account }: Account.Change) => account.subscription?.paymentMethodId
const adding = (account: Account.Account, method: PaymentMethod.PaymentMethod) =>
  decided(Methods.addMethod(account, { method, now: feb28 + 1 }, rules))

/** A cancelled subscription; it owes what the gateway refused. */
const ended = (
  owes: boolean,
  members: { readonly plan?: Plan.Plan; readonly planIntervalId?: string } = {},
): Account.Account => {
  const billing = makeAccount({ at, ...members, ...(owes && { answer: declined }) })
  billing.runUntil(feb28)
  billing.cancel(feb28)
  expect(billing.now().invoices).toMatchObject([{ status: owes ? "PAYMENT_FAILED" : "PAID" }])
  return billing.now()
}

describe("a method that is added becomes that of a cancelled subscription", () => {
  it("that owes", () => {
    expect(methodOf(adding(ended(true), second))).toBe("pm_2")
  })

  it("and not of one that owes nothing", () => {
    const before = ended(false)
    const change = adding(before, second)
    expect(change.account.subscription).toBe(before.subscription)
    expect(change.charges).toEqual([])
  })

  it("and not where it does not take the currency of the debt", () => {
    const inDollars = ended(true, { plan, planIntervalId: dollars })
    expect(methodOf(adding(inDollars, boleto))).toBe("pm_1")
    expect(methodOf(adding(inDollars, second))).toBe("pm_2")
    expect(methodOf(adding(ended(true), boleto))).toBe(boleto.paymentMethodId)
  })
})

describe("a method that is removed", () => {
  it("leaves a live subscription its own one, though that is not the default", () => {
    const billing = makeAccount({ at })
    const paymentMethods = [{ ...card, isDefault: false }, { ...second, isDefault: true }, third]
    const account = { ...billing.now(), paymentMethods }
    for (const paymentMethodId of ["pm_2", "pm_3"]) {
      const removed = decided(Methods.removeMethod(account, { paymentMethodId, now: at + 1 }, rules))
      expect(removed.account.subscription).toBe(account.subscription)
      expect(removed.account.paymentMethods).toHaveLength(2)
    }
  })
})
