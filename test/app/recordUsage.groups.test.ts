// Usage of one organization that comes in while a request is under way: it is committed together, and every answer and record
// is the one that there would be if each request had come after the one before it.
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Result from "effect/Result"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { type BillingStore, recordUsage, setThreshold } from "../../src/index.ts"
import { letOthersRun, makeBilling, organizationId, startAt, subscribed } from "../support/billing.ts"

const use = (...events: ReadonlyArray<readonly [eventId: string, quantity: number, meter?: string]>) =>
  recordUsage({
    organizationId,
    events: events.map(([eventId, quantity, meter = "messages"]) => ({
      eventId,
      meter,
      quantity,
      occurredAt: startAt,
    })),
  })

/** A store that says when a commit arrives, and makes it when it may. */
const gated = () => {
  let commits = 0
  let open = Promise.resolve()
  const wrapStore = (store: BillingStore["Service"]): BillingStore["Service"] => ({
    ...store,
    commit: (commit) =>
      Effect.andThen(
        Effect.promise(() => {
          commits += 1
          return open
        }),
        store.commit(commit),
      ),
  })
  return {
    wrapStore,
    commits: () => commits,
    /** Lets no commit through until the function is called that it gives. */
    close: () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      open = promise
      return () => {
        open = Promise.resolve()
        resolve()
      }
    },
  }
}

const ready = async () => {
  const gate = gated()
  const billing = makeBilling()
  await billing.seeded()
  const process = billing.processOf(gate)
  await process.run(subscribed())
  /** Lets everybody get as far as possible. */
  const settle = () => billing.run(letOthersRun(50))
  const quantity = () =>
    billing.state.ofOrganization(organizationId)?.periods[0]?.segments[0]?.usage[0]?.quantity ?? 0
  const before = gate.commits()
  return { ...billing, ...process, ...gate, settle, quantity, commits: () => gate.commits() - before }
}

/** Some requests, the first of which is held at its commit until all the others have come. */
const together = async (
  { close, settle, fork }: Awaited<ReturnType<typeof ready>>,
  requests: ReadonlyArray<ReturnType<typeof use>>,
) => {
  const open = close()
  const fibers = requests.map((request) => fork(Effect.result(request)))
  await settle()
  open()
  return Promise.all(fibers.map((fiber) => Effect.runPromise(Fiber.join(fiber))))
}

const shortOf = (result: Result.Result<{ accepted: number; duplicates: number }, { _tag: string }>) =>
  Result.isSuccess(result) ? [result.success.accepted, result.success.duplicates] : result.failure._tag

describe("requests that come in while one is under way", () => {
  it("are committed together", async () => {
    const billing = await ready()
    const told = await together(
      billing,
      Array.from({ length: 20 }, (_, index) => use([`e${index}`, 1])),
    )
    expect(told.map(shortOf)).toEqual(Array.from({ length: 20 }, () => [1, 0]))
    expect(billing.commits()).toBe(2)
    expect(billing.quantity()).toBe(20)
  })

  it("count an event once that several of them bring", async () => {
    const billing = await ready()
    const told = await together(billing, [use(["e0", 1]), use(["e1", 1]), use(["e1", 1], ["e2", 1])])
    expect(told.map(shortOf)).toEqual([
      [1, 0],
      [1, 0],
      [1, 1],
    ])
    expect(billing.quantity()).toBe(3)
  })

  it("are refused each for itself", async () => {
    const billing = await ready()
    const told = await together(billing, [
      use(["e0", 1]),
      use(["e1", 1]),
      use(["e2", 1], ["e3", 1, "faxes"]),
      use(["e1", 5]),
      use(["e4", 1]),
    ])
    expect(told.map(shortOf)).toEqual([[1, 0], [1, 0], "UsageMeterUnknown", "UsageEventConflict", [1, 0]])
    expect(billing.commits()).toBe(2)
    expect(billing.quantity()).toBe(3)
  })

  it("make groups of a hundred events, or of one request that has more", async () => {
    const billing = await ready()
    const many = (name: string, count: number) =>
      use(...Array.from({ length: count }, (_, index) => [`${name}-${index}`, 1] as const))
    await together(billing, [use(["e0", 1]), many("a", 60), many("b", 40), many("c", 1), many("d", 150)])
    expect(billing.commits()).toBe(4)
    expect(billing.quantity()).toBe(252)
  })

  it("do not wait for a charge of one of them, which tells what became of it", async () => {
    const billing = await ready()
    await billing.run(setThreshold({ organizationId, value: 299, currency: "BRL" }))
    const told = await together(billing, [use(["e0", 1]), use(["e1", 99]), use(["e2", 1]), use(["e3", 1])])
    expect(told.map(shortOf)).toEqual(Array.from({ length: 4 }, () => [1, 0]))
    expect(
      told.map((one) => Result.isSuccess(one) && one.success.invoices.map(({ status }) => status)),
    ).toEqual([[], ["PAID"], [], []])
    expect(billing.charges()).toHaveLength(1)
  })
})

describe("a request that is interrupted", () => {
  it("while it waits is not recorded, and the others are", async () => {
    const billing = await ready()
    const open = billing.close()
    const fibers = ["e0", "e1", "e2"].map((eventId) => billing.fork(use([eventId, 1])))
    await billing.settle()
    await Effect.runPromise(Fiber.interrupt(fibers[1] as (typeof fibers)[number]))
    open()
    await Promise.all(
      [0, 2].map((index) => Effect.runPromise(Fiber.await(fibers[index] as (typeof fibers)[number]))),
    )
    expect(billing.quantity()).toBe(2)
  })

  it("at its commit is recorded, and so are those that wait", async () => {
    const billing = await ready()
    const open = billing.close()
    const fibers = ["e0", "e1", "e2"].map((eventId) => billing.fork(use([eventId, 1])))
    await billing.settle()
    await Effect.runPromise(Fiber.interrupt(fibers[0] as (typeof fibers)[number]))
    open()
    await Promise.all(fibers.map((fiber) => Effect.runPromise(Fiber.await(fiber))))
    expect(billing.quantity()).toBe(3)
  })

  it("while it loads leaves the lead to the next one", async () => {
    const billing = await ready()
    const { promise, resolve } = Promise.withResolvers<void>()
    let loads = 0
    const slow = billing.processOf({
      wrapStore: (store) => ({
        ...store,
        account: (...args) =>
          Effect.andThen(
            Effect.suspend(() => (++loads === 1 ? Effect.promise(() => promise) : Effect.void)),
            store.account(...args),
          ),
      }),
    })
    const fibers = ["e0", "e1", "e2"].map((eventId) => slow.fork(use([eventId, 1])))
    await billing.settle()
    await Effect.runPromise(Fiber.interrupt(fibers[0] as (typeof fibers)[number]))
    await Promise.all(fibers.map((fiber) => Effect.runPromise(Fiber.await(fiber))))
    resolve()
    expect(billing.quantity()).toBe(2)
  })

  it("at a commit that leaves it over is not recorded, and those behind it go on", async () => {
    const billing = await ready()
    await billing.run(setThreshold({ organizationId, value: 299, currency: "BRL" }))
    const openFirst = billing.close()
    const requests = [use(["e0", 1]), use(["e1", 99]), use(["e2", 1]), use(["e3", 1])]
    const fibers = requests.map((request) => billing.fork(request))
    await billing.settle()
    openFirst()
    const openSecond = billing.close()
    await billing.settle()
    // The second commit ends at the charge of "e1".
    await Effect.runPromise(Fiber.interrupt(fibers[2] as (typeof fibers)[number]))
    openSecond()
    const told = await Promise.all(
      [0, 1, 3].map((index) => Effect.runPromise(Fiber.join(fibers[index] as (typeof fibers)[number]))),
    )
    expect(told.map(({ accepted }) => accepted)).toEqual([1, 1, 1])
    expect(billing.quantity()).toBe(101)
  })
})

it("a request that waits for one that hangs goes on beside it after five seconds", async () => {
  const billing = await ready()
  let commits = 0
  const hanging = billing.processOf({
    wrapStore: (store) => ({
      ...store,
      commit: (commit) => (++commits === 1 ? Effect.never : store.commit(commit)),
    }),
  })
  hanging.fork(use(["e0", 1]))
  const second = hanging.run(use(["e1", 1]))
  await billing.settle()
  expect(billing.quantity()).toBe(0)
  billing.setNow(startAt + 5_000)
  expect(await second).toMatchObject({ accepted: 1 })
})

it("a fault of the store is the answer of all of a group, and of nobody after it", async () => {
  const billing = await ready()
  let commits = 0
  const faulty = billing.processOf({
    wrapStore: (store) => ({
      ...store,
      commit: (commit) =>
        Effect.suspend(() => (++commits === 2 ? Effect.die("no connection") : store.commit(commit))),
    }),
  })
  const exits = await faulty.run(
    Effect.all(
      ["e0", "e1", "e2"].map((eventId) => Effect.exit(use([eventId, 1]))),
      { concurrency: "unbounded" },
    ),
  )
  expect(exits.map(({ _tag }) => _tag)).toEqual(["Success", "Failure", "Failure"])
  expect(await faulty.run(use(["e3", 1]))).toMatchObject({ accepted: 1 })
  expect(billing.quantity()).toBe(2)
})

describe("whatever comes in at once", () => {
  const event = fc.tuple(
    fc.constantFrom("e1", "e2", "e3", "e4", "e5", "e6", "e7", "e8"),
    fc.constantFrom(1, 2, 60),
    fc.constantFrom("messages", "messages", "messages", "tokens", "faxes"),
  )
  const requests = fc.array(fc.array(event, { minLength: 1, maxLength: 4 }), { minLength: 2, maxLength: 12 })

  it("has the answers, the records and the events of the same one after another", async () => {
    await fc.assert(
      fc.asyncProperty(requests, fc.boolean(), async (batches, hasThreshold) => {
        const [one, other] = [await ready(), await ready()]
        for (const billing of [one, other]) {
          if (hasThreshold) await billing.run(setThreshold({ organizationId, value: 250, currency: "BRL" }))
        }
        const told = (
          await together(
            one,
            batches.map((batch) => use(...batch)),
          )
        ).map(shortOf)
        const inTurn: Array<unknown> = []
        for (const batch of batches) inTurn.push(shortOf(await other.run(Effect.result(use(...batch)))))
        expect(told).toEqual(inTurn)
        const books = ({ state }: typeof one) => ({
          periods: state.ofOrganization(organizationId)?.periods,
          usageEvents: state.ofOrganization(organizationId)?.usageEvents,
          invoices: state
            .ofOrganization(organizationId)
            ?.invoices.map(({ status, totalAmount }) => [status, totalAmount]),
          events: state
            .outbox()
            .map((message) => message.kind === "EVENT" && message.billingEvent.type)
            .toSorted(),
        })
        expect(books(one)).toEqual(books(other))
      }),
      { numRuns: 60 },
    )
  })
})
