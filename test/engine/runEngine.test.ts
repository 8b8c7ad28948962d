// The supervised engine: whatever throws, hangs or fails, it goes on with everything else.
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import { type EngineReport, runEngine } from "../../src/engine/index.ts"
import { BillingStore } from "../../src/index.ts"
import { startAt } from "../support/billing.ts"
import { boundary } from "../support/chargeScenes.ts"
import { aheadAtTimes, DAY, MINUTE, overdue, SECOND, type Store, slow, stop } from "./overdue.ts"

describe("an engine", () => {
  it("does what is due, says so, and looks again after a while", async () => {
    const scene = await overdue(3)
    const engine = scene.start()
    await scene.turns()
    expect(scene.charged().toSorted()).toEqual(scene.organizations)
    expect(
      scene
        .told("Ran")
        .map(({ organizationId }) => organizationId)
        .toSorted(),
    ).toEqual(scene.organizations)
    expect(scene.told("Looked")[0]).toMatchObject({ at: boundary, due: 3, lagMillis: 0, failing: 0 })
    const looks = scene.told("Looked").length
    await scene.pass(20)
    expect(scene.told("Looked").length).toBe(looks + 2)
    await stop(engine)
    expect(scene.told("Stopped")).toEqual([{ _tag: "Stopped", left: 0 }])
  })

  it.each<[string, (due: Store["due"]) => Store["due"], EngineReport["_tag"]]>([
    ["throws", () => () => Effect.die(new Error("no connection")), "StoreFailed"],
    [
      "throws at the call",
      () => () => {
        throw new Error("no connection")
      },
      "StoreFailed",
    ],
    ["hangs", () => () => Effect.uninterruptible(Effect.never), "Hung"],
  ])("goes on when the store %s as it is asked what is due", async (_, broken, tag) => {
    let isBroken = true
    const scene = await overdue(2)
    const engine = scene.start(
      { turnMillis: 30 * SECOND },
      {
        wrapStore: (store) => ({
          ...store,
          due: (list) => (isBroken ? broken(store.due)(list) : store.due(list)),
        }),
      },
    )
    await scene.pass(40)
    expect(scene.told(tag).length).toBeGreaterThan(0)
    expect(scene.charged()).toEqual([])
    isBroken = false
    await scene.pass(40)
    expect(scene.charged().toSorted()).toEqual(["org-0", "org-1"])
    await stop(engine)
  })

  it("goes on when its clock was wrong for a while, with its tasks", async () => {
    let isWrong = false
    let runs = 0
    const scene = await overdue(1)
    const wrongAtTimes = (clock: Clock.Clock): Clock.Clock =>
      Object.assign(Object.create(clock), {
        currentTimeMillis: Effect.suspend(() =>
          isWrong ? Effect.die(new Error("no time")) : clock.currentTimeMillis,
        ),
      })
    const report = (told: EngineReport) => Effect.sync(() => scene.reports.push(told))
    const run = Effect.suspend(() => (runs++ % 2 === 0 ? Effect.void : Effect.die(new Error("no sender"))))
    const tasks = [{ name: "codes", everyMillis: SECOND, run }]
    const engine = scene
      .processOf({})
      .fork(Effect.updateService(runEngine({ onReport: report, tasks }), Clock.Clock, wrongAtTimes))
    await scene.turns()
    isWrong = true
    await scene.pass(30)
    expect(scene.told("TaskFailed").map(({ task }) => task)).toEqual(
      expect.arrayContaining(["engine", "codes"]),
    )
    isWrong = false
    const [looks, before] = [scene.told("Looked").length, runs]
    await scene.pass(30)
    expect(scene.told("Looked").length).toBeGreaterThan(looks)
    expect(runs).toBeGreaterThan(before)
    await stop(engine)
  })

  it("waits for no date of a clock that was ahead when an organization failed", async () => {
    const scene = await overdue(1)
    const clock = aheadAtTimes()
    clock.ahead = 300 * DAY
    const engine = scene.startBy(clock, {})
    await scene.pass(20)
    expect(scene.told("Failed")[0]).toMatchObject({ rejection: "CatchUpNotAllowed" })
    clock.ahead = 0
    await scene.pass(20)
    expect(scene.charged()).toEqual(["org-0"])
    expect(scene.told("Looked").at(-1)).toMatchObject({ lagMillis: 0, failing: 0 })
    await stop(engine)
  })

  it("waits for no date of a clock that got ahead while an organization was under way", async () => {
    const scene = await overdue(1)
    const clock = aheadAtTimes()
    let isBroken = true
    const dies = Effect.suspend(() => {
      clock.ahead = 300 * DAY
      return Effect.die(new Error("a broken record"))
    })
    const engine = scene.startBy(
      clock,
      { turnMillis: 30 * SECOND },
      {
        wrapStore: (store) => ({
          ...store,
          account: (id, focus) => (isBroken ? dies : store.account(id, focus)),
          moveClaims: (claims, until) => {
            clock.ahead = 0
            isBroken = false
            return store.moveClaims(claims, until)
          },
        }),
      },
    )
    await scene.turns()
    expect(scene.told("Failed")).toHaveLength(1)
    await scene.pass(2 * 60)
    expect(scene.charged()).toEqual(["org-0"])
    await stop(engine)
  })

  it("gives nothing back for a date of a clock that is ahead", async () => {
    const scene = await overdue(2)
    const clock = aheadAtTimes()
    const engine = scene.startBy(clock, { concurrency: 1, turnMillis: 30 * SECOND }, { wrapGateway: slow(5) })
    await scene.turns()
    clock.ahead = 300 * DAY
    const stopped = stop(engine)
    await scene.pass(5)
    await stopped
    clock.ahead = 0
    const other = scene.start()
    await scene.pass(2 * 60)
    expect(scene.charged().toSorted()).toEqual(["org-0", "org-1"])
    await stop(other)
  })

  it("is stopped by no organization that dies each time, which waits longer and longer", async () => {
    const scene = await overdue(4)
    const engine = scene.start(
      { concurrency: 1 },
      {
        wrapStore: (store) => ({
          ...store,
          account: (id, focus) => (id === "org-0" ? Effect.die("a broken record") : store.account(id, focus)),
        }),
      },
    )
    await scene.turns()
    expect(scene.charged().toSorted()).toEqual(["org-1", "org-2", "org-3"])
    await scene.pass(10 * 60)
    const failed = scene.told("Failed")
    expect(failed.map(({ organizationId, rejection }) => [organizationId, rejection])).toEqual(
      failed.map(() => ["org-0", "Defect"]),
    )
    const waits = failed.map(({ againAt }, index) => againAt - (failed[index - 1]?.againAt ?? boundary))
    expect(failed.length).toBeGreaterThan(4)
    expect(failed.length).toBeLessThan(12)
    expect(waits.toSorted((a, b) => a - b)).toEqual(waits)
    await stop(engine)
  })

  it("is stopped by no organization that hangs, of which it tells", async () => {
    const scene = await overdue(3)
    const engine = scene.start(
      { concurrency: 1, turnMillis: MINUTE },
      {
        wrapStore: (store) => ({
          ...store,
          account: (id, focus) =>
            id === "org-0" ? Effect.uninterruptible(Effect.never) : store.account(id, focus),
        }),
      },
    )
    await scene.pass(59)
    expect(scene.charged()).toEqual([])
    await scene.pass(2)
    expect(scene.told("Hung")).toEqual([{ _tag: "Hung", what: "org-0", millis: MINUTE }])
    expect(scene.charged().toSorted()).toEqual(["org-1", "org-2"])
    await stop(engine)
  })

  it("has several organizations under way at once, and no more than it may", async () => {
    let underWay = 0
    let most = 0
    const scene = await overdue(20)
    const engine = scene.start(
      { concurrency: 5 },
      {
        wrapGateway: (gateway) => ({
          ...gateway,
          charge: (charge) =>
            Effect.suspend(() => {
              underWay += 1
              most = Math.max(most, underWay)
              return Effect.andThen(Effect.sleep("10 seconds"), gateway.charge(charge)).pipe(
                Effect.ensuring(
                  Effect.sync(() => {
                    underWay -= 1
                  }),
                ),
              )
            }),
        }),
      },
    )
    await scene.turns()
    for (const done of [5, 10, 15, 20]) {
      await scene.pass(10)
      expect(scene.charged()).toHaveLength(done)
    }
    expect(most).toBe(5)
    await stop(engine)
  })

  it("charges each organization once where two of them run on one store", async () => {
    const scene = await overdue(10)
    const engines = [scene.start({ concurrency: 3 }), scene.start({ concurrency: 4 })]
    await scene.pass(60)
    expect(scene.charged().toSorted()).toEqual(scene.organizations.toSorted())
    for (const engine of engines) await stop(engine)
  })

  it.each([
    ["once", 0],
    ["again and again, because it was off for months", 70 * 24 * 60 * MINUTE],
  ])(
    "shares what is due with another one, which never has the same organization: due %s",
    async (_, later) => {
      const scene = await overdue(10)
      scene.setNow(boundary + later)
      const loaded = [new Set<string>(), new Set<string>()]
      const engines = loaded.map((ids) =>
        scene.start(
          { concurrency: 3, batch: 2, catchUp: true },
          {
            wrapStore: (store) => ({
              ...store,
              account: (id, focus) => {
                ids.add(id)
                return store.account(id, focus)
              },
            }),
            wrapGateway: slow(2),
          },
        ),
      )
      await scene.pass(60)
      const [first, second] = loaded.map((ids) => Array.from(ids))
      expect([...(first ?? []), ...(second ?? [])].toSorted()).toEqual(scene.organizations)
      expect(first?.length).toBeGreaterThan(0)
      expect(second?.length).toBeGreaterThan(0)
      expect(scene.told("Ran")).toHaveLength(10)
      expect(scene.charged()).toHaveLength(later === 0 ? 10 : 30)
      for (const engine of engines) await stop(engine)
    },
  )

  it("takes over from one that was killed when its claims end, and says how late that is", async () => {
    const scene = await overdue(2)
    const claim = { now: boundary, limit: 1, leaseMillis: 40 * SECOND, clockSkewMillis: 0 }
    await scene.run(Effect.flatMap(BillingStore, (store) => store.claimDue(claim)))
    const engine = scene.start()
    await scene.turns()
    await scene.pass(39)
    expect(scene.charged()).toHaveLength(1)
    expect(scene.told("Looked").at(-1)).toMatchObject({ due: 0, lagMillis: 30 * SECOND })
    await scene.pass(1)
    expect(scene.charged()).toHaveLength(2)
    await scene.pass(10)
    expect(scene.told("Looked").at(-1)).toMatchObject({ due: 0, lagMillis: 0 })
    await stop(engine)
  })

  it("looks as often while it has no room, and claims nothing then", async () => {
    const claims: Array<number> = []
    const scene = await overdue(3)
    const engine = scene.start(
      { concurrency: 2, batch: 2, everyMillis: SECOND, turnMillis: MINUTE },
      {
        wrapStore: (store) => ({
          ...store,
          claimDue: (claim) => {
            claims.push(claim.now)
            return store.claimDue(claim)
          },
        }),
        wrapGateway: slow(25),
      },
    )
    await scene.turns()
    await scene.pass(20)
    expect(claims).toEqual([boundary])
    expect(scene.told("Looked").map(({ at, due, running }) => [at, due, running])).toEqual([
      [boundary, 2, 0],
      ...Array.from({ length: 20 }, (_, index) => [boundary + (index + 1) * SECOND, 0, 2]),
    ])
    expect(scene.told("Looked").at(-1)).toMatchObject({ lagMillis: 20 * SECOND })
    const stopped = stop(engine)
    await scene.pass(5)
    await stopped
  })

  it("gives back what it has not begun when it is stopped", async () => {
    const scene = await overdue(5)
    const engine = scene.start({ concurrency: 1 }, { wrapGateway: slow(5) })
    await scene.turns()
    const stopped = stop(engine)
    await scene.turns()
    const other = scene.start()
    await scene.turns()
    expect(scene.charged()).toHaveLength(4)
    await scene.pass(5)
    await stopped
    expect(scene.charged().toSorted()).toEqual(scene.organizations)
    await stop(other)
  })

  it.each([
    ["while it waits for them", 0],
    ["after it has given them up", 10 * SECOND],
  ])("gives back what it claims by a look that ends late: %s", async (_, later) => {
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
    const scene = await overdue(3)
    const engine = scene.start(
      { drainMillis: 5 * SECOND },
      {
        wrapStore: (store) => ({
          ...store,
          claimDue: (claim) => Effect.tap(store.claimDue(claim), () => Effect.promise(() => answered)),
        }),
      },
    )
    await scene.turns()
    const stopped = stop(engine)
    await scene.pass(later / SECOND)
    answer()
    await scene.turns()
    await stopped
    const other = scene.start()
    await scene.turns()
    expect(scene.charged().toSorted()).toEqual(scene.organizations)
    await stop(other)
  })

  it("begins nothing under a claim that may end before it does", async () => {
    const scene = await overdue(5)
    let claims = 0
    const engine = scene.start(
      { concurrency: 1, turnMillis: 24 * SECOND },
      {
        wrapStore: (store) => ({
          ...store,
          claimDue: (list) => {
            claims += 1
            return store.claimDue(list)
          },
        }),
        wrapGateway: slow(20),
      },
    )
    await scene.turns()
    await scene.pass(79)
    expect([claims, scene.charged().length]).toEqual([1, 3])
    await scene.pass(1)
    expect([claims, scene.charged().length]).toEqual([2, 4])
    await scene.pass(20)
    expect(scene.charged().toSorted()).toEqual(scene.organizations)
    await stop(engine)
  })

  it("finishes what is under way when it is stopped, and takes nothing more", async () => {
    let release = (): void => undefined
    const scene = await overdue(3)
    const engine = scene.start(
      { concurrency: 1 },
      {
        wrapGateway: (gateway) => ({
          ...gateway,
          charge: (charge) =>
            Effect.andThen(
              Effect.callback<void>((resume) => {
                release = () => resume(Effect.void)
              }),
              gateway.charge(charge),
            ),
        }),
      },
    )
    await scene.turns()
    const stopped = stop(engine)
    await scene.turns()
    release()
    await stopped
    expect(scene.charged()).toHaveLength(1)
    expect(scene.told("Stopped")).toEqual([{ _tag: "Stopped", left: 0 }])
    const [first] = scene.charged()
    expect(scene.state.ofOrganization(first ?? "")?.invoices[0]?.status).toBe("PAID")
  })

  it("does its tasks again and again, whatever becomes of them", async () => {
    let runs = 0
    const scene = await overdue(1)
    const engine = scene.start({
      backoffMillis: 1 * SECOND,
      tasks: [
        {
          name: "codes",
          everyMillis: 5 * SECOND,
          run: Effect.suspend(() => {
            runs += 1
            return runs === 2 ? Effect.die(new Error("no sender")) : Effect.void
          }),
        },
      ],
    })
    await scene.pass(21)
    expect(runs).toBe(5)
    expect(scene.told("TaskFailed")).toMatchObject([{ task: "codes", againAt: boundary + 10 * SECOND }])
    await stop(engine)
  })

  it("tells of a task that gives what it should have run", async () => {
    const scene = await overdue(1)
    const run = Effect.sync(() => Effect.void)
    const engine = scene.start({ tasks: [{ name: "sweep", everyMillis: SECOND, run }] })
    await scene.pass(1)
    expect(String(scene.told("TaskFailed")[0]?.cause)).toContain("run gave an Effect, which nobody runs")
    await stop(engine)
  })

  it.each([
    ["failed", Effect.die(new Error("no connection"))],
    ["hung", Effect.never],
  ])("does a task that %s for long soon after it is well again", async (_, broken) => {
    let isBroken = true
    let runs = 0
    const scene = await overdue(1)
    const run = Effect.suspend(() => (isBroken ? broken : Effect.sync(() => (runs += 1))))
    const engine = scene.start({
      backoffMillis: SECOND,
      turnMillis: SECOND,
      tasks: [{ name: "codes", everyMillis: 5 * SECOND, run }],
    })
    await scene.pass(80)
    isBroken = false
    await scene.pass(12)
    expect(runs).toBeGreaterThan(0)
    await stop(engine)
  })

  it.each([Number.NaN, 0, 0.5, Number.POSITIVE_INFINITY])(
    "refuses a task every %s milliseconds",
    (everyMillis) => {
      const tasks = [{ name: "codes", everyMillis, run: Effect.void }]
      expect(() => runEngine({ tasks })).toThrow(
        /^everyMillis of the task codes: expected a whole number from 1/,
      )
    },
  )

  it("puts an entry right under which nothing is due", async () => {
    const scene = await overdue(1)
    await scene.commit({ due: [{ organizationId: "org-0", at: startAt + 1 }] })
    scene.setNow(startAt + 2)
    const engine = scene.start()
    await scene.pass(30)
    expect(scene.state.due()).toEqual([{ organizationId: "org-0", at: boundary }])
    await stop(engine)
  })
})

describe("the options of an engine", () => {
  it.each([
    [{ concurrency: 0 }, "concurrency: expected a whole number from 1 to 1000, not 0"],
    [{ batch: 1.5 }, "batch: expected a whole number from 1 to 10000, not 1.5"],
    [{ everyMillis: Number.NaN }, "everyMillis: expected a whole number from 1 to 86400000, not NaN"],
    [{ drainMillis: Number.POSITIVE_INFINITY }, "drainMillis: expected a whole number"],
    [{ backoffMillis: 7_200_000 }, "backoffMillisMax: expected at least backoffMillis"],
    [{ workers: 3 }, "workers is no bound of an engine: use concurrency, batch"],
  ])("%j are refused when it is made", (options, message) => {
    expect(() => runEngine(options as object)).toThrow(message)
  })
})
