// An account: all that one organization owns and that its billing decisions read. It is the unit of consistency. A
// decision takes an account to a change: the account after it, the events to record, and the charges to make.
import * as Result from "effect/Result"
import * as Decider from "../Decider.ts"
import type { Organization } from "../identity/Access.ts"
import { Invoice, type InvoiceCommand, type InvoiceRejection } from "../invoice/Invoice.ts"
import {
  Subscription,
  type SubscriptionCommand,
  type SubscriptionRejection,
} from "../subscription/Subscription.ts"
import type { Account, BillingEvent, Change } from "./AccountRecord.ts"

export type * from "./AccountRecord.ts"

/** The account of an organization that owns nothing yet. */
export const emptyAccount = (organization: Organization): Account => ({
  organization,
  paymentMethods: [],
  subscription: null,
  formerSubscriptions: [],
  periods: [],
  invoices: [],
  receivables: [],
  vouchers: [],
  threshold: null,
  couponUses: [],
})

/** An empty change. */
export const unchanged = (account: Account): Change => ({
  account,
  billingEvents: [],
  charges: [],
  lookups: [],
  usageEvents: [],
  voucherEntries: [],
  couponCounts: [],
})

/** The change, with some members of its account replaced. */
export const withAccount = (change: Change, members: Partial<Account>): Change => ({
  ...change,
  account: { ...change.account, ...members },
})

/** The change, and then the one that was decided on the account that it left, as one change. */
export const followedBy = (change: Change, next: Change): Change => ({
  account: next.account,
  billingEvents: [...change.billingEvents, ...next.billingEvents],
  charges: [...change.charges, ...next.charges],
  lookups: [...change.lookups, ...next.lookups],
  usageEvents: [...change.usageEvents, ...next.usageEvents],
  voucherEntries: [...change.voucherEntries, ...next.voucherEntries],
  couponCounts: [...change.couponCounts, ...next.couponCounts],
})

/** The change with more events recorded. */
export const recordEvent = (change: Change, ...billingEvents: ReadonlyArray<BillingEvent>): Change => ({
  ...change,
  billingEvents: [...change.billingEvents, ...billingEvents],
})

/** The change with an amount added to what a coupon gave; a negative amount was given back. */
export const countDiscount = (change: Change, couponId: string, amount: number): Change => ({
  ...withAccount(change, {
    couponUses: change.account.couponUses.map((use) =>
      use.couponId === couponId ? { ...use, amountRedeemed: use.amountRedeemed + amount } : use,
    ),
  }),
  couponCounts: [...change.couponCounts, { couponId, redemptions: 0, amount }],
})

/** The invoice of that id, if it is loaded. */
export const findInvoice = (account: Account, invoiceId: string): Invoice | undefined =>
  account.invoices.find((invoice) => invoice.invoiceId === invoiceId)

/** The loaded invoices of one subscription, in the order of their issue. */
export const invoicesOf = (account: Account, subscriptionId: string | undefined): ReadonlyArray<Invoice> =>
  account.invoices.filter((invoice) => invoice.subscriptionId === subscriptionId)

/** All subscriptions of the account that are loaded, oldest first; its own is the last one. */
export const subscriptionsOf = ({
  formerSubscriptions,
  subscription,
}: Account): ReadonlyArray<Subscription> =>
  subscription === null ? formerSubscriptions : [...formerSubscriptions, subscription]

/** The subscription of that id, the account's own or a former one. */
export const findSubscription = (account: Account, subscriptionId: string | undefined): Subscription | null =>
  subscriptionsOf(account).find((subscription) => subscription.subscriptionId === subscriptionId) ?? null

/**
 * A decision has to change invoices that are not loaded. This is not a refusal: they are loaded, and the decision is
 * made again. It never leaves `decideAndCommit`.
 */
export interface InvoicesNotLoaded {
  readonly _tag: "InvoicesNotLoaded"
  readonly invoiceIds: ReadonlyArray<string>
}

/** The organization has no such invoice. */
export interface InvoiceNotFound {
  readonly _tag: "InvoiceNotFound"
  readonly invoiceId: string
}

/** Makes that rejection. */
export const invoiceNotFound = (invoiceId: string): InvoiceNotFound => ({
  _tag: "InvoiceNotFound",
  invoiceId,
})

/** The organization has no such subscription, or none that is live. */
export interface SubscriptionNotFound {
  readonly _tag: "SubscriptionNotFound"
  readonly organizationId: string
}

/** Makes that rejection. */
export const subscriptionNotFound = (organizationId: string): SubscriptionNotFound => ({
  _tag: "SubscriptionNotFound",
  organizationId,
})

/**
 * Applies a command to an invoice of the account, and records the events: its issue, the end of an attempt, a change of
 * its status. The invoice has to be loaded.
 */
export const applyToInvoice = (
  change: Change,
  invoiceId: string,
  command: InvoiceCommand,
): Result.Result<Change, InvoiceRejection | InvoicesNotLoaded> => {
  const { invoices, receivables } = change.account
  const before = findInvoice(change.account, invoiceId) ?? null
  if (before === null && receivables.some((receivable) => receivable.invoiceId === invoiceId)) {
    return Result.fail({ _tag: "InvoicesNotLoaded", invoiceIds: [invoiceId] })
  }
  return Result.map(Decider.run(Invoice, before, command), ({ state: after, events }) => {
    if (after === null || after === before) return change
    const at = command.now
    const billingEvents: Array<BillingEvent> = []
    for (const event of events) {
      if (event._tag === "InvoiceIssued") billingEvents.push({ type: "invoice.issued", at, invoice: after })
      if (event._tag !== "InvoiceAttemptChanged") continue
      const outcome = event.change._tag
      if (outcome === "AttemptApproved") billingEvents.push({ type: "payment.approved", at, invoice: after })
      if (outcome === "AttemptDeclined" || outcome === "AttemptExpired") {
        billingEvents.push({ type: "payment.failed", at, invoice: after })
      }
    }
    if (before !== null && before.status !== after.status) {
      const previousStatus = before.status
      billingEvents.push({ type: "invoice.status_changed", at, invoice: after, previousStatus })
    }
    return recordEvent(
      withAccount(change, {
        invoices:
          before === null
            ? [...invoices, after]
            : invoices.map((invoice) => (invoice === before ? after : invoice)),
      }),
      ...billingEvents,
    )
  })
}

/**
 * Applies a command to a subscription (the account's own, unless another one is named), and records its creation or a
 * change of its status. A new one takes the place of a cancelled one, which is then a former one.
 */
export const applyToSubscription = (
  change: Change,
  command: SubscriptionCommand,
  subscriptionId = change.account.subscription?.subscriptionId,
): Result.Result<Change, SubscriptionRejection> => {
  const before = command._tag === "Create" ? null : findSubscription(change.account, subscriptionId)
  return Result.map(Decider.run(Subscription, before, command), ({ state: after }) => {
    if (after === null || after === before) return change
    const at = command.now
    if (before === null) {
      const members = { subscription: after, formerSubscriptions: subscriptionsOf(change.account) }
      return recordEvent(withAccount(change, members), {
        type: "subscription.created",
        at,
        subscription: after,
      })
    }
    const next = withSubscription(change, before, after)
    return before.status === after.status
      ? next
      : recordEvent(next, {
          type: "subscription.status_changed",
          at,
          subscription: after,
          previousStatus: before.status,
        })
  })
}

const withSubscription = (change: Change, before: Subscription, after: Subscription): Change => {
  const { subscription, formerSubscriptions } = change.account
  return before === subscription
    ? withAccount(change, { subscription: after })
    : withAccount(change, {
        formerSubscriptions: formerSubscriptions.map((former) => (former === before ? after : former)),
      })
}
