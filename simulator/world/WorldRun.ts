// A run of a world, from its beginning or a reset, a restore or an import to the next: its clock, what is stored and
// charged there, its faults, and the routes that lead to it. What goes on in a run that is over changes no other one.
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { type Dispatcher, makeDispatcher, makeRateLimit, studioRoutes } from "../../src/http/index.ts"
import {
  BillingStore,
  CurrentBillingPolicy,
  CurrentPortReporter,
  CurrentTokenDeadline,
  defaultPolicy,
  deliverOtps,
  type IdSource,
  type OtpSender,
  PaymentGateway,
  type PortFault,
  type Secrets,
  type TokenIssuer,
  type WebhookSender,
} from "../../src/index.ts"
import { keepingWord } from "../adapters/gateway/keepingWord.ts"
import { makeScriptedGateway } from "../adapters/gateway/ScriptedGateway.ts"
import { makeMemoryBillingStore } from "../adapters/memory/MemoryBillingStore.ts"
import { makeWebhooks, type Webhooks, wakingStore } from "../adapters/webhooks/Webhooks.ts"
import type { ControlledWorld } from "../control/ControlledWorld.ts"
import { controlRoutes } from "../control/controlRoutes.ts"
import { makeFaults } from "../faults/Faults.ts"
import { corsOf } from "../server/cors.ts"
import { makeWorldClock, type WorldClock, wallClock } from "./clock.ts"
import { type Engine, makeEngine } from "./engine.ts"
import type { Changed } from "./live/Live.ts"
import { tellingStore } from "./live/tellingStore.ts"
import type { WorldSnapshot } from "./state/WorldSnapshot.ts"
import type { Interceptors, WorldOptions } from "./WorldOptions.ts"

/** A run of a world. */
export interface WorldRun {
  readonly clock: WorldClock
  readonly engine: Engine
  readonly webhooks: Webhooks
  readonly dispatcher: Dispatcher
  readonly store: BillingStore["Service"]
  /** All that it holds now but the inbox, which lasts. */
  readonly present: () => Omit<WorldSnapshot, "inbox">
  /** The part that comes from its world. */
  readonly world: WorldOfRun
}

/** The part of a controlled world that a run does not make by itself. */
type WorldOfRun = Omit<
  ControlledWorld,
  "name" | "worlds" | "clock" | "engine" | "state" | "charged" | "webhooks" | "faults"
>

const nothing: Interceptors = {
  store: (store) => store,
  gateway: (gateway) => gateway,
  clock: (clock) => clock,
}

const fork = (task: Effect.Effect<void>): void => void Effect.runFork(task)

/** An attempt to deliver that a fault fails: nothing was sent. */
const unsent = { status: null, failure: "CONNECTION_FAILED", durationMillis: 0 } as const

const portReporter = (onDefect: WorldOptions["onDefect"]) => (fault: PortFault) =>
  Effect.sync(() =>
    onDefect({ cause: Cause.die(fault), requestId: "-", method: "PORT", path: fault.operation }),
  )

/** The run that begins with a moment. */
export const makeWorldRun = (
  options: WorldOptions,
  beginning: {
    readonly from: WorldSnapshot
    readonly services: Context.Context<TokenIssuer | Secrets | IdSource | OtpSender>
    readonly webhookSender: WebhookSender["Service"]
    readonly world: WorldOfRun
    /** Told what changes in it. */
    readonly changed: Changed
  },
): WorldRun => {
  const {
    name,
    guard,
    routes,
    cors = corsOf(),
    rateLimit,
    policy = defaultPolicy,
    interceptors = nothing,
    background = fork,
    sleep = Effect.sleep,
    onDefect,
  } = options
  const { from, world, changed } = beginning
  const clock = makeWorldClock({
    now: from.now,
    mode: options.clock,
    wall: options.wall,
    changed: () => changed("clock"),
  })
  const given = beginning.services.pipe(
    Context.add(Clock.Clock, interceptors.clock(clock.clock)),
    // Whoever drives the clock means it: a world makes up for any time, in commands too. GAP-134
    Context.add(CurrentBillingPolicy, { ...policy, catchUpMillis: Number.MAX_SAFE_INTEGER }),
    Context.add(CurrentPortReporter, portReporter(onDefect)),
    // It only computes. A test that drives timers must not time it out.
    Context.add(CurrentTokenDeadline, Number.POSITIVE_INFINITY),
  )
  const { store: memory, state, tables } = makeMemoryBillingStore({ tables: from.tables })
  const store = tellingStore(interceptors.store(memory), changed)
  const faults = makeFaults({
    random: options.faults,
    now: clock.now,
    sleep: (millis) => Effect.raceFirst(sleep(millis), world.ending),
    removed: () => background(webhooks.wake),
    changed: () => changed("faults"),
  })
  const webhooks = makeWebhooks({
    services: Context.add(given, BillingStore, store),
    memory: from.webhooks,
    sender: beginning.webhookSender,
    wall: options.wall ?? wallClock,
    interference: {
      arrange: () => (faults.webhooks.arranges() ? faults.webhooks.arrange : null),
      published: faults.webhooks.published,
      attempt: (id, send) => faults.webhooks.attempt(id, { send, fail: Effect.succeed(unsent) }),
    },
    changed,
    publishing: options.publishing,
    onDefect: (cause) => onDefect({ cause, requestId: "-", method: "WEBHOOK", path: "dispatcher" }),
  })
  const scripted = makeScriptedGateway({ ...policy, memory: from.gateway })
  const { gateway, charged } = keepingWord(scripted, (inner) =>
    interceptors.gateway(faults.gateway({ ...scripted, gateway: inner })),
  )
  const services = given.pipe(
    Context.add(BillingStore, wakingStore(store, webhooks.told)),
    Context.add(PaymentGateway, gateway),
  )
  const engine = makeEngine({
    services,
    now: clock.now,
    onDefect,
    pump: Effect.provideContext(deliverOtps, services),
  })
  const contract = studioRoutes({
    rateLimit: rateLimit === undefined ? undefined : makeRateLimit({ perMinute: rateLimit }),
  })
  const worlds = options.worlds ?? { list: () => [{ name, now: clock.now() }], end: async () => undefined }
  const controlled = { ...world, name, worlds, clock, engine, state, charged, webhooks, faults }
  const dispatch = makeDispatcher({
    routes: [...faults.routes(contract), ...controlRoutes(controlled, guard), ...routes],
    amend: world.assumptions.present,
    record: world.requests.record,
    cors,
    onDefect,
    ...(options.makeRequestId !== undefined && { makeRequestId: options.makeRequestId }),
  })
  // Once for all that a request does: to provide services again costs more than most of what they are asked.
  const dispatcher: Dispatcher = (request) => Effect.provideContext(dispatch(request), services)
  const present = () => ({
    now: clock.now(),
    tables: tables(),
    gateway: charged.memory(),
    webhooks: webhooks.memory(),
    couponsBefore: from.couponsBefore,
  })
  return { clock, engine, webhooks, dispatcher, store, present, world }
}
