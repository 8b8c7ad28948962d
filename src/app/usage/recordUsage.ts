// Recording usage, which issues an invoice where the threshold is exceeded (rule 3 of the specification). Requests of one
// organization that come in while one is under way are recorded together. GAP-164
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { BillingStore } from "../../ports/BillingStore.ts"
import { type ApplyDueRejection, applyDue, type BillingPorts } from "../execution/applyDue.ts"
import { startToCompletion } from "../execution/runToCompletion.ts"
import { about, useCase } from "../execution/useCase.ts"
import { recordTogether } from "./recordTogether.ts"
import { queueOf, type UsageQueue } from "./UsageQueue.ts"
import {
  eventIdsOf,
  makeRequest,
  type RecordedUsage,
  type RecordUsage,
  type RecordUsageFailure,
  type UsageRequest,
} from "./UsageRequest.ts"

/** How long a request waits for those before it, which may hang; then it goes on beside them. GAP-164 */
const WAIT_MILLIS_MAX = 5_000

/**
 * Records a batch, all of it or nothing. An invoice that it causes is charged before this answers. An interrupted call
 * is not recorded, unless its commit had begun.
 */
export const recordUsage = useCase("recordUsage")(function* (
  command: RecordUsage,
): Effect.fn.Return<RecordedUsage, RecordUsageFailure, BillingPorts> {
  const store = yield* BillingStore
  // Whoever joined the queue leaves it in any case, also when it is interrupted right then.
  return yield* Effect.uninterruptibleMask((restore) => {
    const queue = queueOf(store, command.organizationId)
    const own = makeRequest(command)
    queue.join(own)
    return Effect.onError(restore(answered(own, queue)), () => Effect.sync(() => queue.giveUp(own)))
  })
}, about)

const answered = Effect.fnUntraced(function* (
  own: UsageRequest,
  queue: UsageQueue,
): Effect.fn.Return<RecordedUsage, RecordUsageFailure, BillingPorts> {
  const turn = Deferred.await(own.turn)
  const isStuck =
    !Deferred.isDoneUnsafe(own.turn) && Option.isNone(yield* Effect.timeoutOption(turn, WAIT_MILLIS_MAX))
  const isAlone = isStuck && queue.leave(own)
  const told = isAlone ? null : yield* turn
  if (told !== null) return told
  yield* lead(own.command.organizationId, isAlone ? alone(own) : queue)
  return yield* Deferred.await(own.answer)
})

type Leading = Omit<UsageQueue, "join" | "leave" | "giveUp">

/** The group of a request that goes on beside its queue. */
const alone = (own: UsageRequest): Leading => ({
  group: () => [own],
  begin: () => [own],
  end: () => {},
  pauseAfter: () => 0,
})

/** Takes due steps, and begins with the group that is called. From then on an interruption stops nothing. */
const lead = Effect.fnUntraced(function* (
  organizationId: string,
  queue: Leading,
): Effect.fn.Return<void, ApplyDueRejection, BillingPorts> {
  const start = yield* applyDue({ organizationId, eventIds: eventIdsOf(queue.group()) })
  yield* Effect.uninterruptible(
    Effect.suspend(() => startToCompletion(recordTogether(queue.begin(), start, queue))),
  )
})
