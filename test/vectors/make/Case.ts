// A case of a vector file, and random numbers that go to the edges of what an amount can be.
import { type Chance, makeChance } from "../../support/random.ts"

/** What a function answers: a result, or why it has none. */
export type Expected = { readonly result: unknown } | { readonly rejection: { readonly _tag: string } }

/** What a function is called with. */
export interface Call {
  readonly function: string
  readonly input: object
}

/** A call with its name and what it has to answer. */
export interface Case extends Call {
  readonly name: string
  readonly expected: Expected
}

/** What one file of vectors is made of. */
export interface Subject {
  /** The name of the file, without its ending. */
  readonly file: string
  readonly about: string
  /** The naive functions by the names that cases use. */
  readonly functions: Readonly<Record<string, (input: never) => Expected>>
  /** The hard cases by their names. */
  readonly named: Readonly<Record<string, Call>>
  /** How many random cases follow them. */
  readonly randomCases: number
  readonly random: (chance: Chance) => Call
}

/** The largest amount: 2^53 - 1. */
export const MAX = Number.MAX_SAFE_INTEGER

/** A result. */
export const result = (value: unknown): Expected => ({ result: value })

/** A rejection with its members. */
export const rejection = (_tag: string, members: object = {}): Expected => ({
  rejection: { _tag, ...members },
})

/** The rejection of an operation whose result or operands are not all amounts. */
export const outOfRange = (operation: string, operands: ReadonlyArray<number>): Expected =>
  rejection("AmountOutOfRange", { operation, operands })

/** A series for each random case of each file, so that one more case changes no other one. */
export const chanceOf = (file: string, index: number): Chance => {
  let seed = index + 1
  for (const letter of file) seed = Math.imul(seed ^ letter.charCodeAt(0), 0x85eb_ca6b)
  return makeChance(seed)
}

/** Whether something happens that does so that many times in a hundred. */
export const percent = (chance: Chance, times: number): boolean => chance.below(100) < times

/** One of several; there is at least one. */
export const pick = <A>(chance: Chance, choices: readonly [A, ...ReadonlyArray<A>]): A =>
  choices[chance.below(choices.length)] ?? choices[0]

/** A whole number from 0 up to 2^53 - 1. */
export const anyAmount = (chance: Chance): number => chance.below(2 ** 21) * 2 ** 32 + chance.below(2 ** 32)

/** An amount: mostly small, sometimes of any size, sometimes at the bound. */
export const amount = (chance: Chance): number => {
  const kind = chance.below(100)
  if (kind < 45) return chance.below(51)
  if (kind < 92) return chance.below(1_000_001)
  return kind < 97 ? anyAmount(chance) : pick(chance, [MAX, MAX - 1, 2 ** 52, 2 ** 52 + 1])
}

/** A number that is not an amount from 0 up. */
export const noAmount = (chance: Chance): number => pick(chance, [-1, 0.5, 2 ** 53, -MAX, 1e-7])

/** An amount, or one time in a hundred a number that is not one. */
export const almostAmount = (chance: Chance): number =>
  percent(chance, 1) ? noAmount(chance) : amount(chance)
