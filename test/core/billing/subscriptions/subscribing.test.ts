// Subscribing again: what of an earlier subscription stands in the way, and what its coupon leaves behind.
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { type Account, type PaymentAttempt, Receivable, Subscribe } from "../../../../src/index.ts"
import { card, decided, declined, makeAccount, unknown } from "../../../support/account.ts"
import { coupon, lastOne, monthly, plan } from "../../../support/billing.ts"

const at = Date.UTC(2026, 0, 31)

const subscribing = (account: Account.Account, members: Partial<Subscribe.SubscribeCommand> = {}) =>
  Subscribe.subscribe(
    account,
    {
      subscriptionId: "next",
      plan,
      planIntervalId: monthly,
      paymentMethodId: card.paymentMethodId,
      coupon: null,
      now: at,
      ...members,
    },
    makeAccount({ at }).rules,
  )
const redeeming = (one: typeof coupon) => ({ coupon: { code: one.code, coupon: one } })

/** A cancelled subscription that owes one invoice, for usage; the gateway said this of its charge. */
const ended = (answer: PaymentAttempt.GatewayAnswer, status: string): Account.Account => {
  const billing = makeAccount({ at, answer })
  billing.use("messages", 10, at)
  billing.cancel(at)
  expect(billing.now().invoices).toMatchObject([{ kind: "FINAL", status, amountPaid: 0 }])
  return billing.now()
}
const refused = ended(declined, "PAYMENT_FAILED")

describe("a new subscription waits for payments in flight (GAP-87)", () => {
  const owedOf = (
    account: Account.Account,
    members: Partial<Receivable.Receivable>,
  ): Receivable.Receivable => {
    const [invoice] = account.invoices
    if (invoice === undefined) throw new Error("Nothing is owed")
    return { ...Receivable.receivableOf(invoice), ...members }
  }
  const inFlight = ended(unknown, "OPEN")
  const waits = (invoiceId: string, issuedAt: number) => owedOf(inFlight, { invoiceId, issuedAt })
  const owing = (...receivables: ReadonlyArray<Receivable.Receivable>): Account.Account => ({
    ...inFlight,
    invoices: [],
    receivables,
  })
  const refusal = (account: Account.Account) => Result.getOrThrow(Result.flip(subscribing(account)))

  it("and names the payment of the oldest invoice, and of one instant the first by id", () => {
    const attempt = inFlight.invoices[0]?.attempts[0]
    const told = (invoiceId: string) => ({
      _tag: "PaymentInProgress",
      invoiceId,
      attemptId: attempt?.attemptId,
      attemptStatus: "UNKNOWN",
    })
    expect(refusal(owing(waits("a", at + 2), waits("b", at + 1)))).toEqual(told("b"))
    expect(refusal(owing(waits("d", at), waits("c", at)))).toEqual(told("c"))
  })

  it("though an older invoice is owed that nobody pays", () => {
    const older = owedOf(refused, { invoiceId: "older", issuedAt: at - 1 })
    expect(older.attempt).toBeNull()
    expect(refusal(owing(older, waits("newer", at)))).toMatchObject({
      _tag: "PaymentInProgress",
      invoiceId: "newer",
    })
  })

  it("and not for debt alone", () => {
    expect(Result.isSuccess(subscribing(refused))).toBe(true)
  })
})

describe("a coupon of a new subscription", () => {
  it("is noted with the subscription, its currency and the instant, and has taken off nothing yet", () => {
    const { account } = decided(subscribing(refused, { ...redeeming(coupon), now: at + 1 }))
    expect(account.couponUses).toEqual([
      {
        couponId: coupon.couponId,
        code: "WELCOME10",
        subscriptionId: "next",
        currency: "BRL",
        amountRedeemed: 0,
        at: at + 1,
      },
    ])
  })

  it("cannot be used again by the organization, and another one can", () => {
    const billing = makeAccount({ at, coupon })
    billing.cancel(at)
    expect(subscribing(billing.now(), redeeming(coupon))).toEqual(
      Result.fail({ _tag: "CouponAlreadyUsed", code: coupon.code }),
    )
    const again = decided(subscribing(billing.now(), redeeming(lastOne)))
    expect(again.account.couponUses.map(({ couponId }) => couponId)).toEqual([
      coupon.couponId,
      lastOne.couponId,
    ])
  })
})
