// Playing random histories and looking at every change of them.
import * as fc from "fast-check"
import { expect, it } from "vitest"
import type { Invoice } from "../../../../src/index.ts"
import { runs } from "../../../support/runs.ts"
import { seed } from "../../../support/seed.ts"
import { DAY } from "../fixtures.ts"
import { anything, everything } from "./arbitraries.ts"
import * as known from "./examples.ts"
import { mixedSetups, richSetups } from "./setups.ts"
import { type Options, play, type Seen, type Setup } from "./world.ts"

const playing =
  (setups: fc.Arbitrary<Setup>, steps: typeof anything, examples: Array<known.Example>) =>
  (normal: number, options: (setup: Setup) => Options, seed?: number): void =>
    fc.assert(
      fc.property(setups, steps, (setup, steps) => {
        play(setup, steps, setup.startAt + 300 * DAY, options(setup))
      }),
      { numRuns: runs(normal), examples, ...(seed !== undefined && { seed }) },
    )

/** Plays histories in which anything can happen to one subscription, by plans of one length of interval. */
export const withOneSubscription = playing(richSetups, anything, [
  known.discountTakenOver,
  known.creditGivenBack,
  known.discountThatWaits,
  known.roundingTaken,
  known.roundingOfNoCycle,
])

/** Plays histories in which anything can happen, also to one subscription after another and by any plans. */
export const always = playing(mixedSetups, everything, Object.values(known))

/** A law: what watches a history that begins like this. */
type Law = (setup: Setup) => Options

/** What watches for all of these laws at once, and writes down which are broken. */
const watchingAll =
  (laws: Readonly<Record<string, Law>>, broken: Set<string>): Law =>
  (setup) => {
    const each = Object.entries(laws).map(([name, law]) => ({ name, options: law(setup) }))
    const show = (look: (options: Options) => void): void => {
      for (const { name, options } of each) {
        if (broken.has(name)) continue
        try {
          look(options)
        } catch {
          broken.add(name)
        }
      }
    }
    return {
      watch: (seen) => show(({ watch }) => watch?.(seen)),
      twice: (again, before) => show(({ twice }) => twice?.(again, before)),
    }
  }

/**
 * A test for each law, on the same histories: they are played once, before the first test, with all laws watching. The
 * test of a law that is broken plays them again for it alone, to say the smallest that breaks it.
 */
const together =
  (playing: (normal: number, law: Law, seed: number) => void) =>
  (normal: number, laws: Readonly<Record<string, Law>>): void => {
    let found: ReadonlySet<string> | null = null
    const brokenLaws = (): ReadonlySet<string> => {
      const broken = new Set<string>()
      playing(normal, watchingAll(laws, broken), seed)
      return broken
    }
    for (const [name, law] of Object.entries(laws)) {
      it(name, () => {
        found ??= brokenLaws()
        if (!found.has(name)) return
        playing(normal, law, seed)
        expect.fail("A law that was broken holds in the same histories: it depends on more than these")
      })
    }
  }

/** Laws on histories of one subscription, each played once for all of them. */
export const allWithOneSubscription = together(withOneSubscription)

/** Laws on histories in which anything happens, each played once for all of them. */
export const allAlways = together(always)

export const watching = (watch: (seen: Seen) => void) => () => ({ watch })

/** The invoices that a change made or changed. */
export const touched = ({ before, change }: Seen): ReadonlyArray<Invoice.Invoice> => {
  const known = new Set(before.invoices)
  return change.account.invoices.filter((invoice) => !known.has(invoice))
}
