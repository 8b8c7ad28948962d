// Turns a decision into a commit. Of an account: the changed records, found by identity, with events, counts and the next
// due instant; only this file knows how an account is split into records. Of any other scope: what is put there.
import { type Account, type Change, type Rules, subscriptionsOf } from "../../core/billing/Account.ts"
import { nextDue } from "../../core/billing/Schedule.ts"
import type {
  Commit,
  Delete,
  DueEntry,
  Expectation,
  OutboxMessage,
  Put,
  Versioned,
} from "../../ports/BillingStore.ts"

/** The records of a list that are new or changed: core never changes a record in place. */
const changed = <R>(before: ReadonlyArray<R>, after: ReadonlyArray<R>): ReadonlyArray<R> => {
  if (before === after) return []
  const known = new Set(before)
  return after.filter((record) => !known.has(record))
}

const putsOf = (
  before: Account,
  { account: after, usageEvents, voucherEntries }: Change,
): ReadonlyArray<Put> => {
  const { organizationId } = after.organization
  const puts: Array<Put> = []
  for (const record of changed(before.paymentMethods, after.paymentMethods)) {
    puts.push({ kind: "PaymentMethod", record })
  }
  for (const record of changed(subscriptionsOf(before), subscriptionsOf(after))) {
    puts.push({ kind: "Subscription", record })
  }
  for (const period of changed(before.periods, after.periods)) {
    puts.push({ kind: "BillingPeriod", record: { ...period, organizationId } })
  }
  for (const record of changed(before.invoices, after.invoices)) puts.push({ kind: "Invoice", record })
  for (const record of changed(before.vouchers, after.vouchers)) puts.push({ kind: "Voucher", record })
  for (const entry of voucherEntries)
    puts.push({ kind: "VoucherEntry", record: { ...entry, organizationId } })
  if (after.threshold !== null && after.threshold !== before.threshold) {
    puts.push({ kind: "BillingThreshold", record: { ...after.threshold, organizationId } })
  }
  for (const use of changed(before.couponUses, after.couponUses)) {
    puts.push({ kind: "CouponUse", record: { ...use, organizationId } })
  }
  for (const event of usageEvents) puts.push({ kind: "UsageEvent", record: { ...event, organizationId } })
  return puts
}

const deletesOf = (before: Account, after: Account): ReadonlyArray<Delete> => {
  const { organizationId } = after.organization
  const deletes: Array<Delete> = []
  if (after.paymentMethods !== before.paymentMethods) {
    const kept = new Set(after.paymentMethods.map((method) => method.paymentMethodId))
    for (const { paymentMethodId } of before.paymentMethods) {
      if (!kept.has(paymentMethodId)) deletes.push({ kind: "PaymentMethod", organizationId, paymentMethodId })
    }
  }
  if (before.threshold !== null && after.threshold === null) {
    deletes.push({ kind: "BillingThreshold", organizationId })
  }
  return deletes
}

/** More than the events of one commit, so that those of the next one are behind them. */
const POSITIONS = 1_000_000

/**
 * The commit of a change to an account that was loaded at a version. It is `null` when nothing changed, so that a
 * repeated command writes nothing.
 */
export const commitOf = (loaded: Versioned<Account>, change: Change, rules: Rules): Commit | null => {
  const { value: before, version } = loaded
  if (change.account === before && change.billingEvents.length === 0 && change.usageEvents.length === 0) {
    return null
  }
  const { organizationId } = before.organization
  return {
    expects: [{ scope: { kind: "organization", id: organizationId }, version }],
    puts: putsOf(before, change),
    deletes: deletesOf(before, change.account),
    outbox: change.billingEvents.map(
      (billingEvent, index): OutboxMessage => ({
        kind: "EVENT",
        // Each version has one commit, but a store that was put back to an earlier instant has its versions again: with
        // all that is told in it, the id of an event that a receiver saw is never that of another one.
        messageId: rules.deriveId(
          `event/${organizationId}/${version}/${index}/${JSON.stringify(billingEvent)}`,
        ),
        organizationId,
        position: version * POSITIONS + index,
        billingEvent,
      }),
    ),
    couponCounts: change.couponCounts,
    due: [dueEntryOf(change.account, rules)],
  }
}

/** The commit that changes only the next due instant of an account. */
export const dueCommitOf = ({ value, version }: Versioned<Account>, rules: Rules): Commit => {
  const scope = { kind: "organization", id: value.organization.organizationId } as const
  return { ...commitOfScopes([{ expects: { scope, version }, puts: [] }]), due: [dueEntryOf(value, rules)] }
}

const dueEntryOf = (account: Account, rules: Rules): DueEntry => ({
  organizationId: account.organization.organizationId,
  at: nextDue(account, rules)?.at ?? null,
})

/** The change of one scope, with the version that it was decided on. */
export interface ScopeChange {
  readonly expects: Expectation
  readonly puts: ReadonlyArray<Put>
}

/** The commit of changes of scopes that are no account, with the messages to send. */
export const commitOfScopes = (
  changes: ReadonlyArray<ScopeChange>,
  outbox: ReadonlyArray<OutboxMessage> = [],
): Commit => ({
  expects: changes.map(({ expects }) => expects),
  puts: changes.flatMap(({ puts }) => puts),
  deletes: [],
  outbox,
  couponCounts: [],
  due: [],
})
