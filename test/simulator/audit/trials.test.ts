// The audit rule of trials, by what it would see of each mistake.
import { describe, expect, it } from "vitest"
import { trials } from "../../../simulator/audit/subscriptions.ts"
import type { Subscription } from "../../../src/index.ts"

const DAY = 86_400_000
const trial = { endAt: 14 * DAY, announced: true, ended: true }
const tried = { subscriptionId: "one", status: "ACTIVE", createdAt: 0, trial, trialPlanIds: ["team"] }
const again = { subscriptionId: "two", status: "ACTIVE", createdAt: 30 * DAY, trialPlanIds: ["team"] }

const faultsOf = (members: ReadonlyArray<object>, now: number, startAt = 14 * DAY) => {
  const subscriptions = members.map((subscription) => ({
    subscription: subscription as Subscription.Subscription,
    periods: [{ cycle: 0, startAt }],
  }))
  return Array.from(trials({ subscriptions, judgedAt: [now] } as never), ({ message }) => message)
}

describe("the rule of trials", () => {
  it("is silent over a trial that runs, one that is over, and a subscription after it", () => {
    expect(faultsOf([{ ...tried, trial: { ...trial, ended: false } }], 14 * DAY - 1)).toEqual([])
    expect(faultsOf([tried], 14 * DAY)).toEqual([])
    expect(faultsOf([{ ...tried, status: "CANCELLED" }, again], 31 * DAY)).toEqual([])
    expect(
      faultsOf([{ ...tried, status: "CANCELLED", trial: { ...trial, ended: false } }], 31 * DAY),
    ).toEqual([])
  })

  it.each<[string, ReadonlyArray<object>, number, number?]>([
    ["one that goes on", [{ ...tried, trial: { ...trial, ended: false } }], 14 * DAY],
    ["one that ends too early", [tried], 14 * DAY - 1],
    ["a cycle that starts somewhere else", [tried], 20 * DAY, 13 * DAY],
    ["one without any time", [{ ...tried, createdAt: 14 * DAY }], 20 * DAY],
    [
      "a second one of the same plan",
      [tried, { ...again, trial: { ...trial, endAt: 40 * DAY } }],
      50 * DAY,
      40 * DAY,
    ],
    ["plans that are forgotten", [tried, { ...again, trialPlanIds: [] }], 50 * DAY],
    ["one that nobody noted", [{ ...tried, trialPlanIds: [] }], 14 * DAY],
  ])("tells of %s", (_, subscriptions, now, startAt) => {
    expect(faultsOf(subscriptions, now, startAt)).not.toEqual([])
  })
})
