// A run that has an end: it finishes what is under way, and another one goes on.
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import { runDue } from "../../../src/index.ts"
import { makeBilling, subscribed } from "../../support/billing.ts"

// Less than a charge may take.
const WITHIN = 20_000
/** When the first cycle ends. */
const FIRST = Date.UTC(2026, 1, 28, 12)

const ids = Array.from(
  { length: 10 },
  (_, index) => `0190a000-0000-7000-8000-${String(index + 1).padStart(12, "0")}`,
)

/** Organizations that all fall due, and a gateway whose charge of a number lasts until the time of the run is over. */
const withSlowCharge = async (slow: number) => {
  const billing = makeBilling({ organizations: ids })
  await billing.seeded()
  for (const id of ids) await billing.run(subscribed({ id }))
  billing.setNow(FIRST)
  let begun = 0
  const { run } = billing.processOf({
    wrapGateway: (gateway) => ({
      ...gateway,
      charge: (charge) => {
        begun += 1
        const passes = Effect.sync(() => billing.setNow(FIRST + WITHIN))
        return begun === slow
          ? Effect.andThen(Effect.andThen(passes, Effect.yieldNow), gateway.charge(charge))
          : gateway.charge(charge)
      },
    }),
  })
  return {
    run: (concurrency?: number) => {
      const bounds = { withinMillis: WITHIN, ...(concurrency !== undefined && { concurrency }) }
      return run(runDue(FIRST, bounds))
    },
    charges: billing.charges,
    statuses: () =>
      ids.map(
        (id) =>
          billing.state
            .ofOrganization(id)
            ?.invoices.map(({ status }) => status)
            .join() ?? "",
      ),
  }
}

describe("a run whose time is over", () => {
  it("finishes the charge under way, and takes nothing more", async () => {
    const { run, charges, statuses } = await withSlowCharge(3)
    expect(await run(1)).toMatchObject({ organizations: 3, failures: [], isComplete: false })
    expect(charges()).toHaveLength(3)
    expect(statuses()).toEqual([...Array(3).fill("PAID"), ...Array(7).fill("")])
  })

  it.each([1, 4])("leaves the rest to another one, with %d at once", async (concurrency) => {
    const { run, charges, statuses } = await withSlowCharge(2)
    const first = await run(concurrency)
    expect(first).toMatchObject({ failures: [], isComplete: false })
    expect(first.organizations).toBeLessThan(ids.length)
    const second = await run(concurrency)
    expect(second).toMatchObject({ failures: [], isComplete: true })
    expect(first.organizations + second.organizations).toBe(ids.length)
    expect(charges()).toHaveLength(ids.length)
    expect(statuses()).toEqual(ids.map(() => "PAID"))
  })
})

it("a run that is done before has come to its end", async () => {
  const { run, charges } = await withSlowCharge(Number.POSITIVE_INFINITY)
  expect(await run()).toMatchObject({ organizations: ids.length, isComplete: true })
  expect(await run()).toEqual({ organizations: 0, billingEvents: [], failures: [], isComplete: true })
  expect(charges()).toHaveLength(ids.length)
})

it.each([0, -1, 1.5, 86_400_001, Number.NaN, Number.POSITIVE_INFINITY])(
  "a time of %d is refused",
  async (withinMillis) => {
    const { run } = makeBilling()
    await expect(run(runDue(FIRST, { withinMillis }))).rejects.toThrow(
      `withinMillis: expected a whole number from 1 to 86400000, not ${withinMillis}`,
    )
  },
)
