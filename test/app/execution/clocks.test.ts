// Clocks that are wrong: a slow one never charges twice, and one that is far ahead charges for no cycle that is not over.
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { refusalOf } from "../../../src/api/index.ts"
import {
  type ApplyDueOptions,
  applyDue,
  CurrentBillingPolicy,
  cancelSubscription,
  defaultPolicy,
  listInvoices,
  previewUpcomingInvoice,
  runDue,
  viewAccount,
  viewSubscription,
} from "../../../src/index.ts"
import { makeBilling, organizationId, startAt, subscribed } from "../../support/billing.ts"
import { boundary, pay } from "../../support/chargeScenes.ts"
import { type Fate, makeForgettingGateway } from "../../support/forgettingGateway.ts"

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** A service with a subscription, before a gateway that forgets a key at exactly 24 hours. */
const subscription = async (...fates: ReadonlyArray<Fate>) => {
  const gateway = makeForgettingGateway(fates)
  const billing = makeBilling({ gateway: gateway.service })
  await billing.seeded()
  const { upcoming } = await billing.run(subscribed())
  const apart = (millis: number): Clock.Clock => {
    const now = (): number => billing.now() + millis
    return {
      ...billing.services.mapUnsafe.get(Clock.Clock.key),
      currentTimeMillisUnsafe: now,
      currentTimeMillis: Effect.sync(now),
    }
  }
  return {
    ...billing,
    invoiceId: upcoming.invoiceId,
    invoices: () => billing.state.ofOrganization(organizationId)?.invoices ?? [],
    arrived: gateway.arrived,
    /** Runs an effect in a process whose clock is so much apart. */
    runApart: <A, E>(millis: number, effect: Parameters<typeof billing.run<A, E>>[0]) =>
      billing.run(Effect.provideService(effect, Clock.Clock, apart(millis))),
    /** The engine in a process whose clock is so much apart. */
    engineApart: (millis: number) =>
      billing.run(
        Effect.provideService(
          Effect.flatMap(Clock.currentTimeMillis, (now) => runDue(now)),
          Clock.Clock,
          apart(millis),
        ),
      ),
  }
}

describe("a clock behind the newest instant of an account", () => {
  /** Paid at noon, by a right clock. */
  const paid = async () => {
    const scene = await subscription()
    scene.setNow(startAt + DAY)
    await scene.run(pay(scene.invoiceId))
    return scene
  }

  it("counts as that instant, as long as it is no more behind than clocks may be apart", async () => {
    const scene = await paid()
    await scene.runApart(
      -defaultPolicy.clockSkewMillis,
      cancelSubscription({ organizationId, atPeriodEnd: false }),
    )
    const [subscribed] = scene.state.ofOrganization(organizationId)?.subscriptions ?? []
    expect(subscribed).toMatchObject({ status: "CANCELLED", cancelledAt: startAt + DAY })
  })

  it("is refused beyond that: nothing is written, and the same call may be made again", async () => {
    const scene = await paid()
    const before = scene.state.snapshot()
    const behind = defaultPolicy.clockSkewMillis + 1
    const cancelling = cancelSubscription({ organizationId, atPeriodEnd: false })
    const refused = await scene.runApart(-behind, Effect.result(cancelling))
    expect(refused).toMatchObject({ failure: { _tag: "ClockBehind", behindMillis: behind } })
    expect(Result.isFailure(refused) && refusalOf(refused.failure)).toMatchObject({
      code: "service_unavailable",
      statusCode: 503,
    })
    expect(scene.state.snapshot()).toEqual(before)
    await scene.run(cancelling)
  })

  it("is told by a run of the engine, which leaves the organization alone", async () => {
    const scene = await paid()
    await scene.commit({ due: [{ organizationId, at: startAt }] })
    const { failures } = await scene.engineApart(-HOUR)
    expect(failures).toMatchObject([{ organizationId, rejection: "ClockBehind" }])
  })
})

describe("a slow clock", () => {
  it.each([2, 5, 10])(
    "of %d minutes makes no second charge when the engine was off for nearly a day",
    async (minutes) => {
      const scene = await subscription("approved, unheard")
      await scene.run(Effect.result(pay(scene.invoiceId)))
      expect(scene.arrived()).toHaveLength(1)
      scene.setNow(startAt + DAY + MINUTE)
      await scene.engineApart(-minutes * MINUTE)
      expect(scene.arrived()).toHaveLength(1)
      expect(scene.invoices()[0]?.attempts).toMatchObject([{ status: "UNKNOWN" }])
    },
  )

  it("of years makes no second charge in a run that is told the time", async () => {
    const scene = await subscription("approved, unheard")
    await scene.run(Effect.result(pay(scene.invoiceId)))
    scene.setNow(startAt + 2 * DAY)
    await scene.runApart(-2_000 * DAY, runDue(scene.now()))
    expect(scene.arrived()).toHaveLength(1)
  })
})

describe("a clock ten years ahead", () => {
  const AHEAD = 3_653 * DAY

  it("charges nobody by a run of the engine, which reports the organization", async () => {
    const scene = await subscription()
    const { failures, organizations } = await scene.engineApart(AHEAD)
    expect(scene.arrived()).toEqual([])
    expect(organizations).toBe(0)
    expect(failures).toMatchObject([{ organizationId, rejection: "CatchUpNotAllowed" }])
    await scene.run(pay(scene.invoiceId))
    expect(scene.arrived()).toHaveLength(1)
  })

  it("charges nobody by a call that writes, and refuses it", async () => {
    const scene = await subscription()
    const refused = await scene.runApart(AHEAD, Effect.flip(pay(scene.invoiceId)))
    expect(scene.arrived()).toEqual([])
    expect(refused).toEqual({ _tag: "CatchUpNotAllowed", dueAt: boundary })
    expect(refusalOf(refused)).toMatchObject({ code: "service_unavailable", statusCode: 503 })
  })

  it("charges nobody and writes nothing by what reads", async () => {
    const scene = await subscription()
    const before = scene.state.snapshot()
    const { subscriptionId = "" } = scene.state.ofOrganization(organizationId)?.subscriptions[0] ?? {}
    const page = { organizationId, status: null, page: 1, limit: 10 }
    await scene.runApart(AHEAD, viewSubscription({ organizationId, subscriptionId }))
    await scene.runApart(AHEAD, viewAccount(organizationId))
    await scene.runApart(AHEAD, previewUpcomingInvoice(organizationId))
    await scene.runApart(AHEAD, listInvoices(page))
    expect(scene.arrived()).toEqual([])
    expect(scene.state.snapshot()).toEqual(before)
  })
})

describe("a run after a long time without an engine", () => {
  const overdue = boundary + defaultPolicy.catchUpMillis

  it("makes up for three months by itself", async () => {
    const scene = await subscription()
    scene.setNow(overdue)
    expect(await scene.engineApart(0)).toMatchObject({ failures: [] })
    expect(scene.arrived()).toHaveLength(4)
  })

  it("makes up for more where it may catch up, and only there", async () => {
    const scene = await subscription()
    scene.setNow(overdue + 1)
    expect((await scene.engineApart(0)).failures).toHaveLength(1)
    expect(scene.arrived()).toEqual([])
    expect((await scene.run(runDue(scene.now(), { catchUp: true }))).failures).toEqual([])
    expect(scene.arrived()).toHaveLength(4)
  })

  it("writes off what a new policy makes due long ago where it may catch up, and only there", async () => {
    const scene = await subscription(...Array<Fate>(20).fill("declined"))
    scene.setNow(startAt + 15 * DAY)
    await scene.run(cancelSubscription({ organizationId, atPeriodEnd: false }))
    for (const day of [16, 18, 22, 29, 400]) await scene.moveTo(startAt + day * DAY)
    const policy = { ...defaultPolicy, writeOffAfterDays: 30 }
    const by = (options: ApplyDueOptions) =>
      scene.run(
        Effect.result(
          Effect.provideService(applyDue({ organizationId }, options), CurrentBillingPolicy, policy),
        ),
      )
    expect(await by({})).toMatchObject({ failure: { _tag: "CatchUpNotAllowed" } })
    expect(scene.invoices()).toMatchObject([{ kind: "FINAL", status: "PAYMENT_FAILED" }])
    await by({ catchUp: true })
    expect(scene.invoices()).toMatchObject([{ kind: "FINAL", status: "UNCOLLECTIBLE" }])
  })
})
