import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import * as Plan from "../../../src/core/plan/Plan.ts"
import { frozen } from "../../support/decider.ts"
import { plan, standard } from "./fixtures.ts"

const [monthly] = plan().intervals as [Plan.PlanInterval]
const withInterval = (over: Partial<Plan.PlanInterval>) => plan({ intervals: [{ ...monthly, ...over }] })

type Fault = [Plan.Plan, string, string, number | string]

describe("check", () => {
  it("lets a sound plan through as it is", () => {
    const sound = frozen(plan())
    expect(Plan.check(sound)).toEqual(Result.succeed(sound))
    expect(Result.isSuccess(Plan.check(withInterval({ amount: 0 })))).toBe(true)
    expect(Result.isSuccess(Plan.check(plan({ prices: [] })))).toBe(true)
  })

  it.each<Partial<Plan.PlanInterval>>([
    { feeTiming: "ARREARS" },
    { feeTiming: "ADVANCE" },
    { trialDays: 1 },
    { trialDays: 730 },
  ])("lets an interval with %j through as it is", (terms) => {
    const sound = frozen(withInterval(terms))
    expect(Plan.check(sound)).toEqual(Result.succeed(sound))
  })

  it.each<Fault>([
    [plan({ planId: "" }), "planId", "EMPTY", ""],
    [plan({ name: "" }), "name", "EMPTY", ""],
    [plan({ intervals: [] }), "intervals", "NO_INTERVALS", 0],
    [withInterval({ id: "" }), "intervals.0.id", "EMPTY", ""],
    [plan({ intervals: [monthly, monthly] }), "intervals.1.id", "DUPLICATE_INTERVAL", "monthly"],
    ...[-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53].map(
      (amount): Fault => [withInterval({ amount }), "intervals.0.amount", "NOT_AN_AMOUNT", amount],
    ),
    [withInterval({ currency: "XXX" }), "intervals.0.currency", "UNKNOWN_CURRENCY", "XXX"],
    [withInterval({ currency: "brl" }), "intervals.0.currency", "UNKNOWN_CURRENCY", "brl"],
    [
      withInterval({ feeTiming: "LATER" as "ADVANCE" }),
      "intervals.0.feeTiming",
      "UNKNOWN_FEE_TIMING",
      "LATER",
    ],
    ...[0, -1, 731, 1.5, Number.NaN].map(
      (trialDays): Fault => [
        withInterval({ trialDays }),
        "intervals.0.trialDays",
        "NOT_TRIAL_DAYS",
        trialDays,
      ],
    ),
    [plan({ prices: [standard({ currency: "" })] }), "prices.0.currency", "UNKNOWN_CURRENCY", ""],
    [plan({ prices: [standard(), standard()] }), "prices.1.meter", "DUPLICATE_METER", "tokens"],
  ])("%#: %s of the second argument is %s", (wrong, member, reason, value) => {
    expect(Plan.check(wrong)).toEqual(Result.fail({ _tag: "InvalidPlan", member, reason, value }))
  })

  it("tells what is wrong with a price, and with which one", () => {
    const prices = [standard({ meter: "messages" }), standard({ unitPrice: -1 })]
    expect(Plan.check(plan({ prices }))).toEqual(
      Result.fail({
        _tag: "InvalidPrice",
        meter: "tokens",
        member: "prices.1.unitPrice",
        reason: "NEGATIVE",
        value: -1,
      }),
    )
  })
})

describe("termsOf", () => {
  it("gives the interval with the prices of its currency, in the plan's order", () => {
    expect(Plan.termsOf(plan(), "monthly")).toEqual(
      Result.succeed({
        planId: "p1",
        planName: "Starter",
        planIntervalId: "monthly",
        interval: "MONTHLY",
        amount: 9_990,
        currency: "BRL",
        prices: plan().prices.filter((price) => price.currency === "BRL"),
      }),
    )
    const dollars = Result.getOrThrow(Plan.termsOf(plan(), "dollars"))
    expect([dollars.currency, dollars.prices.map((price) => price.meter)]).toEqual(["USD", ["tokens"]])
  })

  it("refuses an interval of another plan, and a plan that is INACTIVE", () => {
    const notFound = { _tag: "PlanIntervalNotFound", planId: "p1", planIntervalId: "other" }
    expect(Plan.termsOf(plan(), "other")).toEqual(Result.fail(notFound))
    expect(Plan.termsOf(plan({ status: "INACTIVE" }), "other")).toEqual(Result.fail(notFound))
    expect(Plan.termsOf(plan({ status: "INACTIVE" }), "monthly")).toEqual(
      Result.fail({ _tag: "PlanInactive", planId: "p1" }),
    )
  })

  it.each(["JPY", "KWD"])("leaves amounts in %s as they are", (currency) => {
    const terms = Plan.termsOf(withInterval({ currency, amount: 1_234 }), "monthly")
    expect(Result.getOrThrow(terms)).toMatchObject({ currency, amount: 1_234 })
  })
})
