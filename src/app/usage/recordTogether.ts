// Recording the usage of several requests in one commit: each is decided on what the ones before it left, as if it had come
// after them, and has its own answer or refusal. Models nothing of its own: one request alone is the common case.
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Random from "effect/Random"
import * as Result from "effect/Result"
import {
  type Account,
  type Change,
  followedBy,
  type InvoicesNotLoaded,
  type Rules,
  unchanged,
} from "../../core/billing/Account.ts"
import { recordUsage as decide, type RecordUsageRejection } from "../../core/billing/periods/Usage.ts"
import type { UsageEvent } from "../../core/usage/UsageEvent.ts"
import type { BillingPorts, UpToDate } from "../execution/applyDue.ts"
import { afterPassedSteps, chargeAll } from "../execution/decideAndCharge.ts"
import { type Committed, type Decision, decideAndCommit, type Loaded } from "../execution/decideAndCommit.ts"
import { currentRules } from "../execution/loadAccount.ts"
import { startToCompletion } from "../execution/runToCompletion.ts"
import { viewsIn } from "../invoices/invoiceViews.ts"
import type { UsageQueue } from "./UsageQueue.ts"
import {
  answerWith,
  eventIdsOf,
  type RecordedUsage,
  type RecordUsage,
  type RecordUsageFailure,
  type UsageRequest,
} from "./UsageRequest.ts"

/** What became of one request. */
type Outcome = Exit.Exit<Change, Loaded<RecordUsageRejection>>

/** A change for several requests, with what became of each. Those without an outcome are left for the next group. */
interface Together extends Change {
  readonly outcomes: ReadonlyArray<Outcome>
}

/**
 * Records the usage of these requests, answers them, and makes the charge that the last one caused. The queue goes on
 * as soon as they are committed or refused. Where other processes commit to the account as well it waits for as long as
 * they may need, because who has just committed would be the first again. GAP-164
 *
 * A fault of the store, or its being busy, is the answer of all of them. Run it to completion.
 */
export const recordTogether = (
  requests: ReadonlyArray<UsageRequest>,
  start: UpToDate,
  queue: GoingOn,
): Effect.Effect<void, never, BillingPorts> => {
  const deciding = afterPassedSteps(decisionOf(requests, start), start, decideAndCommit)
  const committing = Effect.onError(deciding, () => Effect.sync(() => queue.end([])))
  const recording = Effect.flatMap(answeringFailure(committing, requests), (committed) => {
    const done = requests.slice(0, committed.change.outcomes.length)
    return answeringFailure(answerEach(done, committed, { queue, left: requests.slice(done.length) }), done)
  })
  return Effect.ignoreCause(recording)
}

type GoingOn = Pick<UsageQueue, "end" | "pauseAfter">

/** Some work whose failure, of whatever kind, is the answer of all requests that have none by then. */
const answeringFailure = <A, R>(
  work: Effect.Effect<A, RecordUsageFailure, R>,
  requests: ReadonlyArray<UsageRequest>,
): Effect.Effect<A, RecordUsageFailure, R> =>
  Effect.onError(work, (cause) =>
    Effect.sync(() => {
      for (const request of requests) answerWith(request, Effect.failCause(cause))
    }),
  )

/** Answers requests that are committed or refused, the last one when its charge is made. */
const answerEach = Effect.fnUntraced(function* (
  requests: ReadonlyArray<UsageRequest>,
  committed: Committed<Together>,
  { queue, left }: { readonly queue: GoingOn; readonly left: ReadonlyArray<UsageRequest> },
): Effect.fn.Return<void, never, BillingPorts> {
  yield* goOn(queue, left, committed.after.version)
  const { outcomes, charges } = committed.change
  const rules = yield* currentRules
  for (const [index, request] of requests.entries()) {
    const isCharged = charges.length > 0 && index === outcomes.length - 1
    const account = isCharged ? (yield* chargeAll(committed, {})).account : null
    const outcome = outcomes[index] ?? Exit.interrupt()
    answerWith(
      request,
      Exit.map(outcome, (change) => answerOf(request.command, change, account ?? change.account, rules)),
    )
  }
})

/** Lets the next group begin, or first other processes that commit to the account as well. */
const goOn = (queue: GoingOn, left: ReadonlyArray<UsageRequest>, version: number): Effect.Effect<unknown> => {
  const millis = queue.pauseAfter(version)
  const end = Effect.sync(() => queue.end(left))
  if (millis === 0) return end
  const pause = Effect.flatMap(Random.nextBetween(0, 2 * millis), Effect.sleep)
  return startToCompletion(Effect.andThen(pause, end))
}

const decisionOf = (
  requests: ReadonlyArray<UsageRequest>,
  { loaded }: UpToDate,
): Decision<Loaded<RecordUsageRejection>, unknown, Together> => ({
  organizationId: loaded.value.organization.organizationId,
  eventIds: eventIdsOf(requests),
  decide: (account, now, rules, _, usageEvents) =>
    decideInTurn(
      account,
      { commands: requests.map(({ command }) => command), known: usageEvents, now },
      rules,
    ),
})

/**
 * Decides on these commands, each on what the ones before it left. It ends at the first one with a charge, because what
 * comes after it is to be decided when the gateway has been asked, or at least not before.
 */
const decideInTurn = (
  account: Account,
  asked: {
    readonly commands: ReadonlyArray<RecordUsage>
    readonly known: ReadonlyArray<UsageEvent>
    readonly now: number
  },
  rules: Rules,
): Result.Result<Together, InvoicesNotLoaded> => {
  const { commands, known, now } = asked
  const recorded = new Map(known.map((event) => [event.eventId, event]))
  const outcomes: Array<Outcome> = []
  let change = unchanged(account)
  for (const { events } of commands) {
    const decided = attempt(() => {
      const before = events.flatMap(({ eventId }) => recorded.get(eventId) ?? [])
      return decide(change.account, { events: timed(events, recorded, now), known: before, now }, rules)
    })
    if (Result.isFailure(decided)) {
      outcomes.push(Exit.die(decided.failure))
      continue
    }
    const result = decided.success
    if (Result.isFailure(result)) {
      const { failure } = result
      if (failure._tag === "InvoicesNotLoaded") return Result.fail(failure)
      outcomes.push(Exit.fail(failure))
      continue
    }
    change = followedBy(change, result.success)
    outcomes.push(Exit.succeed(result.success))
    for (const event of result.success.usageEvents) recorded.set(event.eventId, event)
    if (change.charges.length > 0) break
  }
  return Result.succeed({ ...change, outcomes })
}

/** What a decision gives, or the bug that it ends with, which is that of its own request alone. */
const attempt = <A>(decision: () => A): Result.Result<A, unknown> =>
  Result.try({ try: decision, catch: (bug) => bug })

/** Gives events without a time that of the recorded event with the same id, or else now. */
const timed = (
  events: RecordUsage["events"],
  recorded: ReadonlyMap<string, UsageEvent>,
  now: number,
): ReadonlyArray<UsageEvent> =>
  events.map((event) => ({
    ...event,
    occurredAt: event.occurredAt ?? recorded.get(event.eventId)?.occurredAt ?? now,
  }))

const answerOf = ({ events }: RecordUsage, change: Change, account: Account, rules: Rules): RecordedUsage => {
  const accepted = change.usageEvents.length
  const issued = new Set(
    change.billingEvents.flatMap((told) => (told.type === "invoice.issued" ? [told.invoice.invoiceId] : [])),
  )
  return {
    accepted,
    duplicates: events.length - accepted,
    invoices: viewsIn(
      account,
      account.invoices.filter((invoice) => issued.has(invoice.invoiceId)),
      rules,
    ),
  }
}
