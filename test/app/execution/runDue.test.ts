// The billing engine over many organizations: what is due, in time order, whoever else fails, and no more than that.
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { describe, expect, it } from "vitest"
import { applyDue, type RunDueOptions, runDue } from "../../../src/index.ts"
import { makeBilling, startAt, subscribed } from "../../support/billing.ts"
import { makeCountingStore } from "../../support/countingStore.ts"
import { atPoint } from "../../support/processes.ts"
import { withoutVersionCheck } from "../../support/withoutVersionCheck.ts"

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

const idOf = (index: number): string => `0190a000-0000-7000-8000-${String(index + 1).padStart(12, "0")}`

type Options = NonNullable<Parameters<typeof makeBilling>[0]>

/** So many organizations, subscribed one after the other, so long apart. */
const withOrganizations = async (count: number, apart: number, options: Options = {}) => {
  const ids = Array.from({ length: count }, (_, index) => idOf(index))
  const billing = makeBilling({ ...options, organizations: ids })
  await billing.seeded()
  for (const [index, id] of ids.entries()) {
    billing.setNow(startAt + index * apart)
    await billing.run(subscribed({ id }))
  }
  const [one = "", two = "", three = ""] = ids
  return {
    ...billing,
    ids,
    one,
    two,
    three,
    invoicesOf: (id: string) => billing.state.ofOrganization(id)?.invoices ?? [],
    dueOf: (id: string) => billing.state.due().find(({ organizationId }) => organizationId === id)?.at,
    runTo: (at: number, onInstant?: (at: number) => number, options: RunDueOptions = {}) => {
      billing.setNow(at)
      return billing.run(runDue(at, { ...options, ...(onInstant && { onInstant }) }))
    },
  }
}

type Scene = Awaited<ReturnType<typeof withOrganizations>>

describe("time order", () => {
  it("goes from instant to instant, over all organizations", async () => {
    const scene = await withOrganizations(3, MINUTE)
    const instants: Array<number> = []
    const run = await scene.runTo(startAt + 62 * DAY, (at) => instants.push(at))
    expect(instants).toEqual([
      Date.UTC(2026, 1, 28, 12, 0),
      Date.UTC(2026, 1, 28, 12, 1),
      Date.UTC(2026, 1, 28, 12, 2),
      Date.UTC(2026, 2, 31, 12, 0),
      Date.UTC(2026, 2, 31, 12, 1),
      Date.UTC(2026, 2, 31, 12, 2),
    ])
    const issued = run.billingEvents.filter(({ billingEvent }) => billingEvent.type === "invoice.issued")
    expect(issued.map(({ organizationId, billingEvent }) => [billingEvent.at, organizationId])).toEqual(
      instants.map((at, index) => [at, scene.ids[index % 3]]),
    )
    expect(run).toMatchObject({ organizations: 3, failures: [] })
  })

  it("tells each instant before what is due at it is done", async () => {
    const scene = await withOrganizations(2, MINUTE)
    const seen: Array<ReadonlyArray<number>> = []
    await scene.runTo(startAt + 40 * DAY, (at) => {
      seen.push([scene.invoicesOf(scene.one).length, scene.invoicesOf(scene.two).length])
      return at
    })
    expect(seen).toEqual([
      [0, 0],
      [1, 0],
    ])
  })

  it("does nothing that is due later, and nothing twice", async () => {
    const scene = await withOrganizations(2, MINUTE)
    const at = Date.UTC(2026, 1, 28, 12)
    expect(await scene.runTo(at - 1)).toMatchObject({ organizations: 0, billingEvents: [], failures: [] })
    expect((await scene.runTo(at)).organizations).toBe(1)
    expect(await scene.runTo(at)).toMatchObject({ organizations: 0, billingEvents: [], failures: [] })
    expect([scene.invoicesOf(scene.one).length, scene.invoicesOf(scene.two).length]).toEqual([1, 0])
  })
})

describe("a driven clock", () => {
  /** What became of an attempt whose outcome the first look-up did not tell, after so many days in moves of so many. */
  const invoicesAfter = async (days: number, move: number) => {
    let lookups = 0
    const billing = makeBilling({
      organizations: [idOf(0)],
      wrapGateway: (gateway) => ({
        ...gateway,
        lookup: (charge) => {
          lookups += 1
          return lookups === 1 ? Effect.succeed({ _tag: "Unknown" }) : gateway.lookup(charge)
        },
      }),
    })
    const id = idOf(0)
    await billing.seeded()
    await billing.run(subscribed({ id, cardToken: "tok_timeout_approved" }))
    for (let day = move; day <= days; day += move) {
      await billing.run(runDue(startAt + day * DAY, { catchUp: true, onInstant: billing.setNow }))
      billing.setNow(startAt + day * DAY)
    }
    return billing.state.ofOrganization(id)?.invoices
  }

  it("has its look-ups in their time, in one move as in many", async () => {
    const inOne = await invoicesAfter(360, 360)
    expect(inOne?.length).toBeGreaterThan(10)
    expect(inOne?.[0]?.attempts).toMatchObject([{ status: "APPROVED", lookups: 2 }])
    expect(inOne).toEqual(await invoicesAfter(360, 1))
  })
})

describe("the event loop", () => {
  /** How many organizations were done at each turn of the event loop. */
  const doneAtTurns = async (concurrency: number) => {
    const scene = await withOrganizations(30, 0, { pause: Effect.void })
    const issued = new Set<number>()
    const watch = (): void => {
      issued.add(scene.ids.filter((id) => scene.invoicesOf(id).length > 0).length)
      watching = setImmediate(watch)
    }
    let watching = setImmediate(watch)
    await scene.runTo(startAt + 40 * DAY, undefined, { concurrency })
    clearImmediate(watching)
    return Array.from(issued)
  }

  it("has a turn after each organization", async () => {
    expect(await doneAtTurns(1)).toEqual(
      expect.arrayContaining(Array.from({ length: 29 }, (_, done) => done + 1)),
    )
  })

  it("has one after as many as are under way at once", async () => {
    const steps = (await doneAtTurns(10)).map((done, index, all) => done - (all[index - 1] ?? 0))
    expect(Math.max(...steps)).toBeLessThanOrEqual(10)
  })
})

/** Makes usage that no amount can express. */
const breakUsage = async ({ commit, state }: Scene, id: string): Promise<() => Promise<void>> => {
  const period = state.ofOrganization(id)?.periods[0]
  if (period === undefined) throw new Error("There is no group")
  const put = (quantity: number) =>
    commit({
      puts: [
        {
          kind: "BillingPeriod",
          record: {
            ...period,
            organizationId: id,
            segments: period.segments.map((segment) => ({
              ...segment,
              usage: [{ meter: "messages", quantity }],
            })),
          },
        },
      ],
    })
  await put(Number.MAX_SAFE_INTEGER)
  return () => put(0)
}

/** Hides the running period, so that the end of its cycle comes to nothing and stays due. */
const hideGroup = async ({ commit, state }: Scene, id: string): Promise<() => Promise<void>> => {
  const period = state.ofOrganization(id)?.periods[0]
  if (period === undefined) throw new Error("There is no group")
  const put = (settled: boolean) =>
    commit({ puts: [{ kind: "BillingPeriod", record: { ...period, organizationId: id, settled } }] })
  await put(true)
  return () => put(false)
}

describe("an organization that fails", () => {
  const at = Date.UTC(2026, 2, 1, 12)

  it.each([
    ["whose amounts cannot be computed", breakUsage, "AmountOutOfRange"],
    ["whose step does not end", hideGroup, "Defect"],
  ] as const)("%s is recorded, and the others go on", async (_, effect, rejection) => {
    const scene = await withOrganizations(3, MINUTE)
    const mend = await effect(scene, scene.one)
    const run = await scene.runTo(at)
    expect(run.failures).toMatchObject([{ organizationId: scene.one, rejection }])
    expect(run.organizations).toBe(2)
    expect(scene.ids.map((id) => scene.invoicesOf(id).length)).toEqual([0, 1, 1])
    await mend()
    expect(await scene.runTo(at)).toMatchObject({ organizations: 1, failures: [] })
    expect(scene.invoicesOf(scene.one)).toMatchObject([
      { status: "PAID", issuedAt: Date.UTC(2026, 1, 28, 12) },
    ])
  })

  it("whose store dies is recorded, and the others go on", async () => {
    const scene = await withOrganizations(3, MINUTE)
    const broken: Options = {
      wrapStore: (store) => ({
        ...store,
        account: (id, focus) =>
          id === scene.two ? Effect.die(new Error("no connection")) : store.account(id, focus),
      }),
    }
    scene.setNow(at)
    const run = await scene.processOf(broken).run(runDue(at))
    expect(run.failures).toMatchObject([{ organizationId: scene.two, rejection: "Defect" }])
    expect(scene.ids.map((id) => scene.invoicesOf(id).length)).toEqual([1, 0, 1])
  })

  it("keeps none back, however many fail before it", async () => {
    const scene = await withOrganizations(251, 1)
    for (const id of scene.ids.slice(0, 250)) await hideGroup(scene, id)
    const run = await scene.runTo(at)
    expect(run.failures).toHaveLength(250)
    expect(run.organizations).toBe(1)
    expect(scene.invoicesOf(scene.ids[250] ?? "")).toHaveLength(1)
  })
})

describe("an entry that is out of date", () => {
  const at = Date.UTC(2026, 1, 28, 12)

  it("too early is put right, and what is due then is done in the same run", async () => {
    const scene = await withOrganizations(2, MINUTE)
    await scene.commit({ due: [{ organizationId: scene.one, at: startAt + DAY }] })
    const run = await scene.runTo(at)
    expect(run.failures).toEqual([])
    expect(scene.invoicesOf(scene.one)).toMatchObject([{ status: "PAID", issuedAt: at }])
    await scene.commit({ due: [{ organizationId: scene.two, at: startAt + DAY }] })
    await scene.runTo(at)
    expect(scene.dueOf(scene.two)).toBe(at + MINUTE)
  })

  it("of an organization for which time does nothing is taken out", async () => {
    const billing = makeBilling()
    await billing.seeded()
    const [{ organizationId = "" } = {}] = billing.state.organizations()
    await billing.commit({ due: [{ organizationId, at: startAt }] })
    expect(await billing.run(runDue(startAt))).toMatchObject({ failures: [] })
    expect(billing.state.due()).toEqual([])
  })

  it("of an organization that nobody knows fails, and ends", async () => {
    const scene = await withOrganizations(1, MINUTE)
    await scene.commit({ due: [{ organizationId: idOf(7), at: startAt }] })
    const run = await scene.runTo(at)
    expect(run.failures).toMatchObject([{ organizationId: idOf(7), rejection: "OrganizationNotFound" }])
    expect(scene.invoicesOf(scene.one)).toHaveLength(1)
  })

  it("that the store does not let be put right ends all the same", async () => {
    const scene = await withOrganizations(2, MINUTE)
    const entry = { organizationId: scene.one, at: startAt }
    const stubborn: Options = {
      wrapStore: (store) => ({
        ...store,
        due: (list) =>
          Effect.map(store.due(list), (due) => [
            entry,
            ...due.filter(({ organizationId }) => organizationId !== scene.one),
          ]),
      }),
    }
    scene.setNow(at + MINUTE)
    expect(await scene.processOf(stubborn).run(runDue(at + MINUTE))).toMatchObject({ failures: [] })
    expect(scene.invoicesOf(scene.two)).toHaveLength(1)
  })
})

describe("the work", () => {
  /** Counts what a run reads and writes. */
  const counted = async (idle: number, due: number) => {
    const scene = await withOrganizations(idle + due, 0)
    // All but the last ones have nothing to do for long.
    for (const organizationId of scene.ids.slice(0, idle)) {
      await scene.commit({ due: [{ organizationId, at: startAt + 1000 * DAY }] })
    }
    const { counts, wrapStore } = makeCountingStore()
    const at = Date.UTC(2026, 1, 28, 12)
    scene.setNow(at)
    await scene.processOf({ wrapStore }).run(runDue(at))
    return counts
  }

  it("grows with what is due, and not with the number of organizations", async () => {
    const few = await counted(0, 3)
    expect(few).toEqual({ due: 2, account: 3, commit: 6 })
    expect(await counted(500, 3)).toEqual(few)
    expect(await counted(0, 6)).toEqual({ due: 2, account: 6, commit: 12 })
    expect(await counted(500, 0)).toEqual({ due: 1 })
  })

  it("takes as many organizations as there are, a batch at a time", async () => {
    const scene = await withOrganizations(250, 0)
    const run = await scene.runTo(Date.UTC(2026, 1, 28, 12))
    expect(run.organizations).toBe(250)
    expect(scene.charges()).toHaveLength(250)
  })

  it("of one organization is done apart from that of the others", async () => {
    const scene = await withOrganizations(2, 0)
    scene.setNow(Date.UTC(2026, 1, 28, 12))
    await scene.run(applyDue({ organizationId: scene.one }))
    expect(scene.ids.map((id) => scene.invoicesOf(id).length)).toEqual([1, 0])
  })
})

describe("two engines at once", () => {
  const at = Date.UTC(2026, 2, 31, 12, 10)
  const race = async (wrapStore: NonNullable<Options["wrapStore"]>) => {
    const scene = await withOrganizations(5, MINUTE)
    scene.setNow(at)
    const { run } = scene.processOf({ wrapStore })
    const both = await run(Effect.all([runDue(at), runDue(at)], { concurrency: "unbounded" }))
    const issued = both.flatMap(({ billingEvents }) =>
      billingEvents.filter(({ billingEvent }) => billingEvent.type === "invoice.issued"),
    )
    return { failures: both.flatMap(({ failures }) => failures), issued: issued.length, scene }
  }

  it("do everything once", async () => {
    const { failures, issued, scene } = await race((store) => store)
    expect(failures).toEqual([])
    expect(issued).toBe(10)
    expect(scene.charges()).toHaveLength(10)
    expect(scene.ids.map((id) => scene.invoicesOf(id).map(({ status }) => status))).toEqual(
      Array.from({ length: 5 }, () => ["PAID", "PAID"]),
    )
  })

  it("would be seen to do it twice without the version check", async () => {
    expect((await race(withoutVersionCheck)).issued).toBeGreaterThan(10)
  })
})

describe("an engine that is stopped", () => {
  it.each([
    [1, [["PAID"], ["PAID"], [], [], []]],
    [3, [["PAID"], ["PAID"], ["PAID"], [], []]],
  ])("finishes what it is at, with %i under way at once, and begins no other", async (concurrency, left) => {
    const scene = await withOrganizations(5, MINUTE)
    const at = Date.UTC(2026, 2, 1, 12)
    scene.setNow(at)
    let stop = (): void => undefined
    const process = scene.processOf(
      atPoint({ call: "charge", nth: 2, when: "before" }, () => Effect.sync(() => stop())),
    )
    const fiber = process.fork(runDue(at, { concurrency }))
    stop = () => fiber.interruptUnsafe()
    await Effect.runPromise(Effect.exit(Fiber.join(fiber)))
    expect(scene.ids.map((id) => scene.invoicesOf(id).map(({ status }) => status))).toEqual(left)
  })
})
