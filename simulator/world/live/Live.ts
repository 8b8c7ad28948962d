// The changes of a world, told to its watchers as they happen: only the topics, so that a watcher looks again. A slow
// watcher is told once of many changes. It lasts as long as its world: a reset, a restore or an import is a change. GAP-113
import * as Clock from "effect/Clock"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { BodyStream } from "../../../src/http/index.ts"

/** The topics of changes, in the order in which they are told. `records` is all billing data, `world` is everything. */
export const TOPICS = [
  "world",
  "clock",
  "records",
  "events",
  "deliveries",
  "otps",
  "requests",
  "faults",
  "assumptions",
  "snapshots",
] as const

/** Something that can change. */
export type Topic = (typeof TOPICS)[number]

/** Tells that something changed. */
export type Changed = (topic: Topic) => void

/** The most watchers of a world at a time. */
export const STREAMS_MAX = 20

/** The real time for which changes are gathered before they are told. */
export const TURN_MILLIS = 100

/** After how long without a change a watcher is told that the connection is alive, in real time. */
export const KEEP_ALIVE_MILLIS = 15_000

/** Those who watch a world. */
export interface Live {
  readonly changed: Changed
  /** A stream of server-sent events, `hello` first; null where too many watch already. */
  readonly watch: (hello: unknown) => BodyStream | null
  /** Ends what everybody reads. Who comes later watches as before. */
  readonly end: () => void
}

interface Watcher extends BodyStream {
  readonly tell: Changed
}

/** Nobody watches yet. `wall` is the real time. */
export const makeLive = (wall: Clock.Clock): Live => {
  const watchers = new Set<Watcher>()
  return {
    changed: (topic) => {
      for (const watcher of watchers) watcher.tell(topic)
    },
    watch: (hello) => {
      if (watchers.size >= STREAMS_MAX) return null
      const watcher = makeWatcher({ hello, wall, left: () => watchers.delete(watcher) })
      watchers.add(watcher)
      return watcher
    },
    end: () => {
      for (const watcher of [...watchers]) watcher.leave()
    },
  }
}

const makeWatcher = (options: {
  readonly hello: unknown
  readonly wall: Clock.Clock
  readonly left: () => void
}): Watcher => {
  const over = Deferred.makeUnsafe<null>()
  const pending = new Set<Topic>()
  let greeting: string | null = message("hello", options.hello)
  let wake = (): void => undefined

  const change = Effect.callback<void>((resume) => {
    if (pending.size > 0) return resume(Effect.void)
    wake = () => resume(Effect.void)
    return Effect.sync(() => {
      wake = () => undefined
    })
  })

  const news = Effect.gen(function* () {
    if (Option.isNone(yield* Effect.timeoutOption(change, KEEP_ALIVE_MILLIS))) return ": alive\n\n"
    // Other changes of the same moment are told together.
    yield* Effect.sleep(TURN_MILLIS)
    const topics = TOPICS.filter((topic) => pending.has(topic))
    pending.clear()
    return message("change", { topics })
  })

  const next = Effect.suspend(() => {
    if (Deferred.isDoneUnsafe(over)) return Effect.succeed(null)
    if (greeting === null) return Effect.raceFirst(Deferred.await(over), news)
    const first = greeting
    greeting = null
    return Effect.succeed(first)
  })

  return {
    tell: (topic) => {
      pending.add(topic)
      wake()
    },
    next: () => Effect.runPromise(Effect.provideService(next, Clock.Clock, options.wall)),
    leave: () => {
      Deferred.doneUnsafe(over, Effect.succeed(null))
      options.left()
    },
  }
}

/** An event as it is written to an event stream. */
const message = (event: string, data: unknown): string => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`
