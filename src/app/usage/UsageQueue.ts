// Requests to record usage of one organization that come in while one of them is under way in the same process. They wait,
// and are then committed together, so that their commits do not meet. A queue is no lock: other processes and other use
// cases commit beside it, and versions decide. GAP-164
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import type { BillingStore } from "../../ports/BillingStore.ts"
import type { UsageRequest } from "./UsageRequest.ts"

/** How many events a group has at most, unless one request alone has more. GAP-164 */
const GROUP_EVENTS_MAX = 100

/** The pauses between groups: where nobody else commits, and at most. GAP-165 */
const PAUSE_MILLIS = 2
const PAUSE_MILLIS_MAX = 20

/** The requests of one organization in one process. */
export interface UsageQueue {
  /** Adds a request; where nothing is under way it is called at once, to lead. */
  readonly join: (request: UsageRequest) => void
  /** The group that is called and has not begun. Its first request leads it. */
  readonly group: () => ReadonlyArray<UsageRequest>
  /** Begins the group that is called: nobody leaves it any more. */
  readonly begin: () => ReadonlyArray<UsageRequest>
  /** Ends the group that had begun, and calls the next one; what it left over comes first, unless it was given up. */
  readonly end: (left: ReadonlyArray<UsageRequest>) => void
  /**
   * The average wait before the next group in milliseconds, after one that left the account at this version. It is 0 where a
   * request was alone, and grows with the commits of others since the group before. GAP-165
   */
  readonly pauseAfter: (version: number) => number
  /** Takes back a request, and tells whether it still waited. Another one leads the group that it would have led. */
  readonly leave: (request: UsageRequest) => boolean
  /** Gives up a request that nobody waits for any more. It is not called again where its group leaves it over. */
  readonly giveUp: (request: UsageRequest) => void
}

const queues = new WeakMap<BillingStore["Service"], Map<string, UsageQueue>>()

/** The queue of an organization, for all that use the same store object. It is gone when it is empty. */
export const queueOf = (store: BillingStore["Service"], organizationId: string): UsageQueue => {
  const known = queues.get(store) ?? new Map<string, UsageQueue>()
  queues.set(store, known)
  const queue = known.get(organizationId) ?? makeQueue(() => known.delete(organizationId))
  known.set(organizationId, queue)
  return queue
}

const makeQueue = (onEmpty: () => void): UsageQueue => {
  let waiting: ReadonlyArray<UsageRequest> = []
  let group: ReadonlyArray<UsageRequest> = []
  let size = 0
  let isBusy = false
  let lastVersion: number | null = null
  const givenUp = new WeakSet<UsageRequest>()
  const call = (): void => {
    const count = groupSize(waiting)
    group = waiting.slice(0, count)
    waiting = waiting.slice(count)
    const [leader] = group
    isBusy = leader !== undefined
    if (leader === undefined) onEmpty()
    else Deferred.doneUnsafe(leader.turn, Effect.succeed(null))
  }
  const leave = (request: UsageRequest): boolean => {
    const [leader] = group
    const isThere = waiting.includes(request) || group.includes(request)
    waiting = waiting.filter((other) => other !== request)
    group = group.filter((other) => other !== request)
    if (leader === request) {
      waiting = [...group, ...waiting]
      call()
    }
    return isThere
  }
  return {
    join: (request) => {
      waiting = [...waiting, request]
      if (!isBusy) call()
    },
    group: () => group,
    begin: () => {
      const begun = group
      group = []
      size = begun.length
      return begun
    },
    end: (left) => {
      waiting = [...left.filter((request) => !givenUp.has(request)), ...waiting]
      call()
    },
    pauseAfter: (version) => {
      const others = lastVersion === null ? 0 : Math.max(0, version - lastVersion - 1)
      lastVersion = version
      return size + waiting.length === 1 ? 0 : Math.min(PAUSE_MILLIS * (1 + others), PAUSE_MILLIS_MAX)
    },
    leave,
    giveUp: (request) => {
      givenUp.add(request)
      leave(request)
    },
  }
}

/** How many of the requests that wait make the next group. */
const groupSize = (waiting: ReadonlyArray<UsageRequest>): number => {
  let events = 0
  const beyond = waiting.findIndex(({ command }) => {
    events += command.events.length
    return events > GROUP_EVENTS_MAX
  })
  return beyond === -1 ? waiting.length : Math.max(1, beyond)
}
