// Engines of the tests over organizations whose first cycle is over, in a time that the test moves.
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { type EngineOptions, type EngineReport, runEngine } from "../../src/engine/index.ts"
import type { BillingStore } from "../../src/index.ts"
import { letOthersRun, makeBilling, subscribed, type Wraps } from "../support/billing.ts"
import { boundary } from "../support/chargeScenes.ts"

export const SECOND = 1000
export const MINUTE = 60 * SECOND
export const DAY = 24 * 60 * MINUTE

export type Store = BillingStore["Service"]

/** Organizations whose first cycle is over, with engines that are told what to report to. */
export const overdue = async (count: number, wraps: Wraps = {}) => {
  const organizations = Array.from({ length: count }, (_, index) => `org-${index}`)
  const billing = makeBilling({ organizations })
  await billing.seeded()
  for (const id of organizations) await billing.run(subscribed({ id }))
  billing.setNow(boundary)
  const reports: Array<EngineReport> = []
  const turns = () => billing.run(letOthersRun(500))
  return {
    ...billing,
    organizations,
    reports,
    told: <Tag extends EngineReport["_tag"]>(tag: Tag) =>
      reports.filter((one): one is Extract<EngineReport, { readonly _tag: Tag }> => one._tag === tag),
    turns,
    /** Lets time pass second by second. */
    pass: async (seconds: number) => {
      for (let second = 0; second < seconds; second++) {
        billing.setNow(billing.now() + SECOND)
        await turns()
      }
    },
    start: (options: EngineOptions = {}, more: Wraps = wraps) =>
      billing
        .processOf(more)
        .fork(runEngine({ onReport: (report) => Effect.sync(() => reports.push(report)), ...options })),
    /** Starts one with a clock of its own. */
    startBy: (clock: ReturnType<typeof aheadAtTimes>, options: EngineOptions, more: Wraps = wraps) => {
      const onReport = (report: EngineReport) => Effect.sync(() => reports.push(report))
      const engine = runEngine({ onReport, ...options })
      return billing.processOf(more).fork(Effect.updateService(engine, Clock.Clock, clock.over))
    },
    charged: () => billing.charges().map(({ organizationId }) => organizationId),
  }
}

/** A clock that shows another time than it waits by, as one that is set does. */
export const aheadAtTimes = () => {
  const state = {
    ahead: 0,
    over: (clock: Clock.Clock): Clock.Clock => {
      const currentTimeMillisUnsafe = () => clock.currentTimeMillisUnsafe() + state.ahead
      const currentTimeMillis = Effect.sync(currentTimeMillisUnsafe)
      return Object.assign(Object.create(clock), { currentTimeMillis, currentTimeMillisUnsafe })
    },
  }
  return state
}

/** A gateway whose charges take so many seconds. */
export const slow =
  (seconds: number): NonNullable<Wraps["wrapGateway"]> =>
  (gateway) => ({
    ...gateway,
    charge: (charge) => Effect.andThen(Effect.sleep(`${seconds} seconds`), gateway.charge(charge)),
  })

/** Stops an engine, and waits for its end. */
export const stop = (fiber: Fiber.Fiber<never>) => Effect.runPromise(Fiber.interrupt(fiber))
