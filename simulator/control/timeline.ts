// The events of a run as a timeline, one line an event, gathered while they happen: of what it tells nothing else is kept.
import * as Order from "effect/Order"
import * as Result from "effect/Result"
import { type Account, Display, type DueEvent, Iso, Trial } from "../../src/index.ts"
import type { TimelineEntry } from "./contract/clock.ts"

/** The most entries of a timeline; a move that brings about more tells how many it left out. GAP-176 */
const TIMELINE_MAX = 100_000

/** The timeline of a run of the billing engine, which tells it each event as it comes. */
export const makeTimeline = (max = TIMELINE_MAX) => {
  const entries: Array<TimelineEntry> = []
  let omitted = 0
  return {
    add: (told: DueEvent): void => {
      if (entries.length < max) entries.push(entryOf(told))
      else omitted += 1
    },
    /** In time order; events of one instant in the order of their commits. */
    entries: (): ReadonlyArray<TimelineEntry> => entries.toSorted(inTime),
    omitted: (): number => omitted,
  }
}

const inTime = Order.mapInput(Order.String, ({ at }: TimelineEntry) => at)

const entryOf = ({ organizationId, billingEvent }: DueEvent): TimelineEntry => ({
  at: Iso.toIso(billingEvent.at),
  type: billingEvent.type,
  organizationId,
  ...describe(billingEvent),
})

const describe = (told: Account.BillingEvent): Pick<TimelineEntry, "objectId" | "summary"> => {
  switch (told.type) {
    case "invoice.issued": {
      const { invoiceId: objectId, kind, payableAmount: amount, currency, status } = told.invoice
      return { objectId, summary: `${kind} invoice of ${text({ amount, currency })} issued, ${status}` }
    }
    case "invoice.updated": {
      const { invoiceId: objectId, amountPaid, payableAmount, currency } = told.invoice
      const paid = text({ amount: amountPaid, currency })
      return {
        objectId,
        summary: `Invoice changed: ${paid} paid of ${text({ amount: payableAmount, currency })}${nextTryOf(told)}`,
      }
    }
    case "payment.approved":
    case "payment.failed": {
      const { invoiceId: objectId, attempts, currency } = told.invoice
      const { amount = 0, declineCode = null } = attempts.at(-1) ?? {}
      const outcome = told.type === "payment.approved" ? "approved" : `failed, ${declineCode ?? "expired"}`
      return { objectId, summary: `Payment of ${text({ amount, currency })} ${outcome}${nextTryOf(told)}` }
    }
    case "invoice.status_changed": {
      const { invoiceId: objectId, status } = told.invoice
      return { objectId, summary: `Invoice ${told.previousStatus} to ${status}` }
    }
    case "subscription.created": {
      const { subscriptionId: objectId, terms } = told.subscription
      return { objectId, summary: `Subscription to ${terms.planName} created` }
    }
    case "subscription.status_changed": {
      const { subscriptionId: objectId, status, pastDueReason, pauseReason } = told.subscription
      const because = pastDueReason ?? pauseReason ?? null
      const reason = because === null ? "" : `, ${because}`
      return { objectId, summary: `Subscription ${told.previousStatus} to ${status}${reason}` }
    }
    case "subscription.updated": {
      const { subscriptionId: objectId, terms } = told.subscription
      const until = Iso.toIso(Trial.currentPeriod(told.subscription).endAt)
      return { objectId, summary: `Subscription changed: ${terms.planName}, period until ${until}` }
    }
    case "voucher.granted":
    case "payment.unapplied": {
      const { voucherId: objectId, amount, currency } = told.voucher
      const origin = told.type === "voucher.granted" ? "granted" : "for money without a use"
      return { objectId, summary: `Voucher of ${text({ amount, currency })} ${origin}` }
    }
    case "voucher.updated": {
      const { voucherId: objectId, balance, currency } = told.voucher
      return { objectId, summary: `Voucher changed: ${text({ amount: balance, currency })} left` }
    }
    case "voucher.revoked": {
      const { voucherId: objectId, amount, currency } = told.voucher
      const spent = text({ amount: told.shortfall, currency })
      return { objectId, summary: `Voucher of ${text({ amount, currency })} taken back, ${spent} spent` }
    }
    case "payment.needs_operator": {
      const { invoiceId: objectId } = told.invoice
      return { objectId, summary: "Outcome of a payment unknown, and no look-up is left: settle or fail it" }
    }
    case "subscription.trial_ending": {
      const { subscriptionId: objectId, trial } = told.subscription
      return { objectId, summary: `Trial ends at ${Iso.toIso(trial?.endAt ?? told.at)}` }
    }
    case "dunning.exhausted":
      return { objectId: told.subscription.subscriptionId, summary: "Dunning exhausted" }
  }
}

const text = (money: { readonly amount: number; readonly currency: string }): string =>
  Result.match(Display.format(money), {
    onSuccess: (amount) => `${amount} ${money.currency}`,
    onFailure: () => `${money.amount} ${money.currency} in minor units`,
  })

const nextTryOf = ({ nextPaymentAttemptAt: at }: { readonly nextPaymentAttemptAt?: number }): string =>
  at === undefined ? "" : `, next try at ${Iso.toIso(at)}`
