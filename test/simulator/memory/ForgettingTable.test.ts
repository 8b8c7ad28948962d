import { describe, expect, it } from "vitest"
import { makeForgettingTable } from "../../../simulator/adapters/memory/ForgettingTable.ts"

interface Held {
  readonly id: string
  readonly until: number
}

const start = (kept: number, max?: number) => {
  let table = makeForgettingTable<Held>({
    idOf: ({ id }) => id,
    forgettableAt: ({ until }) => until,
    kept,
    ...(max !== undefined && { max }),
  })
  /** Puts a record at an instant, and tells which ones that forgets. */
  const put = (id: string, at: number, until: number): string => {
    const next = table.put({ id, until }).forget(at, { id, until })
    table = next.table
    return next.forgotten.map((record) => record.id).join("")
  }
  const held = () => Array.from(table.records(), ({ id }) => id).join("")
  return { put, held, get: (id: string) => table.get(id), table: () => table }
}

describe("a table that forgets", () => {
  it("keeps every record until its time, however many there are", () => {
    const { put, held } = start(1)
    for (const id of ["a", "b", "c", "d"]) put(id, 0, 10)
    expect(put("e", 9, 20)).toBe("")
    expect(held()).toBe("abcde")
  })

  it("forgets from that instant on, two a put, earliest first, down to what it keeps", () => {
    const { put, held, get } = start(2)
    for (const [index, id] of ["a", "b", "c", "d"].entries()) put(id, 0, 10 + index)
    expect(put("e", 11, 30)).toBe("ab")
    expect(put("f", 40, 50)).toBe("cd")
    expect(put("f", 45, 50)).toBe("")
    expect(held()).toBe("ef")
    expect(get("a")).toBeUndefined()
  })

  it("forgets only what is over of the two", () => {
    const { put } = start(0)
    put("a", 0, 10)
    put("b", 0, 11)
    expect(put("c", 10, 20)).toBe("a")
  })

  it("holds no more than its maximum, and forgets the first of them before its time", () => {
    const { put, held } = start(1, 3)
    for (const id of ["a", "b", "c"]) expect(put(id, 0, 10)).toBe("")
    expect(put("d", 0, 5), "never the one that is put, and of one time the oldest").toBe("a")
    expect(put("e", 0, 20)).toBe("d")
    expect(held()).toBe("bce")
  })

  it("forgets a record that was put again by its new time only", () => {
    const { put, get } = start(0)
    put("a", 0, 10)
    put("a", 5, 100)
    expect(put("b", 50, 200)).toBe("")
    expect(get("a")?.until).toBe(100)
    expect(put("b", 100, 200)).toBe("a")
  })

  it("stays as it was for whoever kept it", () => {
    const { put, table } = start(0)
    put("a", 0, 10)
    const before = table()
    put("b", 10, 20)
    expect(before.get("a")?.until).toBe(10)
    expect(Array.from(before.records(), ({ id }) => id)).toEqual(["a"])
  })
})
