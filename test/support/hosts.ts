// What serves the contract in a test: a world of the simulator, or a server of one's own over a store in memory or in SQLite.
// Each has the calls of the control plane that the tests need. A server has them from here, over the same ports.
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { type Database, openDatabase } from "../../docs/examples/sqlite/Database.ts"
import { makeSqliteBillingStore } from "../../docs/examples/sqlite/SqliteBillingStore.ts"
import { makeSqliteRateLimitStore } from "../../docs/examples/sqlite/SqliteRateLimitStore.ts"
import { makeScriptedGateway } from "../../simulator/adapters/gateway/ScriptedGateway.ts"
import type { BillingState } from "../../simulator/adapters/memory/BillingState.ts"
import { makeMemoryBillingStore } from "../../simulator/adapters/memory/MemoryBillingStore.ts"
import { makeMemoryIdSource } from "../../simulator/adapters/memory/MemoryIdSource.ts"
import { makeMemoryOtpSender } from "../../simulator/adapters/security/MemoryOtpSender.ts"
import { defaultSeed } from "../../simulator/adapters/seed/defaultSeed.ts"
import { commitOfSeed } from "../../simulator/adapters/seed/Seed.ts"
import type { ControlledWorld } from "../../simulator/control/ControlledWorld.ts"
import { controlRoutes } from "../../simulator/control/controlRoutes.ts"
import { corsOf } from "../../simulator/server/cors.ts"
import { makeWorldDispatcher } from "../../simulator/server/worldDispatcher.ts"
import { makeWorldClock } from "../../simulator/world/clock.ts"
import { documentOf } from "../../simulator/world/state/stateDocument.ts"
import { makeWorlds } from "../../simulator/world/Worlds.ts"
import type { StudioPorts } from "../../src/http/answer.ts"
import { type Defect, type Dispatcher, makeDispatcher } from "../../src/http/dispatcher.ts"
import { type Fetch, makeFetch } from "../../src/http/makeFetch.ts"
import { makeSecrets } from "../../src/http/node/makeSecrets.ts"
import { makeMemoryRateLimitStore, makeRateLimit } from "../../src/http/rateLimit.ts"
import { makeStudioServer } from "../../src/http/server/makeStudioServer.ts"
import type { Answered } from "../../src/http/server/withAnswerLog.ts"
import { makeJwtTokenIssuer } from "../../src/http/tokens/JwtTokenIssuer.ts"
import { makeSigningKeys, type SigningKeys } from "../../src/http/tokens/SigningKeys.ts"
import {
  type Access,
  BillingStore,
  type Commit,
  CurrentBillingPolicy,
  defaultPolicy,
  IdSource,
  OtpSender,
  PaymentGateway,
  type RateLimitStore,
  Secrets,
  TokenIssuer,
} from "../../src/index.ts"
import { makePostgresBillingStore, type PostgresClient } from "../../src/postgres/index.ts"
import { beginning, type Client, makeClient, makeTestWorld } from "./simulator.ts"

/** Something that serves the contract, and the calls of the control plane that tests need. */
export interface TestHost extends Client {
  readonly dispatcher: Dispatcher
  readonly fetch: Fetch
  /** All that it stores, as a text; without what goes out by itself. */
  readonly stored: () => string
  /** Lets go of the ports of a server of one's own. */
  readonly close?: () => Promise<void>
}

/** How a host is made. */
export interface HostOptions {
  readonly keys?: SigningKeys
  readonly hashKey?: Uint8Array
  readonly onDefect?: (defect: Defect) => void
  /** Told of each answer of a server of one's own. */
  readonly onAnswer?: (answered: Answered) => void
  /** The calls a minute of a caller; not counted unless it is given. */
  readonly rateLimit?: number
  /** The world of its tokens. */
  readonly name?: string
  /** Draws ids from it, the same each time; at random without it. */
  readonly idSeed?: string
  /** Observes the ports of a server of one's own. */
  readonly observe?: (ports: Layer.Layer<StudioPorts>) => Layer.Layer<StudioPorts>
}

type Store = BillingStore["Service"]

/** A store, and what the control calls and the tests see of it. */
interface Stored {
  readonly store: Store
  readonly limits: RateLimitStore["Service"]
  readonly state: Pick<BillingState, "organizations" | "users" | "organizationOfInvoice">
  readonly stored: () => string
}

const URL = "http://localhost"

// One for all hosts of a file: making an RSA key takes a while.
const sharedKeys = makeSigningKeys()

/** A world of the simulator whose clock stands. Requests may name a world: it is this one. */
export const simulatorHost = ({ idSeed: seed, onAnswer: _, ...options }: HostOptions = {}): TestHost => {
  const world = makeTestWorld({
    ...options,
    ...(seed !== undefined && { ids: makeMemoryIdSource({ seed }) }),
  })
  const dispatcher = makeWorldDispatcher({
    worlds: makeWorlds({ make: () => world }),
    mayBegin: () => null,
    cors: corsOf(),
  })
  const stored = () => shown(documentOf(world.present(), { secrets: true }))
  return { ...world, dispatcher, fetch: makeFetch(dispatcher, URL), stored }
}

const inMemory = (): Stored => {
  const { store, state } = makeMemoryBillingStore()
  return { store, limits: makeMemoryRateLimitStore(), state, stored: () => shown(state.snapshot()) }
}

const inSqlite =
  (path = ":memory:") =>
  (): Stored => {
    const database = openDatabase(path)
    const records = <A>(table: string): ReadonlyArray<A> =>
      database
        .all<{ readonly doc: string }>(`SELECT doc FROM ${table} ORDER BY rowid`)
        .map(({ doc }) => JSON.parse(doc))
    return {
      store: makeSqliteBillingStore(database),
      limits: makeSqliteRateLimitStore(database),
      state: {
        organizations: () => records<Access.Organization>("organizations"),
        users: () => records<Access.User>("users"),
        organizationOfInvoice: (invoiceId) =>
          database.first<{ readonly id: string }>(
            "SELECT organization_id AS id FROM invoices WHERE invoice_id = :invoiceId",
            { invoiceId },
          )?.id ?? null,
      },
      stored: () => JSON.stringify(rowsOf(database)),
    }
  }

const rowsOf = (database: Database) =>
  database
    .all<{ readonly name: string }>(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'",
    )
    .filter(({ name }) => name !== "outbox")
    .map(({ name }) => [name, database.all(`SELECT * FROM ${name}`)])

/** What is made as it is read is written out. */
const shown = (value: unknown): string =>
  JSON.stringify(value, (name, member) => {
    if (name === "outbox" || name === "events") return undefined
    return typeof member?.next === "function" ? [...member] : member
  })

const noDefect = ({ cause }: Defect): void => {
  throw cause
}

/** Puts the seed of the simulator into a store. */
const seeding = (store: Store) =>
  Effect.flatMap(Effect.fromResult(commitOfSeed(defaultSeed, Date.parse(beginning))), store.commit)

/** A server of one's own with the seed of the simulator, whose clock stands. */
const serverOver =
  (makeStore: () => Stored) =>
  (options: HostOptions = {}): TestHost => {
    const stored = makeStore()
    // Another process on the same file may have done it.
    Effect.runSync(Effect.exit(seeding(stored.store)))
    return serverOn(stored, options)
  }

/** A server over what was seeded already. */
const serverOn = ({ store, limits, state, stored }: Stored, options: HostOptions): TestHost => {
  const {
    keys = sharedKeys,
    hashKey,
    onDefect = noDefect,
    onAnswer,
    rateLimit: perMinute,
    name = "one",
    idSeed: seed,
    observe = (layer) => layer,
  } = options
  const now = Date.parse(beginning)
  const clock = makeWorldClock({ now, mode: "manual" })
  const { sender, inbox } = makeMemoryOtpSender()
  const charged = makeScriptedGateway()
  const claims = { world: name }
  const { issuer } = makeJwtTokenIssuer({ keys, issuer: "studio-simulator", audience: "studio", claims })
  const ports = Context.make(BillingStore, store).pipe(
    Context.add(Clock.Clock, clock.clock),
    Context.add(CurrentBillingPolicy, defaultPolicy),
    Context.add(IdSource, makeMemoryIdSource(seed === undefined ? {} : { seed })),
    Context.add(OtpSender, sender),
    Context.add(PaymentGateway, charged.gateway),
    Context.add(Secrets, makeSecrets(hashKey)),
    Context.add(TokenIssuer, issuer),
  )
  const server = makeStudioServer({
    ports: observe(Layer.succeedContext(ports)),
    keys,
    onDefect,
    ...(onAnswer !== undefined && { onAnswer }),
    ...(perMinute !== undefined && { rateLimit: makeRateLimit({ perMinute, store: limits }) }),
  })
  const engine = { inTurn: <A>(run: A) => run }
  const webhooks = { published: Effect.void }
  const goingOn = () => ({ store, now: clock.now() })
  const members = { name, clock, state, charged, inbox, engine, webhooks, goingOn, ending: Effect.never }
  const controlled = members as unknown as ControlledWorld
  const control = makeDispatcher({ routes: controlRoutes(controlled, () => null), onDefect })
  const dispatcher: Dispatcher = (request) =>
    request.url.startsWith("/_simulator/")
      ? Effect.provideContext(control(request), ports)
      : server.dispatcher(request)
  const fetch = makeFetch(dispatcher, URL)
  return { ...makeClient(fetch, URL), dispatcher, fetch, stored, close: server.close }
}

/** Servers of one's own, by what they are over. */
export const servers = [
  ["a server over memory", serverOver(inMemory)],
  ["a server over SQLite", serverOver(inSqlite())],
] as const

/** A server over PostgreSQL, whose store is empty. A memory follows each commit, for the calls of the control plane. */
export const serverOnPostgres = async (client: PostgresClient, options: HostOptions): Promise<TestHost> => {
  const postgres = makePostgresBillingStore(client)
  const memory = inMemory()
  const follow = (commit: Commit) => Effect.orDie(memory.store.commit({ ...commit, expects: [] }))
  const store: Store = {
    ...postgres,
    commit: (commit) => Effect.tap(postgres.commit(commit), () => follow(commit)),
  }
  await Effect.runPromise(Effect.orDie(seeding(store)))
  return serverOn({ ...memory, store }, options)
}

/** A server on a SQLite file, as one of several processes. */
export const serverOnFile = (path: string) => serverOver(inSqlite(path))

/** All that serve the contract, by their names. */
export const hosts = [["the simulator", simulatorHost], ...servers] as const
