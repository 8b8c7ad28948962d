// A process with an engine over PostgreSQL, inside a test: its own connections, its own clock.
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as References from "effect/References"
import { makeMemoryIdSource } from "../../simulator/adapters/memory/MemoryIdSource.ts"
import { runEngine } from "../../src/engine/index.ts"
import { BillingStore, IdSource, PaymentGateway } from "../../src/index.ts"
import { fromPg, makePostgresBillingStore } from "../../src/postgres/index.ts"
import { makeTableGateway } from "../scale/engine/gateway.ts"
import { commitsOf } from "../scale/engine/world.ts"
import { makeClockAt } from "../support/clockAt.ts"
import { EMPTY, type Server } from "./server.ts"

/** How long one organization may take. A claim lasts a minute longer. */
export const TURN_MILLIS = 20_000

/** Empties a database, and makes organizations whose cycles end at one instant. */
export const makeOrganizations = async (server: Server, count: number): Promise<void> => {
  await server.pool.query(EMPTY)
  await server.pool.query("TRUNCATE charges")
  const { commit } = makePostgresBillingStore(fromPg(server.pool))
  const commits = await commitsOf(count)
  await Effect.runPromise(Effect.forEach(commits, commit, { concurrency: 8, discard: true }))
}

/** Knows whether an engine is at work: it is not where it found nothing to claim, time and again, and does nothing. */
const watched = () => {
  let [active, emptyClaims] = [0, 0]
  const doing = <A, E, R>(call: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.suspend(() => {
      active += 1
      emptyClaims = 0
      return Effect.ensuring(
        call,
        Effect.sync(() => {
          active -= 1
        }),
      )
    })
  const claiming = <A extends ReadonlyArray<unknown>, E, R>(
    claim: Effect.Effect<A, E, R>,
  ): Effect.Effect<A, E, R> =>
    Effect.tap(claim, (claimed) =>
      Effect.sync(() => {
        emptyClaims = claimed.length === 0 && active === 0 ? emptyClaims + 1 : 0
      }),
    )
  return { doing, claiming, isIdle: (): boolean => emptyClaims >= 5 }
}

type Engine = Pick<ReturnType<typeof startEngine>, "isIdle">

/** Starts an engine by a clock; `charging` comes before each charge of its gateway, and `answering` before its answer. */
export const startEngine = (
  server: Server,
  options: {
    readonly now: () => number
    readonly charging?: Effect.Effect<void>
    readonly answering?: Effect.Effect<void>
  },
) => {
  const { now, charging = Effect.void, answering = Effect.void } = options
  const pool = server.connect()
  const gateway = makeTableGateway(server.pool, { millis: 0, now })
  const work = watched()
  const store = makePostgresBillingStore(fromPg(pool))
  const ports = Context.make(BillingStore, {
    ...store,
    claimDue: (...asked) => work.claiming(store.claimDue(...asked)),
    commit: (commit) => work.doing(store.commit(commit)),
  }).pipe(
    Context.add(IdSource, makeMemoryIdSource()),
    Context.add(PaymentGateway, {
      ...gateway,
      charge: (charge) =>
        work.doing(
          Effect.andThen(
            charging,
            Effect.tap(gateway.charge(charge), () => answering),
          ),
        ),
      lookup: (charge) => work.doing(gateway.lookup(charge)),
    }),
    Context.add(Clock.Clock, makeClockAt(now)),
    Context.add(References.MinimumLogLevel, "None"),
  )
  const engine = runEngine({ everyMillis: 5, backoffMillis: 5, turnMillis: TURN_MILLIS })
  const fiber = Effect.runFork(Effect.provideContext(engine, ports))
  return {
    isIdle: work.isIdle,
    /** Does something as a caller of the same process. */
    run: <A, E>(work: Effect.Effect<A, E, BillingStore | IdSource | PaymentGateway>): Promise<A> =>
      Effect.runPromise(Effect.provideContext(work, ports)),
    stop: async () => {
      await Effect.runPromise(Fiber.interrupt(fiber))
      await pool.end()
    },
  }
}

/** When the first organization may be claimed. */
const nextFreeAt = async (server: Server): Promise<number> => {
  const { rows } = await server.pool.query("SELECT min(free_at)::float8 AS first FROM studio_billing.due")
  return rows[0]?.first ?? Number.POSITIVE_INFINITY
}

/** A clock that engines share. It passes to what is due next, when a test says so. */
export const makeTime = (startAt: number) => {
  let [startedAt, ahead] = [performance.now(), 0]
  const now = (): number => startAt + ahead + Math.round(performance.now() - startedAt)
  return {
    now,
    moveTo: (at: number): void => {
      startedAt = performance.now()
      ahead = Math.max(now(), at) - startAt
    },
  }
}

/**
 * Lets engines work, and time pass whenever none of them is at work, until something is so. What an engine claimed before
 * its server went is free when the claim ends. A clock that jumped between a commit and its charge would keep the charge
 * from being made.
 */
export const until = async (
  {
    server,
    time,
    engines,
  }: { server: Server; time: ReturnType<typeof makeTime>; engines: ReadonlyArray<Engine> },
  isSo: () => Promise<boolean>,
): Promise<void> => {
  while (!(await whileAway(server, isSo(), false))) {
    const freeAt = await whileAway(server, nextFreeAt(server), time.now())
    if (engines.every(({ isIdle }) => isIdle())) time.moveTo(freeAt)
  }
}

/** Lets engines work, and time pass, until nothing is due for a day. */
export const untilDone = (scene: Parameters<typeof until>[0]): Promise<void> =>
  until(scene, async () => (await nextFreeAt(scene.server)) > scene.time.now() + DAY)

/** What is asked of a server that may be away just now; a test that is over asks no more. */
export const whileAway = <A>(server: Server, asked: Promise<A>, otherwise: A): Promise<A> =>
  asked.catch((fault) => {
    if (server.pool.ending) throw fault
    return otherwise
  })

const DAY = 86_400_000
