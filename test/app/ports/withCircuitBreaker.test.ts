// An outage of the gateway while much is due: it is asked a few times, nobody waits for more deadlines than that, and
// when it answers again each invoice is paid once.
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import { defaultPolicy, type PaymentGateway, runDue, withCircuitBreaker } from "../../../src/index.ts"
import { makeBilling, startAt, subscribed } from "../../support/billing.ts"

type Gateway = PaymentGateway["Service"]

const DAY = 86_400_000
const MINUTE = 60_000
const breaker = { failuresMax: 3, pauseMillis: 30_000, answerMillis: defaultPolicy.chargeDeadlineMillis }
const idOf = (index: number): string => `0190a000-0000-7000-8000-${String(index + 1).padStart(12, "0")}`

type Broken = (gateway: Gateway) => Gateway

const outages: ReadonlyArray<readonly [string, Broken]> = [
  ["says Unknown", (gateway) => ({ ...gateway, charge: () => Effect.succeed({ _tag: "Unknown" }) })],
  ["dies", (gateway) => ({ ...gateway, charge: () => Effect.die(new Error("no such host")) })],
  [
    "throws",
    (gateway) => ({
      ...gateway,
      charge: () => {
        throw new Error("no such host")
      },
    }),
  ],
  ["gives nothing", (gateway) => ({ ...gateway, charge: () => Effect.succeed(undefined) as never })],
]

/** Twenty organizations whose first invoice is due while the gateway is out. */
const outage = async (broken: Broken) => {
  const ids = Array.from({ length: 20 }, (_, index) => idOf(index))
  let isOut = true
  let asked = 0
  const billing = makeBilling({
    organizations: ids,
    wrapGateway: (gateway) =>
      withCircuitBreaker(
        {
          ...gateway,
          charge: (charge) => {
            asked += 1
            return (isOut ? broken(gateway) : gateway).charge(charge)
          },
        },
        breaker,
      ),
  })
  await billing.seeded()
  for (const id of ids) await billing.run(subscribed({ id }))
  const due = Date.UTC(2026, 1, 28, 12)
  billing.setNow(due)
  const run = await billing.run(runDue(due))
  const statuses = () => ids.map((id) => billing.state.ofOrganization(id)?.invoices[0]?.status)
  return {
    ...billing,
    run,
    due,
    asked: () => asked,
    heal: () => {
      isOut = false
    },
    statuses,
  }
}

describe("a gateway that is out of reach", () => {
  it.each(outages)(
    "and %s is asked a few times, and every invoice is issued in its time",
    async (_, broken) => {
      const scene = await outage(broken)
      expect(scene.asked()).toBe(breaker.failuresMax)
      expect(scene.run.failures).toEqual([])
      expect(new Set(scene.statuses())).toEqual(new Set(["OPEN"]))
      expect(
        scene.run.billingEvents.filter(({ billingEvent }) => billingEvent.type === "invoice.issued"),
      ).toHaveLength(20)
    },
  )

  it.each(outages)("and %s charges each once when it answers again", async (_, broken) => {
    const scene = await outage(broken)
    scene.heal()
    for (let minutes = 1; minutes <= 60; minutes += 1) await scene.moveTo(scene.due + minutes * MINUTE)
    await scene.moveTo(scene.due + DAY)
    expect(new Set(scene.statuses())).toEqual(new Set(["PAID"]))
    const charges = scene.charges()
    expect(charges.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => "APPROVED"))
    expect(new Set(charges.map(({ organizationId }) => organizationId)).size).toBe(20)
  })
})

it("passes on what a gateway answers, and stores cards also while it is spared", async () => {
  const billing = makeBilling({ wrapGateway: (gateway) => withCircuitBreaker(gateway) })
  await billing.seeded()
  await billing.run(subscribed())
  await billing.moveTo(startAt + 40 * DAY)
  expect(billing.charges().map(({ status }) => status)).toEqual(["APPROVED"])
})
