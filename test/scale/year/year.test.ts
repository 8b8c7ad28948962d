// The short form of `npm run scale:year`: two cycles of a few organizations over PostgreSQL are those in memory.
import { expect, it } from "vitest"
import { thorough } from "../../support/thorough.ts"
import { yearOf } from "./year.ts"

it.skipIf(!thorough)(
  "organizations over PostgreSQL have the records that they have in memory",
  async () => {
    const lines: Array<object> = []
    const options = { organizations: 112, processes: 2, sample: 112, days: 70 }
    const year = await yearOf(options, (line) => lines.push(line))
    expect(year.audit, JSON.stringify(lines)).toEqual({ unrecorded: 0, chargedTwice: 0, findings: 0 })
    expect(year.different, JSON.stringify(lines)).toBe(0)
    expect(year.invoices).toBeGreaterThan(112)
  },
  120_000,
)
