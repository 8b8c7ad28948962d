// What an operator, or a gateway on its own, does to an issued invoice: refund, write off, dispute, and pay with a
// voucher. Every one ends by bringing the subscription's standing in line with the facts.
import * as Result from "effect/Result"
import * as Voucher from "../discount/Voucher.ts"
import {
  amountDue,
  type InvoiceCommand,
  type InvoiceNotPayable,
  type InvoiceRejection,
  isPayable,
} from "../invoice/Invoice.ts"
import {
  type Account,
  type Change,
  findInvoice,
  type InvoiceNotFound,
  type Rules,
  tellInvoice,
  unchanged,
  withAccount,
} from "./Account.ts"
import type { DocumentRejection } from "./documents.ts"
import { afterNews } from "./dunning.ts"
import { assess } from "./standing.ts"

/** The organization has no such voucher. */
export interface VoucherNotFound {
  readonly _tag: "VoucherNotFound"
  readonly voucherId: string
}

/** The voucher cannot pay this invoice: another currency, or not valid now. */
export interface VoucherNotUsable {
  readonly _tag: "VoucherNotUsable"
  readonly voucherId: string
}

/** Why an operation is refused. */
export type OperatorRejection = DocumentRejection | InvoiceNotFound | InvoiceRejection

type OperatorCommand = Extract<
  InvoiceCommand,
  { _tag: "Refund" | "WriteOff" | "OpenDispute" | "WinDispute" | "LoseDispute" }
>

/** Tells an issued invoice what happened to it: a refund, a write-off, or a step of a dispute. */
export const operate = (
  account: Account,
  invoiceId: string,
  command: OperatorCommand,
  rules: Rules,
): Result.Result<Change, OperatorRejection> =>
  account.invoices.some((invoice) => invoice.invoiceId === invoiceId)
    ? Result.flatMap(tellInvoice(unchanged(account), invoiceId, command), (change) =>
        assess(change, command.now, rules),
      )
    : Result.fail({ _tag: "InvoiceNotFound", invoiceId })

/** Which voucher is to pay which invoice, and how much of it; all that it can with `null`. */
export interface ApplyVoucherCommand {
  readonly invoiceId: string
  readonly voucherId: string
  readonly amount: number | null
  readonly now: number
}

/**
 * Pays an issued invoice with a voucher, in full or in part. Refused while an attempt is in flight, so that no money
 * can arrive for what a voucher has paid.
 */
export const applyVoucher = (
  account: Account,
  command: ApplyVoucherCommand,
  rules: Rules,
): Result.Result<Change, OperatorRejection | VoucherNotFound | VoucherNotUsable> =>
  Result.gen(function* () {
    const { invoiceId, voucherId, now } = command
    const invoice = findInvoice(account, invoiceId)
    if (invoice === undefined)
      return yield* Result.fail<InvoiceNotFound>({ _tag: "InvoiceNotFound", invoiceId })
    if (!isPayable(invoice)) {
      const { status } = invoice
      return yield* Result.fail<InvoiceNotPayable>({ _tag: "InvoiceNotPayable", invoiceId, status })
    }
    const voucher = account.vouchers.find((candidate) => candidate.voucherId === voucherId)
    if (voucher === undefined)
      return yield* Result.fail<VoucherNotFound>({ _tag: "VoucherNotFound", voucherId })
    const { currency } = invoice
    if (Voucher.usable([voucher], { currency, at: now }).length === 0) {
      return yield* Result.fail<VoucherNotUsable>({ _tag: "VoucherNotUsable", voucherId })
    }
    const due = amountDue(invoice)
    // More than is due would be lost: the rest stays on the voucher.
    const amount = Math.min(command.amount ?? voucher.balance, due)
    const receiptId = rules.deriveId(`voucher/applied/${invoiceId}/${invoice.receipts.length}`)
    const consumed = yield* Voucher.consume(voucher, { amount, cause: receiptId, invoiceId, at: now })
    const told = yield* tellInvoice(unchanged(account), invoiceId, {
      _tag: "RecordReceipt",
      receiptId,
      kind: "VOUCHER",
      attemptId: null,
      amount,
      now,
    })
    const paid = withAccount(told, {
      vouchers: told.account.vouchers.map((candidate) => (candidate === voucher ? consumed : candidate)),
    })
    return yield* afterNews(paid, { before: account, invoiceId, now }, rules)
  })
