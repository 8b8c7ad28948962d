// The audit of a storm, cycle by cycle: what of each fee and of each meter was billed, computed again from the records.

import type { Invoice } from "../../../src/index.ts"
import { cost, share } from "../../../src/testing/oracle/rating.ts"
import type { OrganizationState } from "../../support/stored.ts"
import { type Findings, inFlight, sum } from "./sums.ts"

/** A cycle, and the documents that count for its subscription. */
export interface Cycle {
  readonly period: OrganizationState["periods"][number]
  readonly invoices: ReadonlyArray<Invoice.Invoice>
  /** Its subscription is cancelled: nothing more will be billed of it. */
  readonly isOver: boolean
}

const linesOf = ({ period, invoices }: Cycle, segment: number) =>
  invoices
    .flatMap(({ lines }) => lines)
    .filter(({ item }) => item.kind !== "ITEM" && item.cycle === period.cycle && item.segment === segment)

const feeOf = ({ lines }: Invoice.Invoice, cycle: number, segment: number): number =>
  sum(lines, ({ item, amount }) =>
    item.kind === "FEE" && item.cycle === cycle && item.segment === segment ? amount : 0,
  )

/** A fee is billed for the active time, and what was forgiven or refunded of it stays billed. */
export const auditFees = (cycle: Cycle, found: Findings): void => {
  const { period, invoices, isOver } = cycle
  // A fee of which more was billed than is due waits for the answer to its charge.
  const isOpen = invoices.some(
    (invoice) =>
      inFlight(invoice).length > 0 &&
      invoice.lines.some(({ item }) => item.kind === "FEE" && item.cycle === period.cycle),
  )
  for (const [index, { terms, spans }] of period.segments.entries()) {
    const activeMillis = sum(spans, ({ from, to }) =>
      Math.max(0, Math.min(to ?? period.endAt, period.endAt) - from),
    )
    const due = share(terms.amount, activeMillis, period.endAt - period.startAt)
    const fee =
      sum(invoices, (invoice) => feeOf(invoice, period.cycle, index)) -
      sum(period.credits, ({ parts }) => sum(parts, (part) => (part.segment === index ? part.amount : 0)))
    // What was forgiven or refunded of a fee stays billed.
    const kept = sum(invoices, (invoice) => {
      const billed = feeOf(invoice, period.cycle, index)
      if (billed === 0) return 0
      return invoice.status === "VOID" ? billed : invoice.amountRefunded > 0 ? invoice.amountRefunded + 1 : 0
    })
    if (!isOpen && ((isOver && fee < due) || fee > due + kept)) {
      found(`cycle ${period.cycle}, segment ${index}: a fee of ${fee} where ${due} is due`)
    }
  }
  const spans = period.segments.flatMap((segment) => segment.spans).toSorted((a, b) => a.from - b.from)
  for (const [index, { from }] of spans.entries()) {
    const before = spans[index - 1]
    if (before !== undefined && from < (before.to ?? period.endAt)) {
      found(`cycle ${period.cycle}: active twice at once`)
    }
  }
}

/** Usage is billed by its whole quantity, no more, and no less in the end. */
export const auditMeters = (cycle: Cycle, found: Findings): void => {
  for (const [index, { terms, usage }] of cycle.period.segments.entries()) {
    for (const price of terms.prices) {
      const quantity = sum(usage, (entry) => (entry.meter === price.meter ? entry.quantity : 0))
      const worth = cost(price, quantity)
      const billed = sum(linesOf(cycle, index), ({ item, amount }) =>
        item.kind === "USAGE" && item.meter === price.meter ? amount : 0,
      )
      if (cycle.isOver ? billed !== worth : billed > worth) {
        found(`cycle ${cycle.period.cycle}, segment ${index}: ${price.meter} billed ${billed} of ${worth}`)
      }
    }
  }
}
