// Chance by place: each part of a history has a series of its own, so that leaving one part out changes no other one.
import { type Chance, makeChance } from "../support/random.ts"

/** A number of 32 bits that stands for a place, such as seed, step and call; near places have far numbers. */
export const mixed = (...place: ReadonlyArray<number>): number => {
  let hash = 0x9e37_79b9
  for (const part of place) {
    hash = Math.imul(hash ^ (part >>> 0), 0x85eb_ca6b)
    hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2_ae35)
    hash ^= hash >>> 16
  }
  return hash >>> 0
}

/** The series of a place. */
export const chanceAt = (...place: ReadonlyArray<number>): Chance => makeChance(mixed(...place))

/** One of several, each as often as its weight says. */
export const weighted = <A extends string>(chance: Chance, weights: Readonly<Record<A, number>>): A => {
  const names = Object.keys(weights) as unknown as ReadonlyArray<A>
  let left = chance.below(names.reduce((sum, name) => sum + weights[name], 0))
  for (const name of names) {
    left -= weights[name]
    if (left < 0) return name
  }
  throw new Error("No weights")
}
