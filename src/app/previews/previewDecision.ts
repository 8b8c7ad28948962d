// What a change would come to. It is decided as the change itself is, and nothing of it is stored or charged. GAP-188
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { type Account, type Change, findInvoice, followedBy } from "../../core/billing/Account.ts"
import { type ClockRejection, checkClock, notBefore } from "../../core/billing/Clocks.ts"
import { firstInvoice } from "../../core/billing/firstInvoice.ts"
import type { VoidRejection } from "../../core/billing/invoicing/Voids.ts"
import { type DueRejection, nextDue } from "../../core/billing/Schedule.ts"
import type { OrganizationNotFound } from "../../core/identity/Access.ts"
import type { Invoice } from "../../core/invoice/Invoice.ts"
import { resultFn, type Steps } from "../../core/resultFn.ts"
import type { Subscription } from "../../core/subscription/Subscription.ts"
import type { Voucher, VoucherEntry } from "../../core/voucher/Voucher.ts"
import type { BillingStore } from "../../ports/BillingStore.ts"
import type { IdSource } from "../../ports/IdSource.ts"
import { type Decision, decide, type Loaded } from "../execution/decideAndCommit.ts"
import { currentRules } from "../execution/loadAccount.ts"
import { approved, broughtUpTo } from "./foreseen.ts"

/**
 * What a change would leave behind if the gateway approves each card. What is due already and was not processed is done
 * first, as the change itself does.
 */
export interface ChangePreview {
  readonly subscription: Subscription
  /**
   * The invoices that it issues, under the ids that they will have, but for those of a creation. Each with an attempt is
   * charged at once: its `payableAmount`. One that is OPEN without any waits for the dunning that is running.
   */
  readonly invoices: ReadonlyArray<Invoice>
  /** The invoices that it voids: what was due of them is due no more, or is on one of `invoices`. */
  readonly voided: ReadonlyArray<Invoice>
  /** The vouchers that it gives, for money that was paid ahead and is not used, with what is left of them. */
  readonly vouchers: ReadonlyArray<Voucher>
  /** What goes back to vouchers that had paid it. One of `invoices` may take it again. */
  readonly returned: ReadonlyArray<ReturnedCredit>
  /**
   * The invoice that time issues next if nothing is used or changed until then; `null` where none comes within two
   * periods. It is charged at its `issuedAt`.
   */
  readonly nextInvoice: Invoice | null
}

/** What goes back to a voucher, in minor units. */
export interface ReturnedCredit {
  readonly voucherId: string
  readonly amount: number
}

/** Why there is nothing to show of a change of a subscription. */
export type ChangePreviewRejection =
  | Loaded<DueRejection | VoidRejection>
  | ClockRejection
  | OrganizationNotFound

/** Makes a decision and shows what it comes to. It refuses what the change would refuse. */
export const previewDecision = Effect.fnUntraced(function* <E, Reads>(
  decision: Decision<E, Reads>,
): Effect.fn.Return<ChangePreview, E | ChangePreviewRejection, BillingStore | IdSource> {
  const rules = yield* currentRules
  const { loaded, change } = yield* decide(foreseen(decision))
  const { account } = change
  const { subscription } = account
  if (subscription === null) throw new Error("A change of no subscription was decided")
  const nextInvoice = firstInvoice(account, rules)
  return { subscription, ...madeBy(account, loaded.value), ...undoneBy(change, loaded.value), nextInvoice }
})

/** The invoices and vouchers that an account has and had not before. */
export const madeBy = (
  after: Account,
  before: Account,
): { readonly invoices: ReadonlyArray<Invoice>; readonly vouchers: ReadonlyArray<Voucher> } => {
  const invoices = new Set(before.invoices.map(({ invoiceId }) => invoiceId))
  const vouchers = new Set(before.vouchers.map(({ voucherId }) => voucherId))
  return {
    invoices: after.invoices.filter(({ invoiceId }) => !invoices.has(invoiceId)),
    vouchers: after.vouchers.filter(({ voucherId }) => !vouchers.has(voucherId)),
  }
}

/** What a change undoes. What goes back to a voucher that is over is gone at once, and not counted. */
const undoneBy = (
  { account, voucherEntries }: Change,
  before: Account,
): Pick<ChangePreview, "voided" | "returned"> => {
  const returned = new Map<string, number>()
  for (const { voucherId, kind, amount } of voucherEntries) {
    returned.set(voucherId, (returned.get(voucherId) ?? 0) + (SIGNS[kind] ?? 0) * amount)
  }
  return {
    voided: account.invoices.filter(
      ({ invoiceId, status }) => status === "VOID" && findInvoice(before, invoiceId)?.status !== "VOID",
    ),
    returned: Array.from(returned, ([voucherId, amount]) => ({ voucherId, amount })).filter(
      ({ amount }) => amount > 0,
    ),
  }
}

const SIGNS: Partial<Record<VoucherEntry["kind"], number>> = { RELEASE: 1, EXPIRE: -1, REVOKE: -1 }

/**
 * The same decision between what comes before it and what follows. Like the change itself it does not go by a clock that the
 * account shows to be wrong.
 */
const foreseen = <E, Reads>(
  decision: Decision<E, Reads>,
): Decision<E | ChangePreviewRejection, { readonly given: Reads; readonly at: number }> => ({
  ...decision,
  reads: Effect.all({
    given: decision.reads ?? Effect.succeed(undefined as Reads),
    at: Clock.currentTimeMillis,
  }),
  decide: resultFn(function* (
    account,
    believed,
    rules,
    { given, at },
    usageEvents,
  ): Steps<Change, E | ClockRejection | DueRejection | VoidRejection> {
    const due = nextDue(account, rules)
    yield* checkClock(account, due, { now: at, catchUp: false }, rules.policy)
    const present = yield* broughtUpTo(account, believed, rules)
    const now = notBefore(present.account, believed)
    const change = yield* decision.decide(present.account, now, rules, given, usageEvents)
    return { ...followedBy(present, yield* approved(change, now, rules)), charges: [] }
  }),
})
