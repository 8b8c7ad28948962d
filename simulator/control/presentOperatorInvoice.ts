// An invoice as the control plane shows it.
import { presentInvoice } from "../../src/api/index.ts"
import { Invoice, type InvoiceView, Iso } from "../../src/index.ts"
import type { OperatorInvoice } from "./contract/invoices.ts"

/** An invoice with what clients are not shown: why it was issued, what of it is usage, its attempts, and what went back. */
export const presentOperatorInvoice = (invoice: InvoiceView): OperatorInvoice => ({
  ...presentInvoice(invoice),
  kind: invoice.kind,
  usageAmount: invoice.lines.reduce((sum, { item, amount }) => sum + (item.kind === "USAGE" ? amount : 0), 0),
  amountRefunded: invoice.amountRefunded,
  refundableAmount: Invoice.refundableAmount(invoice),
  refunds: invoice.refunds.map(({ refundId, amount, at }) => ({ refundId, amount, at: Iso.toIso(at) })),
  attempts: invoice.attempts.map(
    ({ attemptId, status, amount, paymentMethodId, startedAt, at, declineCode }) => ({
      attemptId,
      status,
      amount,
      paymentMethodId,
      startedAt: Iso.toIso(startedAt),
      at: Iso.toIso(at),
      declineCode,
    }),
  ),
})
