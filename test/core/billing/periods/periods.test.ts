// A billing period by itself: its segments, the spans of active time in them, and their stretches at one quantity each.
import { describe, expect, it } from "vitest"
import type { BillingPeriod, Segment } from "../../../../src/core/billing/periods/BillingPeriod.ts"
import * as Period from "../../../../src/core/billing/periods/BillingPeriod.ts"
import * as Stretches from "../../../../src/core/billing/periods/Stretches.ts"
import { BillingCycle } from "../../../../src/index.ts"
import { decided } from "../../../support/account.ts"
import { active } from "../rejections/accounts.ts"

const terms = active.subscription?.terms as Segment["terms"]
const other = { ...terms, planIntervalId: "other" }

/** A period of the instants 0 to 100 with these segments. */
const period = (...segments: ReadonlyArray<Partial<Segment>>): BillingPeriod => ({
  subscriptionId: "sub",
  cycle: 0,
  month: 0,
  startAt: 0,
  endAt: 100,
  segments: segments.map((segment) => ({ terms, startAt: 0, endAt: null, spans: [], usage: [], ...segment })),
  credits: [],
  settled: false,
})
const whole = { from: 0, to: null }

describe("the next cycle", () => {
  const anchor = BillingCycle.anchorOf({ at: Date.UTC(2026, 0, 31), interval: "MONTHLY" })
  const cycle = decided(BillingCycle.cycleOf(anchor, 2))
  const at = cycle.endAt

  it("is on the same grid, with the same first month, by an interval of the same length", () => {
    const next = decided(Period.nextCycle({ anchor, anchorMonth: 7, cycle }, "MONTHLY", at))
    expect(next).toEqual({ anchor, anchorMonth: 7, cycle: decided(BillingCycle.cycleOf(anchor, 3)) })
    expect(Period.monthOf(next, 3)).toBe(10)
  })

  it("begins a grid in its own month by an interval of another length", () => {
    const next = decided(Period.nextCycle({ anchor, anchorMonth: 7, cycle }, "YEARLY", at))
    expect(next).toMatchObject({ anchorMonth: 10, cycle: { cycle: 3, startAt: at } })
    expect([3, 4].map((number) => Period.monthOf(next, number))).toEqual([10, 22])
  })
})

describe("segments", () => {
  it("begin at a quantity only where it is not 1, and end where the next one begins", () => {
    const one = Period.startSegment(period({ spans: [whole] }), { terms: other, quantity: 1 }, 40)
    expect(one.segments).toEqual([
      { terms, startAt: 0, endAt: 40, spans: [{ from: 0, to: 40 }], usage: [] },
      { terms: other, startAt: 40, endAt: null, spans: [{ from: 40, to: null }], usage: [] },
    ])
    const three = Period.startSegment(period({ spans: [whole] }), { terms: other, quantity: 3 }, 40)
    expect(three.segments[1]).toHaveProperty("stretches", [{ quantity: 3, from: 40 }])
  })

  it("only the last one is paused, resumed, closed, or at another quantity", () => {
    const first = { endAt: 30, spans: [{ from: 0, to: 30 }] }
    const two = period(first, { startAt: 30, spans: [{ from: 30, to: null }] })
    const changed = [
      Period.deactivate(two, 50),
      Period.activate(two, 50),
      Period.close(two, 50),
      Period.withQuantityFrom(two, 2, 50),
    ]
    for (const { segments } of changed) {
      expect(segments[0]).toEqual(two.segments[0])
      expect(segments[1]).not.toEqual(two.segments[1])
    }
  })

  it("count as changes of plan where they end before their cycle", () => {
    expect(Period.planChangesIn([period({ endAt: 40 }, { startAt: 40, endAt: 100 })])).toBe(1)
    expect(Period.planChangesIn([period({ endAt: 40 }, { startAt: 40 }), period({ endAt: 99 })])).toBe(2)
    expect(Period.planChangesIn([period({ endAt: 100 }), period({})])).toBe(0)
  })
})

describe("spans", () => {
  it("count as pauses where they end before their segment", () => {
    const pauses = (...segments: ReadonlyArray<Partial<Segment>>) => Period.pausesIn(period(...segments))
    expect(pauses({ spans: [whole] })).toBe(0)
    expect(pauses({ spans: [{ from: 0, to: 10 }] })).toBe(1)
    expect(
      pauses({
        spans: [
          { from: 0, to: 10 },
          { from: 20, to: null },
        ],
      }),
    ).toBe(1)
    expect(
      pauses({ endAt: 40, spans: [{ from: 0, to: 40 }] }, { startAt: 40, spans: [{ from: 40, to: 50 }] }),
    ).toBe(1)
    const twice = [
      { from: 0, to: 10 },
      { from: 20, to: 40 },
    ]
    expect(pauses({ endAt: 40, spans: twice }, { startAt: 40, spans: [{ from: 40, to: 50 }] })).toBe(2)
  })

  it("tell which segment was active: from their start on, and not at their end", () => {
    const two = period(
      {
        endAt: 40,
        spans: [
          { from: 0, to: 10 },
          { from: 20, to: 40 },
        ],
      },
      { startAt: 40, spans: [{ from: 40, to: null }] },
    )
    const at = [-1, 0, 9, 10, 19, 20, 39, 40, 99, 100, 101].map((instant) =>
      Period.activeSegmentAt(two, instant),
    )
    expect(at).toEqual([null, 0, 0, null, null, 0, 0, 1, 1, null, null])
  })

  it("are not before the latest instant of the period", () => {
    const two = period({ spans: [{ from: 0, to: 10 }] }, { spans: [{ from: 20, to: null }] })
    expect([Period.notBefore(two, 5), Period.notBefore(two, 30)]).toEqual([20, 30])
    const [long, short] = [
      { from: 0, to: 60 },
      { from: 10, to: 20 },
    ]
    for (const spans of [
      [long, short],
      [short, long],
    ]) {
      expect(Period.notBefore(period({ spans }), 5)).toBe(60)
      expect(Period.notBefore(period(...spans.map((span) => ({ spans: [span] }))), 5)).toBe(60)
    }
  })

  it("end no earlier than they begin, and begin no earlier than the last one ended, if the clock goes back", () => {
    const ended = Period.deactivate(
      period({
        spans: [
          { from: 0, to: 10 },
          { from: 20, to: null },
        ],
      }),
      15,
    )
    expect(ended.segments[0]?.spans.at(-1)).toEqual({ from: 20, to: 20 })
    expect(Period.close(period({ spans: [{ from: 20, to: null }] }), 15).segments[0]?.spans).toEqual([
      { from: 20, to: 20 },
    ])
    expect(Period.activate(ended, 15).segments[0]?.spans.at(-1)).toEqual({ from: 20, to: null })
  })
})

describe("usage", () => {
  it("is kept for each meter of a segment", () => {
    const used = period(
      {
        usage: [
          { meter: "a", quantity: 1 },
          { meter: "b", quantity: 2 },
        ],
      },
      {},
    )
    const { segments } = Period.withQuantity(used, 0, { meter: "b", quantity: 5 })
    expect(segments.map(({ usage }) => usage)).toEqual([
      [
        { meter: "a", quantity: 1 },
        { meter: "b", quantity: 5 },
      ],
      [],
    ])
    expect(Period.withQuantity(used, 1, { meter: "c", quantity: 7 }).segments[1]?.usage).toEqual([
      { meter: "c", quantity: 7 },
    ])
    expect(Period.withQuantity(used, 0, { meter: "c", quantity: 7 }).segments[0]?.usage).toEqual([
      { meter: "a", quantity: 1 },
      { meter: "b", quantity: 2 },
      { meter: "c", quantity: 7 },
    ])
    expect(used.segments.map((segment) => Period.quantityOf(segment, "b"))).toEqual([2, 0])
  })
})

describe("stretches", () => {
  const spans = [whole]
  const plain = { startAt: 10 }
  const changes = (...to: ReadonlyArray<readonly [number, number]>) =>
    to.reduce<Parameters<typeof Stretches.stretchesOf>[0]>(
      (segment, [quantity, at]) => Stretches.changeQuantity(segment, quantity, at),
      plain,
    )

  it("are none where the quantity is 1 from the start to the end", () => {
    expect(Stretches.begunAt(1, 10)).toEqual({})
    expect(Stretches.begunAt(2, 10)).toEqual({ stretches: [{ quantity: 2, from: 10 }] })
    expect(Stretches.stretchesOf(plain)).toEqual([{ quantity: 1, from: 10 }])
    for (const same of [changes([1, 20]), changes([2, 10], [1, 10]), changes([2, 20], [1, 20])]) {
      expect(same).toEqual(plain)
      expect(same).not.toHaveProperty("stretches")
    }
  })

  it("one without time is none, adjacent ones of a quantity are one, and a clock that went back undoes none", () => {
    const of = (...to: ReadonlyArray<readonly [number, number]>) => changes(...to).stretches
    expect(of([2, 20])).toEqual([
      { quantity: 1, from: 10 },
      { quantity: 2, from: 20 },
    ])
    expect(of([2, 20], [3, 20])).toEqual([
      { quantity: 1, from: 10 },
      { quantity: 3, from: 20 },
    ])
    expect(of([2, 20], [2, 30])).toEqual([
      { quantity: 1, from: 10 },
      { quantity: 2, from: 20 },
    ])
    expect(of([2, 20], [3, 15])).toEqual([
      { quantity: 1, from: 10 },
      { quantity: 3, from: 20 },
    ])
    expect(of([3, 5])).toEqual([{ quantity: 3, from: 10 }])
    expect(of([2, 20], [1, 30])).toEqual([
      { quantity: 1, from: 10 },
      { quantity: 2, from: 20 },
      { quantity: 1, from: 30 },
    ])
  })

  it("count as changes of quantity, each after the first", () => {
    const periods = [
      { segments: [changes([2, 20], [3, 30]), plain] },
      { segments: [changes([2, 10]), changes([2, 20])] },
    ]
    expect(Stretches.quantityChangesIn(periods)).toBe(3)
  })

  it("have the active time between their starts, within the period and up to an instant", () => {
    const millis = (until: number, segment = changes([2, 20], [3, 30])) =>
      Stretches.stretchTimes({ startAt: 10, endAt: 100 }, { ...segment, spans }, until)
    const times = (until: number) =>
      millis(until).map(({ quantity, activeMillis }) => [quantity, activeMillis])
    expect(times(100)).toEqual([
      [1, 10],
      [2, 10],
      [3, 70],
    ])
    expect(times(25)).toEqual([
      [1, 10],
      [2, 5],
      [3, 0],
    ])
    expect(times(500)).toEqual([
      [1, 10],
      [2, 10],
      [3, 70],
    ])
    // The first one has all time of its period before the second one, whenever it was begun.
    const late = { startAt: 15, stretches: [{ quantity: 4, from: 15 }] }
    expect(millis(100, late)).toEqual([{ quantity: 4, spans: [{ from: 10, to: 100 }], activeMillis: 90 }])
  })
})
