// A world in which everything happens by the rules is found to be in order, whatever happens.
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { DAY } from "../../core/billing/fixtures.ts"
import { everything } from "../../core/billing/laws/arbitraries.ts"
import * as examples from "../../core/billing/laws/examples.ts"
import { mixedSetups } from "../../core/billing/laws/setups.ts"
import { runs } from "../../support/runs.ts"
import { playOn, type WorldStep, worldOf } from "./histories.ts"

const auditOf = async (client: ReturnType<typeof worldOf>) =>
  (await client.call("GET", "/_simulator/audit")).json

/** What a lost dispute cost is told as a shortfall: that is no fault of the books. */
const clean = { ok: true, findings: [] }

const further: fc.Arbitrary<WorldStep> = fc
  .tuple(
    fc.oneof(
      fc.record({
        do: fc.constant("addMethod" as const),
        type: fc.constantFrom("card" as const, "boleto" as const),
        isDefault: fc.boolean(),
      }),
      fc.record({ do: fc.constant("removeMethod" as const), pick: fc.nat({ max: 3 }) }),
      fc.record({
        do: fc.constant("voucherUntil" as const),
        amount: fc.integer({ min: 1, max: 15_000 }),
        days: fc.integer({ min: 1, max: 60 }),
      }),
    ),
    fc.oneof(fc.integer({ min: 1, max: 12 * DAY }), fc.constant("boundary" as const)),
  )
  .map(([step, after]) => ({ ...step, after }))

/** The steps of the laws, with those that only a world has in between. */
const histories = fc.tuple(everything, fc.array(fc.tuple(fc.nat(), further), { maxLength: 8 })).map(
  ([steps, more]): ReadonlyArray<WorldStep> =>
    more.reduce<ReadonlyArray<WorldStep>>((all, [place, step]) => {
      const at = place % (all.length + 1)
      return [...all.slice(0, at), step, ...all.slice(at)]
    }, steps),
)

describe("the audit", () => {
  it("finds nothing after any history, and at no step of it", async () => {
    await fc.assert(
      fc.asyncProperty(mixedSetups, histories, async (setup, steps) => {
        const world = worldOf(setup)
        const failures = await playOn(world, setup, steps, 300, async () => {
          expect(await auditOf(world)).toMatchObject(clean)
        })
        expect(failures).toEqual([])
      }),
      { numRuns: runs(60), examples: Object.values(examples) },
    )
  })

  it("finds nothing whatever faults strike on the way", async () => {
    let failures = 0
    await fc.assert(
      fc.asyncProperty(mixedSetups, histories, fc.nat(), async (setup, steps, seed) => {
        const world = worldOf(setup, { seed, rate: 0.3 })
        const failed = await playOn(world, setup, steps, 100, async () => {
          expect(await auditOf(world)).toMatchObject(clean)
        })
        failures += failed.length
      }),
      { numRuns: runs(30) },
    )
    expect(failures).toBeGreaterThan(30)
  })
})
