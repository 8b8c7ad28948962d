// The billing engine: takes the due steps of all organizations, in time order. It looks only at what is due, a batch at a
// time, so its cost grows with the work and not with the number of organizations.
import type * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { BillingEvent } from "../../core/billing/Account.ts"
import { BillingStore } from "../../ports/BillingStore.ts"
import { type ApplyDueRejection, applyDue, type BillingPorts } from "../execution/applyDue.ts"
import { useCase } from "../execution/useCase.ts"
import { causeTag } from "./causeTag.ts"
import { checkWhole, checkWithin } from "./checkWhole.ts"
import { type DueOrganization, makeDueQueue } from "./DueQueue.ts"
import { enterDueAgain } from "./enterDueAgain.ts"

/** An organization that could not be brought up to date. */
export interface DueFailure {
  readonly organizationId: string
  /** `Defect` is a bug in the rules or an adapter, or a broken record. */
  readonly rejection: ApplyDueRejection["_tag"] | "Defect"
  readonly cause: Cause.Cause<ApplyDueRejection>
}

/** An event of a run, and the organization where it happened. */
export interface DueEvent {
  readonly organizationId: string
  readonly billingEvent: BillingEvent
}

/** The result of a run: how many organizations it brought up to date, their events, and the failures. */
export interface DueRun {
  readonly organizations: number
  /** In time order; none where `onEvent` got them. */
  readonly billingEvents: ReadonlyArray<DueEvent>
  readonly failures: ReadonlyArray<DueFailure>
  /** Whether it came to its end; false where `withinMillis` ended it before. */
  readonly isComplete: boolean
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
  /**
   * How many organizations are under way at once, each of them in order: a whole number from 1 to 1,000, by default 16.
   * With `onInstant` it is one after the other, so that what a driven clock brings about comes in the same order each time.
   */
  readonly concurrency?: number
  /**
   * Gets each event in place of the result, so that a long run needs no more memory than a short one. The events of an
   * organization come when its steps are taken and its charges are made. Where it throws, the organization is a failure,
   * although all of that is done.
   */
  readonly onEvent?: (told: DueEvent) => void
  /**
   * For how long it takes further organizations, in milliseconds: from 1 to a day, and by default without an end. Then it
   * finishes those under way, of which each may wait for a charge, and leaves the rest due.
   */
  readonly withinMillis?: number
}

/** How many due organizations one look lists, and at least how many for each that may be under way. */
const BATCH = 100
const BATCH_EACH = 8

const CONCURRENCY = 16
/** The most organizations that may be under way at once. */
export const CONCURRENCY_MAX = 1_000

/** A run that goes on. */
interface Run {
  readonly now: number
  readonly options: RunDueOptions
  /** The present of the steps. */
  presentAt: number
  readonly batch: number
  readonly queue: ReturnType<typeof makeDueQueue>
  readonly doneAt: Map<string, number>
  /** The entries that were corrected once: an organization that is listed under the same entry again has nothing to do. */
  readonly idleAt: Map<string, number>
  readonly failures: Map<string, DueFailure>
  /** The events of each turn of an organization, in the order in which the turns began. */
  readonly told: Array<ReadonlyArray<DueEvent>>
}

/**
 * Takes every step that is due up to `now`, in time order over all organizations, of which several are under way at once,
 * each of them in order. An organization that fails is recorded and stops no other; it stays due, and the next run tries it
 * again. An interrupted run finishes the organizations that are under way. It dies of an option that is out of range.
 */
export const runDue = useCase("runDue")(function* (
  now: number,
  options: RunDueOptions = {},
): Effect.fn.Return<DueRun, never, BillingPorts> {
  const { withinMillis } = options
  const concurrency = concurrencyOf(options)
  checkWithin(withinMillis)
  const run: Run = {
    now,
    options,
    presentAt: now,
    batch: Math.max(BATCH, BATCH_EACH * concurrency),
    queue: makeDueQueue(),
    doneAt: new Map(),
    idleAt: new Map(),
    failures: new Map(),
    told: [],
  }
  const steps = takeSteps(run, concurrency)
  const ended = withinMillis === undefined ? Effect.asSome(steps) : Effect.timeoutOption(steps, withinMillis)
  const isComplete = Option.isSome(yield* ended)
  const { doneAt, failures, told } = run
  return {
    organizations: Array.from(doneAt.keys()).filter((id) => !failures.has(id)).length,
    billingEvents: told.flat().sort((a, b) => a.billingEvent.at - b.billingEvent.at),
    failures: Array.from(failures.values()),
    isComplete,
  }
})

/** Takes what is due until nothing is. Where it is interrupted, it finishes the organizations that are under way. */
const takeSteps = Effect.fnUntraced(function* (
  run: Run,
  concurrency: number,
): Effect.fn.Return<void, never, BillingPorts> {
  const workers = Array.from({ length: concurrency }, () => work(run))
  while (yield* look(run)) yield* Effect.all(workers, { concurrency, discard: true })
})

const concurrencyOf = ({ onInstant, concurrency = CONCURRENCY }: RunDueOptions): number => {
  checkWhole("concurrency", concurrency, CONCURRENCY_MAX)
  return onInstant === undefined ? concurrency : 1
}

/** Looks at a batch of what is due, and tells whether anything is to be done. */
const look = Effect.fnUntraced(function* (run: Run): Effect.fn.Return<boolean, never, BillingPorts> {
  const { now, queue, doneAt, idleAt, failures } = run
  // Failed and idle organizations stay listed, so the limit grows with them.
  const limit = run.batch + failures.size + idleAt.size
  const due = yield* (yield* BillingStore).due({ until: now, limit })
  const pending = due.filter(
    ({ organizationId, at }) => !failures.has(organizationId) && idleAt.get(organizationId) !== at,
  )
  const stale = pending.filter(({ organizationId, at }) => doneAt.get(organizationId) === at)
  for (const { organizationId, at } of stale) {
    idleAt.set(organizationId, at)
    yield* trying(run, organizationId, enterDueAgain(organizationId))
  }
  const [first] = pending
  if (stale.length > 0 || first === undefined) return first !== undefined
  const { onInstant } = run.options
  if (onInstant === undefined) {
    queue.fill(pending, due.length < limit ? now + 1 : (due.at(-1)?.at ?? now))
    return true
  }
  const { at } = first
  // Others act at the instant that a driven clock shows. What they cause may fall due before the next one listed.
  queue.fill(
    pending.filter((entry) => entry.at === at),
    at,
  )
  // The clock of a process may have gone back: a step that is overdue for whoever drives the time is late.
  run.presentAt = Math.max(at, onInstant(at))
  return true
})

/** Brings one organization after the other up to date, until none waits. */
const work = Effect.fnUntraced(function* (run: Run): Effect.fn.Return<void, never, BillingPorts> {
  for (let next = run.queue.take(); next !== undefined; next = run.queue.take()) {
    yield* trying(run, next.organizationId, bringUpToDate(run, next))
    // Whoever shares the event loop has a turn after each organization.
    yield* Effect.yieldNow
  }
})

/** Takes the steps of an organization at an instant. Where it is due again by the end of the run, it waits for that. */
const bringUpToDate = Effect.fnUntraced(function* (
  { presentAt, options, queue, doneAt, told }: Run,
  { organizationId, at, loaded }: DueOrganization,
): Effect.fn.Return<void, ApplyDueRejection, BillingPorts> {
  const { onEvent, catchUp = false } = options
  const own: Array<DueEvent> = []
  if (onEvent === undefined) told.push(own)
  const onEvents = (events: ReadonlyArray<BillingEvent>): void => {
    for (const billingEvent of events) own.push({ organizationId, billingEvent })
  }
  doneAt.set(organizationId, at)
  const steps = applyDue({ organizationId }, { until: at, now: presentAt, loaded, catchUp, onEvents })
  const { due, loaded: after } = yield* onEvent === undefined
    ? steps
    : Effect.ensuring(
        steps,
        Effect.sync(() => own.forEach(onEvent)),
      )
  if (due !== null) queue.enter({ organizationId, at: due.at, loaded: after })
})

/** Does something for an organization to its end, and records where it fails. */
const trying = <E extends ApplyDueRejection>(
  { failures }: Run,
  organizationId: string,
  task: Effect.Effect<unknown, E, BillingPorts>,
): Effect.Effect<void, never, BillingPorts> =>
  Effect.catchCause(Effect.asVoid(Effect.uninterruptible(task)), (cause) =>
    Effect.sync(
      () => void failures.set(organizationId, { organizationId, rejection: causeTag(cause), cause }),
    ),
  )
