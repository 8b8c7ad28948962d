// The faults of a world: those that were asked for and those that strike by chance, for its calls, its gateway and its
// webhooks. They end with the world, or with its reset.
import * as Effect from "effect/Effect"
import type { Route } from "../../src/http/index.ts"
import type { BillingStore, PaymentGateway } from "../../src/index.ts"
import type { ScriptedGateway } from "../adapters/gateway/ScriptedGateway.ts"
import { withCallFaults } from "./callFaults.ts"
import { aroundPays } from "./doubleCharge.ts"
import { type FaultBook, makeFaultBook } from "./FaultBook.ts"
import { withGatewayFaults } from "./gatewayFaults.ts"
import { makeRandomFaults, type RandomFaultsOptions } from "./randomFaults.ts"
import { makeWebhookFaults, type WebhookFaults } from "./webhookFaults.ts"

/** The faults of a world, where they strike. */
export interface Faults {
  readonly book: FaultBook
  /** For the dispatcher of webhooks to ask. */
  readonly webhooks: WebhookFaults
  readonly gateway: (scripted: ScriptedGateway) => PaymentGateway["Service"]
  /** Around the routes of the contract. */
  readonly routes: <R>(
    routes: ReadonlyArray<Route<R>>,
  ) => ReadonlyArray<Route<R | BillingStore | PaymentGateway>>
}

/** No faults yet, but for those by chance. */
export const makeFaults = (options: {
  readonly random: RandomFaultsOptions | undefined
  /** The world's clock. */
  readonly now: () => number
  /** Waits for a delay; in real time by default. */
  readonly sleep?: ((millis: number) => Effect.Effect<void>) | undefined
  /** Told when faults are taken away, since deliveries may wait because of them. */
  readonly removed?: (() => void) | undefined
  /** Told of every change of those that were asked for. */
  readonly changed?: (() => void) | undefined
}): Faults => {
  const { now, sleep = Effect.sleep, removed, changed } = options
  const book = makeFaultBook(removed, changed)
  const random = makeRandomFaults(options.random)
  const shared = { book, random, sleep }
  return {
    book,
    webhooks: makeWebhookFaults(book),
    gateway: (scripted) => withGatewayFaults(scripted, shared),
    routes: <R>(routes: ReadonlyArray<Route<R>>) =>
      withCallFaults<R | BillingStore | PaymentGateway>(routes, {
        ...shared,
        around: aroundPays({ book, now }),
      }),
  }
}
