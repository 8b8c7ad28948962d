import { describe, expect, it } from "vitest"
import { type BillableItem, itemKey } from "../../../src/core/invoice/BilledLine.ts"

describe("itemKey", () => {
  it("two items have the same key only when they are the same item", () => {
    const numbers = [0, 1, 11]
    const items: ReadonlyArray<BillableItem> = numbers.flatMap((cycle) =>
      numbers.flatMap((segment) => [
        { kind: "FEE", cycle, segment },
        ...["tokens", "1/tokens", "/", "", "0"].flatMap((meter) =>
          numbers.map((band): BillableItem => ({ kind: "USAGE", cycle, segment, meter, band })),
        ),
      ]),
    )
    expect(new Set(items.map(itemKey)).size).toBe(items.length)
    expect(items.map((item) => itemKey({ ...item }))).toEqual(items.map(itemKey))
  })

  it.each<[BillableItem, string]>([
    [{ kind: "FEE", cycle: 3, segment: 1 }, "fee/3/1"],
    [{ kind: "USAGE", cycle: 3, segment: 1, meter: "tokens", band: 2 }, "usage/3/1/2/tokens"],
  ])("of %j is %s", (item, key) => {
    expect(itemKey(item)).toBe(key)
  })
})
