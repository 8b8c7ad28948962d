import { describe, expect, it } from "vitest"
import { type History, historyOf, type Mark } from "../../../../simulator/console/timeline/history.ts"
import { layoutTimeline, ROWS_MAX } from "../../../../simulator/console/timeline/layoutTimeline.ts"
import { at, attempt, day, event, invoice, subscription } from "./fixtures.ts"

const history = historyOf({
  subscriptions: [subscription],
  invoices: [invoice({ attempts: [attempt("APPROVED", "02-28")] })],
  events: [event(1, "01-31", "ACTIVE")],
  due: [],
  nowAt: at("03-15"),
})
const options = { nowAt: at("03-15"), cyclesMax: 6, widthMin: 614 }
const empty: History = { states: [], cycles: [], documents: [], charges: [], ahead: [] }

const mark = (when: string): Mark => ({ at: at(when), kind: "approved", label: "", invoiceId: "i" })

describe("a timeline", () => {
  it("goes from the first cycle to the end of the one that runs, ten pixels a day", () => {
    const layout = layoutTimeline(history, options)
    expect(layout).toMatchObject({ width: 614, fromAt: at("01-31"), toAt: at("03-31"), nowX: 442 })
    expect(layout.cycles.map(({ x, width }) => [x, width])).toEqual([
      [12, 280],
      [292, 310],
    ])
    expect(layout.documents.map(({ x, row }) => [x, row])).toEqual([[292, 0]])
    expect(layout.charges.map(({ x }) => x)).toEqual([292])
    expect(layout.ticks.map(({ x, at: month }) => [x, month])).toEqual([
      [22, at("02-01")],
      [302, at("03-01")],
    ])
  })

  it("has an open state last to its end", () => {
    expect(layoutTimeline(history, options).states).toEqual([
      { x: 12, width: 590, label: "ACTIVE", title: "Subscription active", fits: true },
    ])
  })

  it("is of nothing too", () => {
    const layout = layoutTimeline(empty, options)
    expect(layout).toMatchObject({
      cycles: [],
      states: [],
      documents: [],
      charges: [],
      documentRows: 1,
      chargeRows: 1,
    })
    expect(layout.toAt).toBeGreaterThan(layout.fromAt)
  })

  it("leaves out what was before the cycles that are asked for", () => {
    const layout = layoutTimeline(history, { ...options, cyclesMax: 1 })
    expect(layout.fromAt).toBe(at("02-28"))
    expect(layout.cycles).toHaveLength(1)
    expect(layout.states).toMatchObject([{ x: 12, width: 590 }])
  })

  it("leaves out cycles that have not begun", () => {
    const cycles = [
      ...history.cycles,
      { startAt: at("03-31"), endAt: at("04-30"), label: "", title: "", revenue: 0, usage: 0 },
    ]
    expect(layoutTimeline({ ...history, cycles }, options).cycles).toHaveLength(2)
  })

  it("grows with its cycles, up to a bound", () => {
    const cycles = Array.from({ length: 100 }, (_, month) => ({
      startAt: Date.UTC(2020, month, 1),
      endAt: Date.UTC(2020, month + 1, 1),
      label: "",
      title: "",
      revenue: 0,
      usage: 0,
    }))
    const nowAt = Date.UTC(2030, 0, 1)
    const widthOf = (cyclesMax: number) =>
      layoutTimeline({ ...empty, cycles }, { ...options, nowAt, cyclesMax }).width
    expect([2, 10, 99].map(widthOf)).toEqual([614, 1100, 6000])
  })

  it("stacks marks that would lie upon each other, and counts what there is no room for", () => {
    const charges = ["02-10", "02-10", "02-11", "02-11", "02-11", "02-20"].map(mark)
    const layout = layoutTimeline({ ...history, charges }, options)
    expect(layout.charges.map(({ row, more }) => [row, more])).toEqual([
      [0, 0],
      [1, 0],
      [2, 2],
      [0, 0],
    ])
    expect(layout.chargeRows).toBe(ROWS_MAX)
  })

  it("has room for marks that are far enough apart in one row", () => {
    const charges = ["02-10", "02-12", "02-14"].map(mark)
    expect(layoutTimeline({ ...history, charges }, options).charges.map(({ row }) => row)).toEqual([0, 0, 0])
  })

  it("labels no month upon another", () => {
    const cycles = [
      { startAt: at("01-01"), endAt: Date.parse(day("12-31")), label: "", title: "", revenue: 0, usage: 0 },
    ]
    const { ticks } = layoutTimeline({ ...empty, cycles }, { ...options, nowAt: at("12-31"), widthMin: 500 })
    expect(ticks.map(({ isLabelled }) => isLabelled)).toEqual(
      Array.from({ length: 11 }, (_, index) => index % 2 === 0),
    )
  })

  it("goes on to what is soon ahead, and leaves out what is far away", () => {
    const ahead = [
      { ...mark("04-10"), kind: "ahead" as const },
      { ...mark("12-24"), kind: "ahead" as const },
    ]
    const layout = layoutTimeline({ ...history, ahead }, options)
    expect(layout.toAt).toBe(at("04-10"))
    expect(layout.documents.map(({ kind }) => kind)).toEqual(["invoice", "ahead"])
  })

  it("draws the money of each cycle by the highest of them", () => {
    const [first, second] = history.cycles
    if (first === undefined || second === undefined) throw new Error("There are two.")
    const cycles = [
      { ...first, revenue: 400, usage: 100 },
      { ...second, revenue: -50, usage: 200 },
    ]
    const layout = layoutTimeline({ ...history, cycles }, options)
    expect(layout.cycles.map(({ revenue, usage }) => [revenue, usage])).toEqual([
      [1, 0.25],
      [0, 0.5],
    ])
  })

  it("knows the midnight that is next to a place, always ahead of now", () => {
    const { dayAt, nowX } = layoutTimeline(history, options)
    expect([nowX, nowX + 10, nowX + 14, nowX + 16].map(dayAt)).toEqual(
      ["03-16", "03-16", "03-16", "03-17"].map(at),
    )
  })
})
