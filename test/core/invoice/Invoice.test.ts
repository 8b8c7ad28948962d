import { describe, expect, it } from "vitest"
import {
  Invoice,
  type InvoiceCommand,
  type InvoiceEvent,
  type InvoiceStatus,
} from "../../../src/core/invoice/Invoice.ts"
import { describeTable, given } from "../../support/decider.ts"
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
  NOON,
  openDispute,
  receipt,
  refund,
  voidIt,
  winDispute,
  writeOff,
} from "./fixtures.ts"

const paid = [attempt(), answer("Approved")]
const slip = [attempt(), answer("Pending")]

// Each of them beyond the status is a state in which some command does something else.
const states = {
  none: null,
  OPEN: issued(),
  "OPEN, attempt STARTED": issued(attempt()),
  "OPEN, attempt UNKNOWN": issued(attempt(), answer("Unknown")),
  "OPEN, slip PENDING": issued(...slip),
  "OPEN, slip PENDING, 6,000 settled": issued(...slip, receipt("SETTLEMENT", 6_000)),
  "OPEN, slip CANCELLED": issued(...slip, cancelSlip()),
  PAYMENT_FAILED: issued(attempt(), answer("Declined")),
  EXPIRED: issued(...slip, expireSlip()),
  UNCOLLECTIBLE: issued(writeOff),
  "UNCOLLECTIBLE, attempt STARTED": issued(attempt(), writeOff),
  VOID: issued(voidIt()),
  "VOID, rebilled": issued(voidIt(true)),
  PAID: issued(...paid),
  "PAID, nothing was due": given(Invoice, null, issue(draftOf({ voucher: 10_500 }))),
  "PAID, by a voucher": issued(receipt("VOUCHER", 10_000, "v8")),
  PARTIALLY_REFUNDED: issued(...paid, refund(1, "r0")),
  REFUNDED: issued(...paid, refund(10_000, "r0")),
  DISPUTED: issued(...paid, openDispute),
  CHARGEBACK: issued(...paid, openDispute, loseDispute),
  CHARGEBACK_RESOLVED: issued(...paid, openDispute, winDispute),
} satisfies Record<Exclude<InvoiceStatus, "DRAFT"> | "none", Invoice | null> & Record<string, Invoice | null>

const countLookup: InvoiceCommand = {
  _tag: "CountLookup",
  attemptId: "a1",
  lookups: 1,

  now: NOON,
}

const commands = {
  Issue: [issue()],
  StartAttempt: [attempt(), attempt("a2")],
  RecordAnswer: [
    answer("Approved"),
    answer("Declined"),
    answer("Pending"),
    answer("Unknown"),
    answer("Approved", "none"),
  ],
  CountLookup: [countLookup],
  CallOperator: [{ _tag: "CallOperator", attemptId: "a1", now: NOON }],
  MarkCharged: [{ _tag: "MarkCharged", attemptId: "a1", chargedAt: NOON + 1, now: NOON }],
  RecordReceipt: [
    receipt("SETTLEMENT", 10_000),
    receipt("SETTLEMENT", 4_000),
    receipt("VOUCHER", 4_000),
    receipt("SETTLEMENT", 0),
  ],
  ExpireSlip: [expireSlip()],
  CancelSlip: [cancelSlip()],
  WriteOff: [writeOff],
  Void: [voidIt(), voidIt(true)],
  Refund: [refund(1), refund(10_000), refund(10_001), refund(0.5)],
  Credit: [credit(0, 500), credit(10_000, 500), credit(10_001), credit(-1)],
  OpenDispute: [openDispute],
  WinDispute: [winDispute],
  LoseDispute: [loseDispute],
} satisfies Record<InvoiceCommand["_tag"], ReadonlyArray<InvoiceCommand>>

const nameOf = (event: InvoiceEvent): string =>
  event._tag === "InvoiceAttemptChanged" ? event.change._tag : event._tag

describe("an invoice", () => {
  describeTable({
    decider: Invoice,
    states,
    commands,
    nameOf,
    legend: {
      "–": "nothing",
      x: "refused InvoiceTransitionInvalid",
      np: "refused InvoiceNotPayable",
      ip: "refused PaymentInProgress",
      nf: "refused AttemptNotFound",
      am: "refused PaymentAmountInvalid",
      ex: "refused RefundExceedsPaid",
      I: "InvoiceIssued",
      S: "AttemptStarted",
      A: "AttemptApproved, InvoiceReceiptRecorded",
      D: "AttemptDeclined",
      P: "AttemptPending",
      U: "AttemptUnknown",
      E: "AttemptExpired",
      C: "AttemptCancelled",
      Q: "AttemptLookedUp",
      H: "AttemptOperatorCalled",
      M: "AttemptCharged",
      R: "InvoiceReceiptRecorded",
      W: "InvoiceWrittenOff",
      V: "InvoiceVoided",
      F: "InvoiceRefunded",
      K: "InvoiceCredited",
      O: "InvoiceDisputeOpened",
      Y: "InvoiceDisputeWon",
      L: "InvoiceDisputeLost",
    },
    rows: {
      // issue | start: a1, a2 | answer: approved, declined, pending, unknown, of no attempt | look-up | call | charged | receipt: 10,000,
      // 4,000, a voucher, 0 | expire | cancel the slip | write off | void: forgiven, rebilled | refund: 1, 10,000,
      // 10,001, ½ | credit: the voucher, all, 10,001, −1 | dispute: open, won, lost
      none: "I | x x | x x x x x | x | x | x | x x x x | x | x | x | x x | x x x x | x x x x | x | x | x",
      OPEN: "x | S S | nf nf nf nf nf | nf | nf | nf | R R R am | nf | nf | W | V V | x x x x | K ex ex am | x | x | x",
      "OPEN, attempt STARTED":
        "x | ip ip | A D P U nf | x | x | M | R R ip am | x | x | W | ip ip | x x x x | K ex ex am | x | x | x",
      "OPEN, attempt UNKNOWN":
        "x | ip ip | A D P – nf | Q | H | M | R R ip am | x | x | W | ip ip | x x x x | K ex ex am | x | x | x",
      "OPEN, slip PENDING":
        "x | ip ip | A D – – nf | x | x | x | A R ip am | E | C | W | ip ip | x x x x | K ex ex am | x | x | x",
      "OPEN, slip PENDING, 6,000 settled":
        "x | ip ip | A D – – nf | x | x | x | A A ip am | E | C | W | ip ip | x x x x | K ex ex am | x | x | x",
      "OPEN, slip CANCELLED":
        "x | x S | A – – – nf | x | x | x | A R R am | x | – | W | V V | x x x x | K ex ex am | x | x | x",
      PAYMENT_FAILED:
        "x | x S | A – – – nf | x | x | x | R R R am | x | x | W | V V | x x x x | K ex ex am | x | x | x",
      EXPIRED:
        "x | x S | A – – – nf | x | x | x | A R R am | – | x | W | V V | x x x x | K ex ex am | x | x | x",
      UNCOLLECTIBLE:
        "x | S S | nf nf nf nf nf | nf | nf | nf | R R R am | nf | nf | – | V V | x x x x | K ex ex am | x | x | x",
      "UNCOLLECTIBLE, attempt STARTED":
        "x | ip ip | A D P U nf | x | x | M | R R ip am | x | x | – | ip ip | x x x x | K ex ex am | x | x | x",
      VOID: "x | np np | nf nf nf nf nf | nf | nf | nf | R R np am | nf | nf | x | – x | x x x x | ex ex ex am | x | x | x",
      "VOID, rebilled":
        "x | np np | nf nf nf nf nf | nf | nf | nf | R R np am | nf | nf | x | x – | x x x x | ex ex ex am | x | x | x",
      PAID: "x | np np | – – – – nf | x | x | x | R R np am | x | x | x | x x | F F ex am | K K ex am | O | x | x",
      "PAID, nothing was due":
        "x | np np | nf nf nf nf nf | nf | nf | nf | R R np am | nf | nf | x | x x | ex ex ex am | K ex ex am | O | x | x",
      "PAID, by a voucher":
        "x | np np | nf nf nf nf nf | nf | nf | nf | R R np am | nf | nf | x | x x | ex ex ex am | K ex ex am | O | x | x",
      PARTIALLY_REFUNDED:
        "x | np np | – – – – nf | x | x | x | R R np am | x | x | x | x x | F ex ex am | K ex ex am | O | x | x",
      REFUNDED:
        "x | np np | – – – – nf | x | x | x | R R np am | x | x | x | x x | x x x x | K ex ex am | x | x | x",
      DISPUTED:
        "x | np np | – – – – nf | x | x | x | R R np am | x | x | x | x x | x x x x | K K ex am | – | Y | L",
      CHARGEBACK:
        "x | np np | – – – – nf | x | x | x | R R np am | x | x | x | x x | x x x x | K ex ex am | x | x | –",
      CHARGEBACK_RESOLVED:
        "x | np np | – – – – nf | x | x | x | R R np am | x | x | x | x x | F F ex am | K K ex am | x | – | x",
    },
  })

  it("has the status that each row is named after", () => {
    for (const [name, state] of Object.entries(states))
      expect(name.split(",")[0]).toBe(state?.status ?? "none")
  })
})
