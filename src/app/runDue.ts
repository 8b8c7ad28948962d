// The billing engine: everything that has become due, of every organization, in time order within each of them. It
// looks only at what is due, so its cost grows with the work and not with the number of organizations.
import * as Effect from "effect/Effect"
import type { Announcement } from "../core/billing/Account.ts"
import { BillingStore } from "../ports/BillingStore.ts"
import { type ApplyDueRejection, applyDue, type BillingPorts } from "./applyDue.ts"

/** What a run did: whom it brought up to date, what happened, and who could not be. */
export interface DueRun {
  readonly organizations: number
  readonly announcements: ReadonlyArray<{
    readonly organizationId: string
    readonly announcement: Announcement
  }>
  readonly failures: ReadonlyArray<{
    readonly organizationId: string
    readonly rejection: ApplyDueRejection["_tag"]
  }>
}

const BATCH = 100

/**
 * Does everything that is due up to `now`, in time order over all organizations. One that fails is recorded and stops
 * no other.
 *
 * `onInstant` is told of each instant before what is due at it is done: for a clock that is driven, or to see how far a
 * long run is.
 */
export const runDue = Effect.fnUntraced(function* (
  now: number,
  onInstant: (at: number) => void = () => {},
): Effect.fn.Return<DueRun, never, BillingPorts> {
  const store = yield* BillingStore
  const announcements: Array<DueRun["announcements"][number]> = []
  const failures = new Map<string, ApplyDueRejection["_tag"]>()
  const doneAt = new Map<string, number>()
  // What is listed again for the instant that was done: its entry is out of date, and there is nothing to do.
  const idle = new Set<string>()
  for (;;) {
    // Those that fail and those that are idle stay listed: asking for more than they are always finds the others.
    const due = yield* store.due({ until: now, limit: BATCH + failures.size + idle.size })
    const pending: Array<(typeof due)[number]> = []
    for (const entry of due) {
      const { organizationId, at } = entry
      if (failures.has(organizationId) || idle.has(organizationId)) continue
      if (doneAt.get(organizationId) === at) idle.add(organizationId)
      else pending.push(entry)
    }
    const at = pending[0]?.at
    if (at === undefined) {
      if (due.length < BATCH + failures.size + idle.size) break
      continue
    }
    onInstant(at)
    for (const { organizationId } of pending.filter((entry) => entry.at === at)) {
      doneAt.set(organizationId, at)
      yield* applyDue({ organizationId }, at, (told) => {
        for (const announcement of told) announcements.push({ organizationId, announcement })
      }).pipe(
        Effect.catch((rejection) => Effect.sync(() => void failures.set(organizationId, rejection._tag))),
      )
    }
  }
  return {
    organizations: doneAt.size,
    announcements: announcements.sort((a, b) => a.announcement.at - b.announcement.at),
    failures: Array.from(failures, ([organizationId, rejection]) => ({ organizationId, rejection })),
  }
})
