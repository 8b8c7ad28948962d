// What becomes of the vouchers of an account when an invoice gives something back: what vouchers had paid is released to
// them, and what was granted as credit of a payment is frozen while that payment is disputed, and taken back when it is lost.

import type { InvoiceCommand, VoucherUse } from "../../invoice/Invoice.ts"
import { resultFn, type Steps } from "../../resultFn.ts"
import * as Voucher from "../../voucher/Voucher.ts"
import { type Change, recordEvent } from "../Account.ts"
import { moveVoucher, withMoved } from "./voucherLedgers.ts"

/** Announces that a voucher was taken back, and what of it had been spent. */
const recordRevoked = (change: Change, voucher: Voucher.Voucher, at: number): Change =>
  recordEvent(change, { type: "voucher.revoked", at, voucher, shortfall: voucher.amountRedeemed })

/** Releases to its voucher what an invoice had taken. A voucher that was taken back gives it up again. */
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

/** Releases several parts for one cause; of one voucher they are one movement. */
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
 * Does with the vouchers that were granted as credit of a payment what its dispute asks for: they pay nothing while it is
 * open, and again when it is won. When it is lost, what is left of them is taken back, because the money was never there;
 * what was spent is announced as the shortfall.
 */
export const disputeCredits = (change: Change, invoiceId: string, { _tag, now }: DisputeStep): Change =>
  change.account.vouchers.reduce((next, voucher) => {
    if (voucher.creditOf !== invoiceId) return next
    if (_tag === "OpenDispute") return withMoved(next, Voucher.freeze(voucher))
    if (_tag === "WinDispute") return withMoved(next, Voucher.unfreeze(voucher))
    const revoked = Voucher.revoke(voucher, { cause: `dispute/${invoiceId}`, at: now })
    return revoked.voucher === voucher ? next : recordRevoked(withMoved(next, revoked), revoked.voucher, now)
  }, change)
