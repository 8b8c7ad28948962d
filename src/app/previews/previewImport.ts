// Trying an import without making it: a dry run. GAP-155
import type * as Effect from "effect/Effect"
import { firstInvoice } from "../../core/billing/firstInvoice.ts"
import type { ImportedCustomer } from "../../core/billing/imports/ImportedCustomer.ts"
import type { Invoice } from "../../core/invoice/Invoice.ts"
import type { Subscription } from "../../core/subscription/Subscription.ts"
import type { Voucher } from "../../core/voucher/Voucher.ts"
import type { BillingStore } from "../../ports/BillingStore.ts"
import type { IdSource } from "../../ports/IdSource.ts"
import { currentRules } from "../execution/loadAccount.ts"
import { about, useCase } from "../execution/useCase.ts"
import { type ImportPreviewRejection, planImport } from "../imports/importSubscription.ts"
import { madeBy } from "./previewDecision.ts"

/** What an import would make; of one that was made before, the subscription alone. */
export interface ImportPreview {
  readonly subscription: Subscription
  /** Whether the import was made before. */
  readonly replayed: boolean
  /** The invoice of what is paid of the running period; `null` without any. */
  readonly paidInvoice: Invoice | null
  /** Those of its credits, without what the organization has already. */
  readonly vouchers: ReadonlyArray<Voucher>
  /**
   * The next invoice if nothing is used or changed until then, as it will be issued; `null` where none comes within two
   * periods. It is charged at its `issuedAt`.
   */
  readonly nextInvoice: Invoice | null
}

/** Shows what an import would make, and the next invoice. Commits nothing; refuses what the import would refuse. */
export const previewImport = useCase("previewImport")(
  function* (
    customer: ImportedCustomer,
  ): Effect.fn.Return<ImportPreview, ImportPreviewRejection, BillingStore | IdSource> {
    const planned = yield* planImport(customer)
    const { subscription } = planned
    if (planned.change === null) {
      return { subscription, replayed: true, paidInvoice: null, vouchers: [], nextInvoice: null }
    }
    const { account } = planned.change
    return {
      subscription,
      replayed: false,
      paidInvoice: account.invoices[0] ?? null,
      vouchers: madeBy(account, planned.loaded.value).vouchers,
      nextInvoice: firstInvoice(account, yield* currentRules),
    }
  },
  (useCase, { organization }) => about(useCase, organization),
)
