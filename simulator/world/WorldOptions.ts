// The options of a world.
import type * as Clock from "effect/Clock"
import type * as Effect from "effect/Effect"
import type { Cors, Defect, Route, SigningKeys } from "../../src/http/index.ts"
import type { BillingPolicy, BillingStore, IdSource, PaymentGateway } from "../../src/index.ts"
import type { Seed } from "../adapters/seed/Seed.ts"
import type { Publishing } from "../adapters/webhooks/Webhooks.ts"
import type { ControlError } from "../control/contract/errors.ts"
import type { Guard } from "../control/guard.ts"
import type { RandomFaultsOptions } from "../faults/randomFaults.ts"
import type { WorldSnapshot } from "./state/WorldSnapshot.ts"
import type { WorldDirectory } from "./WorldDirectory.ts"

/** Stands between use cases and the ports by which they store and charge, to slow them down or to break them. */
export interface Interceptors {
  readonly store: (store: BillingStore["Service"]) => BillingStore["Service"]
  readonly gateway: (gateway: PaymentGateway["Service"]) => PaymentGateway["Service"]
  readonly clock: (clock: Clock.Clock) => Clock.Clock
}

/** The options of a world. */
export interface WorldOptions {
  /** Tokens are valid in the world of this name only. */
  readonly name: string
  readonly seed: Seed
  /** The first instant of its clock; null stands for the real time. */
  readonly now: number | null
  readonly clock: "real" | "manual"
  /** The billing policy of its rules, also after a reset; `defaultPolicy` by default. */
  readonly policy?: BillingPolicy | undefined
  readonly keys: SigningKeys
  /** The key of its codes and refresh tokens; a new one unless a stored one is given. */
  readonly hashKey?: Uint8Array | undefined
  /** The content that it begins with in place of its seed. */
  readonly moment?: WorldSnapshot | undefined
  readonly guard: Guard
  /** Routes beside those that a world makes, such as its pages. */
  readonly routes: ReadonlyArray<Route>
  /** Which pages of other origins may call it; those on loopback unless told. */
  readonly cors?: Cors | undefined
  /** The calls that a caller or an address may make a minute; no limit by default. */
  readonly rateLimit?: number | undefined
  /** The source of ids that no rule derives; random ids by default. */
  readonly ids?: IdSource["Service"] | undefined
  /** Faults that strike by chance, beside those that are asked for. */
  readonly faults?: RandomFaultsOptions | undefined
  /** Waits for a fault's delay; in real time by default. */
  readonly sleep?: ((millis: number) => Effect.Effect<void>) | undefined
  readonly onDefect: (defect: Defect) => void
  /** The hosts beside loopback to which its webhooks may go. */
  readonly webhookAllow?: ReadonlyArray<string> | undefined
  /** The real time, which its webhooks go by, and whatever waits. */
  readonly wall?: Clock.Clock | undefined
  /** Interceptors of its store and its gateway; none by default. */
  readonly interceptors?: Interceptors | undefined
  /** Names its requests; at random unless told. */
  readonly makeRequestId?: (() => string) | undefined
  /** Runs what nobody waits for; in a fiber of its own unless told. */
  readonly background?: ((task: Effect.Effect<void>) => void) | undefined
  /** When its events are published; once a turn of the event loop by default, which nobody who looks at them sees. */
  readonly publishing?: Publishing | undefined
  /** The worlds beside it, itself among them; without any it is alone. */
  readonly worlds?: WorldDirectory | undefined
  /** Writes every world to the file that keeps them; without one there is no such file. */
  readonly save?: Effect.Effect<void, ControlError> | undefined
}
