// What this package gives as an Effect, for who does not know Effect.
import * as Effect from "effect/Effect"
import type { Given } from "./ports/ports.ts"
import { settled } from "./ports/services.ts"

/**
 * Runs what a function of this package gives as an Effect, such as `migrate` of `studio-billing/postgres`, and resolves to what
 * it gives. It rejects with its failure, told apart by `_tag`, or with what was thrown.
 *
 * @example
 * ```ts
 * import { toPromise } from "studio-billing/promises"
 * import { fromPg, migrate } from "studio-billing/postgres"
 *
 * declare const pool: Parameters<typeof fromPg>[0]
 * const release = () => toPromise(migrate(fromPg(pool)))
 * typeof release // "function"
 * ```
 */
export const toPromise = <A, E>(given: Given<A, E>): Promise<A> =>
  Effect.runPromise(settled(given)) as Promise<A>
