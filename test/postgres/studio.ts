// A service over PostgreSQL with one organization that subscribed, whose charges are in the database too.
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as References from "effect/References"
import { makeScriptedGateway } from "../../simulator/adapters/gateway/ScriptedGateway.ts"
import type { StudioPorts } from "../../src/http/answer.ts"
import { PaymentGateway } from "../../src/index.ts"
import type { PostgresClient } from "../../src/postgres/index.ts"
import { auditEngines } from "../scale/engine/audit.ts"
import { makeTableGateway } from "../scale/engine/gateway.ts"
import { makeClockAt } from "../support/clockAt.ts"
import { serverOnPostgres, type TestHost } from "../support/hosts.ts"
import { beginning, seeded, subscribe } from "../support/simulator.ts"
import { EMPTY, type Server } from "./server.ts"

/** The paths of the organization. */
export const own = `/studio/organizations/${seeded.organizationId}`

/** When the first cycle is over. */
export const boundary = Date.parse("2026-02-28T00:00:00.000Z")

/** A service of one process. */
export interface Studio extends TestHost {
  readonly token: () => Promise<string>
  readonly run: <A, E>(effect: Effect.Effect<A, E, StudioPorts>) => Promise<A>
  readonly setNow: (at: number) => void
  readonly now: () => number
  /** When the first organization may be claimed. */
  readonly nextFreeAt: () => Promise<number>
  /** What is wrong with all that is stored, and how many charges there are. */
  readonly audit: () => ReturnType<typeof auditEngines>
}

/** A service over an empty database, by a client of it; `charges` is its gateway's table. */
export const openStudio = async (
  server: Server,
  client: PostgresClient,
  chargeMillis = 0,
): Promise<Studio> => {
  await server.pool.query(EMPTY)
  await server.pool.query("TRUNCATE charges")
  let time = Date.parse(beginning)
  const now = (): number => time
  const timers = makeClockAt(now)
  // It stands still but for those who sleep.
  const clock: Clock.Clock = {
    ...timers,
    sleep: (duration) =>
      Effect.suspend(() => {
        const until = time + Duration.toMillis(duration)
        return Effect.andThen(
          timers.sleep(duration),
          Effect.sync(() => {
            time = Math.max(time, until)
          }),
        )
      }),
  }
  const { gateway } = makeScriptedGateway()
  const charged = makeTableGateway(server.pool, { millis: chargeMillis, now })
  const around = Context.make(PaymentGateway, { ...charged, tokenize: gateway.tokenize }).pipe(
    Context.add(Clock.Clock, clock),
    // What goes wrong is meant to.
    Context.add(References.MinimumLogLevel, "None"),
  )
  let ports: Layer.Layer<StudioPorts> | null = null
  const observe = (given: Layer.Layer<StudioPorts>) => {
    ports = Layer.merge(given, Layer.succeedContext(around))
    return ports
  }
  const host = await serverOnPostgres(client, { observe, onDefect: () => undefined })
  await subscribe(host, await host.token())
  return {
    ...host,
    run: (effect) => {
      if (ports === null) throw new Error("The service has no ports")
      return Effect.runPromise(Effect.provide(effect, ports))
    },
    setNow: (at) => {
      time = at
    },
    now,
    nextFreeAt: async () => {
      const { rows } = await server.pool.query("SELECT min(free_at)::float8 AS first FROM studio_billing.due")
      return rows[0]?.first ?? Number.POSITIVE_INFINITY
    },
    audit: () => auditEngines(server.pool, time),
  }
}
