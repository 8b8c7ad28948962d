// What happens to an organization along time, out of its subscriptions, invoices and events and what falls due: states,
// cycles with their money, documents, charges, and what is ahead, each with its instants and its words. Pure.

import type { DueSteps, LoggedEvent, OperatorInvoice, WireSubscription } from "../data/shapes.ts"
import { formatMoney } from "../money.ts"
import { kindInWords } from "../nextInWords.ts"
import { formatDay, formatPeriod } from "../time.ts"
import { words } from "../words.ts"

/** A stretch of time, open at its end where it lasts. */
export interface Stretch {
  readonly startAt: number
  readonly endAt: number | null
  readonly label: string
  /** The same in full. */
  readonly title: string
}

/** The kind of a mark. */
export type MarkKind = "invoice" | "cut" | "approved" | "declined" | "unknown" | "ahead"

/** Something at one instant. */
export interface Mark {
  readonly at: number
  readonly kind: MarkKind
  readonly label: string
  /** The invoice that it is about; null where it is about none. */
  readonly invoiceId: string | null
}

/** A cycle with what its invoices came to, in minor units. */
export interface Cycle extends Stretch {
  readonly endAt: number
  /** What was paid and did not go back. */
  readonly revenue: number
  /** What was billed of usage, before discounts. */
  readonly usage: number
}

/** All of it, each part in order of time. */
export interface History {
  readonly states: ReadonlyArray<Stretch>
  readonly cycles: ReadonlyArray<Cycle>
  readonly documents: ReadonlyArray<Mark>
  readonly charges: ReadonlyArray<Mark>
  /** What time alone will do, and the days until which open invoices may be paid. */
  readonly ahead: ReadonlyArray<Mark>
}

/** The history of an organization. */
export const historyOf = (input: {
  readonly subscriptions: ReadonlyArray<WireSubscription>
  readonly invoices: ReadonlyArray<OperatorInvoice>
  readonly events: ReadonlyArray<LoggedEvent>
  readonly due: DueSteps["data"]
  readonly nowAt: number
}): History => ({
  states: statesOf(input.subscriptions, input.events),
  cycles: cyclesOf(input.subscriptions, input.invoices),
  documents: input.invoices.map(documentOf).sort(inTime),
  charges: input.invoices.flatMap(chargesOf).sort(inTime),
  ahead: [
    ...input.due.map(({ at, kind }) => aheadOf(Date.parse(at), kindInWords(kind))),
    ...input.invoices.flatMap(dueDateOf),
  ]
    // One that is late is taken at once when the clock moves.
    .filter(({ at }) => at >= input.nowAt)
    .sort(inTime),
})

const aheadOf = (at: number, what: string): Mark => ({
  at,
  kind: "ahead",
  label: `${what.charAt(0).toUpperCase()}${what.slice(1)}`,
  invoiceId: null,
})

const dueDateOf = ({ invoiceId, amountDue, currency, dueDate }: OperatorInvoice): ReadonlyArray<Mark> =>
  amountDue === 0
    ? []
    : [{ ...aheadOf(Date.parse(dueDate), `${formatMoney(amountDue, currency)} is due`), invoiceId }]

const inTime = (a: { readonly at: number }, b: { readonly at: number }): number => a.at - b.at

/** Tells whether the threshold had it issued; one that is paid ahead is cut too. */
const isThresholdCut = ({ kind, billingThreshold }: OperatorInvoice): boolean =>
  kind === "CUT" && billingThreshold?.exceeded === true

const documentOf = (invoice: OperatorInvoice): Mark => ({
  at: Date.parse(invoice.issuedAt ?? invoice.createdAt),
  kind: isThresholdCut(invoice) ? "cut" : "invoice",
  label: `${isThresholdCut(invoice) ? "Threshold cut" : "Invoice"} of ${formatMoney(invoice.payableAmount, invoice.currency)}, ${words(invoice.status)}`,
  invoiceId: invoice.invoiceId,
})

const outcomes: Readonly<Partial<Record<string, MarkKind>>> = {
  APPROVED: "approved",
  DECLINED: "declined",
  EXPIRED: "declined",
  CANCELLED: "declined",
}

const chargesOf = ({ invoiceId, currency, attempts }: OperatorInvoice): ReadonlyArray<Mark> =>
  attempts.map(({ at, status, amount, declineCode }) => ({
    at: Date.parse(at),
    kind: outcomes[status] ?? "unknown",
    label: `Charge of ${formatMoney(amount, currency)} ${words(status)}${declineCode === null ? "" : `, ${words(declineCode)}`}`,
    invoiceId,
  }))

/**
 * Every cycle that an invoice or a subscription is of. Invoices of one cycle may say different parts of it: up to their
 * issue, or the rest of it, as where its fee in advance rose or was resumed.
 */
const cyclesOf = (
  subscriptions: ReadonlyArray<WireSubscription>,
  invoices: ReadonlyArray<OperatorInvoice>,
): ReadonlyArray<Cycle> => {
  const told = invoices.map((one) => ({ one, ...spanOf(one.periodStart, one.periodEnd) }))
  const current = subscriptions.map((one) => spanOf(one.currentPeriodStart, one.currentPeriodEnd))
  const spans: ReadonlyArray<Span> = [...told, ...current]
  // What ends together is one cycle, which begins with the first of it. What lasted no time only begins with one.
  const starts = new Map<number, number>()
  for (const { startAt, endAt } of spans.filter(lasts))
    starts.set(endAt, Math.min(starts.get(endAt) ?? startAt, startAt))
  const startOf = (span: Span): number => (lasts(span) ? starts.get(span.endAt) : null) ?? span.startAt
  const ends = new Map<number, number>()
  for (const span of spans) ends.set(startOf(span), Math.max(ends.get(startOf(span)) ?? 0, span.endAt))
  return Array.from(ends)
    .sort(([a], [b]) => a - b)
    .map(([startAt, endAt]) => {
      const ofCycle = told.flatMap((span) => (startOf(span) === startAt ? [span.one] : []))
      const revenue = ofCycle.reduce((sum, one) => sum + keptOf(one), 0)
      const usage = ofCycle.reduce((sum, one) => sum + (one.status === "VOID" ? 0 : one.usageAmount), 0)
      return {
        startAt,
        endAt,
        label: formatDay(startAt).slice(0, "28 Feb".length),
        title: `Cycle ${formatPeriod(startAt, endAt)}${moneyOf(ofCycle[0]?.currency, revenue, usage)}`,
        revenue,
        usage,
      }
    })
}

interface Span {
  readonly startAt: number
  readonly endAt: number
}

const spanOf = (start: string, end: string): Span => ({ startAt: Date.parse(start), endAt: Date.parse(end) })

const lasts = ({ startAt, endAt }: Span): boolean => startAt < endAt

/** What was paid of an invoice and did not go back. A dispute that was lost took all of it. */
const keptOf = ({ status, amountPaid, amountRefunded }: OperatorInvoice): number =>
  status === "CHARGEBACK" ? 0 : amountPaid - amountRefunded

/** The money of a cycle in words; nothing for one without invoices. */
const moneyOf = (currency: string | undefined, revenue: number, usage: number): string =>
  currency === undefined
    ? ""
    : `: ${formatMoney(revenue, currency)} paid, ${formatMoney(usage, currency)} of usage billed`

interface Change {
  readonly at: number
  readonly sequence: number
  readonly status: string
  readonly previousStatus: string | null
}

const changeOf = ({ sequence, type, createdAt, data }: LoggedEvent): ReadonlyArray<Change> =>
  type === "subscription.created" || type === "subscription.status_changed"
    ? [
        {
          at: Date.parse(createdAt),
          sequence,
          status: String(data.object.status),
          previousStatus: data.previousStatus ?? null,
        },
      ]
    : []

/**
 * The states of the subscriptions, one after the other. The log forgets: what was before it is told by its first change,
 * or else by the subscription itself.
 */
const statesOf = (
  subscriptions: ReadonlyArray<WireSubscription>,
  events: ReadonlyArray<LoggedEvent>,
): ReadonlyArray<Stretch> => {
  const told = events.flatMap(changeOf).sort((a, b) => a.at - b.at || a.sequence - b.sequence)
  const [first] = told
  const [untold] = subscriptions
    .map(({ createdAt, status }) => ({ at: Date.parse(createdAt), status: first?.previousStatus ?? status }))
    .filter(({ at }) => first === undefined || at < first.at)
    .sort((a, b) => b.at - a.at)
  const changes = [...(untold === undefined ? [] : [untold]), ...told]
  return changes.flatMap(({ at, status }, index) => {
    const endAt = changes[index + 1]?.at ?? null
    // A state that lasted no time is left out, unless it is the end.
    return endAt === at && status !== "CANCELLED"
      ? []
      : [{ startAt: at, endAt, label: status, title: `Subscription ${words(status)}` }]
  })
}

const tellStretch = ({ startAt: at, title: text }: Stretch) => ({ at, text, invoiceId: null, isAhead: false })

const tellMark = ({ at, label: text, invoiceId, kind }: Mark) => ({
  at,
  text,
  invoiceId,
  isAhead: kind === "ahead",
})

/** A history in words, in order of time. */
export const tellHistory = ({ states, cycles, documents, charges, ahead }: History) =>
  [
    ...cycles.map(tellStretch),
    ...documents.map(tellMark),
    ...charges.map(tellMark),
    ...states.map(tellStretch),
    ...ahead.map(tellMark),
  ].sort(inTime)
