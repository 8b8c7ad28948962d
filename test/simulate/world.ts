// A simulated world: one process of the simulator after another over the same records, with ids, secrets, tokens, time
// and the order of fibers by seed. Nothing in it waits for anything real, so a step runs to its end at once.
import { createHash } from "node:crypto"
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as Fiber from "effect/Fiber"
import * as Random from "effect/Random"
import * as References from "effect/References"
import * as Result from "effect/Result"
import * as Scheduler from "effect/Scheduler"
import { makeMemoryIdSource } from "../../simulator/adapters/memory/MemoryIdSource.ts"
import { makeMemoryOtpSender } from "../../simulator/adapters/security/MemoryOtpSender.ts"
import type { Seed } from "../../simulator/adapters/seed/Seed.ts"
import { makeAssumptions } from "../../simulator/assumptions/Assumptions.ts"
import { makeGuard } from "../../simulator/control/guard.ts"
import { makeRequestLog } from "../../simulator/requests/RequestLog.ts"
import { makeLive } from "../../simulator/world/live/Live.ts"
import { jsonPieces } from "../../simulator/world/state/jsonPieces.ts"
import { makeSnapshots } from "../../simulator/world/state/Snapshots.ts"
import { snapshotOfSeed } from "../../simulator/world/state/snapshotOfSeed.ts"
import { documentOf, readDocument } from "../../simulator/world/state/stateDocument.ts"
import type { WorldSnapshot } from "../../simulator/world/state/WorldSnapshot.ts"
import type { Interceptors } from "../../simulator/world/WorldOptions.ts"
import { makeWorldRun, type WorldRun } from "../../simulator/world/WorldRun.ts"
import type { Defect } from "../../src/http/dispatcher.ts"
import type { RequestValue, ResponseValue } from "../../src/http/exchange.ts"
import { makeSecrets } from "../../src/http/node/makeSecrets.ts"
import { makeSigningKeys } from "../../src/http/tokens/SigningKeys.ts"
import {
  type Access,
  type BillingPolicy,
  type BillingPorts,
  BillingStore,
  type CircuitBreaker,
  CurrentBillingPolicy,
  CurrentPortReporter,
  IdSource,
  OtpSender,
  PaymentGateway,
  runDue,
  Secrets,
  TokenIssuer,
  withCircuitBreaker,
} from "../../src/index.ts"
import type { Chance } from "../support/random.ts"
import { chanceAt } from "./chance.ts"
import type { Chaos } from "./chaos/chaos.ts"
import { BROKEN, type Process } from "./chaos/Process.ts"
import { policyOfProcess } from "./policies.ts"
import { makeScheduler, type SeededScheduler } from "./scheduler.ts"

/** How many times everybody may sleep before those who wait are taken for stuck. */
const WAKES_MAX = 10_000

/** A gateway is spared soon, so that many seeds see it. */
const breaker: CircuitBreaker.BreakerPolicy = { failuresMax: 2, pauseMillis: 600_000, answerMillis: 30_000 }

/** A world that goes on from process to process. */
export interface SimulatedWorld {
  readonly exchange: (request: RequestValue) => Effect.Effect<ResponseValue>
  /** Runs programs side by side; false when the process ended before all of them had. */
  readonly run: (programs: ReadonlyArray<Effect.Effect<void>>, chance: Chance) => boolean
  /** Lets real time pass, with whatever happens in the background meanwhile. */
  readonly pass: (millis: number, chance: Chance) => void
  /** Another process goes on from what this one exports. Throws where that cannot be read. */
  readonly restart: () => void
  readonly moment: () => WorldSnapshot
  readonly now: () => number
  readonly worldRun: () => WorldRun
  /** Lets billing time pass with no engine, and then several of them do at once what is due. */
  readonly engines: (count: number, passedMillis: number) => Effect.Effect<void>
  /** Enters every organization again in the list of what is due, as an operator does after a release. */
  readonly enterAgain: Effect.Effect<void>
  /** A token that does not expire. */
  readonly tokenOf: (caller: Access.Caller) => string
  /** What went wrong inside since it was asked last. */
  readonly takeDefects: () => ReadonlyArray<Defect>
  /** The policy of the process that runs. */
  readonly policy: () => BillingPolicy
  /** All of it as text. */
  readonly text: () => string
}

/** A world of a seed in which things go wrong by `chaos`; `gateway` takes the place of the scripted one. */
export const makeSimulatedWorld = (options: {
  readonly number: number
  readonly seed: Seed
  readonly startAt: number
  readonly chaos: Chaos
  readonly gateway?: ((gateway: PaymentGateway["Service"]) => PaymentGateway["Service"]) | undefined
  /** Puts another store in the place of the one in memory, which has to hold the same all the same. */
  readonly store?: ((memory: BillingStore["Service"]) => BillingStore["Service"]) | undefined
}): SimulatedWorld => {
  const { number, chaos, startAt, gateway = (scripted) => scripted, store = (memory) => memory } = options
  const ids = makeMemoryIdSource({ seed: `simulate ${number}` })
  let requests = 0
  let defects: ReadonlyArray<Defect> = []
  const services = Context.make(TokenIssuer, plainTokens).pipe(
    Context.add(Secrets, seededSecrets(number)),
    Context.add(IdSource, ids),
  )
  const shared = {
    name: "simulated",
    seed: options.seed,
    now: startAt,
    clock: "manual",
    keys: makeSigningKeys(),
    guard: makeGuard({ hosts: [] }),
    routes: [],
    makeRequestId: () => {
      requests += 1
      return `r${requests}`
    },
    onDefect: (defect: Defect) => {
      defects = [...defects, defect]
    },
  } as const

  const begin = (from: WorldSnapshot, wallAt: number, place: number) => {
    const policy = policyOfProcess(number, place)
    const seeded = makeScheduler(wallAt)
    const context = contextOf(seeded, number)
    const { sender, inbox } = makeMemoryOtpSender()
    inbox.replace(from.inbox)
    const live = makeLive(seeded.wall)
    const process: Process = {
      isDead: false,
      now: () => worldRun.clock.now(),
      sleep: (millis) => seeded.wall.sleep(Duration.millis(millis)),
    }
    const around = chaos.around(() => process)
    // The ports of the process as its use cases have them.
    let ports = Context.make(IdSource, ids).pipe(
      Context.add(CurrentBillingPolicy, policy),
      Context.add(CurrentPortReporter, (fault) =>
        Effect.sync(() =>
          shared.onDefect({ cause: Cause.die(fault), requestId: "-", method: "PORT", path: fault.operation }),
        ),
      ),
    ) as Context.Context<BillingPorts>
    const interceptors: Interceptors = {
      store: (memory) => {
        const service = around.store(store(memory))
        ports = Context.add(ports, BillingStore, service)
        return service
      },
      gateway: (scripted) => {
        const broken = around.gateway(gateway(scripted))
        // In every other world the gateway is spared when it answers nothing.
        const service = number % 2 === 0 ? withCircuitBreaker(broken, breaker) : broken
        ports = Context.add(ports, PaymentGateway, service)
        return service
      },
      clock: (clock) => {
        const service = around.clock(clock)
        ports = Context.add(ports, Clock.Clock, service)
        return service
      },
    }
    const never = (): never => {
      throw new Error("A simulated world is left by nobody")
    }
    const worldRun: WorldRun = makeWorldRun(
      {
        ...shared,
        policy,
        wall: seeded.wall,
        sleep: process.sleep,
        interceptors,
        background: (task) => void Effect.runForkWith(context)(task),
        // Its turns are those of its own scheduler.
        publishing: "AT_ONCE",
      },
      {
        from,
        // What runs in the background has the context with which it was made.
        services: Context.merge(Context.add(services, OtpSender, chaos.sender(sender)), context),
        changed: live.changed,
        webhookSender: { send: chaos.receiver(process.sleep), accepts: () => true },
        world: {
          inbox,
          snapshots: makeSnapshots(),
          requests: makeRequestLog(() => worldRun.clock.now()),
          assumptions: makeAssumptions(),
          live,
          ending: Effect.never,
          goingOn: () => ({ store: worldRun.store, now: worldRun.clock.now() }),
          reset: never,
          present: () => ({ ...worldRun.present(), inbox: inbox.list(null) }),
          goTo: never,
          save: Effect.void,
        },
      },
    )
    return { place, policy, worldRun, seeded, context, process, ports: () => Context.merge(context, ports) }
  }
  let current = begin(snapshotOfSeed(options.seed, startAt), startAt, 0)
  const moment = (): WorldSnapshot => current.worldRun.world.present()
  const text = (): string => Array.from(jsonPieces(documentOf(moment(), { secrets: true }))).join("")

  /** Lets whoever is ready go on, until nobody is, or the process ends. */
  const settle = (chance: Chance): void => {
    const { seeded, process } = current
    while (!process.isDead && seeded.step(chance)) {
      if (chaos.endsAtTurn()) process.isDead = true
    }
  }

  const run: SimulatedWorld["run"] = (programs, chance) => {
    const { seeded, process, context } = current
    const fibers: ReadonlyArray<Fiber.Fiber<void>> = programs.map((program) =>
      Effect.runForkWith(context)(Effect.andThen(Effect.yieldNow, program)),
    )
    for (let wakes = 0; ; wakes++) {
      settle(chance)
      if (process.isDead) return false
      const exits = fibers.map((fiber) => fiber.pollUnsafe())
      const failure = exits.find((exit) => exit?._tag === "Failure")
      if (failure?._tag === "Failure") throw new Error(Cause.pretty(failure.cause))
      if (exits.every((exit) => exit !== undefined)) return true
      const at = seeded.nextWakeAt()
      if (at === null || wakes === WAKES_MAX) throw new Error("A call neither ends nor waits for anything")
      seeded.passTo(at)
    }
  }

  return {
    exchange: (request) => current.worldRun.dispatcher(request),
    run,
    pass: (millis, chance) => {
      const { seeded, process } = current
      const until = seeded.now() + millis
      settle(chance)
      for (let at = seeded.nextWakeAt(); at !== null && at <= until; at = seeded.nextWakeAt()) {
        seeded.passTo(at)
        settle(chance)
        if (process.isDead) return
      }
      seeded.passTo(until)
      settle(chance)
    },
    restart: () => {
      const read = readDocument(JSON.parse(text()))
      if (Result.isFailure(read)) throw new Error(`An export cannot be read: ${JSON.stringify(read.failure)}`)
      current = begin(read.success, current.seeded.now(), current.place + 1)
      Effect.runForkWith(current.context)(current.worldRun.webhooks.wake)
    },
    moment,
    now: () => current.worldRun.clock.now(),
    worldRun: () => current.worldRun,
    engines: (count, passedMillis) =>
      Effect.suspend(() => {
        const { worldRun, ports, place } = current
        if (passedMillis > 0) worldRun.clock.moveTo(worldRun.clock.now() + passedMillis)
        const engine = Effect.gen(function* () {
          const { failures } = yield* runDue(yield* Clock.currentTimeMillis)
          for (const { organizationId, rejection, cause } of failures) {
            if (rejection !== "Defect") continue
            defects = [...defects, { cause, requestId: "-", method: "ENGINE", path: organizationId }]
          }
        })
        // While a release is rolled out the process before is still there.
        const all = Array.from({ length: count }, (_, index) =>
          Effect.provideService(
            engine,
            CurrentBillingPolicy,
            policyOfProcess(number, Math.max(0, place - (index % 2))),
          ),
        )
        const run = Effect.catchCause(
          Effect.all(all, { concurrency: "unbounded", discard: true }),
          (cause) => (Cause.pretty(cause).includes(BROKEN) ? Effect.void : Effect.failCause(cause)),
        )
        return Effect.andThen(Effect.provideContext(run, ports()), worldRun.webhooks.wake)
      }),
    enterAgain: Effect.suspend(() => {
      const { store, clock } = current.worldRun
      const due = options.seed.organizations.map(({ organizationId }) => ({
        organizationId,
        at: clock.now(),
      }))
      const nothing = { expects: [], puts: [], deletes: [], outbox: [], couponCounts: [] }
      return Effect.orDie(store.commit({ ...nothing, due }))
    }),
    tokenOf: (caller) => tokenText(caller, Number.MAX_SAFE_INTEGER),
    takeDefects: () => {
      const taken = defects
      defects = []
      return taken
    },
    policy: () => current.policy,
    text,
  }
}

/** With a scheduler and a chance of its own. */
const contextOf = (seeded: SeededScheduler, number: number): Context.Context<never> => {
  const chance = chanceAt(number, 0x7a)
  const nextDoubleUnsafe = (): number => chance.below(2 ** 30) / 2 ** 30
  return Context.make(Scheduler.Scheduler, seeded.scheduler).pipe(
    Context.add(Random.Random, {
      nextDoubleUnsafe,
      nextIntUnsafe: () => Math.floor((nextDoubleUnsafe() * 2 - 1) * Number.MAX_SAFE_INTEGER),
    }),
    // What goes wrong is meant to, and findings say enough.
    Context.add(References.MinimumLogLevel, "None"),
  )
}

const tokenText = (caller: Access.Caller, expiresAt: number): string =>
  Buffer.from(JSON.stringify({ ...caller, expiresAt })).toString("base64url")

/** Tokens that anybody could write, and that cost nothing. */
const plainTokens: TokenIssuer["Service"] = {
  issue: ({ now, expiresInSeconds, ...caller }) =>
    Effect.succeed(tokenText(caller, now + expiresInSeconds * 1000)),
  verify: (accessToken, now) =>
    Effect.suspend(() => {
      try {
        const { expiresAt, ...caller } = JSON.parse(Buffer.from(accessToken, "base64url").toString())
        if (now < expiresAt) return Effect.succeed(caller as Access.Caller)
      } catch {
        // A text that is no token.
      }
      return Effect.fail({ _tag: "AccessTokenInvalid" } as const)
    }),
}

/** The simulator's secrets without their chance. */
const seededSecrets = (number: number): Secrets["Service"] => {
  const chance = chanceAt(number, 0x5ec)
  const hash = (text: string): Buffer => createHash("sha256").update(`${number} ${text}`).digest()
  const secrets = makeSecrets(hash("key"))
  let made = 0
  return {
    ...secrets,
    otpCode: (digits) => Effect.sync(() => String(chance.below(10 ** digits)).padStart(digits, "0")),
    refreshToken: (sessionId) =>
      Effect.sync(() => secrets.successor(`${Buffer.from(sessionId).toString("base64url")}.first`)),
    webhookSecret: Effect.sync(() => {
      made += 1
      return `whsec_${hash(`webhook ${made}`).toString("base64")}`
    }),
  }
}
