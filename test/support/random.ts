// Chance that comes again: the same seed gives the same series, so that a failure can be seen a second time.

/** A series of numbers. */
export interface Chance {
  /** A whole number from 0 up to, and without, a bound. */
  readonly below: (bound: number) => number
  readonly pick: <A>(choices: ReadonlyArray<A>) => A | undefined
  readonly shuffled: <A>(list: ReadonlyArray<A>) => ReadonlyArray<A>
}

/** The series of a seed: a linear congruence modulo 2^32 whose upper bits are used. */
export const makeChance = (seed: number): Chance => {
  let state = (seed ^ 0x9e37_79b9) >>> 0
  const below = (bound: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * bound)
  }
  return {
    below,
    pick: (choices) => choices[below(choices.length)],
    shuffled: (list) => {
      const shuffled = [...list]
      for (let last = shuffled.length - 1; last > 0; last--) {
        const other = below(last + 1)
        const [a, b] = [shuffled[last], shuffled[other]]
        if (a === undefined || b === undefined) continue
        shuffled[last] = b
        shuffled[other] = a
      }
      return shuffled
    },
  }
}
