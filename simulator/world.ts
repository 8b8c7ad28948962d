// A world: records, gateway, inbox and clock of its own, and the routes that lead to them. Worlds share nothing but the
// keys that tokens are signed with. Its services are provided once, when it begins, and never by a request.
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { refusalOf } from "../src/api/index.ts"
import {
  authenticate,
  BillingStore,
  IdSource,
  OtpSender,
  PaymentGateway,
  Secrets,
  TokenIssuer,
} from "../src/index.ts"
import { makeNodeWebhookSender } from "../src/webhooks/index.ts"
import { makeWorldClock, type WorldClock, wallClock } from "./clock.ts"
import { controlRoutes } from "./control/controlRoutes.ts"
import type { Guard } from "./control/guard.ts"
import { type Engine, makeEngine } from "./engine.ts"
import { makeScriptedGateway } from "./gateway/ScriptedGateway.ts"
import { makeAnswerOnce } from "./http/answerOnce.ts"
import { contractRoutes } from "./http/contractRoutes.ts"
import { type Defect, type Dispatcher, makeDispatcher } from "./http/dispatcher.ts"
import type { Route } from "./http/exchange.ts"
import { makeHandlers } from "./http/handlers.ts"
import { makeRateLimit } from "./http/rateLimit.ts"
import { makeMemoryBillingStore } from "./memory/MemoryBillingStore.ts"
import { makeMemoryIdSource } from "./memory/MemoryIdSource.ts"
import { makeJwtTokenIssuer } from "./security/JwtTokenIssuer.ts"
import { makeMemoryOtpSender } from "./security/MemoryOtpSender.ts"
import { makeMemorySecrets } from "./security/MemorySecrets.ts"
import type { SigningKeys } from "./security/SigningKeys.ts"
import { commitOfSeed, type Seed } from "./seed/Seed.ts"
import { allowedReceivers } from "./webhooks/receivers.ts"
import { makeWebhooks, type Webhooks, wakingStore } from "./webhooks/Webhooks.ts"

/** A world that answers requests. */
export interface World {
  readonly dispatcher: Dispatcher
  readonly clock: WorldClock
  /**
   * Back to the seed, clock and all. Access tokens of users that the seed has stay valid. Requests that run go on in
   * what was before, and leave no trace in what is after.
   */
  readonly reset: () => void
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
}

/** A world as its seed has it. Throws when the seed is none. */
export const makeWorld = (options: WorldOptions): World => {
  const { name, seed, keys, guard, routes, corsOrigin, rateLimit, onDefect } = options
  const clock = makeWorldClock({ now: options.now, mode: options.clock })
  const { sender, inbox } = makeMemoryOtpSender()
  const { issuer, clear: forgetTokens } = makeJwtTokenIssuer({ keys, world: name })
  const lasting = Context.make(OtpSender, sender).pipe(
    Context.add(TokenIssuer, issuer),
    Context.add(Secrets, makeMemorySecrets()),
    Context.add(IdSource, options.ids ?? makeMemoryIdSource()),
    Context.add(Clock.Clock, clock.clock),
  )

  const webhookSender = makeNodeWebhookSender({ policy: allowedReceivers(options.webhookAllow ?? []) })

  const begin = (): {
    readonly dispatcher: Dispatcher
    readonly engine: Engine
    readonly webhooks: Webhooks
  } => {
    const { store, state } = makeMemoryBillingStore()
    const commit = commitOfSeed(seed, clock.now())
    if (Result.isFailure(commit)) throw new Error(`${commit.failure.path}: ${commit.failure.reason}`)
    Effect.runSync(store.commit(commit.success))
    const webhooks = makeWebhooks({
      services: Context.add(lasting, BillingStore, store),
      sender: webhookSender,
      wall: options.wall ?? wallClock,
      onDefect: (cause) => onDefect({ cause, requestId: "-", method: "WEBHOOK", path: "dispatcher" }),
    })
    const { gateway, ...charged } = makeScriptedGateway()
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
          world: { clock, engine, state, charged, inbox, webhooks, reset },
          services,
          guard,
        }),
        ...routes,
      ],
      onDefect,
      ...(corsOrigin !== undefined && { corsOrigin }),
    })
    return { dispatcher, engine, webhooks }
  }

  const reset = (): void => {
    present.webhooks.stop()
    clock.reset()
    inbox.clear()
    forgetTokens()
    present = begin()
  }
  let present = begin()
  return {
    dispatcher: (request) => present.dispatcher(request),
    clock,
    reset,
    tick: Effect.suspend(() => present.engine.tick),
    stop: () => present.webhooks.stop(),
  }
}
