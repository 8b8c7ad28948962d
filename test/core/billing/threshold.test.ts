// The threshold: set, lowered, taken away, and what it cuts when.
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { Threshold } from "../../../src/index.ts"
import { declined, makeAccount, rulesOf } from "../../support/account.ts"
import { organizationId } from "../../support/billing.ts"

const at = Date.UTC(2026, 0, 31)

const set = (billing: ReturnType<typeof makeAccount>, value: number, currency = "BRL") =>
  Threshold.setThreshold(billing.now(), { value, currency, now: at + 1 }, billing.rules)

const documents = (billing: ReturnType<typeof makeAccount>) =>
  billing.now().invoices.map(({ kind, totalAmount }) => [kind, totalAmount])

describe("a threshold", () => {
  it("that is set below what has accumulated bills all of it at once, and no fee", () => {
    const billing = makeAccount({ at })
    billing.use("messages", 100, at)
    billing.apply(set(billing, 299))
    expect(documents(billing)).toEqual([["CUT", 300]])
    expect(billing.charges().map(({ amount }) => amount)).toEqual([300])
  })

  it("of just what has accumulated cuts nothing, and is lowered into a cut", () => {
    const billing = makeAccount({ at })
    billing.use("messages", 100, at)
    billing.apply(set(billing, 300))
    expect(documents(billing)).toEqual([])
    billing.apply(set(billing, 299))
    expect(documents(billing)).toEqual([["CUT", 300]])
  })

  it("set again changes nothing", () => {
    const billing = makeAccount({ at })
    billing.apply(set(billing, 300))
    expect(Result.getOrThrow(set(billing, 300)).account).toBe(billing.now())
  })

  it("is found where there is one", () => {
    const billing = makeAccount({ at })
    const none = { _tag: "ThresholdNotFound", organizationId }
    expect(Threshold.thresholdOf(billing.now())).toEqual(Result.fail(none))
    billing.apply(set(billing, 300))
    expect(Threshold.thresholdOf(billing.now())).toEqual(Result.succeed({ value: 300, currency: "BRL" }))
  })

  it("taken away cuts nothing any more, twice as well as once", () => {
    const billing = makeAccount({ at })
    billing.apply(set(billing, 1))
    billing.apply(Result.succeed(Threshold.removeThreshold(billing.now())))
    billing.use("messages", 100, at)
    expect(documents(billing)).toEqual([])
    expect(Threshold.removeThreshold(billing.now()).account).toBe(billing.now())
  })

  it("cuts no more often in a cycle than the policy says; the boundary bills the rest", () => {
    const billing = makeAccount({ at, policy: { cutsMax: 2 } })
    billing.apply(set(billing, 1))
    for (let step = 0; step < 4; step++) billing.use("messages", 10, at + step)
    expect(documents(billing)).toEqual([
      ["CUT", 30],
      ["CUT", 30],
    ])
    billing.runUntil(Date.UTC(2026, 1, 28))
    expect(documents(billing)[2]).toEqual(["CYCLE", 10_050])
  })

  it("cuts nothing while paused or after the end (C7)", () => {
    const paused = makeAccount({ at })
    paused.pause(at)
    paused.apply(set(paused, 1))
    const ended = makeAccount({ at })
    ended.use("messages", 10, at)
    ended.cancel(at)
    ended.apply(set(ended, 1))
    expect([documents(paused), documents(ended)]).toEqual([[], [["FINAL", 30]]])
  })

  it.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])("of %s is refused", (value) => {
    const billing = makeAccount({ at })
    expect(Result.getOrThrow(Result.flip(set(billing, value)))).toEqual({ _tag: "ThresholdInvalid", value })
  })

  it("in another currency than the live subscription's is refused; after its end it is not", () => {
    const billing = makeAccount({ at })
    expect(Result.getOrThrow(Result.flip(set(billing, 1, "USD")))).toEqual({
      _tag: "SubscriptionCurrencyMismatch",
      currency: "BRL",
      thresholdCurrency: "USD",
    })
    billing.cancel(at)
    expect(Result.isSuccess(set(billing, 1, "USD"))).toBe(true)
  })

  it("for the next subscription is on no invoice of the last one in another currency", () => {
    const billing = makeAccount({ at, answer: declined })
    billing.use("messages", 100, at)
    billing.cancel(at)
    billing.apply(set(billing, 200, "USD"))
    billing.rebill(billing.now().invoices[0]?.invoiceId ?? "", at + 2)
    billing.apply(set(billing, 200, "BRL"))
    billing.rebill(billing.now().invoices[1]?.invoiceId ?? "", at + 2)
    expect(billing.now().invoices.map(({ kind, billingThreshold }) => [kind, billingThreshold])).toEqual([
      ["FINAL", null],
      ["REISSUE", null],
      ["REISSUE", { value: 200, currency: "BRL", accumulatedAmount: 300, exceeded: true }],
    ])
  })

  it("cuts at most fifteen times a cycle by default", () => {
    expect(rulesOf().policy.cutsMax).toBe(15)
  })
})
