import { describe, expect, it } from "vitest"
import { historyOf, tellHistory } from "../../../../simulator/console/timeline/history.ts"
import { at, attempt, day, event, invoice, subscription } from "./fixtures.ts"

const nothing = { subscriptions: [], invoices: [], events: [] }

const cut = {
  value: 20_000,
  currency: "BRL",
  accumulatedAmount: 25_000,
  exceeded: true,
} as const

describe("the history of an organization", () => {
  it("is empty without a subscription", () => {
    expect(historyOf(nothing)).toEqual({ states: [], cycles: [], documents: [], charges: [] })
  })

  it("has each state from its change to the next, the last one open", () => {
    const events = [
      event(9, "03-05", "ACTIVE", "PAST_DUE"),
      event(4, "02-28", "PAST_DUE", "ACTIVE"),
      event(1, "01-31", "ACTIVE"),
    ]
    expect(historyOf({ ...nothing, subscriptions: [subscription], events }).states).toEqual([
      { startAt: at("01-31"), endAt: at("02-28"), label: "ACTIVE", title: "Subscription active" },
      { startAt: at("02-28"), endAt: at("03-05"), label: "PAST_DUE", title: "Subscription past due" },
      { startAt: at("03-05"), endAt: null, label: "ACTIVE", title: "Subscription active" },
    ])
  })

  it("passes over a state that lasted no time, but for an end", () => {
    const events = [
      event(1, "01-31", "ACTIVE"),
      event(2, "02-28", "PAST_DUE", "ACTIVE"),
      event(3, "02-28", "CANCELLED", "PAST_DUE"),
      event(4, "02-28", "ACTIVE"),
    ]
    const { states } = historyOf({ ...nothing, events })
    expect(states.map(({ label }) => label)).toEqual(["ACTIVE", "CANCELLED", "ACTIVE"])
  })

  it("knows by the first change what was before the log, and by the subscription where there is no change", () => {
    const subscriptions = [subscription]
    const after = historyOf({
      ...nothing,
      subscriptions,
      events: [event(500, "03-05", "ACTIVE", "PAST_DUE")],
    })
    expect(after.states.map(({ startAt, label }) => [startAt, label])).toEqual([
      [at("01-31"), "PAST_DUE"],
      [at("03-05"), "ACTIVE"],
    ])
    expect(historyOf({ ...nothing, subscriptions }).states.map(({ label }) => label)).toEqual(["ACTIVE"])
  })

  it("has each cycle once, however its documents divide it", () => {
    const invoices = [
      invoice(),
      invoice({ invoiceId: "cut", periodEnd: day("02-14"), issuedAt: day("02-14") }),
    ]
    expect(historyOf({ ...nothing, subscriptions: [subscription], invoices }).cycles).toEqual([
      {
        startAt: at("01-31"),
        endAt: at("02-28"),
        label: "31 Jan",
        title: "Cycle 31 Jan 2026 to 28 Feb 2026",
      },
      {
        startAt: at("02-28"),
        endAt: at("03-31"),
        label: "28 Feb",
        title: "Cycle 28 Feb 2026 to 31 Mar 2026",
      },
    ])
  })

  it("tells cuts of the threshold from other documents", () => {
    const invoices = [
      invoice(),
      invoice({ kind: "CUT", billingThreshold: cut, issuedAt: day("02-14") }),
      invoice({
        kind: "CUT",
        billingThreshold: { ...cut, exceeded: false },
        issuedAt: day("02-10"),
        status: "VOID",
      }),
    ]
    expect(historyOf({ ...nothing, invoices }).documents.map(({ kind, label }) => [kind, label])).toEqual([
      ["invoice", "Invoice of 99.90 BRL, void"],
      ["cut", "Threshold cut of 99.90 BRL, paid"],
      ["invoice", "Invoice of 99.90 BRL, paid"],
    ])
  })

  it("has every charge with its outcome", () => {
    const attempts = [
      attempt("DECLINED", "02-28", "insufficient_funds"),
      attempt("UNKNOWN", "03-01"),
      attempt("APPROVED", "03-03"),
    ]
    expect(
      historyOf({ ...nothing, invoices: [invoice({ attempts })] }).charges.map(({ kind, label }) => [
        kind,
        label,
      ]),
    ).toEqual([
      ["declined", "Charge of 99.90 BRL declined, insufficient funds"],
      ["unknown", "Charge of 99.90 BRL unknown"],
      ["approved", "Charge of 99.90 BRL approved"],
    ])
  })

  it("is told in order of time", () => {
    const attempts = [attempt("APPROVED", "02-28")]
    const history = historyOf({
      subscriptions: [subscription],
      invoices: [invoice({ attempts })],
      events: [],
    })
    expect(tellHistory(history)).toEqual([
      { at: at("01-31"), text: "Cycle 31 Jan 2026 to 28 Feb 2026", invoiceId: null },
      { at: at("01-31"), text: "Subscription active", invoiceId: null },
      { at: at("02-28"), text: "Cycle 28 Feb 2026 to 31 Mar 2026", invoiceId: null },
      { at: at("02-28"), text: "Invoice of 99.90 BRL, paid", invoiceId: "first" },
      { at: at("02-28"), text: "Charge of 99.90 BRL approved", invoiceId: "first" },
    ])
  })
})
