// What is owed, and what becomes of it.
import type { ApplyDueRejection } from "../../app/execution/applyDue.ts"
import type { InvoiceRef } from "../../app/execution/changeInvoice.ts"
import type { Loaded } from "../../app/execution/decideAndCommit.ts"
import type { AddInvoiceItem } from "../../app/invoices/addInvoiceItem.ts"
import type { GatewayNews, HearRejection } from "../../app/invoices/hearGateway.ts"
import type { InvoiceView } from "../../app/invoices/invoiceViews.ts"
import type { ListedItem } from "../../app/invoices/listInvoiceItems.ts"
import type { PayInvoice, PaymentDeclined } from "../../app/invoices/payInvoice.ts"
import type { InvoiceItemRef } from "../../app/invoices/removeInvoiceItem.ts"
import type { ApplyVoucher } from "../../app/operators/applyVoucher.ts"
import type { FailPayment } from "../../app/operators/failPayment.ts"
import type { RefundInvoice } from "../../app/operators/refundInvoice.ts"
import type { SettleInvoice } from "../../app/operators/settleInvoice.ts"
import type { VoidInvoice } from "../../app/operators/voidInvoice.ts"
import type { InvoiceNotFound } from "../../core/billing/Account.ts"
import type { ApplyVoucherRejection, OperatorRejection } from "../../core/billing/collection/Operators.ts"
import type { PayRejection } from "../../core/billing/collection/Payments.ts"
import type { AddItemRejection, RemoveItemRejection } from "../../core/billing/invoicing/InvoiceItems.ts"
import type { VoidRejection } from "../../core/billing/invoicing/Voids.ts"
import type { OrganizationNotFound } from "../../core/identity/Access.ts"
import type { InvoiceItem } from "../../core/invoice/InvoiceItem.ts"
import type { InvoiceDraft, InvoiceStatus } from "../../core/invoice/InvoiceRecord.ts"
import type { Page } from "../../ports/BillingStore.ts"
import type { Call } from "../Call.ts"
import type { OrganizationRef, Paged, Wish } from "../requests.ts"

/** Why an action of an operator on an invoice is refused. */
type OnInvoice = Loaded<OperatorRejection> | ApplyDueRejection

/** What is owed, and paying it. */
export interface InvoicesApi {
  /** One invoice: an issued one, or the upcoming one by the id of its preview. */
  readonly get: Call<InvoiceRef, InvoiceView | InvoiceDraft, InvoiceNotFound | OrganizationNotFound>
  /** A page of issued invoices, newest first. */
  readonly list: Call<
    OrganizationRef & Paged & { readonly status?: InvoiceStatus | null },
    Page<InvoiceView>,
    OrganizationNotFound
  >
  /**
   * Pays an invoice and gives it as it is then: PAID, or still open while the outcome is open. A repeat never charges
   * twice. A refused charge is `PaymentDeclined`.
   */
  readonly pay: Call<
    Wish<PayInvoice>,
    InvoiceView,
    Loaded<PayRejection> | PaymentDeclined | ApplyDueRejection
  >
  /**
   * Records what the gateway tells of an attempt, as by its webhook: an outcome, money that went back, a dispute. Each
   * once, in whatever order they come and however often.
   */
  readonly hear: Call<GatewayNews, InvoiceView, HearRejection>
  /** Records money that came by another way. The same receipt twice is one. */
  readonly settle: Call<Wish<SettleInvoice>, InvoiceView, Loaded<VoidRejection> | ApplyDueRejection>
  /** Ends the attempt in flight as refused. */
  readonly failPayment: Call<Wish<FailPayment>, InvoiceView, Loaded<VoidRejection> | ApplyDueRejection>
  /** Records a refund; it moves no money. The same refund twice is one. */
  readonly refund: Call<Wish<RefundInvoice>, InvoiceView, OnInvoice>
  /** Pays an invoice with a voucher, in full or in part. */
  readonly applyVoucher: Call<
    Wish<ApplyVoucher>,
    InvoiceView,
    Loaded<ApplyVoucherRejection> | ApplyDueRejection
  >
  /** Voids an invoice and gives back what it took. One that replaces it is charged before this answers. */
  readonly void: Call<VoidInvoice, InvoiceView, Loaded<VoidRejection> | ApplyDueRejection>
  /** Adds a one-off charge, which the next invoice of the subscription bills. The same item twice is one. */
  readonly addItem: Call<AddInvoiceItem, InvoiceItem, AddItemRejection | ApplyDueRejection>
  /** Removes a one-off charge that no invoice bills. */
  readonly removeItem: Call<InvoiceItemRef, void, RemoveItemRejection | ApplyDueRejection>
  /** A page of the one-off charges in periods that can still be billed, newest first. */
  readonly listItems: Call<OrganizationRef & Paged, Page<ListedItem>, OrganizationNotFound>
  /** Records that the invoice is no longer collected. */
  readonly writeOff: Call<InvoiceRef, InvoiceView, OnInvoice>
  /** Records that the payer disputes the payment. */
  readonly openDispute: Call<InvoiceRef, InvoiceView, OnInvoice>
  /** Records that the dispute was won. */
  readonly winDispute: Call<InvoiceRef, InvoiceView, OnInvoice>
  /** Records that the dispute was lost and the money is gone. */
  readonly loseDispute: Call<InvoiceRef, InvoiceView, OnInvoice>
}
