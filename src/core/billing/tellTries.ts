// What events say of the next tries of invoices. A round moves that of each invoice that it does not come to as well: such a
// one is told of, though its record stays as it is. GAP-192
import * as Result from "effect/Result"
import type { Invoice } from "../invoice/Invoice.ts"
import {
  type Account,
  type BillingEvent,
  type Change,
  findSubscription,
  type InvoicesNotLoaded,
  type Rules,
} from "./Account.ts"
import { nextTries } from "./collection/nextTries.ts"
import { invoicesWhere } from "./collection/Receivables.ts"

/**
 * The change with the next try in each event of an invoice, and with one more event for each invoice whose next try it
 * moves and that no event tells of. It asks for those that are not loaded.
 */
export const tellTries = <C extends Change>(
  before: Account,
  change: C,
  now: number,
  rules: Pick<Rules, "policy">,
): Result.Result<C, InvoicesNotLoaded> => {
  const { account: after, billingEvents } = change
  const tried = nextTries(before, rules)
  const tries = nextTries(after, rules)
  if (tried.size === 0 && tries.size === 0) return Result.succeed(change)
  const told = new Set(billingEvents.flatMap((event) => ("invoice" in event ? event.invoice.invoiceId : [])))
  // The answer of a charge that begins is told.
  const moved = invoicesWhere(
    after,
    ({ invoiceId, attempt }) =>
      attempt === null && !told.has(invoiceId) && tries.get(invoiceId) !== tried.get(invoiceId),
  )
  return Result.map(moved, (invoices) => ({
    ...change,
    billingEvents: [
      ...billingEvents,
      ...invoices.map(
        (invoice) =>
          ({ type: "invoice.updated", at: movedAt(before, after, invoice) ?? now, invoice }) as const,
      ),
    ].map((event) => withTry(event, tries)),
  }))
}

/** When a change of its subscription moved the next try of an invoice; `null` where another change did. */
const movedAt = (before: Account, after: Account, { subscriptionId }: Invoice): number | null => {
  const subscription = findSubscription(after, subscriptionId)
  return subscription === findSubscription(before, subscriptionId) ? null : (subscription?.updatedAt ?? null)
}

const withTry = (event: BillingEvent, tries: ReadonlyMap<string, number>): BillingEvent => {
  if (!("invoice" in event)) return event
  const nextPaymentAttemptAt = tries.get(event.invoice.invoiceId)
  return nextPaymentAttemptAt === undefined ? event : { ...event, nextPaymentAttemptAt }
}
