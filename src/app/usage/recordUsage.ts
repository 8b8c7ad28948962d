// Recording usage, which issues an invoice where the threshold is exceeded (rule 3 of the specification).
import * as Effect from "effect/Effect"
import { recordUsage as decide, type RecordUsageRejection } from "../../core/billing/periods/Usage.ts"
import type { Invoice } from "../../core/invoice/Invoice.ts"
import type { UsageEvent } from "../../core/usage/UsageEvent.ts"
import { BillingStore } from "../../ports/BillingStore.ts"
import { about } from "../execution/about.ts"
import type { ApplyDueRejection, BillingPorts } from "../execution/applyDue.ts"
import { decideAndCharge } from "../execution/decideAndCharge.ts"
import type { Loaded } from "../execution/decideAndCommit.ts"

/** A batch of usage events of one organization. An event without `occurredAt` occurs now. */
export interface RecordUsage {
  readonly organizationId: string
  readonly events: ReadonlyArray<Omit<UsageEvent, "occurredAt"> & { readonly occurredAt: number | null }>
}

/** The numbers of new and of known events, and the invoices that the threshold caused. */
export interface RecordedUsage {
  readonly accepted: number
  readonly duplicates: number
  readonly invoices: ReadonlyArray<Invoice>
}

/** Records a batch, all of it or nothing. An invoice that it causes is charged before this answers. */
export const recordUsage = Effect.fn("recordUsage")(function* (
  command: RecordUsage,
): Effect.fn.Return<RecordedUsage, Loaded<RecordUsageRejection> | ApplyDueRejection, BillingPorts> {
  const { organizationId } = command
  const store = yield* BillingStore
  const ids = command.events.map((event) => event.eventId)
  const { change, account } = yield* decideAndCharge({
    organizationId,
    reads: store.usageEvents(organizationId, ids),
    decide: (account, now, rules, known) =>
      decide(account, { events: timed(command.events, known, now), known, now }, rules),
  })
  const accepted = change.usageEvents.length
  const issued = new Set(
    change.billingEvents.flatMap((told) => (told.type === "invoice.issued" ? [told.invoice.invoiceId] : [])),
  )
  return {
    accepted,
    duplicates: command.events.length - accepted,
    invoices: account.invoices.filter((invoice) => issued.has(invoice.invoiceId)),
  }
}, about)

/** Gives events without a time that of the recorded event with the same id, or else now. */
const timed = (
  events: RecordUsage["events"],
  known: ReadonlyArray<UsageEvent>,
  now: number,
): ReadonlyArray<UsageEvent> => {
  const timeOf = new Map(known.map((event) => [event.eventId, event.occurredAt]))
  return events.map((event) => ({
    ...event,
    occurredAt: event.occurredAt ?? timeOf.get(event.eventId) ?? now,
  }))
}
