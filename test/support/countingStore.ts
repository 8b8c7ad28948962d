// A store that counts the calls of each of its operations.
import type { BillingStore } from "../../src/index.ts"

type Store = BillingStore["Service"]

/** What is put around a store, and how often each of its operations was called so far. */
export const makeCountingStore = (): {
  readonly wrapStore: (store: Store) => Store
  readonly counts: Readonly<Record<string, number>>
} => {
  const counts: Record<string, number> = {}
  const counted =
    (name: string, call: unknown) =>
    (...args: ReadonlyArray<never>): unknown => {
      counts[name] = (counts[name] ?? 0) + 1
      return (call as (...args: ReadonlyArray<never>) => unknown)(...args)
    }
  return {
    wrapStore: (store) =>
      Object.fromEntries(
        Object.entries(store).map(([name, call]) => [name, counted(name, call)]),
      ) as unknown as Store,
    counts,
  }
}
