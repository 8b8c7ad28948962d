// However time is divided, a year comes to the same: every record, version, message and id, and every charge.
import * as Effect from "effect/Effect"
import * as fc from "fast-check"
import { beforeAll, describe, expect, it } from "vitest"
import { type DueRun, type PaymentGateway, runDue } from "../../../src/index.ts"
import { makeBilling, startAt } from "../../support/billing.ts"
import { runs } from "../../support/runs.ts"
import { stories } from "../../support/stories.ts"
import { withoutChargedAt } from "../../support/withoutChargedAt.ts"

const DAY = 24 * 60 * 60_000
const YEAR = 365 * DAY

/** The gateway's references are drawn; here they are counted, so that two worlds can be compared. */
const countedCards = () => {
  let count = 0
  return (gateway: PaymentGateway["Service"]): PaymentGateway["Service"] => ({
    ...gateway,
    tokenize: (cardToken) =>
      Effect.map(gateway.tokenize(cardToken), (card) => {
        count += 1
        return { ...card, gatewayReference: `${cardToken}:${count}` }
      }),
  })
}

const commands = stories
  .flatMap((story) => story.commands.map(([day, command]) => ({ at: day * DAY, command })))
  .sort((a, b) => a.at - b.at)

/**
 * All that there is after a year whose clock stopped at these times too; it is driven from instant to instant, as if
 * time had passed, or was there before the engine, which then catches up.
 */
const yearOf = async (stops: ReadonlyArray<number>, { driven = true } = {}) => {
  const billing = makeBilling({
    wrapGateway: countedCards(),
    organizations: stories.map(({ organizationId }) => organizationId),
  })
  await billing.seeded()
  const told: Array<DueRun["billingEvents"][number]> = []
  const times = new Set([...stops, ...commands.map(({ at }) => at), YEAR])
  for (const time of [...times].sort((a, b) => a - b)) {
    const to = startAt + time
    if (!driven) billing.setNow(to)
    const run = await billing.run(
      runDue(to, {
        catchUp: true,
        onInstant: (at) => {
          if (!driven) return at
          billing.setNow(Math.max(at, billing.now()))
          return billing.now()
        },
      }),
    )
    expect(run.failures).toEqual([])
    told.push(...run.billingEvents)
    billing.setNow(to)
    for (const { at, command } of commands) if (at === time) await billing.run(Effect.orDie(command))
  }
  return { snapshot: billing.state.snapshot(), told, charges: billing.charges() }
}

let once: Awaited<ReturnType<typeof yearOf>>
beforeAll(async () => {
  once = await yearOf([])
})

describe("a year", () => {
  it("holds everything that time can bring about", () => {
    expect(new Set(once.told.map(({ billingEvent }) => billingEvent.type))).toEqual(
      new Set([
        "dunning.exhausted",
        "invoice.issued",
        "invoice.status_changed",
        "invoice.updated",
        "payment.approved",
        "payment.failed",
        "subscription.status_changed",
        "subscription.updated",
        "voucher.updated",
      ]),
    )
    const attempts = once.snapshot.records.flatMap((put) =>
      put.kind === "Invoice" ? put.record.attempts : [],
    )
    expect(new Set(attempts.map(({ status }) => status))).toEqual(
      new Set(["APPROVED", "DECLINED", "EXPIRED", "UNKNOWN"]),
    )
    expect(attempts.filter(({ lookups }) => lookups > 0).length).toBeGreaterThan(10)
    const entries = once.snapshot.records.flatMap((put) => (put.kind === "VoucherEntry" ? put.record : []))
    expect(new Set(entries.map(({ kind }) => kind))).toEqual(new Set(["GRANT", "CONSUME", "EXPIRE"]))
  })

  it("at once is the same as day by day", async () => {
    expect(await yearOf(Array.from({ length: 365 }, (_, day) => day * DAY))).toEqual(once)
  })

  it("is the same for an engine that is late, at a gateway that remembers", async () => {
    expect(withoutChargedAt(await yearOf([], { driven: false }))).toEqual(withoutChargedAt(once))
  })

  it("at once is the same as in any parts", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 0, max: YEAR }), { minLength: 1, maxLength: 50 }),
        async (stops) => {
          expect(await yearOf(stops)).toEqual(once)
        },
      ),
      { numRuns: runs(10) },
    )
  })
})
