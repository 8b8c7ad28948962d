// Corrections: a fee that was billed early for a whole cycle and is then no longer due in full, because the
// subscription was paused, cancelled or changed. What was received for the part goes back as a voucher; an early
// document that nobody paid is voided instead, and what is due of it is billed again.
import { itemKey } from "../invoice/BilledLine.ts"
import { attemptInFlight, type Invoice, isPayable, receivedAmount } from "../invoice/Invoice.ts"
import { type AmountOutOfRange, allocate, mulDiv } from "../money/Money.ts"
import { resultFn, type Steps } from "../resultFn.ts"
import { type Change, documentsOf, type Rules, tellInvoice, withAccount } from "./Account.ts"
import { billedItems, counts, feeBilled, feeDue } from "./accrual.ts"
import type { BillingGroup, FeeCredit } from "./BillingGroup.ts"
import { grantVoucher } from "./receipts.ts"
import { type VoidRejection, voidOnly } from "./voids.ts"

/** What a correction did: the change, and the documents that it voided. */
export interface Corrected {
  readonly change: Change
  readonly voided: ReadonlyArray<string>
}

/**
 * Corrects every fee of the account's groups that stands billed beyond what is due. Newest document first: one that
 * nobody paid is voided; one whose payment is in flight waits for its answer; for any other the part is recorded as
 * a credit, and a voucher gives back what of it was received.
 */
export const correctFees = resultFn(function* (
  change: Change,
  at: number,
  rules: Rules,
): Steps<Corrected, VoidRejection> {
  let next = change
  const voided: Array<string> = []
  for (const { cycle } of change.account.groups) {
    const unpaid = yield* overbilledAndUnpaid(next, cycle)
    for (const invoiceId of unpaid) {
      next = yield* voidOnly(next, { invoiceId, rebill: true, now: at }, rules)
      voided.push(invoiceId)
    }
    next = yield* creditGroup(next, cycle, at, rules)
  }
  return { change: next, voided }
})

const ownDocuments = ({ account }: Change): ReadonlyArray<Invoice> =>
  documentsOf(account, account.subscription?.subscriptionId)

const groupOf = ({ account }: Change, cycle: number): BillingGroup | undefined =>
  account.groups.find((group) => group.cycle === cycle)

/** The part of each segment's fee that stands billed and is not due. */
const overbilled = resultFn(function* (
  change: Change,
  group: BillingGroup,
): Steps<ReadonlyArray<number>, AmountOutOfRange> {
  const billed = billedItems(ownDocuments(change))
  const parts: Array<number> = []
  for (const [index, segment] of group.segments.entries()) {
    const due = yield* feeDue(group, segment, group.endAt)
    parts.push(Math.max(0, feeBilled(group, index, billed) - due))
  }
  return parts
})

const feeLineOf = (invoice: Invoice, cycle: number, segment: number) => {
  const key = itemKey({ kind: "FEE", cycle, segment })
  return invoice.lines.findIndex((line) => itemKey(line.item) === key)
}

const overbilledAndUnpaid = resultFn(function* (
  change: Change,
  cycle: number,
): Steps<ReadonlyArray<string>, AmountOutOfRange> {
  const group = groupOf(change, cycle)
  if (group === undefined) return []
  const parts = yield* overbilled(change, group)
  return ownDocuments(change).flatMap((invoice) =>
    isPayable(invoice) &&
    attemptInFlight(invoice) === null &&
    parts.some((part, segment) => part > 0 && feeLineOf(invoice, cycle, segment) !== -1)
      ? [invoice.invoiceId]
      : [],
  )
})

const creditGroup = resultFn(function* (
  change: Change,
  cycle: number,
  at: number,
  rules: Rules,
): Steps<Change, VoidRejection> {
  const before = groupOf(change, cycle)
  if (before === undefined) return change
  const parts = yield* overbilled(change, before)
  let next = change
  for (const [segment, part] of parts.entries()) {
    let rest = part
    for (const invoice of ownDocuments(next).toReversed()) {
      const group = groupOf(next, cycle)
      if (rest === 0 || group === undefined || !counts(invoice)) continue
      const line = invoice.lines[feeLineOf(invoice, cycle, segment)]
      if (line === undefined) continue
      const open = line.amount - creditsOf(group, segment, invoice.invoiceId).amount
      const amount = Math.min(rest, open)
      rest -= amount
      if (amount === 0 || attemptInFlight(invoice) !== null) continue
      next = yield* creditLine(next, { group, segment, invoice, open, amount }, at, rules)
    }
  }
  return next
})

const creditsOf = (
  group: BillingGroup,
  segment: number,
  invoiceId: string,
): { amount: number; grantedAmount: number } => {
  let amount = 0
  let grantedAmount = 0
  for (const credit of group.credits) {
    if (credit.segment !== segment || credit.invoiceId !== invoiceId) continue
    amount += credit.amount
    grantedAmount += credit.grantedAmount
  }
  return { amount, grantedAmount }
}

interface LineCredit {
  readonly group: BillingGroup
  readonly segment: number
  readonly invoice: Invoice
  /** What of the line still counts as billed. */
  readonly open: number
  /** The part of it that is not due. */
  readonly amount: number
}

/** What the fee line of an invoice really got: its share by line amounts, less its share of refunds and earlier credits. */
const receivedOfLine = resultFn(function* ({
  group,
  segment,
  invoice,
}: LineCredit): Steps<number, AmountOutOfRange> {
  const amounts = invoice.lines.map((line) => line.amount)
  const index = feeLineOf(invoice, group.cycle, segment)
  const received = (yield* allocate(receivedAmount(invoice), amounts))[index] ?? 0
  const refunded = (yield* allocate(invoice.amountRefunded, amounts))[index] ?? 0
  const { grantedAmount } = creditsOf(group, segment, invoice.invoiceId)
  return Math.max(0, received - refunded - grantedAmount)
})

const creditLine = resultFn(function* (
  change: Change,
  credit: LineCredit,
  at: number,
  rules: Rules,
): Steps<Change, VoidRejection> {
  const { group, segment, invoice, open, amount } = credit
  const { invoiceId, currency } = invoice
  const received = yield* receivedOfLine(credit)
  const returnable = receivedAmount(invoice) - invoice.amountRefunded - invoice.amountCredited
  const grantedAmount = Math.min(yield* mulDiv(received, amount, open), Math.max(0, returnable))
  const recorded: FeeCredit = { segment, invoiceId, amount, grantedAmount, at }
  let next = withAccount(change, {
    groups: change.account.groups.map((candidate) =>
      candidate.cycle === group.cycle
        ? { ...candidate, credits: [...candidate.credits, recorded] }
        : candidate,
    ),
  })
  if (grantedAmount === 0) return next
  next = yield* tellInvoice(next, invoiceId, { _tag: "Credit", amount: grantedAmount, now: at })
  const voucherId = rules.deriveId(`voucher/credit/${invoiceId}/${segment}/${group.credits.length}`)
  return yield* grantVoucher(next, {
    voucherId,
    name: "Credit for unused time",
    currency,
    amount: grantedAmount,
    at,
  })
})
