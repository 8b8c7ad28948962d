// Recording usage: which events are accepted, into which segment they count, and why a batch is refused.
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { type Account, Lifecycle, Usage, type UsageEvent } from "../../../src/index.ts"
import { decided, makeAccount, rulesOf } from "../../support/account.ts"
import { pro, proMonthly } from "../../support/billing.ts"
import { DAY, feb28, jan31 } from "./fixtures.ts"

const rules = rulesOf()
const now = jan31 + 10 * DAY
const MINUTE = 60_000

const event = (over: Partial<UsageEvent.UsageEvent> = {}): UsageEvent.UsageEvent => ({
  eventId: "e1",
  meter: "messages",
  quantity: 2,
  occurredAt: now,
  ...over,
})
const record = (
  account: Account.Account,
  events: ReadonlyArray<UsageEvent.UsageEvent>,
  known: ReadonlyArray<UsageEvent.UsageEvent> = [],
  at = now,
) => Usage.recordUsage(account, { events, known, now: at }, rules)
const refusal = (result: Result.Result<unknown, unknown>): unknown =>
  Result.isFailure(result) ? result.failure : null
/** What was counted of each meter, by cycle and segment. */
const counted = ({ periods }: Account.Account) =>
  periods.map(({ segments }) =>
    segments.map(({ usage }) => usage.map(({ meter, quantity }) => `${quantity} ${meter}`)),
  )

const account = makeAccount({ at: jan31 }).now()

describe("a batch", () => {
  it("counts every event once, and keeps them as they were sent", () => {
    const [one, two] = [event(), event({ eventId: "e2", quantity: 3 })]
    const tokens = event({ eventId: "e3", meter: "tokens", quantity: 0 })
    const change = decided(record(account, [one, two, one, tokens]))
    expect(counted(change.account)).toEqual([[["5 messages", "0 tokens"]]])
    expect(change.usageEvents).toEqual([one, two, tokens].map((sent) => ({ ...sent, billedAt: now })))
  })

  it("of events that are known already changes nothing", () => {
    const change = decided(record(account, [event()], [event()]))
    expect(change.account).toBe(account)
    expect(change.usageEvents).toEqual([])
  })

  it("of which one is refused is refused", () => {
    const events = [event(), event({ eventId: "e2", meter: "none" })]
    expect(refusal(record(account, events))).toEqual({ _tag: "UsageMeterUnknown", index: 1, meter: "none" })
  })

  it("with another content under an id that is known, or in the batch, is refused", () => {
    const other = event({ quantity: 3 })
    const conflict = (index: number) => ({ _tag: "UsageEventConflict", index, eventId: "e1" })
    expect(refusal(record(account, [other], [event()]))).toEqual(conflict(0))
    expect(refusal(record(account, [event(), other]))).toEqual(conflict(1))
  })
})

describe("an event", () => {
  const oldestAt = now - 35 * DAY
  it.each<readonly [string, Partial<UsageEvent.UsageEvent>, object]>([
    [
      "whose id not every store can keep",
      { eventId: "\ud83d" },
      { _tag: "UsageEventInvalid", index: 0, member: "eventId" },
    ],
    [
      "whose id is too long",
      { eventId: "x".repeat(201) },
      { _tag: "UsageEventInvalid", index: 0, member: "eventId" },
    ],
    ["without an id", { eventId: "" }, { _tag: "UsageEventInvalid", index: 0, member: "eventId" }],
    ["of less than nothing", { quantity: -1 }, { _tag: "UsageEventInvalid", index: 0, member: "quantity" }],
    ["of a fraction", { quantity: 0.5 }, { _tag: "UsageEventInvalid", index: 0, member: "quantity" }],
    [
      "of more than can be rated",
      { quantity: Number.MAX_SAFE_INTEGER },
      { _tag: "UsageEventInvalid", index: 0, member: "quantity" },
    ],
    [
      "at no instant",
      { occurredAt: Number.NaN },
      { _tag: "UsageEventInvalid", index: 0, member: "occurredAt" },
    ],
    [
      "more than five minutes ahead",
      { occurredAt: now + 5 * MINUTE + 1 },
      { _tag: "UsageEventInFuture", index: 0, eventId: "e1" },
    ],
    [
      "more than 35 days ago",
      { occurredAt: oldestAt - 1 },
      { _tag: "UsageEventTooOld", index: 0, eventId: "e1", oldestAt },
    ],
    [
      "35 days ago, before the subscription",
      { occurredAt: oldestAt },
      { _tag: "UsageRefused", index: 0, eventId: "e1" },
    ],
    ["before the subscription", { occurredAt: jan31 - 1 }, { _tag: "UsageRefused", index: 0, eventId: "e1" }],
    ["of another meter", { meter: "none" }, { _tag: "UsageMeterUnknown", index: 0, meter: "none" }],
  ])("%s is refused", (_, over, rejection) => {
    expect(refusal(record(account, [event(over)]))).toEqual(rejection)
  })

  it("takes nothing away from what is counted", () => {
    const counted = decided(record(account, [event({ quantity: 5 })])).account
    const rejection = { _tag: "UsageEventInvalid", index: 0, member: "quantity" }
    expect(refusal(record(counted, [event({ eventId: "e2", quantity: -2 })]))).toEqual(rejection)
  })

  it("that cannot be rated is the one that is refused, whatever comes after it", () => {
    const events = [event({ quantity: Number.MAX_SAFE_INTEGER }), event({ eventId: "e2", quantity: 0 })]
    const rejection = { _tag: "UsageEventInvalid", index: 0, member: "quantity" }
    expect(refusal(record(account, events))).toEqual(rejection)
  })

  // The fee is 9990, a message 3.
  const mostBesideTheFee = Math.floor((Number.MAX_SAFE_INTEGER - 9990) / 3)

  it("is accepted as long as all of it fits into one document beside the fee", () => {
    expect(refusal(record(account, [event({ quantity: mostBesideTheFee })]))).toBeNull()
    expect(refusal(record(account, [event({ quantity: mostBesideTheFee + 1 })]))).toEqual({
      _tag: "UsageEventInvalid",
      index: 0,
      member: "quantity",
    })
  })

  it("that a threshold bills at once leaves its room to the fee", () => {
    const withThreshold = { ...account, threshold: { value: 100, currency: "BRL" } }
    expect(refusal(record(withThreshold, [event({ quantity: mostBesideTheFee + 1 })]))).toBeNull()
  })

  it("is accepted from the first instant on, and up to five minutes ahead", () => {
    const events = [event({ occurredAt: jan31 }), event({ eventId: "e2", occurredAt: now + 5 * MINUTE })]
    expect(counted(decided(record(account, events)).account)).toEqual([[["4 messages"]]])
  })

  it("counts into the cycle, and the plan, in which it happened", () => {
    const billing = makeAccount({ at: jan31 })
    const toPro = { plan: pro, planIntervalId: proMonthly, now: jan31 + DAY }
    billing.apply(Lifecycle.changePlan(billing.now(), toPro, rules))
    billing.runUntil(feb28)
    const events = [jan31, jan31 + DAY - 1, jan31 + DAY, feb28].map((occurredAt, index) =>
      event({ eventId: `e${index}`, quantity: 10 ** index, occurredAt }),
    )
    expect(counted(decided(record(billing.now(), events, [], feb28)).account)).toEqual([
      [["11 messages"], ["100 messages"]],
      [["1000 messages"]],
    ])
  })

  it("of before a pause is accepted, one of within it is not", () => {
    const billing = makeAccount({ at: jan31 })
    billing.pause(now - DAY)
    const before = record(billing.now(), [event({ occurredAt: now - DAY - 1 })])
    expect(counted(decided(before).account)).toEqual([[["2 messages"]]])
    const refused = { _tag: "UsageRefused", index: 0, eventId: "e1" }
    expect(refusal(record(billing.now(), [event({ occurredAt: now - DAY })]))).toEqual(refused)
  })

  it("is refused after the end, whenever it happened, and without a subscription", () => {
    const billing = makeAccount({ at: jan31 })
    billing.cancel(now)
    const refused = { _tag: "UsageRefused", index: 0, eventId: "e1" }
    expect(refusal(record(billing.now(), [event({ occurredAt: jan31 })]))).toEqual(refused)
    const { organizationId } = account.organization
    expect(refusal(record({ ...account, subscription: null }, [event()]))).toEqual({
      _tag: "SubscriptionNotFound",
      organizationId,
    })
  })
})

describe("an event that a sender's clock dates ahead", () => {
  const ahead = (occurredAt: number, at: number, from: Account.Account) =>
    record(from, [event({ occurredAt })], [], at)

  it("is billed as of now, and kept as it was sent", () => {
    const change = decided(ahead(now + 5 * MINUTE, now, account))
    expect(change.usageEvents).toEqual([{ ...event({ occurredAt: now + 5 * MINUTE }), billedAt: now }])
    expect(counted(change.account)).toEqual([[["2 messages"]]])
    const again = record(
      change.account,
      [event({ occurredAt: now + 5 * MINUTE })],
      change.usageEvents,
      now + 1,
    )
    expect(decided(again).account).toBe(change.account)
  })

  it("is accepted across the boundary, in the cycle of now", () => {
    const change = decided(ahead(feb28 + MINUTE, feb28 - MINUTE, account))
    expect(counted(change.account)).toEqual([[["2 messages"]]])
  })

  it("stays in the segment of now, whatever comes before its instant", () => {
    const used = decided(ahead(now + 5 * MINUTE, now, account)).account
    const change = { plan: pro, planIntervalId: proMonthly, now: now + MINUTE }
    const changed = decided(Lifecycle.changePlan(used, change, rules)).account
    expect(changed.invoices.map(({ lines }) => lines.map(({ name }) => name))).toEqual([
      ["Starter (prorated)", "Messages"],
    ])
  })

  it("is refused during a pause, and further ahead than clocks may differ", () => {
    const paused = decided(Lifecycle.pause(account, now, rules)).account
    expect(refusal(ahead(now + 1, now, paused))).toMatchObject({ _tag: "UsageRefused" })
    expect(refusal(ahead(now + 5 * MINUTE + 1, now, account))).toMatchObject({ _tag: "UsageEventInFuture" })
  })
})
