// A map that holds the latest keys only: when it is full, each new key takes the place of the oldest one. A copy of it
// costs the same however much it holds.
import { makeTable } from "../memory/Table.ts"

/** The latest entries, in the order in which their keys came. */
export interface RecentMap<A> {
  readonly size: () => number
  readonly get: (key: string) => A | undefined
  /** Sets the value of a key; a key that is there keeps its place. */
  readonly set: (key: string, value: A) => void
  /** At most `count` values, newest first, without the first `skip` of them. */
  readonly newest: (skip: number, count: number) => ReadonlyArray<A>
  /** Every key with its value, oldest first. */
  readonly entries: () => Iterable<readonly [string, A]>
  /** Another map, with what this one holds now. */
  readonly copy: () => RecentMap<A>
}

/** An empty map for so many keys. */
export const makeRecentMap = <A>(max: number, table = makeTable<A>()): RecentMap<A> => {
  let latest = table
  const valuesOf = (keys: ReadonlyArray<string>): ReadonlyArray<A> => keys.map((key) => latest.get(key) as A)
  return {
    size: () => latest.size(),
    get: (key) => latest.get(key),
    set: (key, value) => {
      latest = latest.set(key, value)
      const oldest = latest.size() > max ? latest.keys(0, 1)[0] : undefined
      if (oldest !== undefined) latest = latest.delete(oldest)
    },
    newest: (skip, count) => {
      const end = Math.max(0, latest.size() - skip)
      const start = Math.max(0, end - count)
      return valuesOf(latest.keys(start, end - start)).toReversed()
    },
    entries: () => latest.entries(),
    copy: () => makeRecentMap(max, latest),
  }
}
