import { describe, expect, it } from "vitest"
import { historyOf, tellHistory } from "../../../../simulator/console/timeline/history.ts"
import { at, attempt, day, event, invoice, subscription } from "./fixtures.ts"

const nothing = { subscriptions: [], invoices: [], events: [], due: [], nowAt: at("03-15") }

const cut = {
  value: 20_000,
  currency: "BRL",
  accumulatedAmount: 25_000,
  exceeded: true,
} as const

describe("the history of an organization", () => {
  it("is empty without a subscription", () => {
    expect(historyOf(nothing)).toEqual({
      states: [],
      cycles: [],
      documents: [],
      charges: [],
      ahead: [],
    })
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
      invoice({ usageAmount: 4000, amountRefunded: 1000 }),
      invoice({ invoiceId: "cut", periodEnd: day("02-14"), issuedAt: day("02-14"), usageAmount: 500 }),
      invoice({ invoiceId: "void", status: "VOID", amountPaid: 0, usageAmount: 7000 }),
    ]
    expect(historyOf({ ...nothing, subscriptions: [subscription], invoices }).cycles).toEqual([
      {
        startAt: at("01-31"),
        endAt: at("02-28"),
        label: "31 Jan",
        title: "Cycle 31 Jan 2026 to 28 Feb 2026: 189.80 BRL paid, 45.00 BRL of usage billed",
        revenue: 18_980,
        usage: 4500,
      },
      {
        startAt: at("02-28"),
        endAt: at("03-31"),
        label: "28 Feb",
        title: "Cycle 28 Feb 2026 to 31 Mar 2026",
        revenue: 0,
        usage: 0,
      },
    ])
  })

  it("counts the rest of a cycle as that cycle, and a cycle that begins in another one as its own", () => {
    const rest = { periodStart: day("02-14"), issuedAt: day("02-14"), amountPaid: 1000 }
    const invoices = [
      invoice({ kind: "CREATION", issuedAt: day("01-31") }),
      invoice({ invoiceId: "more", kind: "QUANTITY_CHANGE", ...rest }),
      invoice({ invoiceId: "change", kind: "CHANGE", ...rest, periodEnd: day("03-14") }),
      invoice({ invoiceId: "cut", kind: "CUT", periodStart: day("02-28"), amountPaid: 5 }),
    ]
    const { cycles } = historyOf({ ...nothing, invoices })
    expect(cycles.map(({ startAt, endAt, revenue }) => [startAt, endAt, revenue])).toEqual([
      [at("01-31"), at("02-28"), 10_990],
      [at("02-14"), at("03-14"), 1000],
      [at("02-28"), at("02-28"), 5],
    ])
  })

  it("counts the rest of a cycle that began with 1970 as that cycle", () => {
    const first = invoice({ periodStart: "1970-01-01T00:00:00.000Z" })
    const { cycles } = historyOf({ ...nothing, invoices: [first, invoice({ invoiceId: "more" })] })
    expect(cycles.map(({ startAt, revenue }) => [startAt, revenue])).toEqual([[0, 19_980]])
  })

  it("counts nothing as paid that a lost dispute took", () => {
    const invoices = [invoice({ status: "CHARGEBACK", amountRefunded: 990 }), invoice({ amountPaid: 10 })]
    expect(historyOf({ ...nothing, invoices }).cycles.map(({ revenue }) => revenue)).toEqual([10])
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
      due: [{ at: day("03-31"), kind: "BOUNDARY" }],
      nowAt: at("03-15"),
    })
    expect(tellHistory(history)).toEqual([
      {
        at: at("01-31"),
        text: "Cycle 31 Jan 2026 to 28 Feb 2026: 99.90 BRL paid, 0.00 BRL of usage billed",
        invoiceId: null,
        isAhead: false,
      },
      { at: at("01-31"), text: "Subscription active", invoiceId: null, isAhead: false },
      { at: at("02-28"), text: "Cycle 28 Feb 2026 to 31 Mar 2026", invoiceId: null, isAhead: false },
      { at: at("02-28"), text: "Invoice of 99.90 BRL, paid", invoiceId: "first", isAhead: false },
      { at: at("02-28"), text: "Charge of 99.90 BRL approved", invoiceId: "first", isAhead: false },
      { at: at("03-31"), text: "Cycle ends", invoiceId: null, isAhead: true },
    ])
  })

  it("has ahead what time will do and until when open invoices may be paid, and nothing that is late", () => {
    const invoices = [
      invoice({ invoiceId: "open", status: "OPEN", amountDue: 5000, dueDate: day("03-20") }),
      invoice({ invoiceId: "late", status: "PAYMENT_FAILED", amountDue: 5000, dueDate: day("03-01") }),
      invoice({ dueDate: day("03-21") }),
    ]
    const due = [
      { at: day("03-31"), kind: "BOUNDARY" },
      { at: day("03-14"), kind: "LOOKUP" },
      { at: day("03-18"), kind: "DUNNING" },
    ] as const
    expect(historyOf({ ...nothing, invoices, due }).ahead).toEqual([
      { at: at("03-18"), kind: "ahead", label: "Card is tried again", invoiceId: null },
      { at: at("03-20"), kind: "ahead", label: "50.00 BRL is due", invoiceId: "open" },
      { at: at("03-31"), kind: "ahead", label: "Cycle ends", invoiceId: null },
    ])
  })
})
