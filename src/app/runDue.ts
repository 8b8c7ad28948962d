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

/** Does everything that is due up to `now`. An organization that fails is recorded and stops no other. */
export const runDue = Effect.fnUntraced(function* (
  now: number,
): Effect.fn.Return<DueRun, never, BillingPorts> {
  const store = yield* BillingStore
  const announcements: Array<DueRun["announcements"][number]> = []
  const failures = new Map<string, ApplyDueRejection["_tag"]>()
  const seen = new Set<string>()
  for (;;) {
    // A failing organization stays due: asking for more than have failed always finds the others.
    const due = yield* store.due({ until: now, limit: BATCH + failures.size })
    const pending = due.filter(({ organizationId }) => !failures.has(organizationId))
    if (pending.length === 0) break
    for (const { organizationId } of pending) {
      seen.add(organizationId)
      yield* applyDue({ organizationId }, now, (told) => {
        for (const announcement of told) announcements.push({ organizationId, announcement })
      }).pipe(
        Effect.catch((rejection) => Effect.sync(() => void failures.set(organizationId, rejection._tag))),
      )
    }
  }
  return {
    organizations: seen.size,
    announcements: announcements.sort((a, b) => a.announcement.at - b.announcement.at),
    failures: Array.from(failures, ([organizationId, rejection]) => ({ organizationId, rejection })),
  }
})
