import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { run } from "../../../src/core/Decider.ts"
import {
  amountDue,
  attemptInFlight,
  Invoice,
  type InvoiceCommand,
  isPayable,
  receivedAmount,
  refundableAmount,
} from "../../../src/core/invoice/Invoice.ts"
import { given, said } from "../../support/decider.ts"
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

const slip = [attempt(), answer("Pending")]
const paid = [attempt(), answer("Approved")]
const then = (invoice: Invoice, ...commands: ReadonlyArray<InvoiceCommand>) =>
  given(Invoice, invoice, ...commands) as Invoice
const refusal = (invoice: Invoice | null, command: InvoiceCommand) =>
  Result.match(Invoice.decide(invoice, command), {
    onFailure: (rejection) => rejection,
    onSuccess: () => null,
  })

describe("issue", () => {
  it("freezes the draft and opens the invoice", () => {
    const draft = draftOf()
    expect(issued()).toEqual({
      ...draft,
      status: "OPEN",
      amountPaid: 0,
      amountRefunded: 0,
      amountCredited: 0,
      credits: [],
      receipts: [],
      refunds: [],
      attempts: [],
      rebilled: false,
      issuedAt: NOON,
      paidAt: null,
      updatedAt: NOON,
    })
  })

  it("D15: given nothing to pay after discounts, when issued, then PAID at once and nothing can be charged", () => {
    const invoice = given(Invoice, null, issue(draftOf({ voucher: 10_500 }))) as Invoice
    expect(invoice).toMatchObject({
      status: "PAID",
      payableAmount: 0,
      amountPaid: 0,
      paidAt: NOON,
      attempts: [],
    })
    expect(refusal(invoice, attempt())).toEqual({
      _tag: "InvoiceNotPayable",
      invoiceId: "i1",
      status: "PAID",
    })
  })
})

describe("charging", () => {
  it("charges what is due, and the money pays the invoice", () => {
    const started = issued(attempt())
    expect(started.attempts).toMatchObject([{ attemptId: "a1", amount: 10_000, status: "STARTED" }])
    expect(then(started, answer("Approved"))).toMatchObject({
      status: "PAID",
      amountPaid: 10_000,
      paidAt: NOON,
      receipts: [{ receiptId: "a1", kind: "CHARGE", amount: 10_000, appliedAmount: 10_000, at: NOON }],
    })
  })

  it("a refusal is PAYMENT_FAILED and another attempt may follow, under another id", () => {
    const failed = issued(attempt(), answer("Declined"))
    expect(failed).toMatchObject({ status: "PAYMENT_FAILED", amountPaid: 0, paidAt: null })
    expect(refusal(failed, attempt("a1"))?._tag).toBe("InvoiceTransitionInvalid")
    expect(then(failed, attempt("a2"), answer("Approved", "a2")).status).toBe("PAID")
  })

  it("an unknown outcome keeps the invoice OPEN and locked", () => {
    const unknown = issued(attempt(), answer("Unknown"))
    expect(unknown.status).toBe("OPEN")
    expect(refusal(unknown, attempt("a2"))).toEqual({
      _tag: "PaymentInProgress",
      invoiceId: "i1",
      attemptId: "a1",
      attemptStatus: "UNKNOWN",
    })
  })

  it("a refusal of an UNCOLLECTIBLE invoice leaves it so, and money still pays it", () => {
    const failed = issued(attempt(), writeOff, answer("Declined"))
    expect(failed.status).toBe("UNCOLLECTIBLE")
    expect(then(failed, attempt("a2"), answer("Approved", "a2")).status).toBe("PAID")
  })

  it("a slip that expired is EXPIRED, and one that expired on an UNCOLLECTIBLE invoice changes nothing", () => {
    expect(issued(...slip, expireSlip()).status).toBe("EXPIRED")
    expect(issued(...slip, writeOff, expireSlip()).status).toBe("UNCOLLECTIBLE")
  })
})

describe("money that arrives", () => {
  it("given a slip of 10,000 that settled 6,000, when a card pays, then it is charged 4,000", () => {
    const short = issued(...slip, receipt("SETTLEMENT", 6_000))
    expect(short).toMatchObject({ status: "OPEN", amountPaid: 6_000, paidAt: null })
    expect(amountDue(short)).toBe(4_000)
    expect(attemptInFlight(short)?.status).toBe("PENDING")
    const charged = then(short, cancelSlip(), attempt("a2"))
    expect(attemptInFlight(charged)).toMatchObject({ attemptId: "a2", amount: 4_000 })
    expect(then(charged, answer("Approved", "a2"))).toMatchObject({ status: "PAID", amountPaid: 10_000 })
  })

  it("a settlement of the rest closes the slip that it came by", () => {
    const settled = issued(...slip, receipt("SETTLEMENT", 6_000), receipt("SETTLEMENT", 4_000))
    expect(settled).toMatchObject({ status: "PAID", amountPaid: 10_000, attempts: [{ status: "APPROVED" }] })
  })

  it("a second settlement of a PAID invoice is recorded with nothing applied", () => {
    const twice = issued(...slip, receipt("SETTLEMENT", 10_000, "s1"), receipt("SETTLEMENT", 10_000, "s2"))
    expect(twice).toMatchObject({ status: "PAID", amountPaid: 10_000 })
    expect(twice.receipts.map((each) => [each.receiptId, each.amount, each.appliedAmount])).toEqual([
      ["s1", 10_000, 10_000],
      ["s2", 10_000, 0],
    ])
  })

  it("more than is due is applied up to it", () => {
    const more = issued(receipt("SETTLEMENT", 12_345))
    expect(more).toMatchObject({ status: "PAID", amountPaid: 10_000 })
    expect(more.receipts).toMatchObject([{ amount: 12_345, appliedAmount: 10_000 }])
  })

  it("a slip that was cancelled for a card and settles all the same is a surplus", () => {
    const both = issued(...slip, cancelSlip(), attempt("a2"), answer("Approved", "a2"), answer("Approved"))
    expect(both).toMatchObject({ status: "PAID", amountPaid: 10_000 })
    expect(both.receipts.map((each) => each.appliedAmount)).toEqual([10_000, 0])
  })

  it("a slip that settles after it expired pays the invoice", () => {
    expect(issued(...slip, expireSlip(), receipt("SETTLEMENT", 10_000)).status).toBe("PAID")
    expect(issued(...slip, expireSlip(), answer("Approved")).status).toBe("PAID")
  })

  it.each([
    ["VOID", issued(voidIt())],
    ["REFUNDED", issued(...paid, refund(10_000))],
    ["DISPUTED", issued(...paid, openDispute)],
    ["CHARGEBACK", issued(...paid, openDispute, loseDispute)],
    ["CHARGEBACK_RESOLVED", issued(...paid, openDispute, winDispute)],
  ])("on a %s invoice is recorded, applied to nothing, and changes no status", (status, invoice) => {
    const late = then(invoice, receipt("SETTLEMENT", 10_000, "late"))
    expect(late.status).toBe(status)
    expect(late.amountPaid).toBe(invoice.amountPaid)
    expect(late.receipts.at(-1)).toMatchObject({ receiptId: "late", amount: 10_000, appliedAmount: 0 })
  })

  it("the same receipt twice is one", () => {
    const once = issued(receipt("SETTLEMENT", 6_000, "s1"))
    expect(said(Invoice.decide(once, receipt("SETTLEMENT", 6_000, "s1")))).toBe("nothing")
  })

  it("E7: given a payment in flight, when a voucher is applied, then it is refused", () => {
    for (const flight of [[attempt()], [attempt(), answer("Unknown")], slip]) {
      expect(refusal(issued(...flight), receipt("VOUCHER", 10_000))?._tag).toBe("PaymentInProgress")
    }
  })

  it("E8: given a decline and a voucher used since, when it is corrected to success, then the excess is tracked", () => {
    const corrected = issued(
      attempt(),
      answer("Declined"),
      receipt("VOUCHER", 3_000, "v1"),
      answer("Approved"),
    )
    expect(corrected).toMatchObject({ status: "PAID", amountPaid: 10_000 })
    expect(corrected.receipts.map((each) => each.appliedAmount)).toEqual([3_000, 7_000])
    expect(corrected.receipts.map((each) => each.amount)).toEqual([3_000, 10_000])
  })

  it("E13: given a VOID invoice, when amounts are read, then nothing is due and nothing can be paid", () => {
    for (const rebill of [false, true]) {
      const voided = issued(receipt("SETTLEMENT", 6_000), voidIt(rebill))
      expect(voided).toMatchObject({
        status: "VOID",
        amountPaid: 6_000,
        payableAmount: 10_000,
        rebilled: rebill,
      })
      expect([amountDue(voided), isPayable(voided)]).toEqual([0, false])
    }
  })
})

describe("money that goes back", () => {
  it("is at most what was received as money, less refunds and credits", () => {
    const invoice = issued(...paid)
    expect([receivedAmount(invoice), refundableAmount(invoice)]).toEqual([10_500, 10_000])
    expect(refusal(invoice, refund(10_001))).toEqual({
      _tag: "RefundExceedsPaid",
      invoiceId: "i1",
      amount: 10_001,
      refundableAmount: 10_000,
    })
    const less = then(invoice, credit(4_000, 500))
    expect(refundableAmount(less)).toBe(6_000)
    expect(then(less, refund(6_000))).toMatchObject({ status: "REFUNDED", amountRefunded: 6_000 })
    expect(refundableAmount(then(invoice, refund(4_000)))).toBe(6_000)
  })

  it("is no coupon", () => {
    const coupon = { type: "COUPON", code: "WELCOME", amount: 300 } as const
    const invoice = issued(...paid)
    expect(receivedAmount({ ...invoice, discounts: [coupon, ...invoice.discounts] })).toBe(10_500)
  })

  it("is refunded once for each id, whatever the status is by then", () => {
    const once = issued(...paid, refund(4_000, "r1"))
    expect(then(once, refund(4_000, "r1"))).toBe(once)
    const all = then(once, refund(6_000, "r2"))
    expect(all).toMatchObject({
      status: "REFUNDED",
      refunds: [
        { refundId: "r1", amount: 4_000, at: NOON },
        { refundId: "r2", amount: 6_000, at: NOON },
      ],
    })
    expect(then(all, refund(1, "r1"))).toBe(all)
  })

  it("is all that is left, where no amount is said", () => {
    const part = issued(...paid, refund(4_000))
    expect(then(part, refund(null))).toMatchObject({ status: "REFUNDED", amountRefunded: 10_000 })
    expect(refusal(then(part, credit(6_000)), refund(null))).toEqual({
      _tag: "RefundExceedsPaid",
      invoiceId: "i1",
      amount: 0,
      refundableAmount: 0,
    })
    expect(refusal(part, refund(0))).toEqual({ _tag: "PaymentAmountInvalid", amount: 0 })
  })

  it("credits give money back as money, and to a voucher what it had paid; each ends where that does", () => {
    const invoice = issued(...paid, refund(10_000))
    expect(refusal(invoice, credit(1))).toEqual({
      _tag: "RefundExceedsPaid",
      invoiceId: "i1",
      amount: 1,
      refundableAmount: 0,
    })
    expect(refusal(invoice, credit(0, 501))).toMatchObject({ _tag: "RefundExceedsPaid", amount: 501 })
    expect(then(invoice, credit(0, 500))).toMatchObject({ status: "REFUNDED", amountCredited: 500 })
    expect(refusal(then(invoice, credit(0, 300)), credit(0, 201))?._tag).toBe("RefundExceedsPaid")
    expect(refundableAmount(then(issued(...paid), credit(10_000)))).toBe(0)
    const once = then(issued(...paid), credit(4_000))
    expect(then(once, credit(4_000))).toBe(once)
  })

  it("the money of a dispute that was lost is gone, its vouchers are not", () => {
    const lost = issued(...paid, openDispute, loseDispute)
    expect(receivedAmount(lost)).toBe(500)
    expect(refusal(lost, credit(1))).toMatchObject({ _tag: "RefundExceedsPaid", refundableAmount: 0 })
    expect(then(lost, credit(0, 500)).amountCredited).toBe(500)
    expect(refusal(lost, refund(1))?._tag).toBe("InvoiceTransitionInvalid")
  })

  it("counts money that was applied and no surplus, and no voucher that was applied later", () => {
    expect(refundableAmount(issued(receipt("SETTLEMENT", 12_000)))).toBe(10_000)
    const mixed = issued(receipt("VOUCHER", 3_000), receipt("SETTLEMENT", 7_000))
    expect([receivedAmount(mixed), refundableAmount(mixed)]).toEqual([10_500, 7_000])
  })

  it("a refund of a part, then of the rest; also after a dispute that was won", () => {
    const part = issued(...paid, refund(4_000))
    expect(part.status).toBe("PARTIALLY_REFUNDED")
    expect(then(part, refund(6_000)).status).toBe("REFUNDED")
    const won = issued(...paid, openDispute, winDispute)
    expect(then(won, refund(1)).status).toBe("PARTIALLY_REFUNDED")
    expect(then(won, refund(10_000)).status).toBe("REFUNDED")
  })

  it.each([0, -1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])("is never %d", (amount) => {
    const wrong = { _tag: "PaymentAmountInvalid", amount }
    const invoice = issued(...paid)
    expect(refusal(invoice, refund(amount))).toEqual(wrong)
    expect(refusal(invoice, credit(amount))).toEqual(wrong)
    expect(refusal(invoice, receipt("SETTLEMENT", amount))).toEqual(wrong)
  })
})

describe("evolve", () => {
  it("an invoice begins with InvoiceIssued and with nothing else", () => {
    const told: ReadonlyArray<readonly [Invoice | null, InvoiceCommand]> = [
      [issued(), attempt()],
      [issued(), receipt("SETTLEMENT", 1)],
      [issued(), writeOff],
      [issued(), voidIt()],
      [issued(...paid), refund(1)],
      [issued(...paid), credit(1)],
      [issued(...paid), openDispute],
      [issued(...paid, openDispute), winDispute],
      [issued(...paid, openDispute), loseDispute],
    ]
    for (const [state, command] of told) {
      const [event] = Result.getOrThrow(Invoice.decide(state, command))
      expect(event && Invoice.evolve(null, event)).toBeNull()
    }
  })
})

describe("refusals", () => {
  it("name the invoice, its status and the command", () => {
    expect(refusal(null, writeOff)).toEqual({
      _tag: "InvoiceTransitionInvalid",
      invoiceId: null,
      status: null,
      command: "WriteOff",
    })
    expect(refusal(issued(...paid), voidIt())).toEqual({
      _tag: "InvoiceTransitionInvalid",
      invoiceId: "i1",
      status: "PAID",
      command: "Void",
    })
    expect(refusal(issued(), expireSlip("a7"))).toEqual({
      _tag: "AttemptNotFound",
      invoiceId: "i1",
      attemptId: "a7",
    })
  })

  it("E4: given a retry that was queued, when the invoice was paid meanwhile, then no attempt starts", () => {
    expect(refusal(issued(...paid), attempt("a2"))?._tag).toBe("InvoiceNotPayable")
  })

  it("a void waits for the attempt in flight", () => {
    expect(refusal(issued(...slip), voidIt())?._tag).toBe("PaymentInProgress")
    expect(issued(...slip, cancelSlip(), voidIt()).status).toBe("VOID")
  })
})

describe("the order of facts", () => {
  const permutations = <A>(items: ReadonlyArray<A>): ReadonlyArray<ReadonlyArray<A>> =>
    items.length < 2
      ? [items]
      : items.flatMap((item, index) => permutations(items.toSpliced(index, 1)).map((rest) => [item, ...rest]))

  const afterAll = (start: Invoice, facts: ReadonlyArray<InvoiceCommand>): Invoice =>
    facts.reduce<Invoice>((state, fact) => {
      const decided = run(Invoice, state, fact)
      return Result.isFailure(decided) ? state : (decided.success.state as Invoice)
    }, start)

  const second = issued(...slip, cancelSlip(), attempt("a2"))
  it.each<[string, Invoice, ReadonlyArray<InvoiceCommand>, string]>([
    [
      "approval and refusal",
      issued(attempt()),
      [answer("Approved"), answer("Declined"), answer("Unknown")],
      "PAID",
    ],
    [
      "approval, settlements and expiry of a slip",
      issued(...slip),
      [answer("Approved"), receipt("SETTLEMENT", 6_000), receipt("SETTLEMENT", 4_000), expireSlip()],
      "PAID",
    ],
    [
      "a short settlement and expiry",
      issued(...slip),
      [receipt("SETTLEMENT", 6_000), expireSlip(), answer("Pending"), answer("Unknown")],
      "EXPIRED",
    ],
    [
      "a cancelled slip that settles and the card that replaced it",
      second,
      [answer("Approved"), answer("Approved", "a2"), receipt("SETTLEMENT", 6_000), expireSlip()],
      "PAID",
    ],
    [
      "a refused card and a short settlement of the slip that it replaced",
      second,
      [answer("Declined", "a2"), receipt("SETTLEMENT", 6_000), expireSlip(), answer("Unknown", "a2")],
      "PAYMENT_FAILED",
    ],
  ])("%s: the same status in any order", (_, start, facts, status) => {
    for (const order of permutations(facts)) {
      const invoice = afterAll(start, order)
      expect(invoice.status).toBe(status)
      const arrived = invoice.receipts.reduce((sum, each) => sum + each.amount, 0)
      const applied = invoice.receipts.reduce((sum, each) => sum + each.appliedAmount, 0)
      expect(applied).toBe(Math.min(arrived, 10_000))
    }
  })
})
