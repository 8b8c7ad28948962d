// The billing engine: everything that has become due, of every organization, in time order within each of them. It
// looks only at what is due, so its cost grows with the work and not with the number of organizations.
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { BillingEvent } from "../../core/billing/Account.ts"
import type { OrganizationNotFound } from "../../core/identity/Access.ts"
import { BillingStore, type VersionConflict } from "../../ports/BillingStore.ts"
import type { IdSource } from "../../ports/IdSource.ts"
import { type ApplyDueRejection, applyDue, type BillingPorts } from "./applyDue.ts"
import { dueCommitOf } from "./commitOf.ts"
import { currentRules, loadAccount } from "./loadAccount.ts"

/** An organization that could not be brought up to date. */
export interface DueFailure {
  readonly organizationId: string
  /** `Defect` is a fault of the rules, a record or an adapter. */
  readonly rejection: ApplyDueRejection["_tag"] | "Defect"
  readonly cause: Cause.Cause<ApplyDueRejection>
}

/** What a run did: how many it brought up to date, what happened, and who could not be. */
export interface DueRun {
  readonly organizations: number
  readonly billingEvents: ReadonlyArray<{
    readonly organizationId: string
    readonly billingEvent: BillingEvent
  }>
  readonly failures: ReadonlyArray<DueFailure>
}

const BATCH = 100

/**
 * Does everything that is due up to `now`, in time order over all organizations. One that fails is recorded and stops
 * no other; it stays due, and the next run tries it again. A run that is interrupted finishes the organization that it
 * is at.
 *
 * `onInstant` is told of each instant before what is due at it is done: for a clock that is driven, or to see how far a
 * long run is.
 */
export const runDue = Effect.fn("runDue")(function* (
  now: number,
  onInstant: (at: number) => void = () => {},
): Effect.fn.Return<DueRun, never, BillingPorts> {
  const store = yield* BillingStore
  const billingEvents: Array<DueRun["billingEvents"][number]> = []
  const failures = new Map<string, DueFailure>()
  const doneAt = new Map<string, number>()
  // The entries that were put right once: whoever is listed under the same one again has nothing to do.
  const idleAt = new Map<string, number>()
  const trying = <E extends ApplyDueRejection>(
    organizationId: string,
    work: Effect.Effect<unknown, E, BillingPorts>,
  ): Effect.Effect<void, never, BillingPorts> =>
    Effect.catchCause(Effect.asVoid(Effect.uninterruptible(work)), (cause) =>
      Effect.sync(() => void failures.set(organizationId, failureOf(organizationId, cause))),
    )
  for (;;) {
    // Those that fail and those that are idle stay listed: asking for more than they are always finds the others.
    const due = yield* store.due({ until: now, limit: BATCH + failures.size + idleAt.size })
    const pending = due.filter(
      ({ organizationId, at }) => !failures.has(organizationId) && idleAt.get(organizationId) !== at,
    )
    const stale = pending.filter(({ organizationId, at }) => doneAt.get(organizationId) === at)
    for (const { organizationId, at } of stale) {
      idleAt.set(organizationId, at)
      yield* trying(organizationId, enterAgain(organizationId))
    }
    if (stale.length > 0) continue
    const at = pending[0]?.at
    if (at === undefined) break
    onInstant(at)
    for (const { organizationId } of pending.filter((entry) => entry.at === at)) {
      doneAt.set(organizationId, at)
      const onAnnounced = (told: ReadonlyArray<BillingEvent>): void => {
        for (const billingEvent of told) billingEvents.push({ organizationId, billingEvent })
      }
      yield* trying(organizationId, applyDue({ organizationId }, at, onAnnounced))
    }
  }
  return {
    organizations: Array.from(doneAt.keys()).filter((id) => !failures.has(id)).length,
    billingEvents: billingEvents.sort((a, b) => a.billingEvent.at - b.billingEvent.at),
    failures: Array.from(failures.values()),
  }
})

const failureOf = (organizationId: string, cause: Cause.Cause<ApplyDueRejection>): DueFailure => ({
  organizationId,
  rejection: Option.match(Cause.findErrorOption(cause), {
    onSome: ({ _tag }) => _tag,
    onNone: () => "Defect" as const,
  }),
  cause,
})

/**
 * Lists an organization by what its account says now. Its entry was made by another policy than the present one, and
 * would be looked at in vain for ever. Whoever commits at the same time lists it as well.
 */
const enterAgain = Effect.fnUntraced(
  function* (
    organizationId: string,
  ): Effect.fn.Return<void, OrganizationNotFound | VersionConflict, BillingStore | IdSource> {
    const loaded = yield* loadAccount({ organizationId })
    yield* (yield* BillingStore).commit(dueCommitOf(loaded, yield* currentRules))
  },
  Effect.catchTag("VersionConflict", () => Effect.void),
)
