// A run with several organizations under way at once: what it comes to is the same, whoever else commits, and a look
// lists a batch.
import * as Cause from "effect/Cause"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { describe, expect, it } from "vitest"
import { type DueEvent, type RunDueOptions, runDue } from "../../../src/index.ts"
import { makeBilling, startAt, subscribed } from "../../support/billing.ts"
import { makeCountingStore } from "../../support/countingStore.ts"

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
/** When the first cycle ends of an organization that was the first. */
const FIRST = Date.UTC(2026, 1, 28, 12)

const idOf = (index: number): string => `0190a000-0000-7000-8000-${String(index + 1).padStart(12, "0")}`

type Options = NonNullable<Parameters<typeof makeBilling>[0]>

/** So many organizations that subscribed a minute after each other. */
const withOrganizations = async (count: number, options: Options = {}) => {
  const ids = Array.from({ length: count }, (_, index) => idOf(index))
  const billing = makeBilling({ ...options, organizations: ids })
  await billing.seeded()
  for (const [index, id] of ids.entries()) {
    billing.setNow(startAt + index * MINUTE)
    await billing.run(subscribed({ id }))
  }
  return { ...billing, ids }
}

/** What a run of three months comes to, by a clock that is there already or one that is driven. */
const threeMonths = async (options: RunDueOptions, isDriven = false) => {
  const scene = await withOrganizations(150)
  const at = startAt + 100 * DAY
  const { counts, wrapStore } = makeCountingStore()
  const process = scene.processOf({ wrapStore })
  if (!isDriven) scene.setNow(at)
  const run = await process.run(
    runDue(at, { ...options, catchUp: true, ...(isDriven && { onInstant: scene.setNow }) }),
  )
  const { outbox, records } = scene.state.snapshot()
  return { run, counts, outbox, records }
}

/** The organizations and events of messages, without what is drawn at random. */
const toldBy = (outbox: Awaited<ReturnType<typeof threeMonths>>["outbox"]) =>
  outbox.map((message) =>
    message.kind === "EVENT"
      ? [message.organizationId, message.billingEvent.at, message.billingEvent.type]
      : [],
  )

describe("organizations under way at once", () => {
  it("are sixteen, and no more", async () => {
    const scene = await withOrganizations(40)
    const all = Deferred.makeUnsafe<void>()
    let [waiting, most] = [0, 0]
    const { run } = scene.processOf({
      wrapGateway: (gateway) => ({
        ...gateway,
        charge: Effect.fnUntraced(function* (charge) {
          waiting += 1
          most = Math.max(most, waiting)
          if (waiting === 16) Deferred.doneUnsafe(all, Effect.void)
          yield* Deferred.await(all)
          const answer = yield* gateway.charge(charge)
          waiting -= 1
          return answer
        }),
      }),
    })
    scene.setNow(FIRST + DAY)
    expect(await run(runDue(FIRST + DAY))).toMatchObject({ organizations: 40, failures: [] })
    expect(most).toBe(16)
    expect(scene.charges()).toHaveLength(40)
  })

  it("come to what they come to one after the other", async () => {
    const [one, many] = [await threeMonths({ concurrency: 1 }), await threeMonths({ concurrency: 50 })]
    const events = ({ run }: typeof one) =>
      run.billingEvents.map(({ organizationId, billingEvent }) => [
        organizationId,
        billingEvent.at,
        billingEvent.type,
      ])
    expect(many.run.failures).toEqual([])
    expect(events(many)).toEqual(events(one))
    expect(events(one)).toHaveLength(150 * 3 * 4)
    const invoices = ({ records }: typeof one) =>
      records.flatMap((put) => (put.kind === "Invoice" ? [put.record.invoiceId, put.record.status] : []))
    expect(invoices(many)).toEqual(invoices(one))
  })

  it("are a number that can be meant", async () => {
    const scene = await withOrganizations(1)
    for (const concurrency of [0, 1.5, 1_001, Number.NaN]) {
      const exit = await scene.run(Effect.exit(runDue(FIRST, { concurrency })))
      const error = Exit.isFailure(exit) ? Cause.squash(exit.cause) : null
      expect(error).toEqual(
        new RangeError(`concurrency: expected a whole number from 1 to 1000, not ${concurrency}`),
      )
    }
  })
})

describe("a look", () => {
  it("lists a batch, of which each organization is loaded once for a step", async () => {
    const { counts } = await threeMonths({})
    expect(counts).toMatchObject({ account: 450, commit: 900 })
    expect(counts.due).toBeLessThanOrEqual(6)
  })

  it("is enough for an organization that makes up for months", async () => {
    const scene = await withOrganizations(3)
    const at = startAt + 100 * DAY
    let loads = 0
    const { run } = scene.processOf({
      wrapStore: (store) => ({
        ...store,
        account: (...args) => {
          loads += 1
          return store.account(...args)
        },
      }),
    })
    scene.setNow(at)
    expect((await run(runDue(at, { catchUp: true }))).billingEvents).toHaveLength(36)
    expect(loads).toBe(3)
  })

  it("leaves the order as it was with one for each instant, one after the other", async () => {
    const [late, driven] = [await threeMonths({ concurrency: 1 }), await threeMonths({}, true)]
    expect(driven.counts.due).toBe(451)
    expect(toldBy(late.outbox)).toEqual(toldBy(driven.outbox))
  })

  it("is made again at each instant of a driven clock, where others cause what falls due before the next", async () => {
    const scene = await withOrganizations(3)
    const [one, two, three] = scene.ids as [string, string, string]
    await scene.commit({ due: [{ organizationId: three, at: startAt + 1000 * DAY }] })
    let others: Effect.Effect<unknown> = Effect.promise(() =>
      scene.commit({ due: [{ organizationId: three, at: FIRST + 30_000 }] }),
    )
    const process = scene.processOf({
      wrapGateway: (gateway) => ({
        ...gateway,
        charge: (charge) => {
          const first = others
          others = Effect.void
          return Effect.andThen(first, gateway.charge(charge))
        },
      }),
    })
    const instants: Array<number> = []
    await process.run(
      runDue(FIRST + MINUTE, {
        onInstant: (at) => {
          instants.push(at)
          return scene.setNow(at)
        },
      }),
    )
    expect(instants).toEqual([FIRST, FIRST + 30_000, FIRST + MINUTE])
    expect([one, two].map((id) => scene.state.ofOrganization(id)?.invoices.length)).toEqual([1, 1])
  })

  it("lists an account that another commits to meanwhile: the version decides", async () => {
    const scene = await withOrganizations(3)
    const at = startAt + 100 * DAY
    scene.setNow(at)
    const both = await scene.run(
      Effect.all([runDue(at, { catchUp: true }), runDue(at, { catchUp: true, concurrency: 1 })], {
        concurrency: "unbounded",
      }),
    )
    expect(both.flatMap(({ failures }) => failures)).toEqual([])
    expect(both.flatMap(({ billingEvents }) => billingEvents)).toHaveLength(36)
    expect(scene.charges()).toHaveLength(9)
  })
})

describe("whoever hears each event", () => {
  it("gets them all, and the result keeps none", async () => {
    const told: Array<DueEvent> = []
    const { run } = await threeMonths({ onEvent: (event) => told.push(event) }, true)
    expect(run.billingEvents).toEqual([])
    expect(told).toHaveLength(150 * 3 * 4)
    expect(told.map(({ billingEvent }) => billingEvent.at)).toEqual(
      told.map(({ billingEvent }) => billingEvent.at).toSorted((a, b) => a - b),
    )
  })

  it("stops no charge where it throws", async () => {
    const scene = await withOrganizations(3)
    const at = FIRST + DAY
    scene.setNow(at)
    const onEvent = (): never => {
      throw new Error("no log")
    }
    const { failures } = await scene.run(runDue(at, { catchUp: true, onEvent }))
    expect(failures.map(({ rejection }) => rejection)).toEqual(["Defect", "Defect", "Defect"])
    expect(scene.charges()).toHaveLength(3)
    const invoices = scene.ids.flatMap((id) => scene.state.ofOrganization(id)?.invoices ?? [])
    expect(invoices.map(({ status }) => status)).toEqual(["PAID", "PAID", "PAID"])
  })
})
