// Receipts: money pays the invoice that it is for, and a surplus becomes a voucher, so that no money is lost.
import * as Result from "effect/Result"
import type { Receipt } from "../../invoice/Invoice.ts"
import { resultFn, type Steps } from "../../resultFn.ts"
import * as Voucher from "../../voucher/Voucher.ts"
import { type Account, type Change, findInvoice, type Rules, recordEvent } from "../Account.ts"
import { withMoved } from "./voucherLedgers.ts"

/** The receipts of an invoice, in the order in which they arrived. */
export const receiptsOf = (account: Account, invoiceId: string): ReadonlyArray<Receipt> =>
  findInvoice(account, invoiceId)?.receipts ?? []

/** Adds a granted voucher to the account, and records the event. */
export const addVoucher = (change: Change, granted: Voucher.Moved, at: number): Change =>
  recordEvent(withMoved(change, granted), { type: "voucher.granted", at, voucher: granted.voucher })

/**
 * Grants a voucher that a rule makes, valid at once and for ever. A credit names its invoice, and may be frozen from
 * the start. An amount of 0 grants nothing.
 */
export const grantVoucher = (
  change: Change,
  granted: {
    readonly voucherId: string
    readonly name: string
    readonly currency: string
    readonly amount: number
    readonly at: number
    readonly creditOf?: string
    readonly frozen?: boolean
  },
): Result.Result<Change, Voucher.VoucherAmountInvalid> => {
  const { at, amount, ...rest } = granted
  if (amount === 0) return Result.succeed(change)
  const { organizationId } = change.account.organization
  const voucher = Voucher.grant({
    ...rest,
    amount,
    organizationId,
    effectiveAt: at,
    expiresAt: null,
    createdAt: at,
  })
  return Result.map(voucher, (granted) => addVoucher(change, granted, at))
}

/** Turns the surplus of receipts into vouchers, one a receipt, beginning after the first `known` receipts. */
export const keepSurplus = resultFn(function* (
  change: Change,
  invoiceId: string,
  known: number,
  rules: Rules,
): Steps<Change, Voucher.VoucherAmountInvalid> {
  const invoice = findInvoice(change.account, invoiceId)
  if (invoice === undefined) return change
  const { currency, receipts } = invoice
  let next = change
  for (const { receiptId, amount: brought, appliedAmount, at } of receipts.slice(known)) {
    const amount = brought - appliedAmount
    if (amount === 0) continue
    const voucherId = rules.deriveId(`voucher/unapplied/${invoiceId}/${receiptId}`)
    next = yield* grantVoucher(next, { voucherId, name: "Unapplied payment", currency, amount, at })
    const voucher = next.account.vouchers.at(-1)
    if (voucher !== undefined) next = recordEvent(next, { type: "payment.unapplied", at, voucher })
  }
  return next
})
