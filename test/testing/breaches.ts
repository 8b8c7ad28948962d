// Wrong implementations, each kept for the one law that has to notice it. A law that no wrong implementation breaks says
// nothing.
import { describe, expect, it } from "vitest"
import type { Law } from "../../src/testing/index.ts"

/** The names of the laws that are not kept. */
export const brokenLaws = async (laws: ReadonlyArray<Law>): Promise<ReadonlyArray<string>> => {
  const broken: Array<string> = []
  for (const { name, check } of laws) {
    await check({ seed: 42, numRuns: 1_000 }).catch(() => broken.push(name))
  }
  return broken
}

/**
 * Declares the tests of wrong implementations: every law has one, and it breaks that law alone, or with those that
 * `also` names where one rule follows from another.
 */
export const describeBreaches = <A>(
  lawsOf: (implementation: A) => ReadonlyArray<Law>,
  real: A,
  wrong: Readonly<Record<string, A>>,
  also: Readonly<Record<string, ReadonlyArray<string>>> = {},
): void => {
  describe("a wrong implementation", () => {
    it("is kept for every law, each of which says its rule", () => {
      const laws = lawsOf(real)
      expect(Object.keys(wrong)).toEqual(laws.map(({ name }) => name))
      for (const { rule } of laws) expect(rule).toMatch(/^[A-Z`].*[.]$/)
      expect(new Set(laws.map(({ id }) => id)).size).toBe(laws.length)
    })

    it.each(Object.entries(wrong))("breaks this law and no other: %s", async (name, implementation) => {
      expect(await brokenLaws(lawsOf(implementation))).toEqual([name, ...(also[name] ?? [])])
    })
  })
}

/** Declares the tests of ordinary mistakes: some law catches each one with every seed, in a run of the usual length. */
export const describeMistakes = <A>(
  lawsOf: (implementation: A) => ReadonlyArray<Law>,
  mistakes: Readonly<Record<string, A>>,
): void => {
  describe("a mistake is caught with any seed", () => {
    it.each(Object.entries(mistakes))("%s", async (_, implementation) => {
      for (let seed = 1; seed <= 5; seed++) {
        const checked = lawsOf(implementation).map(({ check }) => check({ seed, numRuns: 100 }))
        const settled = await Promise.allSettled(checked)
        expect(settled.map(({ status }) => status)).toContain("rejected")
      }
    })
  })
}
