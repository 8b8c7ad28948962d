// A seed as the moment with which a world begins.
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { makeGatewayMemory } from "../../adapters/gateway/ScriptedGateway.ts"
import { makeMemoryBillingStore } from "../../adapters/memory/MemoryBillingStore.ts"
import { commitOfSeed, type Seed } from "../../adapters/seed/Seed.ts"
import { noWebhooks } from "../../adapters/webhooks/MemoryWebhookStore.ts"
import type { WorldSnapshot } from "./WorldSnapshot.ts"

/** The content of a world that begins with a seed at an instant. Throws when the seed is invalid. */
export const snapshotOfSeed = (seed: Seed, now: number): WorldSnapshot => {
  const commit = commitOfSeed(seed, now)
  if (Result.isFailure(commit)) throw new Error(`${commit.failure.path}: ${commit.failure.reason}`)
  const { store, state, tables } = makeMemoryBillingStore()
  Effect.runSync(store.commit(commit.success))
  return {
    now,
    tables: tables(),
    gateway: makeGatewayMemory(),
    webhooks: noWebhooks,
    inbox: [],
    couponsBefore: state
      .coupons()
      .map(({ couponId, timesRedeemed, amountRedeemed }) => ({ couponId, timesRedeemed, amountRedeemed })),
  }
}
