// Removing a one-off charge that no invoice bills yet. GAP-173
import type * as Effect from "effect/Effect"
import { type RemoveItemRejection, removeItem } from "../../core/billing/invoicing/InvoiceItems.ts"
import type { ApplyDueRejection, BillingPorts } from "../execution/applyDue.ts"
import { decideAndCharge } from "../execution/decideAndCharge.ts"
import { about, useCase } from "../execution/useCase.ts"

/** An item of an organization's subscription. */
export interface InvoiceItemRef {
  readonly organizationId: string
  readonly itemId: string
}

/** Removes an item, so that it is never billed. */
export const removeInvoiceItem = useCase("removeInvoiceItem")(function* ({
  organizationId,
  itemId,
}: InvoiceItemRef): Effect.fn.Return<void, RemoveItemRejection | ApplyDueRejection, BillingPorts> {
  yield* decideAndCharge({ organizationId, decide: (account) => removeItem(account, { itemId }) })
}, about)
