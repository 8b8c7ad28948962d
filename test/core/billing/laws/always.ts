// Playing random histories and looking at every change of them.
import * as fc from "fast-check"
import type { Invoice } from "../../../../src/index.ts"
import { runs } from "../../../support/runs.ts"
import { DAY } from "../fixtures.ts"
import { anything, everything } from "./arbitraries.ts"
import { mixedSetups, richSetups } from "./setups.ts"
import { type Options, play, type Seen, type Setup } from "./world.ts"

const playing =
  (setups: fc.Arbitrary<Setup>, steps: typeof anything) =>
  (normal: number, options: (setup: Setup) => Options): void =>
    fc.assert(
      fc.property(setups, steps, (setup, steps) => {
        play(setup, steps, setup.startAt + 300 * DAY, options(setup))
      }),
      { numRuns: runs(normal) },
    )

/** Plays histories in which anything can happen to one subscription, by plans of one length of interval. */
export const withOneSubscription = playing(richSetups, anything)

/** Plays histories in which anything can happen, also to one subscription after another and by any plans. */
export const always = playing(mixedSetups, everything)

export const watching = (watch: (seen: Seen) => void) => () => ({ watch })

/** The invoices that a change made or changed. */
export const touched = ({ before, change }: Seen): ReadonlyArray<Invoice.Invoice> => {
  const known = new Set(before.invoices)
  return change.account.invoices.filter((invoice) => !known.has(invoice))
}
