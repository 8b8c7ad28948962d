import { describe, expect, it } from "vitest"
import { makeForgettingTable } from "../../../simulator/memory/ForgettingTable.ts"

describe("a table that forgets", () => {
  const table = (kept: number, max?: number) => {
    const forgotten: Array<string> = []
    const records = makeForgettingTable<{ readonly id: string; readonly at: number; readonly until: number }>(
      {
        idOf: ({ id }) => id,
        forgettableAt: ({ until }) => until,
        seenAt: ({ at }) => at,
        forgotten: ({ id }) => forgotten.push(id),
        kept,
        ...(max !== undefined && { max }),
      },
    )
    return { records, forgotten }
  }

  it("keeps every record until its time, however many there are", () => {
    const { records, forgotten } = table(1)
    for (const id of ["a", "b", "c", "d"]) records.put({ id, at: 0, until: 10 })
    records.put({ id: "e", at: 9, until: 20 })
    expect(forgotten).toEqual([])
  })

  it("forgets from that instant on, two a put, earliest first, down to what it keeps", () => {
    const { records, forgotten } = table(2)
    for (const [index, id] of ["a", "b", "c", "d"].entries()) records.put({ id, at: 0, until: 10 + index })
    records.put({ id: "e", at: 11, until: 30 })
    expect(forgotten).toEqual(["a", "b"])
    records.put({ id: "f", at: 40, until: 50 })
    expect(forgotten).toEqual(["a", "b", "c", "d"])
    records.put({ id: "f", at: 45, until: 50 })
    expect(records.records().map(({ id }) => id)).toEqual(["e", "f"])
  })

  it("holds no more than its maximum, and forgets the first of them before its time", () => {
    const { records, forgotten } = table(1, 3)
    for (const id of ["a", "b", "c"]) records.put({ id, at: 0, until: 10 })
    expect(forgotten).toEqual([])
    records.put({ id: "d", at: 0, until: 5 })
    records.put({ id: "e", at: 0, until: 20 })
    expect(forgotten, "never the one that is put, and of one time the oldest").toEqual(["a", "d"])
    expect(records.records().map(({ id }) => id)).toEqual(["b", "c", "e"])
  })

  it("forgets a record that was put again by its new time only", () => {
    const { records, forgotten } = table(0)
    records.put({ id: "a", at: 0, until: 10 })
    records.put({ id: "a", at: 5, until: 100 })
    records.put({ id: "b", at: 50, until: 200 })
    expect(forgotten).toEqual([])
    expect(records.get("a")?.until).toBe(100)
  })
})
