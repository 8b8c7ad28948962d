// The billing engine: takes the due steps of all organizations, in time order. It looks only at what is due, so its
// cost grows with the work and not with the number of organizations.
import type * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import type { BillingEvent } from "../../core/billing/Account.ts"
import { BillingStore } from "../../ports/BillingStore.ts"
import { type ApplyDueRejection, applyDue, type BillingPorts } from "../execution/applyDue.ts"
import { useCase } from "../execution/useCase.ts"
import { causeTag } from "./causeTag.ts"
import { enterDueAgain } from "./enterDueAgain.ts"

/** An organization that could not be brought up to date. */
export interface DueFailure {
  readonly organizationId: string
  /** `Defect` is a bug in the rules or an adapter, or a broken record. */
  readonly rejection: ApplyDueRejection["_tag"] | "Defect"
  readonly cause: Cause.Cause<ApplyDueRejection>
}

/** The result of a run: how many organizations it brought up to date, their events, and the failures. */
export interface DueRun {
  readonly organizations: number
  readonly billingEvents: ReadonlyArray<{
    readonly organizationId: string
    readonly billingEvent: BillingEvent
  }>
  readonly failures: ReadonlyArray<DueFailure>
}

/** How a run is made. */
export interface RunDueOptions {
  /**
   * Whether it may take steps however long ago they fell due: after a long time without an engine, or where time is
   * driven. Without it an organization that would have to make up for more than `catchUpMillis` is a failure. GAP-134
   */
  readonly catchUp?: boolean
  /**
   * Gets each instant before its steps are taken, moves the caller's clock there, and gives the present by that clock:
   * the instant itself, or later where the clock was beyond it. Without it the present of every step is `now`.
   */
  readonly onInstant?: (at: number) => number
}

const BATCH = 100

/**
 * Takes every step that is due up to `now`, in time order over all organizations. An organization that fails is
 * recorded and stops no other; it stays due, and the next run tries it again. An interrupted run finishes its present
 * organization.
 */
export const runDue = useCase("runDue")(function* (
  now: number,
  { catchUp = false, onInstant }: RunDueOptions = {},
): Effect.fn.Return<DueRun, never, BillingPorts> {
  const store = yield* BillingStore
  const billingEvents: Array<DueRun["billingEvents"][number]> = []
  const failures = new Map<string, DueFailure>()
  const doneAt = new Map<string, number>()
  // The entries that were corrected once: an organization that is listed under the same entry again has nothing to do.
  const idleAt = new Map<string, number>()
  const trying = <E extends ApplyDueRejection>(
    organizationId: string,
    work: Effect.Effect<unknown, E, BillingPorts>,
  ): Effect.Effect<void, never, BillingPorts> =>
    Effect.catchCause(Effect.asVoid(Effect.uninterruptible(work)), (cause) =>
      Effect.sync(
        () => void failures.set(organizationId, { organizationId, rejection: causeTag(cause), cause }),
      ),
    )
  for (;;) {
    // Failed and idle organizations stay listed, so the limit grows with them.
    const due = yield* store.due({ until: now, limit: BATCH + failures.size + idleAt.size })
    const pending = due.filter(
      ({ organizationId, at }) => !failures.has(organizationId) && idleAt.get(organizationId) !== at,
    )
    const stale = pending.filter(({ organizationId, at }) => doneAt.get(organizationId) === at)
    for (const { organizationId, at } of stale) {
      idleAt.set(organizationId, at)
      yield* trying(organizationId, enterDueAgain(organizationId))
    }
    if (stale.length > 0) continue
    const at = pending[0]?.at
    if (at === undefined) break
    // The clock of a process may have gone back: a step that is overdue for whoever drives the time is late.
    const presentAt = onInstant === undefined ? now : Math.max(at, onInstant(at))
    for (const { organizationId } of pending.filter((entry) => entry.at === at)) {
      doneAt.set(organizationId, at)
      const onEvents = (told: ReadonlyArray<BillingEvent>): void => {
        for (const billingEvent of told) billingEvents.push({ organizationId, billingEvent })
      }
      yield* trying(
        organizationId,
        applyDue({ organizationId }, { until: at, now: presentAt, catchUp, onEvents }),
      )
      // Whoever shares the event loop has a turn after each organization.
      yield* Effect.yieldNow
    }
  }
  return {
    organizations: Array.from(doneAt.keys()).filter((id) => !failures.has(id)).length,
    billingEvents: billingEvents.sort((a, b) => a.billingEvent.at - b.billingEvent.at),
    failures: Array.from(failures.values()),
  }
})
