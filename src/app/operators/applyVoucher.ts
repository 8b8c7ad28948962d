// Applying a voucher: an issued invoice is paid with an organization's credit.
import * as Effect from "effect/Effect"
import {
  type ApplyVoucherRejection,
  applyVoucher as decide,
  voucherNotUsable,
} from "../../core/billing/collection/Operators.ts"
import { BillingStore } from "../../ports/BillingStore.ts"
import type { ApplyDueRejection, BillingPorts } from "../execution/applyDue.ts"
import { changeInvoice, type InvoiceRef } from "../execution/changeInvoice.ts"
import type { Loaded } from "../execution/decideAndCommit.ts"
import { about, useCase } from "../execution/useCase.ts"
import type { InvoiceView } from "../invoices/invoiceViews.ts"

/** A voucher, and how much of it; `null` is all that it can pay. */
export interface ApplyVoucher extends InvoiceRef {
  readonly voucherId: string
  readonly amount: number | null
}

/** Pays an invoice with a voucher, in full or in part; the rest stays on the voucher. */
export const applyVoucher = useCase("applyVoucher")(
  (
    command: ApplyVoucher,
  ): Effect.Effect<InvoiceView, Loaded<ApplyVoucherRejection> | ApplyDueRejection, BillingPorts> =>
    Effect.catchTag(
      changeInvoice<Loaded<ApplyVoucherRejection>>(command, (account, now, rules) =>
        decide(account, { ...command, now }, rules),
      ),
      "VoucherNotFound",
      (rejection) =>
        Effect.flatMap(isUsedUp(command), (usedUp) =>
          Effect.fail(usedUp ? voucherNotUsable(command.voucherId) : rejection),
        ),
    ),
  about,
)

/** A voucher without balance is not loaded: it exists, and pays nothing. */
const isUsedUp = Effect.fnUntraced(function* ({ organizationId, voucherId }: ApplyVoucher) {
  return (yield* (yield* BillingStore).voucher(organizationId, voucherId)) !== null
})
