import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { type Account, Lifecycle, Methods, type PaymentMethod, Payments } from "../../../src/index.ts"
import { approved, boleto, card, decided, declined, makeAccount, unknown } from "../../support/account.ts"
import { active, at, cancelled, inFlight, pro, rules, subscribedTo } from "./rejections/accounts.ts"

const second: PaymentMethod.PaymentMethod = {
  ...card,
  paymentMethodId: "pm_3",
  isDefault: false,
  createdAt: 2,
}
const having = (account: Account.Account, ...paymentMethods: ReadonlyArray<PaymentMethod.PaymentMethod>) => ({
  ...account,
  paymentMethods,
})
const remove = (account: Account.Account, paymentMethodId = card.paymentMethodId, now = at) =>
  Methods.removeMethod(account, { paymentMethodId, now }, rules)
const ids = ({ account }: Account.Change) => account.paymentMethods.map((method) => method.paymentMethodId)
const inUse = (paymentMethodId = card.paymentMethodId) =>
  Result.fail({ _tag: "PaymentMethodInUse", paymentMethodId })

describe("removing the method that a live subscription charges", () => {
  it("makes it charge the new default from then on", () => {
    const removed = decided(remove(having(active, card, second)))
    expect(ids(removed)).toEqual(["pm_3"])
    expect(removed.account.paymentMethods[0]?.isDefault).toBe(true)
    expect(removed.account.subscription).toMatchObject({ paymentMethodId: "pm_3", status: "ACTIVE" })
  })

  it("makes it charge the default that there was, where that is another one", () => {
    const methods = [{ ...card, isDefault: false }, boleto, { ...second, isDefault: true }]
    const removed = decided(remove(having(active, ...methods)))
    expect(removed.account.subscription?.paymentMethodId).toBe("pm_3")
  })

  it("is all that a change of the method is", () => {
    const account = having(active, card, second)
    const without = decided(remove(account)).account.paymentMethods
    const changed = Lifecycle.changePaymentMethod(
      { ...account, paymentMethods: without },
      { paymentMethodId: "pm_3", now: at },
      rules,
    )
    expect(remove(account)).toEqual(changed)
  })

  it("is refused while it is the only one", () => {
    expect(remove(having(active, card))).toEqual(inUse())
  })

  it("is refused where the default cannot pay the subscription's currency (GAP-96)", () => {
    const dollars = subscribedTo(pro, "pro dollars")
    expect(remove(having(dollars, card, boleto, second))).toEqual(inUse())
    const preferred = [card, boleto, { ...second, createdAt: 0 }].map((method) => ({
      ...method,
      isDefault: method.paymentMethodId === "pm_3",
    }))
    const removed = decided(remove(having(dollars, ...preferred)))
    expect(removed.account.subscription?.paymentMethodId).toBe("pm_3")
    const reais = decided(remove(having(active, card, boleto)))
    expect(reais.account.subscription?.paymentMethodId).toBe(boleto.paymentMethodId)
  })

  it("works while it is PAUSED, and while it is PAST_DUE", () => {
    const paused = decided(Lifecycle.pause(active, at, rules)).account
    expect(decided(remove(having(paused, card, second))).account.subscription).toMatchObject({
      status: "PAUSED",
      paymentMethodId: "pm_3",
    })
    const billing = makeAccount({ at })
    billing.answerWith(declined)
    billing.payEarly(at)
    expect(decided(remove(having(billing.now(), card, second))).account.subscription).toMatchObject({
      status: "PAST_DUE",
      paymentMethodId: "pm_3",
    })
  })
})

describe("removing another method", () => {
  it("leaves the subscription as it is", () => {
    const account = having(active, card, second)
    const removed = decided(remove(account, "pm_3"))
    expect(ids(removed)).toEqual(["pm_1"])
    expect(removed.account.subscription).toBe(account.subscription)
  })

  it("of a cancelled subscription leaves the record as it is, down to the last one", () => {
    const removed = decided(remove(having(cancelled, card)))
    expect(removed.account.paymentMethods).toEqual([])
    expect(removed.account.subscription).toBe(cancelled.subscription)
    expect(removed.account.subscription?.paymentMethodId).toBe("pm_1")
  })
})

describe("a payment in flight (GAP-95)", () => {
  const { account, invoiceId, attemptId } = inFlight
  const answered = (answer: typeof approved | typeof declined) =>
    decided(Payments.recordAnswer(account, { invoiceId, attemptId, answer, now: at }, rules)).account

  it("keeps its method, and no other", () => {
    expect(remove(having(account, card, second))).toEqual(inUse())
    expect(ids(decided(remove(having(account, card, second), "pm_3")))).toEqual(["pm_1"])
  })

  it.each([
    ["approved", approved],
    ["declined", declined],
  ])("that was %s keeps it no longer", (_, answer) => {
    expect(ids(decided(remove(having(answered(answer), card, second))))).toEqual(["pm_3"])
  })

  it("keeps it under a cancelled subscription too", () => {
    const billing = makeAccount({ at })
    billing.answerWith(unknown)
    billing.payEarly(at)
    billing.cancel(at)
    expect(remove(billing.now())).toEqual(inUse())
  })
})

describe("updating a method", () => {
  const update = (account: Account.Account, members: Partial<Methods.UpdateMethodCommand>) =>
    Methods.updateMethod(account, {
      paymentMethodId: "pm_3",
      isDefault: false,
      billingDetails: {},
      ...members,
    })

  it("makes it the default and leaves the subscription its own (GAP-22)", () => {
    const account = having(active, card, second)
    const updated = decided(update(account, { isDefault: true })).account
    expect(updated.paymentMethods.map(({ isDefault }) => isDefault)).toEqual([false, true])
    expect(updated.subscription).toBe(account.subscription)
  })

  it("that is so already changes nothing", () => {
    const account = having(active, second, { ...card, paymentMethodId: "pm_3" })
    expect(decided(update(account, { isDefault: false })).account).toBe(account)
    const isDefault = having(active, { ...second, isDefault: true })
    expect(decided(update(isDefault, { isDefault: true })).account).toBe(isDefault)
  })
})
