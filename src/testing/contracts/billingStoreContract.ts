// The contract of `BillingStore`: what the use cases rely on, whatever database is behind it.
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import { BillingStore } from "../../ports/BillingStore.ts"
import { type Law, story } from "../Law.ts"
import { accounts } from "./billing-store/accounts.ts"
import { claims } from "./billing-store/claims.ts"
import { codes } from "./billing-store/codes.ts"
import { commits } from "./billing-store/commits.ts"
import { counts, keys } from "./billing-store/keys.ts"
import { pages, queues } from "./billing-store/lists.ts"
import { reads } from "./billing-store/reads.ts"

const cases = [
  ...commits,
  ...reads,
  ...keys,
  ...counts,
  ...queues,
  ...claims,
  ...codes,
  ...pages,
  ...accounts,
]

/**
 * The contract of a store: conflicts, atomicity, reads that see every commit before them, unique keys, conditional
 * counts, the order of the due index and of the outbox, claims of what is due, codes that one of many takes, pages, and what an account is made of.
 *
 * `makeLayer` is called once a case and gives an empty store; what the layer acquires is released after the case. Some
 * cases commit many times at the same moment.
 *
 * @example
 * ```ts
 * import * as Layer from "effect/Layer"
 * import { BillingStore } from "studio-billing"
 * import { billingStoreContract } from "studio-billing/testing"
 *
 * declare const makeStore: () => BillingStore["Service"]
 * const contract = billingStoreContract(() => Layer.sync(BillingStore, makeStore))
 * // for (const { name, check } of contract) test(name, () => check())
 * contract.length // 63
 * ```
 */
export const billingStoreContract = (
  makeLayer: () => Layer.Layer<BillingStore, unknown>,
): ReadonlyArray<Law> =>
  cases.map(({ name, rule, tell }) =>
    story({
      name,
      rule,
      lacks: null,
      tell: () => {
        const told = Effect.catch(Effect.flatMap(BillingStore, tell), ({ scope }) =>
          Effect.die(new Error(`the store answered a conflict: ${scope.kind} ${scope.id}`)),
        )
        return Effect.runPromise(Effect.provide(told, makeLayer()))
      },
    }),
  )
