// A law: one rule that an implementation has to keep, as any test runner, or none, can run it. A law over functions is
// tried with random input, which fast-check shrinks; a case of a contract is one story that is told to a fresh adapter.
import * as Equal from "effect/Equal"
import * as fc from "fast-check"

/** How a law is tried: fast-check's own options. A case of a contract, which has no random input, ignores them. */
export type LawOptions = Pick<
  fc.Parameters,
  "numRuns" | "seed" | "path" | "endOnFailure" | "verbose" | "interruptAfterTimeLimit"
>

/**
 * One rule that an implementation has to keep.
 *
 * `check` resolves where it is kept and rejects with a readable `Error` where it is not, with the smallest example that
 * was found. A law that lacks something of its host cannot be checked: its name says so, and `check` rejects, so that
 * nothing passes that was not looked at. Skip it by `lacks`.
 *
 * @example
 * ```ts
 * import { computeInvoice } from "studio-billing"
 * import { invoiceLaws } from "studio-billing/testing"
 *
 * const [lines] = invoiceLaws(computeInvoice)
 * lines?.name // "the amount of a line is its unit price times its quantity"
 * lines?.lacks // null
 * ```
 */
export interface Law {
  /** Names it in any list of tests; no two laws of one list have the same. */
  readonly name: string
  /** One sentence. */
  readonly rule: string
  /** What the host would have to give for it to be checked; `null` where it gave that. */
  readonly lacks: string | null
  /** Resolves where the rule is kept. */
  readonly check: (options?: LawOptions) => Promise<void>
}

/** A law for any input; `holds` throws where it does not. The examples are tried first. */
export const forAll = <A>(law: {
  readonly name: string
  readonly rule: string
  readonly given: fc.Arbitrary<A>
  readonly examples?: ReadonlyArray<A>
  readonly holds: (given: A) => void
}): Law => {
  const examples = (law.examples ?? []).map((example): [A] => [example])
  return {
    name: law.name,
    rule: law.rule,
    lacks: null,
    check: async (options = {}) =>
      fc.assert(fc.property(law.given, law.holds), { includeErrorInReport: true, ...options, examples }),
  }
}

/** A case of a contract: one story. With what the host lacks for it, it is skipped. */
export const story = (law: {
  readonly name: string
  readonly rule: string
  readonly lacks: string | null
  readonly tell: () => Promise<void>
}): Law => {
  const { name, rule, lacks, tell } = law
  if (lacks === null) return { name, rule, lacks, check: () => tell() }
  const skipped = `skipped without \`${lacks}\`: ${name}`
  return { name: skipped, rule, lacks, check: () => Promise.reject(new Error(skipped)) }
}

/** Throws unless a thing is what it has to be; says what of it is not. */
export const same = (what: string, actual: unknown, expected: unknown): void => {
  if (!Equal.equals(actual, expected)) {
    throw new Error(`${what}: expected ${fc.stringify(expected)}, got ${fc.stringify(actual)}`)
  }
}

/** Throws with a sentence unless something holds. */
export const hold = (sentence: string, holds: boolean): void => {
  if (!holds) throw new Error(sentence)
}
