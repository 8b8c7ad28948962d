// Divisions of time do not matter to whoever drives the clock: a year at once is the same as 365 days, to every client
// and in every word of the timeline.
import { beforeAll, describe, expect, it } from "vitest"
import { makeMemoryIdSource } from "../../simulator/adapters/memory/MemoryIdSource.ts"
import { everythingShown, type Shown } from "../support/shown.ts"
import { makeTestWorld } from "../support/simulator.ts"
import { organizations, prepare } from "./yearAtOnce/prepare.ts"

interface Entry {
  readonly at: string
  readonly type: string
  readonly organizationId: string
  readonly summary: string
}

const preparedWorld = async () => {
  const world = makeTestWorld({ ids: makeMemoryIdSource({ seed: "year" }) })
  await prepare(world)
  return world
}

/** The year of a world with a history: what it told on the way, and all that it shows in the end. */
const yearBy = async (steps: Iterable<object>) => {
  const world = await preparedWorld()
  const before = await everythingShown(world, Object.values(organizations))
  const timeline: Array<Entry> = []
  for (const body of steps) {
    const { status, json } = await world.call("POST", "/_simulator/clock", { body })
    if (status !== 200 || json.failures !== undefined) throw new Error(JSON.stringify(json))
    timeline.push(...json.timeline)
  }
  return { before, timeline, after: await everythingShown(world, Object.values(organizations)) }
}

const end = "2027-03-02T18:40:00.001Z"
const times = (count: number, advanceBy: string): ReadonlyArray<object> =>
  Array.from({ length: count }, () => ({ advanceBy }))

/** Steps of many lengths, over and over, as far as they go; then the rest. */
const odd = ["PT7H13M", "P11D", "PT0.001S", "P1M", "PT59M59.999S", "P3DT1S", "PT12H"]
const oddSteps = [
  ...Array.from({ length: 7 }, () => odd.map((advanceBy) => ({ advanceBy }))).flat(),
  { to: end },
]

/** A millisecond before, at, and after instants at which much falls due. */
const boundaries = ["03-31", "04-03", "04-30", "05-31", "07-31", "08-31"].flatMap((date) =>
  [-1, 0, 1].map((millis) => ({ to: new Date(Date.parse(`2026-${date}`) + millis).toISOString() })),
)

let atOnce: Awaited<ReturnType<typeof yearBy>>
beforeAll(async () => {
  atOnce = await yearBy([{ advanceBy: "P1Y" }])
})

/** What is shown, with the charges of all pages by their ids. */
const withoutOrder = (shown: Shown) => {
  const [charges, others] = [new Map<string, unknown>(), new Map<string, unknown>()]
  for (const [path, { status, json }] of Object.entries(shown)) {
    if (!path.startsWith("/_simulator/charges")) others.set(path, { status, json })
    else for (const charge of (json as Charges).data) charges.set(charge.attemptId, charge)
  }
  return { charges, others }
}

interface Charges {
  readonly data: ReadonlyArray<{ readonly attemptId: string }>
}

const subscriptionOf = (shown: Shown, organizationId: string) =>
  shown[`/studio/organizations/${organizationId}/subscriptions`]?.json as { readonly status: string }

describe("a year at once", () => {
  it.each([
    ["365 days", times(365, "P1D")],
    ["12 months", times(12, "P1M")],
    ["odd steps", oddSteps],
    ["steps around what falls due", [...boundaries, { to: end }]],
  ])("is the same as %s", async (_, steps) => {
    const divided = await yearBy(steps)
    expect(divided.before).toEqual(atOnce.before)
    expect(divided.timeline).toEqual(atOnce.timeline)
    expect(divided.after).toEqual(atOnce.after)
  })

  it("is the same where time went by before the engine ran", async () => {
    const world = await preparedWorld()
    world.clock.moveTo(Date.parse(end))
    await world.call("POST", "/_simulator/clock", { body: { to: end } })
    const after = await everythingShown(world, Object.values(organizations))
    // One organization after the other is brought up to date here, and charged.
    expect(withoutOrder(after)).toEqual(withoutOrder(atOnce.after))
  })

  it("is in order of time", () => {
    const instants = atOnce.timeline.map(({ at }) => at)
    expect(instants).toEqual(instants.toSorted())
  })

  it("has everything in it that time brings about", () => {
    expect(new Set(atOnce.timeline.map(({ type }) => type))).toEqual(
      new Set([
        "invoice.issued",
        "invoice.status_changed",
        "invoice.updated",
        "payment.approved",
        "payment.failed",
        "subscription.status_changed",
        "subscription.updated",
        "voucher.updated",
        "dunning.exhausted",
      ]),
    )
  })

  it("announces the end of dunning once, and leaves each subscription where its story led", () => {
    const ended = Object.entries(organizations).map(([name, organizationId]) => {
      const { status } = subscriptionOf(atOnce.after, organizationId)
      const exhausted = atOnce.timeline.filter(
        (entry) => entry.organizationId === organizationId && entry.type === "dunning.exhausted",
      )
      return [name, `${status} ${exhausted.length}`]
    })
    expect(Object.fromEntries(ended)).toEqual({
      "a coupon, vouchers, a threshold and usage": "ACTIVE 0",
      "a card that is refused until dunning is exhausted": "PAST_DUE 1",
      "a card that is refused for good": "PAST_DUE 1",
      "a card that is refused once": "ACTIVE 0",
      "answers that are lost, of charges that were made": "ACTIVE 0",
      "answers that are lost, of charges that were not": "PAST_DUE 1",
      "slips that nobody pays": "PAST_DUE 1",
      // Its dunning was over before.
      "a pause that lasts, with an invoice that failed": "PAUSED 0",
      "a cancellation at the end of the period": "CANCELLED 0",
      "a cancellation whose last invoice is owed": "CANCELLED 1",
      "a change to another plan at the end of the period": "ACTIVE 0",
      "a change to years at the end of the period": "ACTIVE 0",
      "years from the beginning": "ACTIVE 0",
      "a fee that was paid ahead": "ACTIVE 0",
      "a pause that is over": "ACTIVE 0",
    })
  })
})
