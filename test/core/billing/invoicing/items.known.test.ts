// The items of a subscription that are known: none before one is added, and each by its id.
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { InvoiceItems } from "../../../../src/index.ts"
import { makeAccount } from "../../../support/account.ts"

const jan31 = Date.UTC(2026, 0, 31)
const feb28 = Date.UTC(2026, 1, 28)

type Billing = ReturnType<typeof makeAccount>
const add = (billing: Billing, itemId: string, now: number) => {
  const item = { itemId, name: "Set-up", unitPrice: 5_000, quantity: 1, now }
  billing.apply(InvoiceItems.addItem(billing.now(), item, billing.rules))
}
const known = (billing: Billing) =>
  InvoiceItems.itemsOf(billing.now()).map(({ item, isBilled }) => [item.itemId, isBilled])
const removing = (billing: Billing, itemId: string) => InvoiceItems.removeItem(billing.now(), { itemId })

describe("the items of a subscription", () => {
  it("are none before one is added", () => {
    expect(InvoiceItems.itemsOf(makeAccount({ at: jan31 }).now())).toEqual([])
  })

  it("are removed by their id, and no other one goes with it", () => {
    const billing = makeAccount({ at: jan31 })
    add(billing, "one", jan31)
    add(billing, "two", jan31)
    expect(removing(billing, "three")).toEqual(Result.fail({ _tag: "InvoiceItemNotFound", itemId: "three" }))
    billing.apply(removing(billing, "two"))
    expect(known(billing)).toEqual([["one", false]])
  })

  it("are removed while they wait, also beside one that is billed, which stays", () => {
    const billing = makeAccount({ at: jan31 })
    add(billing, "one", jan31)
    billing.payEarly(jan31)
    add(billing, "two", jan31)
    expect(known(billing)).toEqual([
      ["one", true],
      ["two", false],
    ])
    expect(removing(billing, "one")).toEqual(Result.fail({ _tag: "InvoiceItemBilled", itemId: "one" }))
    billing.apply(removing(billing, "two"))
    billing.runUntil(feb28)
    expect(billing.now().invoices.flatMap(({ lines }) => lines.map(({ name }) => name))).toEqual([
      "Starter",
      "Set-up",
    ])
  })
})
