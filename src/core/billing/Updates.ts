// Changes of a subscription, an invoice or a voucher that no other event shows. With them the last event about a record
// shows it as it was committed. GAP-60
import * as Result from "effect/Result"
import type { Invoice } from "../invoice/Invoice.ts"
import type { Subscription } from "../subscription/Subscription.ts"
import type { Voucher } from "../voucher/Voucher.ts"
import {
  type Account,
  type BillingEvent,
  type Change,
  type InvoicesNotLoaded,
  type Rules,
  subscriptionsOf,
} from "./Account.ts"
import { tellTries } from "./tellTries.ts"

/**
 * The change with one more event for each record that it leaves as none of its events shows. It is for all that is
 * committed together, so it comes last. A charge that begins is left out: the event of its answer shows it. Each event of
 * an invoice says when that is tried next. GAP-192
 */
export const tellUpdates = <C extends Change>(
  before: Account,
  change: C,
  now: number,
  rules: Pick<Rules, "policy">,
): Result.Result<C, InvoicesNotLoaded> =>
  change.account === before
    ? Result.succeed(change)
    : tellTries(before, tellRecords(before, change, now), now, rules)

const tellRecords = <C extends Change>(before: Account, change: C, now: number): C => {
  const { account: after, billingEvents, voucherEntries } = change
  const subscriptions = unshown({
    before: subscriptionsOf(before),
    told: billingEvents.flatMap((event) => ("subscription" in event ? event.subscription : [])),
    after: subscriptionsOf(after),
    isShown: isSubscriptionShown,
  })
  const invoices = unshown({
    before: before.invoices,
    told: billingEvents.flatMap((event) => ("invoice" in event ? event.invoice : [])),
    after: after.invoices,
    isShown: isInvoiceShown,
  })
  const vouchers = unshown({
    before: before.vouchers,
    told: billingEvents.flatMap((event) => ("voucher" in event ? event.voucher : [])),
    after: after.vouchers,
    isShown: () => false,
  })
  // A voucher does not say when it changed.
  const changedAt = (of: Voucher): number =>
    voucherEntries.findLast(({ voucherId }) => voucherId === of.voucherId)?.at ?? now
  const updates: ReadonlyArray<BillingEvent> = [
    ...subscriptions.map(
      (subscription) => ({ type: "subscription.updated", at: subscription.updatedAt, subscription }) as const,
    ),
    ...invoices.map((invoice) => ({ type: "invoice.updated", at: invoice.updatedAt, invoice }) as const),
    ...vouchers.map((voucher) => ({ type: "voucher.updated", at: changedAt(voucher), voucher }) as const),
  ]
  return updates.length === 0 ? change : { ...change, billingEvents: [...billingEvents, ...updates] }
}

/** The records that are others than before, and that no event shows: core never changes a record in place. */
const unshown = <R>(of: {
  readonly before: ReadonlyArray<R>
  readonly told: ReadonlyArray<R>
  readonly after: ReadonlyArray<R>
  /** Whether a record that is shown by the other ones needs no event. */
  readonly isShown: (record: R, by: ReadonlyArray<R>) => boolean
}): ReadonlyArray<R> => {
  if (of.before === of.after) return []
  const shown = [...of.before, ...of.told]
  const known = new Set(shown)
  return of.after.filter((record) => !known.has(record) && !of.isShown(record, shown))
}

const isSame = <R extends object>(a: R, b: R, but: ReadonlyArray<keyof R>): boolean =>
  (Object.keys({ ...a, ...b }) as Array<keyof R & string>).every(
    (member) => but.includes(member) || a[member] === b[member],
  )

/** No event shows how far dunning is. */
const isSubscriptionShown = (subscription: Subscription, shown: ReadonlyArray<Subscription>): boolean => {
  const last = shown.findLast(({ subscriptionId }) => subscriptionId === subscription.subscriptionId)
  return last !== undefined && isSame(last, subscription, ["dunning"])
}

/** No event shows a charge that is under way, nor how often the gateway was asked. */
const isInvoiceShown = (invoice: Invoice, shown: ReadonlyArray<Invoice>): boolean => {
  const last = shown.findLast(({ invoiceId }) => invoiceId === invoice.invoiceId)
  if (last === undefined || !isSame(last, invoice, ["attempts", "updatedAt"])) return false
  const known = answered(last)
  const attempts = answered(invoice)
  return (
    known.length === attempts.length && attempts.every(({ status }, index) => status === known[index]?.status)
  )
}

const answered = ({ attempts }: Invoice) => attempts.filter(({ status }) => status !== "STARTED")
