// Laws of instants: what a change leaves says when that change was made. Nothing is dated by another change, nor by a number
// that is no instant.
import { describe, expect } from "vitest"
import { allAlways, touched, watching } from "./always.ts"
import type { Seen } from "./world.ts"

/** The newest instant at which a record of the account had changed before: a slow clock counts as that. */
const newestBefore = ({ before }: Seen): number =>
  [...before.formerSubscriptions, ...(before.subscription ? [before.subscription] : []), ...before.invoices]
    .map(({ updatedAt }) => updatedAt)
    .reduce((newest, at) => Math.max(newest, at), 0)

/** Sees that instants are those of a change. */
const expectThen = (seen: Seen, instants: ReadonlyArray<number>): void => {
  const latest = Math.max(seen.at, newestBefore(seen))
  for (const instant of instants) {
    expect(instant).toBeGreaterThanOrEqual(seen.at)
    expect(instant).toBeLessThanOrEqual(latest)
  }
}

describe("a change is dated", () => {
  allAlways(1000, {
    "in every subscription and invoice that it leaves as another": watching((seen) => {
      const { formerSubscriptions, subscription } = seen.change.account
      const known = new Set([...seen.before.formerSubscriptions, seen.before.subscription])
      const subscriptions = [...formerSubscriptions, subscription].filter((one) => !known.has(one))
      expectThen(
        seen,
        [...subscriptions, ...touched(seen)].flatMap((one) => one?.updatedAt ?? []),
      )
    }),

    "in its events and its entries of ledgers": watching((seen) => {
      const { billingEvents, voucherEntries } = seen.change
      expectThen(
        seen,
        [...billingEvents, ...voucherEntries].map(({ at }) => at),
      )
    }),
  })
})
