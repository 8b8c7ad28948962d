// A fee is shown whole, as its price for each unit, where the subscription was active for all of the cycle at one
// quantity, and else as prorated, also where it rounds to the whole price.
import { describe, expect, it } from "vitest"
import type { BillingPeriod, Invoice } from "../../../../src/index.ts"
import { always, watching } from "./always.ts"

/** How long a segment was active, as things stand: what runs goes on to the end of its cycle. */
const activeMillis = ({ spans }: BillingPeriod.Segment, { startAt, endAt }: BillingPeriod.BillingPeriod) =>
  spans.reduce(
    (sum, { from, to }) => sum + Math.max(0, Math.min(to ?? endAt, endAt) - Math.max(from, startAt)),
    0,
  )

const isWhole = (
  { unitPrice, quantity, item }: Invoice.Invoice["lines"][number],
  period: BillingPeriod.BillingPeriod,
): boolean => {
  const segment = item.kind === "FEE" ? period.segments[item.segment] : undefined
  if (segment === undefined) return false
  const units = segment.stretches ?? [{ quantity: 1 }]
  const isAll = activeMillis(segment, period) === period.endAt - period.startAt
  return isAll && units.length === 1 && unitPrice === segment.terms.amount && quantity === units[0]?.quantity
}

describe("after every change", () => {
  it("a fee that is shown whole is that of a whole cycle, and one of a part says so", () =>
    always(
      400,
      watching(({ before, change }) => {
        for (const { subscriptionId, lines } of change.account.invoices.slice(before.invoices.length)) {
          for (const line of lines) {
            if (line.item.kind !== "FEE") continue
            const period = change.account.periods.find(
              (one) => one.subscriptionId === subscriptionId && one.cycle === line.item.cycle,
            )
            if (period === undefined) throw new Error("A fee is of no period")
            expect([line.name, /\(prorated\)/.test(line.name)]).toEqual([line.name, !isWhole(line, period)])
            if (!isWhole(line, period)) expect(line.quantity).toBe(1)
          }
        }
      }),
    ))
})
