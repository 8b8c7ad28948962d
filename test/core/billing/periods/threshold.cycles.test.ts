// The limit of cuts in a cycle counts the cuts of that cycle, and nothing else. A threshold is its amount with its
// currency.
import { describe, expect, it } from "vitest"
import { Threshold } from "../../../../src/index.ts"
import { makeAccount } from "../../../support/account.ts"

const DAY = 86_400_000
const at = Date.UTC(2026, 0, 31)
const feb28 = Date.UTC(2026, 1, 28)

type Billing = ReturnType<typeof makeAccount>
const set = (billing: Billing, value: number, currency: string, now = at) =>
  billing.apply(Threshold.setThreshold(billing.now(), { value, currency, now }, billing.rules))
const kinds = (billing: Billing) => billing.now().invoices.map(({ kind, cycle }) => `${cycle}/${kind}`)

describe("at most so many cuts a cycle", () => {
  it("begin anew with the next cycle", () => {
    const billing = makeAccount({ at, policy: { cutsMax: 2 } })
    set(billing, 1, "BRL")
    for (let step = 0; step < 3; step++) billing.use("messages", 10, at + step)
    expect(kinds(billing)).toEqual(["0/CUT", "0/CUT"])
    billing.runUntil(feb28)
    for (let step = 0; step < 3; step++) billing.use("messages", 10, feb28 + step)
    expect(kinds(billing)).toEqual(["0/CUT", "0/CUT", "0/CYCLE", "1/CUT", "1/CUT"])
  })

  it("are not used up by documents of another kind", () => {
    const billing = makeAccount({ at, policy: { cutsMax: 1 } })
    billing.payEarly(at)
    set(billing, 1, "BRL")
    billing.use("messages", 10, at + DAY)
    expect(kinds(billing)).toEqual(["0/CYCLE", "0/CUT"])
  })
})

describe("a threshold of the same value", () => {
  it("in another currency is another one, where no subscription is live", () => {
    const billing = makeAccount({ at })
    set(billing, 300, "BRL")
    billing.cancel(at)
    set(billing, 300, "USD")
    expect(billing.now().threshold).toEqual({ value: 300, currency: "USD" })
  })
})
