// What every action of an operator on an invoice has in common: what is due is done first, the decision is committed,
// what it causes is charged, and the answer is the invoice as it is then.
import * as Effect from "effect/Effect"
import type * as Result from "effect/Result"
import type {
  Account,
  Change,
  InvoiceNotFound,
  InvoicesNotLoaded,
  Rules,
} from "../../core/billing/Account.ts"
import type { Invoice } from "../../core/invoice/Invoice.ts"
import { BillingStore } from "../../ports/BillingStore.ts"
import type { ApplyDueRejection, BillingPorts } from "../execution/applyDue.ts"
import { decideAndCharge } from "../execution/decideAndCharge.ts"
import { noFacts } from "../execution/decideAndCommit.ts"

/** Which issued invoice, of which organization. */
export interface InvoiceRef {
  readonly organizationId: string
  readonly invoiceId: string
}

/** Decides on the account with the invoice in view, commits, charges what the change asks for, and gives the invoice. */
export const changeInvoice = Effect.fnUntraced(function* <E>(
  ref: InvoiceRef,
  decide: (account: Account, now: number, rules: Rules) => Result.Result<Change, E | InvoicesNotLoaded>,
): Effect.fn.Return<Invoice, E | InvoiceNotFound | ApplyDueRejection, BillingPorts> {
  const { organizationId, invoiceId } = ref
  yield* decideAndCharge({
    organizationId,
    invoiceIds: [invoiceId],
    facts: noFacts,
    decide: (account, { now, rules }) => decide(account, now, rules),
  })
  const invoice = yield* (yield* BillingStore).invoice(organizationId, invoiceId)
  return invoice ?? (yield* Effect.fail<InvoiceNotFound>({ _tag: "InvoiceNotFound", invoiceId }))
})
