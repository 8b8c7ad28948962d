// A request to record usage: what it brings, what it is answered, and how it waits for its turn.
import * as Deferred from "effect/Deferred"
import type * as Effect from "effect/Effect"
import type { RecordUsageRejection } from "../../core/billing/periods/Usage.ts"
import { isText } from "../../core/isText.ts"
import type { UsageEvent } from "../../core/usage/UsageEvent.ts"
import type { ApplyDueRejection } from "../execution/applyDue.ts"
import type { Loaded } from "../execution/decideAndCommit.ts"
import type { InvoiceView } from "../invoices/invoiceViews.ts"

/** A batch of usage events of one organization. An event without `occurredAt` occurs now. */
export interface RecordUsage {
  readonly organizationId: string
  readonly events: ReadonlyArray<Omit<UsageEvent, "occurredAt"> & { readonly occurredAt: number | null }>
}

/** The numbers of new and of known events, and the invoices that the threshold caused. */
export interface RecordedUsage {
  readonly accepted: number
  readonly duplicates: number
  readonly invoices: ReadonlyArray<InvoiceView>
}

/** Why a batch is not recorded. */
export type RecordUsageFailure = Loaded<RecordUsageRejection> | ApplyDueRejection

/** A request in a queue. */
export interface UsageRequest {
  readonly command: RecordUsage
  /** Its answer, or null where it is to lead a group; then the answer follows. */
  readonly turn: Deferred.Deferred<RecordedUsage | null, RecordUsageFailure>
  readonly answer: Deferred.Deferred<RecordedUsage, RecordUsageFailure>
}

/** A request that is in no queue yet. */
export const makeRequest = (command: RecordUsage): UsageRequest => ({
  command,
  turn: Deferred.makeUnsafe(),
  answer: Deferred.makeUnsafe(),
})

/** Answers a request. */
export const answerWith = (
  { turn, answer }: UsageRequest,
  told: Effect.Effect<RecordedUsage, RecordUsageFailure>,
): void => {
  Deferred.doneUnsafe(turn, told)
  Deferred.doneUnsafe(answer, told)
}

/**
 * The ids of the events of these requests. Those that the rules refuse are left out: no store needs to find them, and the
 * fault of one that cannot would be the answer of all requests.
 */
export const eventIdsOf = (requests: ReadonlyArray<UsageRequest>): ReadonlyArray<string> =>
  requests.flatMap(({ command }) => command.events.map(({ eventId }) => eventId).filter(isText))
