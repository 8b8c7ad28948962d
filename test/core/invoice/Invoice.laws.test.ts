import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import {
  amountDue,
  attemptInFlight,
  Invoice,
  type InvoiceCommand,
  type InvoiceStatus,
  receivedAmount,
} from "../../../src/core/invoice/Invoice.ts"
import { isInFlight } from "../../../src/core/payment/PaymentAttempt.ts"
import { deciderLaws } from "../../../src/testing/index.ts"
import { explore, type Transition } from "../../support/decider.ts"
import { runs } from "../../support/runs.ts"
import {
  answer,
  attempt,
  cancelSlip,
  credit,
  draftOf,
  expireSlip,
  issue,
  issued,
  loseDispute,
  openDispute,
  receipt,
  refund,
  voidIt,
  winDispute,
  writeOff,
} from "./fixtures.ts"

const draft = draftOf()
const moves: ReadonlyArray<InvoiceCommand> = [
  issue(draft),
  ...["a1", "a2"].flatMap((id) => [
    attempt(id),
    answer("Approved", id),
    answer("Declined", id),
    answer("Pending", id),
    answer("Unknown", id),
    expireSlip(id),
    cancelSlip(id),
  ]),
  receipt("SETTLEMENT", 6_000),
  receipt("SETTLEMENT", 10_000),
  receipt("VOUCHER", 4_000),
  writeOff,
  voidIt(),
  voidIt(true),
  refund(4_000),
  refund(6_000),
  refund(10_000),
  credit(0, 500),
  credit(0, 100),
  credit(500),
  credit(6_000),
  openDispute,
  winDispute,
  loseDispute,
]

const FROM_PAID = new Set<InvoiceStatus>([
  "PAID",
  "PARTIALLY_REFUNDED",
  "REFUNDED",
  "DISPUTED",
  "CHARGEBACK",
  "CHARGEBACK_RESOLVED",
])

const hold = (law: string, holds: boolean, state: Invoice) => {
  if (!holds) throw new Error(`${law}: ${JSON.stringify(state)}`)
}
const amountsOf = (parts: ReadonlyArray<{ readonly amount: number }>) => parts.map(({ amount }) => amount)
const total = (amounts: ReadonlyArray<number>) => amounts.reduce((sum, amount) => sum + amount, 0)

const holdAll = (state: Invoice) => {
  const due = amountDue(state)
  const amounts = [due, state.amountPaid, state.amountRefunded, state.amountCredited, receivedAmount(state)]
  hold(
    "amounts are whole and not negative",
    amounts.every((each) => Number.isSafeInteger(each) && each >= 0),
    state,
  )
  hold("at most one attempt is in flight", state.attempts.filter(isInFlight).length <= 1, state)
  hold(
    "paid is what was applied",
    state.amountPaid === total(state.receipts.map((each) => each.appliedAmount)),
    state,
  )
  hold(
    "no receipt applies more than it is",
    state.receipts.every((each) => each.appliedAmount <= each.amount),
    state,
  )
  hold(
    "no receipt is there twice",
    new Set(state.receipts.map((each) => each.receiptId)).size === state.receipts.length,
    state,
  )
  hold("refunded is what refunds are", state.amountRefunded === total(amountsOf(state.refunds)), state)
  hold(
    "no refund is there twice",
    new Set(state.refunds.map((each) => each.refundId)).size === state.refunds.length,
    state,
  )
  hold("nothing is paid twice", state.amountPaid <= state.payableAmount, state)
  if (state.status === "VOID") hold("a VOID invoice has nothing due", due === 0, state)
  else hold("nothing is due iff it was paid", (due === 0) === FROM_PAID.has(state.status), state)
  hold("paidAt iff it was paid", (state.paidAt !== null) === FROM_PAID.has(state.status), state)
  // Of the discounts the draft holds a voucher alone, which was received as well.
  const cameIn = state.amountPaid + state.discountAmount
  hold("no more goes back than came in", state.amountRefunded + state.amountCredited <= cameIn, state)
  for (const { status, attemptId } of state.attempts) {
    if (status !== "APPROVED") continue
    const money = state.receipts.some((each) => each.receiptId === attemptId || each.kind === "SETTLEMENT")
    hold("an approved attempt brought money", money, state)
  }
}

const FROZEN = [
  "lines",
  "discounts",
  "totalAmount",
  "discountAmount",
  "payableAmount",
  "invoiceId",
  "dueAt",
  "currency",
] as const

const edges = new Set<string>()
const visit = ({ before, command, after, events }: Transition<Invoice | null, InvoiceCommand, unknown>) => {
  if (after === null) throw new Error("an invoice is gone")
  holdAll(after)
  for (const member of FROZEN) hold(`${member} never changes`, after[member] === draft[member], after)
  if (events.length > 0) {
    const { updatedAt, attempts, receipts, refunds } = after
    const all = [updatedAt, ...[...attempts, ...receipts, ...refunds].map(({ at }) => at)]
    hold(
      "what happens, happens when it was told",
      all.every((at) => at === command.now),
      after,
    )
  }
  const from = before?.status ?? "none"
  if (from !== after.status) edges.add(`${from} → ${after.status}`)
  if (before === null || after.attempts.length === before.attempts.length) return
  hold("a start is one event", events.length === 1, after)
  hold("no attempt starts while another is in flight", attemptInFlight(before) === null, after)
  hold("no attempt starts for nothing", amountDue(before) > 0, after)
  hold("an attempt is for what is due", after.attempts.at(-1)?.amount === amountDue(before), after)
}

const arrows = (from: string, ...to: ReadonlyArray<string>) => to.map((each) => `${from} → ${each}`)

describe("every sequence of up to five commands", () => {
  const exploration = { decider: Invoice, moves, length: 5, repeatable: ["Credit"] as const, visit }

  it("from nothing and from every turn of the life: the laws hold and only the transitions of the table happen", () => {
    const paid = issued(attempt(), answer("Approved"))
    const failed = issued(attempt(), answer("Declined"))
    const slip = issued(attempt(), answer("Pending"))
    const reached = [null, failed, slip, paid].flatMap((start) =>
      explore({ ...exploration, start: start === null ? null : { ...start, ...draft } }),
    )
    expect(reached.length).toBeGreaterThan(1_000)
    expect(edges).toEqual(
      new Set([
        "none → OPEN",
        ...arrows("OPEN", "PAID", "PAYMENT_FAILED", "EXPIRED", "UNCOLLECTIBLE", "VOID"),
        ...arrows("PAYMENT_FAILED", "PAID", "EXPIRED", "UNCOLLECTIBLE", "VOID"),
        ...arrows("EXPIRED", "PAID", "PAYMENT_FAILED", "UNCOLLECTIBLE", "VOID"),
        ...arrows("UNCOLLECTIBLE", "PAID", "VOID"),
        ...arrows("PAID", "PARTIALLY_REFUNDED", "REFUNDED", "DISPUTED"),
        ...arrows("PARTIALLY_REFUNDED", "REFUNDED", "DISPUTED"),
        ...arrows("CHARGEBACK_RESOLVED", "PARTIALLY_REFUNDED", "REFUNDED"),
        ...arrows("DISPUTED", "CHARGEBACK", "CHARGEBACK_RESOLVED"),
      ]),
    )
  })
})

describe("the life cycle keeps the law (5, 12 and 16)", () => {
  const commands = fc.constantFrom(...moves)
  const laws = deciderLaws({ decider: Invoice, start: null, commands, repeatable: ["Credit"] })
  it.each(laws)("$name", ({ check }) => check({ numRuns: runs(1000) }))
})
