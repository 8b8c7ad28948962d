// The latest values of a series: when it is full, each new one takes the place of the oldest.

/** The latest values. */
export interface Ring<A> {
  readonly size: () => number
  readonly add: (value: A) => void
  /** At most `count` values, newest first, without the first `skip` of them. */
  readonly newest: (skip: number, count: number) => ReadonlyArray<A>
}

/** A ring for so many values. */
export const makeRing = <A>(max: number): Ring<A> => {
  const values: Array<A> = []
  // Where the next value goes, which is where the oldest one is once the ring is full.
  let next = 0
  return {
    size: () => values.length,
    add: (value) => {
      values[next] = value
      next = (next + 1) % max
    },
    newest: (skip, count) => {
      const found: Array<A> = []
      for (let age = skip; age < Math.min(skip + count, values.length); age++) {
        found.push(values[(next - 1 - age + 2 * max) % max] as A)
      }
      return found
    },
  }
}
