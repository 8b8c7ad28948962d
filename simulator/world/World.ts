// A world: records, gateway, inbox and clock of its own, and the routes that lead to them. Worlds share nothing but the
// keys that tokens are signed with. Its services are provided once, when a run of it begins (at first, and with each
// reset or restore), and never by a request.
import { randomBytes } from "node:crypto"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import type { Dispatcher } from "../../src/http/index.ts"
import { makeJwtTokenIssuer } from "../../src/http/index.ts"
import { HASH_KEY_BYTES, makeSecrets } from "../../src/http/node/index.ts"
import { IdSource, OtpSender, Secrets, TokenIssuer } from "../../src/index.ts"
import { makeNodeWebhookSender } from "../../src/webhooks/index.ts"
import { makeMemoryIdSource } from "../adapters/memory/MemoryIdSource.ts"
import { makeMemoryOtpSender } from "../adapters/security/MemoryOtpSender.ts"
import { allowedReceivers } from "../adapters/webhooks/receivers.ts"
import { makeAssumptions } from "../assumptions/Assumptions.ts"
import { controlError } from "../control/contract/errors.ts"
import { makeRequestLog } from "../requests/RequestLog.ts"
import { type WorldClock, wallClock } from "./clock.ts"
import { makeLive } from "./live/Live.ts"
import { makeSnapshots } from "./state/Snapshots.ts"
import { snapshotOfSeed } from "./state/snapshotOfSeed.ts"
import type { WorldSnapshot } from "./state/WorldSnapshot.ts"
import type { WorldOptions } from "./WorldOptions.ts"
import { makeWorldRun, type WorldRun } from "./WorldRun.ts"

/** A world that answers requests. */
export interface World {
  readonly dispatcher: Dispatcher
  /** Its time. To move it does nothing else. */
  readonly clock: Pick<WorldClock, "now" | "moveTo">
  /**
   * Back to the seed, clock and all, with an empty log. Access tokens of the seed's users stay valid. Requests that run go
   * on in the old run and leave no trace in the new one.
   */
  readonly reset: () => void
  /** All that it holds now. */
  readonly present: () => WorldSnapshot
  /** The key under which its codes and refresh tokens are hashed. Secret. */
  readonly hashKey: Uint8Array
  /** Does what is due now, for a clock that flows. It never fails, and nothing happens while a run is going on. */
  readonly tick: Effect.Effect<void>
  /**
   * Has nobody wait in it from now on, for a code, for deliveries or for a fault's delay: such calls go on at once, with
   * what there is.
   */
  readonly hurry: () => void
  /** Hurries it, and ends what runs in its background. */
  readonly stop: () => Promise<void>
}

/** The issuer of every token. */
const ISSUER = "studio-simulator"

/** The audience of every token. */
const AUDIENCE = "studio"

/** A world as its seed has it, or its `moment`. Throws when the seed is none. */
export const makeWorld = (options: WorldOptions): World => {
  const { hashKey = randomBytes(HASH_KEY_BYTES), save = Effect.fail(controlError("state.file_required")) } =
    options
  const live = makeLive(options.wall ?? wallClock)
  const ending = Deferred.makeUnsafe<void>()
  const hurry = (): void => void Deferred.doneUnsafe(ending, Effect.void)
  const { sender, inbox } = makeMemoryOtpSender(() => live.changed("otps"))
  const { issuer, clear: forgetTokens } = makeJwtTokenIssuer({
    keys: options.keys,
    issuer: ISSUER,
    audience: AUDIENCE,
    claims: { world: options.name },
  })
  const snapshots = makeSnapshots(() => live.changed("snapshots"))
  const webhookSender = makeNodeWebhookSender({ policy: allowedReceivers(options.webhookAllow ?? []) })
  const services = Context.make(TokenIssuer, issuer).pipe(
    Context.add(Secrets, makeSecrets(hashKey)),
    Context.add(IdSource, options.ids ?? makeMemoryIdSource()),
  )
  const now = (): number => options.now ?? Date.now()
  const seeded = snapshotOfSeed(options.seed, now())

  const begin = (from: WorldSnapshot, lasts: WorldHistory): WorldRun => {
    // A request that runs on when its run is over has nobody to send to.
    const send: OtpSender["Service"]["send"] = (message) =>
      Effect.suspend(() => (run === begun ? sender.send(message) : Effect.void))
    const begun: WorldRun = makeWorldRun(options, {
      from,
      services: Context.add(services, OtpSender, { send }),
      webhookSender,
      changed: (topic) => {
        if (run === begun) live.changed(topic)
      },
      world: {
        ...lasts,
        inbox,
        snapshots,
        live,
        ending: Deferred.await(ending),
        goingOn: () => ({ store: run.store, now: run.clock.now() }),
        reset,
        present,
        // A restore or an import that goes on when its run is over takes nobody's place.
        goTo: (moment) => {
          if (run === begun) goTo(moment)
        },
        save,
      },
    })
    return begun
  }
  const enter = (moment: WorldSnapshot, lasts: WorldHistory): void => {
    void run.webhooks.stop()
    inbox.replace(moment.inbox)
    forgetTokens()
    run = begin(moment, lasts)
    live.changed("world")
  }
  const present = (): WorldSnapshot => ({ ...run.present(), inbox: inbox.list(null) })
  const fresh = (): WorldHistory => {
    // Of a request that runs on after a reset nobody sees the entry.
    const told = (): void => {
      if (run.world.requests === requests) live.changed("requests")
    }
    const requests = makeRequestLog(() => run.clock.now(), told)
    return { requests, assumptions: makeAssumptions(() => live.changed("assumptions")) }
  }
  const goTo = (moment: WorldSnapshot): void => {
    enter(moment, run.world)
    // Events that it had not sent when the snapshot was taken.
    Effect.runFork(run.webhooks.wake)
  }
  const reset = (): void => enter({ ...seeded, now: now() }, fresh())
  const { moment: first = seeded } = options
  inbox.replace(first.inbox)
  let run = begin(first, fresh())
  if (options.moment !== undefined) Effect.runFork(run.webhooks.wake)
  return {
    dispatcher: (request) => run.dispatcher(request),
    clock: { now: () => run.clock.now(), moveTo: (at) => run.clock.moveTo(at) },
    reset,
    present,
    hashKey,
    tick: Effect.suspend(() => run.engine.tick),
    hurry,
    stop: () => {
      hurry()
      live.end()
      return run.webhooks.stop()
    },
  }
}

/** The part of a world that lasts from one run to the next; a reset makes it anew. */
type WorldHistory = Pick<WorldRun["world"], "requests" | "assumptions">
