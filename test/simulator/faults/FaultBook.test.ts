import { describe, expect, it } from "vitest"
import type { FaultEffect, FaultMatcher, FaultTarget } from "../../../simulator/faults/Fault.ts"
import { FAULTS_MAX, makeFaultBook } from "../../../simulator/faults/FaultBook.ts"

const any: FaultMatcher = { method: null, path: null, organizationId: null, nth: 1, times: 1 }
const call: FaultTarget = { method: "GET", path: "/studio/plans", organizationId: "one" }
const drop: FaultEffect = { kind: "drop_before" }
const delay: FaultEffect = { kind: "delay", delayMs: 1 }

/** Which of so many targets a fault strikes. */
const strikes = (
  aim: Partial<FaultMatcher>,
  occasions: ReadonlyArray<FaultTarget>,
): ReadonlyArray<boolean> => {
  const book = makeFaultBook()
  book.add({ ...any, ...aim, effect: drop })
  return occasions.map((target) => book.strike(["drop_before"], target) !== null)
}

const five = Array.from({ length: 5 }, () => call)

describe("a fault", () => {
  it.each([
    [{}, [true, false, false, false, false]],
    [{ nth: 2 }, [false, true, false, false, false]],
    [{ times: 3 }, [true, true, true, false, false]],
    [{ nth: 3, times: 2 }, [false, false, true, true, false]],
  ])("with %j strikes calls so: %j", (aim, expected) => {
    expect(strikes(aim, five)).toEqual(expected)
  })

  it.each([
    [{ method: "GET" }, true],
    [{ method: "POST" }, false],
    [{ path: "/studio/plans" }, true],
    [{ path: "/studio/plan" }, false],
    [{ organizationId: "one" }, true],
    [{ organizationId: "two" }, false],
    [{ method: "GET", path: "/studio/plans", organizationId: "one" }, true],
  ])("meant for %j strikes a call there: %j", (aim, expected) => {
    expect(strikes(aim, [call])).toEqual([expected])
  })

  it("counts only what it is meant for", () => {
    const other = { ...call, method: "POST" }
    expect(strikes({ method: "GET", nth: 2 }, [call, other, other, call])).toEqual([
      false,
      false,
      false,
      true,
    ])
  })

  it("that names something strikes nothing of which that is unknown", () => {
    expect(strikes({ organizationId: "one" }, [{ ...call, organizationId: null }])).toEqual([false])
  })

  it("says how far it is", () => {
    const book = makeFaultBook()
    const fault = book.add({ ...any, nth: 2, effect: drop })
    for (const target of five) book.strike(["drop_before"], target)
    expect(book.all()).toEqual([{ ...fault, matched: 5, struck: 1 }])
  })
})

describe("of several faults", () => {
  it("the oldest strikes, and the next one waits for the next call", () => {
    const book = makeFaultBook()
    book.add({ ...any, effect: drop })
    book.add({ ...any, effect: delay })
    const struck = five.map((target) => book.strike(["delay", "drop_before"], target)?.effect.kind ?? null)
    expect(struck).toEqual(["drop_before", "delay", null, null, null])
  })

  it("only those of the kinds that are asked for are counted", () => {
    const book = makeFaultBook()
    book.add({ ...any, nth: 2, effect: drop })
    expect(book.strike(["delay"], call)).toBeNull()
    expect(book.all().map(({ matched }) => matched)).toEqual([0])
  })

  it("each is found by its id, and taken back", () => {
    let removed = 0
    const book = makeFaultBook(() => {
      removed += 1
    })
    const fault = book.add({ ...any, effect: drop })
    book.add({ ...any, effect: delay })
    const id = fault?.faultId ?? ""
    expect(book.get(id)).toEqual(fault)
    expect([book.remove(id), book.remove(id), book.get(id)]).toEqual([true, false, undefined])
    expect(book.all().map(({ effect }) => effect.kind)).toEqual(["delay"])
    book.clear()
    expect([book.all(), removed]).toEqual([[], 2])
  })

  it("it is told whether one can still strike", () => {
    const book = makeFaultBook()
    book.add({ ...any, method: "GET", effect: drop })
    expect(book.expects("drop_before", call)).toBe(true)
    expect(book.expects("drop_after", call)).toBe(false)
    expect(book.expects("drop_before", { ...call, method: "POST" })).toBe(false)
    book.strike(["drop_before"], call)
    expect(book.expects("drop_before", call)).toBe(false)
  })
})

describe("a book", () => {
  it("holds so many faults, and makes room by the oldest that is over", () => {
    const book = makeFaultBook()
    const first = book.add({ ...any, path: "/studio/plans", effect: drop })
    for (let count = 1; count < FAULTS_MAX; count++) book.add({ ...any, path: "/elsewhere", effect: drop })
    expect(book.add({ ...any, effect: delay })).toBeNull()
    book.strike(["drop_before"], call)
    expect(book.add({ ...any, effect: delay })).not.toBeNull()
    expect([book.all().length, book.get(first?.faultId ?? "")]).toEqual([FAULTS_MAX, undefined])
  })

  it("makes no room by what still holds deliveries", () => {
    const book = makeFaultBook()
    for (let count = 0; count < FAULTS_MAX; count++) book.add({ ...any, effect: { kind: "webhook_hold" } })
    for (let count = 0; count < FAULTS_MAX; count++) book.strike(["webhook_hold"], call)
    expect(book.all().every(({ struck }) => struck === 1)).toBe(true)
    expect(book.add({ ...any, effect: drop })).toBeNull()
  })
})
