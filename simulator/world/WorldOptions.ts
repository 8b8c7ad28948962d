// What a world is made of.
import type * as Clock from "effect/Clock"
import type * as Effect from "effect/Effect"
import type { Cors, Defect, Route } from "../../src/http/index.ts"
import type { BillingPolicy, BillingStore, IdSource, PaymentGateway } from "../../src/index.ts"
import type { SigningKeys } from "../adapters/security/SigningKeys.ts"
import type { Seed } from "../adapters/seed/Seed.ts"
import type { ControlError } from "../control/contract/errors.ts"
import type { Guard } from "../control/guard.ts"
import type { RandomFaultsOptions } from "../faults/randomFaults.ts"
import type { WorldSnapshot } from "./state/WorldSnapshot.ts"

/** Stands between use cases and the ports by which they store and charge, to slow them down or to break them. */
export interface Interceptors {
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
  readonly moment?: WorldSnapshot | undefined
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
  readonly interceptors?: Interceptors | undefined
  /** Names its requests; at random unless told. */
  readonly makeRequestId?: (() => string) | undefined
  /** Runs what nobody waits for; in a fiber of its own unless told. */
  readonly background?: ((task: Effect.Effect<void>) => void) | undefined
  /** Writes every world to the file that keeps them; without one there is no such file. */
  readonly save?: Effect.Effect<void, ControlError> | undefined
}
