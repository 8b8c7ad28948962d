// The rules of delivery: the schedule, what counts as success, whose turn it is.
import { describe, expect, it } from "vitest"
import { WebhookDelivery } from "../../../src/index.ts"

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const now = Date.UTC(2026, 0, 31)

const event = (eventId: string, organizationId = "org-1") => ({
  eventId,
  organizationId,
  type: "invoice.issued" as const,
  body: "{}",
})
const delivery = (
  id: string,
  members: Partial<WebhookDelivery.WebhookDelivery> = {},
  organization?: string,
) => ({
  ...WebhookDelivery.begin({ deliveryId: id, endpointId: "end-1", event: event(id, organization), now }),
  ...members,
})
const attempt = (status: number | null = 500, at = now): WebhookDelivery.DeliveryAttempt => ({
  at,
  url: "https://receiver.example/",
  headers: {},
  durationMillis: 3,
  ...(status === null ? { status, failure: "TIMEOUT" } : { status, failure: null }),
})
const tried = { attempts: [attempt()], failures: 1 }

/** The delivery after so many failures, each at the moment at which it was due. */
const failed = (times: number): WebhookDelivery.WebhookDelivery => {
  let state = delivery("a")
  for (let count = 0; count < times; count++) {
    const at = state.dueAt ?? now
    state = WebhookDelivery.record(WebhookDelivery.lease(state, at), attempt(500, at), at)
  }
  return state
}

describe("a failure", () => {
  it.each([
    [1, 5 * SECOND],
    [2, 5 * MINUTE],
    [3, 30 * MINUTE],
    [4, 2 * HOUR],
    [5, 5 * HOUR],
    [6, 10 * HOUR],
    [7, 14 * HOUR],
    [8, 20 * HOUR],
    [9, 24 * HOUR],
  ])("number %i is tried again after %i ms", (failures, after) => {
    const before = failed(failures - 1)
    expect(failed(failures)).toMatchObject({
      status: "PENDING",
      failures,
      dueAt: (before.dueAt ?? 0) + after,
      leasedUntil: null,
    })
  })

  it("number 10 parks the delivery", () => {
    expect(failed(10)).toMatchObject({ status: "PARKED", failures: 10, dueAt: null, leasedUntil: null })
    expect(failed(10).attempts).toHaveLength(10)
  })
})

describe("an answer", () => {
  it.each<readonly [number | null, boolean]>([
    [200, true],
    [204, true],
    [299, true],
    [199, false],
    [300, false],
    [301, false],
    [400, false],
    [410, false],
    [500, false],
    [null, false],
  ])("of status %s is a success: %s", (status, success) => {
    const { status: after } = WebhookDelivery.record(delivery("a"), attempt(status), now)
    expect(after).toBe(success ? "DELIVERED" : "PENDING")
  })

  it("that is a success ends the delivery, after failures too", () => {
    const done = WebhookDelivery.record(failed(3), attempt(200), now)
    expect(done).toMatchObject({ status: "DELIVERED", dueAt: null, leasedUntil: null, failures: 3 })
  })
})

it("keeps the latest twenty attempts", () => {
  let state = delivery("a")
  for (let at = 1; at <= 25; at++) state = WebhookDelivery.record(state, attempt(200, at), at)
  expect(state.attempts.map(({ at }) => at)).toEqual(Array.from({ length: 20 }, (_, index) => index + 6))
})

it("is taken for a minute, and stays as it is otherwise", () => {
  const before = delivery("a", tried)
  expect(WebhookDelivery.lease(before, now + 7)).toEqual({ ...before, leasedUntil: now + 7 + MINUTE })
})

describe("ready", () => {
  const leased = { leasedUntil: now + 1 }
  it.each<readonly [string, ReadonlyArray<WebhookDelivery.WebhookDelivery>, ReadonlyArray<string>]>([
    ["nothing", [], []],
    ["the first of an organization, not the second", [delivery("a"), delivery("b")], ["a"]],
    ["one of each organization", [delivery("a"), delivery("b"), delivery("c", {}, "org-2")], ["a", "c"]],
    [
      "one of each endpoint",
      [delivery("a"), delivery("b", { endpointId: "end-2" }), delivery("c")],
      ["a", "b"],
    ],
    ["none while the first is on its way", [delivery("a", leased), delivery("b")], []],
    ["the first again when its lease is over", [delivery("a", { leasedUntil: now }), delivery("b")], ["a"]],
    [
      "the next one when the first has failed",
      [delivery("a", { ...tried, dueAt: now + 1 }), delivery("b"), delivery("c")],
      ["b"],
    ],
    [
      "a retry that is due, beside the next one",
      [delivery("a", tried), delivery("b"), delivery("c", tried), delivery("d")],
      ["a", "b", "c"],
    ],
    ["no retry that is on its way", [delivery("a", { ...tried, ...leased })], []],
  ])("is %s", (_, waiting, expected) => {
    expect(WebhookDelivery.ready(waiting, now).map(({ deliveryId }) => deliveryId)).toEqual(expected)
  })
})

describe("the next instant at which time makes one ready", () => {
  it.each<readonly [string, ReadonlyArray<WebhookDelivery.WebhookDelivery>, number | null]>([
    ["is none without deliveries", [], null],
    ["is none where all are ready, or wait for their turn", [delivery("a"), delivery("b")], null],
    [
      "is that of the first retry",
      [9, 4, 7].map((in_) => delivery(`${in_}`, { ...tried, dueAt: now + in_ })),
      now + 4,
    ],
    ["is the end of a lease", [delivery("a", { leasedUntil: now + 60_000 }), delivery("b")], now + 60_000],
    ["is after both", [delivery("a", { ...tried, dueAt: now + 9, leasedUntil: now + 5 })], now + 9],
  ])("%s", (_, waiting, at) => {
    expect(WebhookDelivery.nextReadyAt(waiting, now)).toBe(at)
  })
})

describe("sending again by hand", () => {
  it.each(["DELIVERED", "PARKED"] as const)("gives a %s delivery the whole schedule again", (status) => {
    const before = delivery("a", { ...tried, status, failures: 10, dueAt: null })
    expect(WebhookDelivery.redeliver(before, now)).toEqual({
      ...before,
      status: "PENDING",
      failures: 0,
      dueAt: now,
    })
  })

  it("ends the wait of a retry, whose failures still count", () => {
    const before = delivery("a", { ...tried, dueAt: now + HOUR })
    expect(WebhookDelivery.redeliver(before, now)).toEqual({ ...before, dueAt: now })
  })

  it.each([
    ["has its turn still to come", {}],
    ["is on its way", { ...tried, dueAt: now - 1, leasedUntil: now + 1 }],
    ["is due", tried],
    // By the clock of another process, which is ahead.
    ["was never tried, and is not due yet", { dueAt: now + 1 }],
    ["is on its way, and is not due yet", { ...tried, dueAt: now + 1, leasedUntil: now + 2 }],
  ])("leaves one as it is that %s", (_, members) => {
    const before = delivery("a", members)
    expect(WebhookDelivery.redeliver(before, now)).toBe(before)
  })
})
