// A law: one rule that an implementation has to keep, as any test runner, or none, can run it. A law over functions is
// tried with random input, which fast-check shrinks; a case of a contract is one story that is told to a fresh adapter.
import * as Equal from "effect/Equal"
import * as Result from "effect/Result"
import * as fc from "fast-check"
import { refuseUnknown } from "../promises/shapes.ts"

/** How a law is tried. A case of a contract, which has no random input, ignores it. */
export interface LawOptions
  extends Pick<
    fc.Parameters,
    "numRuns" | "seed" | "path" | "endOnFailure" | "verbose" | "interruptAfterTimeLimit"
  > {
  /** Inputs that are tried before the law's own examples; of the type of its `given`. */
  readonly examples?: ReadonlyArray<unknown>
  /** Is told what a law that is kept was tried with. */
  readonly onTried?: (tried: Tried) => void
}

/** What a law that is kept was tried with. */
export interface Tried {
  /** The number of inputs, examples included. */
  readonly numRuns: number
  /** How many of the inputs say nothing of this law, such as one that the implementation refuses. */
  readonly numSkipped: number
}

/** An arbitrary of any copy of fast-check, also of another one than this package has. */
export interface AnyArbitrary<A> {
  /** Draws a value. */
  readonly generate: (mrng: never, biasFactor: number | undefined) => { readonly value: A }
  /** Tells whether a value that was not drawn here can be shrunk. */
  readonly canShrinkWithoutContext: (value: unknown) => boolean
  /** Gives smaller values. */
  readonly shrink: (value: never, context: unknown) => Iterable<{ readonly value: A }>
}

/**
 * One rule that an implementation has to keep.
 *
 * `check` resolves where it is kept and rejects with a readable `Error` where it is not, with the smallest example that
 * was found. A law that lacks something of its host cannot be checked: its name says so, and `check` rejects, so that
 * nothing passes that was not looked at. Skip it by `lacks`. It rejects as well where nine of ten inputs were skipped.
 *
 * @example
 * ```ts
 * import { computeInvoice } from "studio-billing"
 * import { invoiceLaws } from "studio-billing/testing"
 *
 * const [lines] = invoiceLaws(computeInvoice)
 * lines?.id // "invoice.lines"
 * lines?.name // "the amount of a line is its unit price times its quantity"
 * lines?.lacks // null
 * ```
 */
export interface Law {
  /** Names it for good: it stays when the name is worded better. No two laws have the same. */
  readonly id: string
  /** Names it in any list of tests; no two laws of one list have the same. */
  readonly name: string
  /** One sentence. */
  readonly rule: string
  /** What the host would have to give for it to be checked; `null` where it gave that. */
  readonly lacks: string | null
  /** The random input that it is tried with; `null` for a case of a contract. */
  readonly given: fc.Arbitrary<unknown> | null
  /** The inputs that it is always tried with, before random ones. */
  readonly examples: ReadonlyArray<unknown>
  /** Resolves where the rule is kept. */
  readonly check: (options?: LawOptions) => Promise<void>
}

/** What `holds` returns for an input that says nothing of the law. */
export const SKIPPED = Symbol("skipped")

/** A law for any input; `holds` throws where it does not. The examples are tried first. */
export const forAll = <A>(law: {
  readonly id: string
  readonly name: string
  readonly rule: string
  readonly given: AnyArbitrary<A>
  readonly examples?: ReadonlyArray<A>
  /** Throws where the law is broken; what it returns says nothing, but for `SKIPPED`. */
  readonly holds: (given: A) => unknown
}): Law => {
  const { id, name, rule, examples = [] } = law
  // fast-check looks at what an arbitrary can do, and not at which copy made it.
  const given = law.given as unknown as fc.Arbitrary<A>
  const check = async (wished: LawOptions = {}): Promise<void> => {
    checkOptions(wished)
    const { onTried, ...options } = wished
    let numSkipped = 0
    const property = fc.property(given, (input) => {
      if (law.holds(input) === SKIPPED) numSkipped += 1
    })
    const tried = [...((options.examples ?? []) as ReadonlyArray<A>), ...examples].map((one): [A] => [one])
    const details = fc.check(property, { includeErrorInReport: true, ...options, examples: tried })
    if (details.failed) {
      throw new Error(`${id}: ${rule}\n${fc.defaultReportMessage(details)}`, { cause: details.errorInstance })
    }
    const { numRuns } = details
    if (numSkipped * 10 > numRuns * 9) {
      throw new Error(`${id}: ${numSkipped} of ${numRuns} inputs were skipped: it was hardly looked at`)
    }
    onTried?.({ numRuns, numSkipped })
  }
  return { id, name, rule, lacks: null, given, examples, check }
}

const optionNames: ReadonlyArray<string> = Object.keys({
  numRuns: true,
  seed: true,
  path: true,
  endOnFailure: true,
  verbose: true,
  interruptAfterTimeLimit: true,
  examples: true,
  onTried: true,
} satisfies Record<keyof LawOptions, true>)

/** Throws where a law would be tried less than the caller believes, or otherwise. */
const checkOptions = (options: LawOptions): void => {
  refuseUnknown(options, optionNames, "the options of a law")
  const { numRuns, seed } = options
  if (numRuns !== undefined && !(Number.isSafeInteger(numRuns) && numRuns > 0)) {
    throw new Error(`numRuns is ${numRuns}: give a whole number from 1 up`)
  }
  if (seed !== undefined && !Number.isFinite(seed)) throw new Error(`seed is ${seed}: give a number`)
}

/** A case of a contract: one story. With what the host lacks for it, it is skipped. Its id is its name in one word. */
export const story = (law: {
  readonly name: string
  readonly rule: string
  readonly lacks: string | null
  readonly tell: () => Promise<void>
}): Law => {
  const { name, rule, lacks, tell } = law
  const id = name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-")
  const one = { id, rule, lacks, given: null, examples: [] }
  if (lacks === null) return { ...one, name, check: () => tell() }
  const skipped = `skipped without \`${lacks}\`: ${name}`
  return { ...one, name: skipped, check: () => Promise.reject(new Error(skipped)) }
}

/** Which laws of a list are wanted: these alone, or all but these. */
export interface LawChoice {
  /** The ids of the laws to keep; all where it is left out. */
  readonly only?: ReadonlyArray<string>
  /** The ids of the laws to leave out. */
  readonly except?: ReadonlyArray<string>
}

/**
 * The laws of a list that are wanted, by id. An id that no law of the list has is an error, so that no law is left
 * out or kept by a slip of the pen.
 *
 * @example
 * ```ts
 * import { computeInvoice } from "studio-billing"
 * import { chooseLaws, invoiceLaws } from "studio-billing/testing"
 *
 * // A calculator that knows no billing periods.
 * const except = ["invoice.period", "invoice.later-document"]
 * chooseLaws(invoiceLaws(computeInvoice), { except }).length // 9
 * ```
 */
export const chooseLaws = (
  laws: ReadonlyArray<Law>,
  { only, except = [] }: LawChoice,
): ReadonlyArray<Law> => {
  const ids = laws.map(({ id }) => id)
  const unknown = [...(only ?? []), ...except].filter((id) => !ids.includes(id))
  if (unknown.length > 0)
    throw new Error(`no law has the id ${unknown.join(", ")}: take of ${ids.join(", ")}`)
  return laws.filter(({ id }) => (only?.includes(id) ?? true) && !except.includes(id))
}

/** Throws unless a thing is what it has to be; says what of it is not. */
export const same = (what: string, actual: unknown, expected: unknown): void => {
  if (Equal.equals(actual, expected)) return
  const [here, wanted] = [brought(actual), brought(expected)]
  if (!Equal.equals(here, wanted)) {
    throw new Error(`${what}: expected ${fc.stringify(wanted)}, got ${fc.stringify(here)}`)
  }
}

/**
 * Plain data of another realm as that of this one, which is all that `Equal` compares and `stringify` prints. In Jest,
 * `structuredClone` and `fetch` give such.
 */
const brought = (value: unknown, around: ReadonlyArray<unknown> = []): unknown => {
  // What contains itself is brought once.
  if (around.includes(value)) return value
  const inside = (part: unknown): unknown => brought(part, [...around, value])
  if (Array.isArray(value)) return value.map(inside)
  if (Result.isResult(value)) return Result.map(value, inside)
  if (typeof value !== "object" || value === null) return value
  const kind: object | null = Object.getPrototypeOf(value)
  const isPlain = kind !== null && Object.getPrototypeOf(kind) === null && Object.hasOwn(kind, "valueOf")
  if (!isPlain) return value
  return Object.fromEntries(Reflect.ownKeys(value).map((key) => [key, inside(Reflect.get(value, key))]))
}

/** Throws with a sentence unless something holds. */
export const hold = (sentence: string, holds: boolean): void => {
  if (!holds) throw new Error(sentence)
}
