// What an engine does after a failure, and when it is stopped in the middle: it waits no longer than it has to, begins no
// organization twice, and breaks off no charge.
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import type { DueClaim } from "../../src/index.ts"
import type { Wraps } from "../support/billing.ts"
import { boundary } from "../support/chargeScenes.ts"
import { MINUTE, overdue, SECOND, type Store, slow, stop } from "./overdue.ts"

/** A store that can be broken, and what its claims were moved to. */
const breakable = () => {
  const state = {
    isBroken: false,
    moved: [] as Array<readonly [organizationId: string | undefined, until: number]>,
  }

  const wrapStore = (store: Store): Store => ({
    ...store,
    account: (id, focus) =>
      state.isBroken ? Effect.die(new Error("a broken record")) : store.account(id, focus),
    moveClaims: (claims: ReadonlyArray<DueClaim>, until) => {
      for (const { organizationId } of claims) state.moved.push([organizationId, (until - boundary) / SECOND])
      return store.moveClaims(claims, until)
    },
  })
  return { state, wraps: { wrapStore } satisfies Wraps }
}

describe("an organization that a commit gives free before its time", () => {
  it("is not begun again while it is under way, and its claim goes back at once", async () => {
    const { state, wraps } = breakable()
    const scene = await overdue(1)
    const engine = scene.start({}, { ...wraps, wrapGateway: slow(15) })
    await scene.turns()
    await scene.commit({ due: [{ organizationId: "org-0", at: boundary + SECOND }] })
    await scene.pass(10)
    expect(scene.told("Looked").at(-1)).toMatchObject({ due: 1, running: 1 })
    expect(state.moved[0]).toEqual(["org-0", 10])
    await scene.pass(5)
    expect(scene.charged()).toEqual(["org-0"])
    await stop(engine)
  })

  it("is not tried before the wait after its failure is over, and then at once", async () => {
    const { state, wraps } = breakable()
    state.isBroken = true
    const scene = await overdue(1)
    const engine = scene.start({ everyMillis: SECOND }, wraps)
    await scene.turns()
    await scene.commit({ due: [{ organizationId: "org-0", at: boundary + SECOND }] })
    await scene.pass(4)
    expect(scene.told("Failed")).toHaveLength(1)
    expect(state.moved).toEqual([
      ["org-0", 5],
      ["org-0", 5],
    ])
    await scene.pass(1)
    expect(scene.told("Failed").map(({ againAt }) => (againAt - boundary) / SECOND)).toEqual([5, 15])
    await stop(engine)
  })
})

describe("after a failure", () => {
  it("an organization that is well again counts as none that fails", async () => {
    const { state, wraps } = breakable()
    state.isBroken = true
    const scene = await overdue(1)
    const engine = scene.start({}, wraps)
    await scene.turns()
    state.isBroken = false
    await scene.pass(9)
    expect(scene.charged()).toEqual([])
    await scene.pass(11)
    expect(scene.charged()).toEqual(["org-0"])
    expect(scene.told("Looked").at(-1)).toMatchObject({ failing: 0 })
    await stop(engine)
  })

  it("an organization that another engine is done with is forgotten after a while", async () => {
    const { state, wraps } = breakable()
    state.isBroken = true
    const scene = await overdue(1)
    const engine = scene.start({}, wraps)
    await scene.turns()
    await scene.pass(5)
    const other = scene.start({ onReport: () => Effect.void }, {})
    await scene.pass(30)
    expect(scene.charged()).toEqual(["org-0"])
    expect(scene.told("Looked").at(-1)).toMatchObject({ failing: 1 })
    await scene.pass(5)
    expect(scene.told("Looked").at(-1)).toMatchObject({ failing: 0 })
    await stop(other)
    await stop(engine)
  })

  it("of the store it looks again in its time, and after one that is well as soon as at first", async () => {
    let isBroken = true
    const scene = await overdue(1)
    const engine = scene.start(
      { backoffMillis: SECOND },
      {
        wrapStore: (store) => ({
          ...store,
          due: (list) => (isBroken ? Effect.die(new Error("no connection")) : store.due(list)),
        }),
      },
    )
    await scene.pass(25)
    isBroken = false
    await scene.pass(10)
    expect(scene.told("Looked")[0]).toMatchObject({ at: boundary + 35 * SECOND })
    isBroken = true
    await scene.pass(10)
    expect(scene.told("StoreFailed").map(({ againAt }) => (againAt - boundary) / SECOND)).toEqual([
      ...[1, 3, 7, 15, 25, 35],
      46,
    ])
    await stop(engine)
  })

  it("a task that is well again waits as at first after the next one", async () => {
    let runs = 0
    const scene = await overdue(1)
    const run = Effect.suspend(() => (runs++ % 2 === 0 ? Effect.die(new Error("no sender")) : Effect.void))
    const tasks = [{ name: "codes", everyMillis: SECOND, run }]
    const engine = scene.start({ backoffMillis: 2 * SECOND, tasks })
    await scene.pass(4)
    const waits = scene.told("TaskFailed").map(({ againAt }) => ((againAt ?? 0) - boundary) / SECOND)
    expect(waits).toEqual([2, 5])
    await stop(engine)
  })
})

describe("a charge that takes too long", () => {
  it("is not broken off when its turn is over", async () => {
    const scene = await overdue(1, { wrapGateway: slow(25) })
    const engine = scene.start({ turnMillis: 10 * SECOND, backoffMillis: MINUTE })
    await scene.pass(11)
    expect(scene.told("Hung")).toHaveLength(1)
    await scene.pass(16)
    expect(scene.charged()).toEqual(["org-0"])
    expect(scene.state.ofOrganization("org-0")?.invoices[0]?.status).toBe("PAID")
    await stop(engine)
  })

  it("is waited for by a stop no longer than it may, and nothing is told after it", async () => {
    const scene = await overdue(1, { wrapGateway: slow(20) })
    const engine = scene.start({ drainMillis: 5 * SECOND })
    await scene.turns()
    const stopped = stop(engine)
    await scene.pass(5)
    expect(scene.reports.at(-1)).toEqual({ _tag: "Stopped", left: 1 })
    await scene.pass(15)
    await stopped
    expect(scene.charged()).toEqual(["org-0"])
    expect(scene.reports.at(-1)).toEqual({ _tag: "Stopped", left: 1 })
  })
})
