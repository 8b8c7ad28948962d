// Vouchers when an invoice gives something back: vouchers that paid get their part back. Vouchers that were granted as
// credit of a payment are frozen while it is disputed, and taken back when the dispute is lost. An operator takes back
// others, and those whose money was refunded.

import type { InvoiceCommand, VoucherUse } from "../../invoice/Invoice.ts"
import { resultFn, type Steps } from "../../resultFn.ts"
import * as Voucher from "../../voucher/Voucher.ts"
import { type Account, type Change, findInvoice, recordEvent } from "../Account.ts"
import { moveVoucher, withMoved } from "./voucherLedgers.ts"

/** Records that a voucher was taken back, and how much that was spent of a credit nobody gets back: its money is lost. */
const recordRevoked = (change: Change, voucher: Voucher.Voucher, at: number): Change => {
  const { creditOf, amountRedeemed } = voucher
  const isLost =
    creditOf !== null && (findInvoice(change.account, creditOf)?.status ?? "CHARGEBACK") === "CHARGEBACK"
  const shortfall = isLost ? amountRedeemed + Voucher.amountPaidOut(voucher) : 0
  return recordEvent(change, { type: "voucher.revoked", at, voucher, shortfall })
}

/** Takes back what is left of a voucher. A second time changes nothing. */
export const revoked = (
  change: Change,
  voucher: Voucher.Voucher,
  movement: Pick<Voucher.VoucherMovement, "cause" | "at">,
): Change => {
  const moved = Voucher.revoke(voucher, movement)
  return moved.voucher === voucher
    ? change
    : recordRevoked(withMoved(change, moved), moved.voucher, movement.at)
}

/** Gives back to its voucher what an invoice had taken. A revoked voucher gives it up again at once. */
export const releaseVoucher = resultFn(function* (
  change: Change,
  { voucherId, amount }: Omit<VoucherUse, "cause">,
  movement: Omit<Voucher.VoucherMovement, "amount">,
): Steps<Change, Voucher.VoucherAmountInvalid> {
  const next = yield* moveVoucher(change, voucherId, (voucher) =>
    Voucher.release(voucher, { ...movement, amount }),
  )
  const voucher = next.account.vouchers.find((candidate) => candidate.voucherId === voucherId)
  return voucher === undefined || voucher.revokedAt === null || next === change
    ? next
    : recordRevoked(next, voucher, movement.at)
})

/** Releases several parts for one cause; the parts of one voucher are one movement. */
export const releaseVouchers = resultFn(function* (
  change: Change,
  releases: ReadonlyArray<VoucherUse>,
  movement: Omit<Voucher.VoucherMovement, "amount">,
): Steps<Change, Voucher.VoucherAmountInvalid> {
  const amounts = new Map<string, number>()
  for (const { voucherId, amount } of releases) amounts.set(voucherId, (amounts.get(voucherId) ?? 0) + amount)
  let next = change
  for (const [voucherId, amount] of amounts)
    next = yield* releaseVoucher(next, { voucherId, amount }, movement)
  return next
})

/** A step of a dispute. */
export type DisputeStep = Extract<InvoiceCommand, { _tag: "OpenDispute" | "WinDispute" | "LoseDispute" }>

/**
 * Makes the vouchers that were granted as credit of a payment follow its dispute. They pay nothing while it is open,
 * and pay again when it is won. When it is lost, what is left of them is taken back, and what was spent is the
 * shortfall.
 */
export const disputeCredits = (change: Change, invoiceId: string, { _tag, now }: DisputeStep): Change =>
  change.account.vouchers.reduce((next, voucher) => {
    if (voucher.creditOf !== invoiceId) return next
    if (_tag === "OpenDispute") return withMoved(next, Voucher.freeze(voucher))
    if (_tag === "WinDispute") return withMoved(next, Voucher.unfreeze(voucher))
    return revoked(next, voucher, { cause: `dispute/${invoiceId}`, at: now })
  }, change)

/** Whether the refunds of its invoice are as much as a credit still has, beside credit that was taken back before. */
export const isRefunded = (account: Account, { creditOf, frozen, balance }: Voucher.Voucher): boolean => {
  const invoice = findInvoice(account, creditOf ?? "")
  const before = account.vouchers.filter((other) => other.creditOf === creditOf && other.revokedAt !== null)
  const takenBack = before.reduce(
    (sum, other) => sum + other.amount - other.amountRedeemed - Voucher.amountPaidOut(other),
    balance,
  )
  return !frozen && invoice !== undefined && invoice.amountRefunded >= takenBack
}
