// A world: records, gateway, inbox and clock of its own, and the routes that lead to them. Worlds share nothing but the
// keys that tokens are signed with. Its services are provided once, when an era of it begins (at first, and with each
// reset or restore), and never by a request.
import { randomBytes } from "node:crypto"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { type ApiError, apiError, refusalOf } from "../src/api/index.ts"
import {
  authenticate,
  BillingStore,
  IdSource,
  OtpSender,
  PaymentGateway,
  Secrets,
  TokenIssuer,
  type WebhookSender,
} from "../src/index.ts"
import { makeNodeWebhookSender } from "../src/webhooks/index.ts"
import { makeWorldClock, type WorldClock, wallClock } from "./clock.ts"
import type { Audit, ControlledWorld } from "./control/ControlledWorld.ts"
import { controlRoutes } from "./control/controlRoutes.ts"
import type { Guard } from "./control/guard.ts"
import { type Engine, makeEngine } from "./engine.ts"
import { makeGatewayMemory, makeScriptedGateway } from "./gateway/ScriptedGateway.ts"
import { makeAnswerOnce } from "./http/answerOnce.ts"
import { contractRoutes } from "./http/contractRoutes.ts"
import { type Defect, type Dispatcher, makeDispatcher } from "./http/dispatcher.ts"
import type { Route } from "./http/exchange.ts"
import { makeHandlers } from "./http/handlers.ts"
import { makeRateLimit } from "./http/rateLimit.ts"
import { makeMemoryBillingStore } from "./memory/MemoryBillingStore.ts"
import { makeMemoryIdSource } from "./memory/MemoryIdSource.ts"
import { makeRequestLog, type RequestLog } from "./requests/RequestLog.ts"
import { makeJwtTokenIssuer } from "./security/JwtTokenIssuer.ts"
import { makeMemoryOtpSender } from "./security/MemoryOtpSender.ts"
import { HASH_KEY_BYTES, makeMemorySecrets } from "./security/MemorySecrets.ts"
import type { SigningKeys } from "./security/SigningKeys.ts"
import { commitOfSeed, type Seed } from "./seed/Seed.ts"
import type { Moment } from "./state/Moment.ts"
import { makeSnapshots } from "./state/Snapshots.ts"
import { noWebhooks } from "./webhooks/MemoryWebhookStore.ts"
import { allowedReceivers } from "./webhooks/receivers.ts"
import { makeWebhooks, type Webhooks, wakingStore } from "./webhooks/Webhooks.ts"

/** A world that answers requests. */
export interface World {
  readonly dispatcher: Dispatcher
  /** Its time. To move it does nothing else. */
  readonly clock: Pick<WorldClock, "now" | "moveTo">
  /**
   * Back to the seed, clock and all, with an empty log. Access tokens of users that the seed has stay valid. Requests
   * that run go on in what was before, and leave no trace in what is after.
   */
  readonly reset: () => void
  /** All that it holds now. */
  readonly present: () => Moment
  /** The key under which its codes and refresh tokens are hashed. Secret. */
  readonly hashKey: Uint8Array
  /** Does what is due now, for a clock that flows. It never fails, and nothing happens while a run is going on. */
  readonly tick: Effect.Effect<void>
  /** Ends what runs in its background. */
  readonly stop: () => Promise<void>
}

/** What a world is made of. */
export interface WorldOptions {
  /** Tokens are valid in the world of this name only. */
  readonly name: string
  readonly seed: Seed
  /** Where its clock begins; null means the real time. */
  readonly now: number | null
  readonly clock: "real" | "manual"
  readonly keys: SigningKeys
  /** The key of its codes and refresh tokens; a new one unless a stored one is given. */
  readonly hashKey?: Uint8Array | undefined
  /** What it holds in place of its seed. */
  readonly moment?: Moment | undefined
  readonly guard: Guard
  /** What is at every world's paths and in none of them. */
  readonly routes: ReadonlyArray<Route>
  readonly corsOrigin?: string | undefined
  /** How many calls a minute a caller or an address may make; as many as it likes where there is none. */
  readonly rateLimit?: number | undefined
  /** Where the ids come from that no rule derives; they are random unless it says otherwise. */
  readonly ids?: IdSource["Service"] | undefined
  readonly onDefect: (defect: Defect) => void
  /** The hosts beside loopback to which its webhooks may go. */
  readonly webhookAllow?: ReadonlyArray<string> | undefined
  /** The real time, which its webhooks go by. */
  readonly wall?: Clock.Clock | undefined
  /** What an import is judged by beside its form; nothing unless it is given. */
  readonly audit?: Audit | undefined
  /** Writes every world to the file that keeps them; without one there is no such file. */
  readonly save?: Effect.Effect<void, ApiError> | undefined
}

/** A world as its seed has it, or its `moment`. Throws when the seed is none. */
export const makeWorld = (options: WorldOptions): World => {
  const { audit = () => [], save = Effect.fail(apiError("state.file_required")) } = options
  const { hashKey = randomBytes(HASH_KEY_BYTES) } = options
  const { sender, inbox } = makeMemoryOtpSender()
  const { issuer, clear: forgetTokens } = makeJwtTokenIssuer({ keys: options.keys, world: options.name })
  const snapshots = makeSnapshots()
  const webhookSender = makeNodeWebhookSender({ policy: allowedReceivers(options.webhookAllow ?? []) })
  const lasting = Context.make(TokenIssuer, issuer).pipe(
    Context.add(Secrets, makeMemorySecrets(hashKey)),
    Context.add(IdSource, options.ids ?? makeMemoryIdSource()),
  )
  const now = (): number => options.now ?? Date.now()
  const seeded = momentOfSeed(options.seed, now())

  const begin = (from: Moment, requests: RequestLog): Era => {
    // A request that runs on when its era is over has nobody to send to.
    const send: OtpSender["Service"]["send"] = (message) =>
      Effect.suspend(() => (era === begun ? sender.send(message) : Effect.void))
    const begun: Era = makeEra(options, {
      from,
      lasting: Context.add(lasting, OtpSender, { send }),
      webhookSender,
      world: { inbox, requests, snapshots, reset, present, goTo, audit, save },
    })
    return begun
  }
  const enter = (moment: Moment, requests: RequestLog): void => {
    void era.webhooks.stop()
    inbox.replace(moment.inbox)
    forgetTokens()
    era = begin(moment, requests)
  }
  const present = (): Moment => ({ ...era.present(), inbox: inbox.list(null) })
  const emptyLog = (): RequestLog => makeRequestLog(() => era.clock.now())
  const goTo = (moment: Moment): void => {
    enter(moment, era.requests)
    // What it had not told when it was put aside.
    Effect.runFork(era.webhooks.wake)
  }
  const reset = (): void => enter({ ...seeded, now: now() }, emptyLog())
  let era = begin(seeded, emptyLog())
  if (options.moment !== undefined) goTo(options.moment)
  return {
    dispatcher: (request) => era.dispatcher(request),
    clock: { now: () => era.clock.now(), moveTo: (at) => era.clock.moveTo(at) },
    reset,
    present,
    hashKey,
    tick: Effect.suspend(() => era.engine.tick),
    stop: () => era.webhooks.stop(),
  }
}

/** A world between two resets: its clock, what is stored and charged, and the routes that lead there. */
interface Era {
  readonly clock: WorldClock
  readonly engine: Engine
  readonly webhooks: Webhooks
  readonly requests: RequestLog
  readonly dispatcher: Dispatcher
  /** All but the inbox, which lasts. */
  readonly present: () => Omit<Moment, "inbox">
}

const makeEra = (
  options: WorldOptions,
  era: {
    readonly from: Moment
    readonly lasting: Context.Context<TokenIssuer | Secrets | IdSource | OtpSender>
    readonly webhookSender: WebhookSender["Service"]
    readonly world: Omit<ControlledWorld, "clock" | "engine" | "state" | "charged" | "webhooks">
  },
): Era => {
  const { guard, routes, corsOrigin, rateLimit, onDefect } = options
  const { from, world } = era
  const clock = makeWorldClock({ now: from.now, mode: options.clock })
  const lasting = Context.add(era.lasting, Clock.Clock, clock.clock)
  const { store, state, tables } = makeMemoryBillingStore({ tables: from.tables })
  const webhooks = makeWebhooks({
    services: Context.add(lasting, BillingStore, store),
    memory: from.webhooks,
    sender: era.webhookSender,
    wall: options.wall ?? wallClock,
    onDefect: (cause) => onDefect({ cause, requestId: "-", method: "WEBHOOK", path: "dispatcher" }),
  })
  const { gateway, ...charged } = makeScriptedGateway({ memory: from.gateway })
  const services = lasting.pipe(
    Context.add(BillingStore, wakingStore(store, webhooks.wake)),
    Context.add(PaymentGateway, gateway),
  )
  const engine = makeEngine({ services, now: clock.now, onDefect })
  const dispatcher = makeDispatcher({
    routes: [
      ...contractRoutes({
        handlers: makeHandlers(services),
        authenticate: (request) =>
          Effect.provideContext(Effect.mapError(authenticate(request), refusalOf), services),
        answerOnce: makeAnswerOnce(services),
        ...(rateLimit !== undefined && {
          rateLimit: makeRateLimit({ perMinute: rateLimit, now: clock.now }),
        }),
      }),
      ...controlRoutes({
        world: { ...world, clock, engine, state, charged, webhooks },
        services,
        guard,
      }),
      ...routes,
    ],
    onDefect,
    log: world.requests,
    ...(corsOrigin !== undefined && { corsOrigin }),
  })
  const present = () => ({
    now: clock.now(),
    tables: tables(),
    gateway: charged.memory(),
    webhooks: webhooks.memory(),
  })
  return { clock, engine, webhooks, requests: world.requests, dispatcher, present }
}

const momentOfSeed = (seed: Seed, now: number): Moment => {
  const commit = commitOfSeed(seed, now)
  if (Result.isFailure(commit)) throw new Error(`${commit.failure.path}: ${commit.failure.reason}`)
  const { store, tables } = makeMemoryBillingStore()
  Effect.runSync(store.commit(commit.success))
  return { now, tables: tables(), gateway: makeGatewayMemory(), webhooks: noWebhooks, inbox: [] }
}
