// A map that holds the latest keys only: when it is full, each new key takes the place of the oldest one.

/** The latest entries, in the order in which their keys came. */
export interface RecentMap<A> {
  readonly size: () => number
  readonly get: (key: string) => A | undefined
  /** Sets the value of a key; a key that is there keeps its place. */
  readonly set: (key: string, value: A) => void
  /** At most `count` values, newest first, without the first `skip` of them. */
  readonly newest: (skip: number, count: number) => ReadonlyArray<A>
}

/** An empty map for so many keys. */
export const makeRecentMap = <A>(max: number): RecentMap<A> => {
  const values = new Map<string, A>()
  // A ring: `next` is where the next key goes, which is where the oldest one is once the ring is full.
  const ring: Array<string> = []
  let next = 0
  return {
    size: () => values.size,
    get: (key) => values.get(key),
    set: (key, value) => {
      if (!values.has(key)) {
        const oldest = ring[next]
        if (oldest !== undefined) values.delete(oldest)
        ring[next] = key
        next = (next + 1) % max
      }
      values.set(key, value)
    },
    newest: (skip, count) => {
      const end = Math.min(skip + count, ring.length)
      const found: Array<A> = []
      for (let age = skip; age < end; age++) {
        const key = ring[(next - 1 - age + 2 * max) % max] as string
        found.push(values.get(key) as A)
      }
      return found
    },
  }
}
