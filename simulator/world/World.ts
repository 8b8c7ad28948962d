// A world: records, gateway, inbox and clock of its own, and the routes that lead to them. Worlds share nothing but the
// keys that tokens are signed with. Its services are provided once, when an era of it begins (at first, and with each
// reset or restore), and never by a request.
import { randomBytes } from "node:crypto"
import type * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { Cors, Defect, Dispatcher, Route } from "../../src/http/index.ts"
import {
  type BillingPolicy,
  type BillingStore,
  IdSource,
  OtpSender,
  type PaymentGateway,
  Secrets,
  TokenIssuer,
} from "../../src/index.ts"
import { makeNodeWebhookSender } from "../../src/webhooks/index.ts"
import { makeMemoryIdSource } from "../adapters/memory/MemoryIdSource.ts"
import { makeJwtTokenIssuer } from "../adapters/security/JwtTokenIssuer.ts"
import { makeMemoryOtpSender } from "../adapters/security/MemoryOtpSender.ts"
import { HASH_KEY_BYTES, makeMemorySecrets } from "../adapters/security/MemorySecrets.ts"
import type { SigningKeys } from "../adapters/security/SigningKeys.ts"
import type { Seed } from "../adapters/seed/Seed.ts"
import { allowedReceivers } from "../adapters/webhooks/receivers.ts"
import { makeAssumptions } from "../assumptions/Assumptions.ts"
import { type ControlError, controlError } from "../control/contract/errors.ts"
import type { Guard } from "../control/guard.ts"
import type { RandomFaultsOptions } from "../faults/randomFaults.ts"
import { makeRequestLog } from "../requests/RequestLog.ts"
import { type WorldClock, wallClock } from "./clock.ts"
import { makeLive } from "./live/Live.ts"
import type { Moment } from "./state/Moment.ts"
import { momentOfSeed } from "./state/momentOfSeed.ts"
import { makeSnapshots } from "./state/Snapshots.ts"
import { type Era, makeEra } from "./WorldRun.ts"

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

/** Stands between use cases and the ports by which they store and charge, to slow them down or to break them. */
export interface Between {
  readonly store: (store: BillingStore["Service"]) => BillingStore["Service"]
  readonly gateway: (gateway: PaymentGateway["Service"]) => PaymentGateway["Service"]
}

/** What a world is made of. */
export interface WorldOptions {
  /** Tokens are valid in the world of this name only. */
  readonly name: string
  readonly seed: Seed
  /** Where its clock begins; null means the real time. */
  readonly now: number | null
  readonly clock: "real" | "manual"
  /** What its rules go by, from its beginning on and after each reset; the defaults unless told. */
  readonly policy?: BillingPolicy | undefined
  readonly keys: SigningKeys
  /** The key of its codes and refresh tokens; a new one unless a stored one is given. */
  readonly hashKey?: Uint8Array | undefined
  /** What it holds in place of its seed. */
  readonly moment?: Moment | undefined
  readonly guard: Guard
  /** What is at every world's paths and in none of them. */
  readonly routes: ReadonlyArray<Route>
  /** Which pages of other origins may call it; those on loopback unless told. */
  readonly cors?: Cors | undefined
  /** How many calls a minute a caller or an address may make; as many as it likes where there is none. */
  readonly rateLimit?: number | undefined
  /** Where the ids come from that no rule derives; they are random unless it says otherwise. */
  readonly ids?: IdSource["Service"] | undefined
  /** Faults that strike by chance, beside those that are asked for. */
  readonly faults?: RandomFaultsOptions | undefined
  /** How faults wait; in real time unless told. */
  readonly sleep?: ((millis: number) => Effect.Effect<void>) | undefined
  readonly onDefect: (defect: Defect) => void
  /** The hosts beside loopback to which its webhooks may go. */
  readonly webhookAllow?: ReadonlyArray<string> | undefined
  /** The real time, which its webhooks go by, and whatever waits. */
  readonly wall?: Clock.Clock | undefined
  /** What stands between its use cases and what they store and charge; nothing unless told. */
  readonly between?: Between | undefined
  /** Names its requests; at random unless told. */
  readonly makeRequestId?: (() => string) | undefined
  /** Runs what nobody waits for; in a fiber of its own unless told. */
  readonly background?: ((task: Effect.Effect<void>) => void) | undefined
  /** Writes every world to the file that keeps them; without one there is no such file. */
  readonly save?: Effect.Effect<void, ControlError> | undefined
}

/** A world as its seed has it, or its `moment`. Throws when the seed is none. */
export const makeWorld = (options: WorldOptions): World => {
  const { hashKey = randomBytes(HASH_KEY_BYTES), save = Effect.fail(controlError("state.file_required")) } =
    options
  const live = makeLive(options.wall ?? wallClock)
  const { sender, inbox } = makeMemoryOtpSender(() => live.changed("otps"))
  const { issuer, clear: forgetTokens } = makeJwtTokenIssuer({ keys: options.keys, world: options.name })
  const snapshots = makeSnapshots(() => live.changed("snapshots"))
  const webhookSender = makeNodeWebhookSender({ policy: allowedReceivers(options.webhookAllow ?? []) })
  const services = Context.make(TokenIssuer, issuer).pipe(
    Context.add(Secrets, makeMemorySecrets(hashKey)),
    Context.add(IdSource, options.ids ?? makeMemoryIdSource()),
  )
  const now = (): number => options.now ?? Date.now()
  const seeded = momentOfSeed(options.seed, now())

  const begin = (from: Moment, lasts: Lasting): Era => {
    // A request that runs on when its era is over has nobody to send to.
    const send: OtpSender["Service"]["send"] = (message) =>
      Effect.suspend(() => (era === begun ? sender.send(message) : Effect.void))
    const begun: Era = makeEra(options, {
      from,
      services: Context.add(services, OtpSender, { send }),
      webhookSender,
      changed: (topic) => {
        if (era === begun) live.changed(topic)
      },
      world: { ...lasts, inbox, snapshots, live, reset, present, goTo, save },
    })
    return begun
  }
  const enter = (moment: Moment, lasts: Lasting): void => {
    void era.webhooks.stop()
    inbox.replace(moment.inbox)
    forgetTokens()
    era = begin(moment, lasts)
    live.changed("world")
  }
  const present = (): Moment => ({ ...era.present(), inbox: inbox.list(null) })
  const fresh = (): Lasting => {
    // Of a request that runs on after a reset nobody sees the entry.
    const told = (): void => {
      if (era.world.requests === requests) live.changed("requests")
    }
    const requests = makeRequestLog(() => era.clock.now(), told)
    return { requests, assumptions: makeAssumptions(() => live.changed("assumptions")) }
  }
  const goTo = (moment: Moment): void => {
    enter(moment, era.world)
    // What it had not told when it was put aside.
    Effect.runFork(era.webhooks.wake)
  }
  const reset = (): void => enter({ ...seeded, now: now() }, fresh())
  const { moment: first = seeded } = options
  inbox.replace(first.inbox)
  let era = begin(first, fresh())
  if (options.moment !== undefined) Effect.runFork(era.webhooks.wake)
  return {
    dispatcher: (request) => era.dispatcher(request),
    clock: { now: () => era.clock.now(), moveTo: (at) => era.clock.moveTo(at) },
    reset,
    present,
    hashKey,
    tick: Effect.suspend(() => era.engine.tick),
    stop: () => {
      live.end()
      return era.webhooks.stop()
    },
  }
}

/** What of a world lasts from one era to the next, unless a reset begins it. */
type Lasting = Pick<Era["world"], "requests" | "assumptions">
