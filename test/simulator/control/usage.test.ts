import { beforeEach, describe, expect, it } from "vitest"
import { EVENTS_MAX, USAGE_BYTES_MAX } from "../../../simulator/control/contract/accounts/records.ts"
import { type Client, inProcess, seeded, subscribe } from "../../support/simulator.ts"

const path = `/_simulator/organizations/${seeded.organizationId}/usage`

let client: Client
let token: string
beforeEach(async () => {
  client = await inProcess()
  token = await client.token()
  await subscribe(client, token)
})

const record = (events: unknown) => client.call("POST", path, { body: { events } })
const report = async () => (await client.call("GET", path)).json
const event = (eventId: string, meter: string, quantity: number) => ({ eventId, meter, quantity })

describe("recording usage", () => {
  it("accepts an event once", async () => {
    const first = await record([event("e1", "tokens", 1_500), event("e2", "messages", 3)])
    expect(first).toMatchObject({ status: 200, json: { accepted: 2, duplicates: 0, invoices: [] } })
    const again = await record([event("e2", "messages", 3), event("e3", "messages", 1)])
    expect(again.json).toEqual({ accepted: 1, duplicates: 1, invoices: [] })
  })

  it("takes a time in any zone", async () => {
    const occurredAt = "2026-01-30T21:00:00.000-03:00"
    expect((await record([{ ...event("e1", "tokens", 1), occurredAt }])).json.accepted).toBe(1)
  })

  it.each([
    [[event("", "tokens", 1)], "events.0.eventId"],
    [[event("e1", "tokens", -1)], "events.0.quantity"],
    [[event("e1", "tokens", 1.5)], "events.0.quantity"],
    [[event("e1", "tokens", 1), event("e2", "minutes", 1)], "events.1.meter"],
    [[{ ...event("e1", "tokens", 1), occurredAt: "now" }], "events.0.occurredAt"],
    [[{ ...event("e1", "tokens", 1), occuredAt: "2026-01-31T00:00:00.000Z" }], "events.0.occuredAt"],
    [undefined, "events"],
    [Array.from({ length: EVENTS_MAX + 1 }, (_, index) => event(`e${index}`, "tokens", 1)), "events"],
  ])("refuses a batch, number %#, where it is wrong", async (events, at) => {
    const { status, json } = await record(events)
    expect({ status, code: json.code, path: json.errors[0].path }).toEqual({
      status: 400,
      code: "validation_error",
      path: at,
    })
    expect((await report()).meters).toEqual(
      ["tokens", "messages", "api_calls"].map((meter) => ({
        meter,
        quantity: 0,
        billedQuantity: 0,
        unbilledAmount: 0,
      })),
    )
  })

  it("takes as many events as it says, and bodies over the bound of others", async () => {
    const events = Array.from({ length: EVENTS_MAX }, (_, index) => event(`e${index}`, "tokens", 1))
    expect((await record(events)).json.accepted).toBe(EVENTS_MAX)
    expect((await report()).meters[0]).toMatchObject({ quantity: EVENTS_MAX, unbilledAmount: 10 * 50 })
  })

  it.each([
    ["another content", [event("e1", "tokens", 1), event("e1", "tokens", 2)], 409, "usage_event.conflict"],
    [
      "the future",
      [{ ...event("e1", "tokens", 1), occurredAt: "2026-01-31T01:00:00.000Z" }],
      400,
      "usage_event.in_future",
    ],
    [
      "long ago",
      [{ ...event("e1", "tokens", 1), occurredAt: "2025-12-01T00:00:00.000Z" }],
      400,
      "usage_event.too_old",
    ],
    [
      "before the subscription",
      [{ ...event("e1", "tokens", 1), occurredAt: "2026-01-30T00:00:00.000Z" }],
      409,
      "subscription.usage_refused",
    ],
  ])("refuses %s", async (_, events, status, code) => {
    const answer = await record(events)
    expect({ status: answer.status, code: answer.json.code }).toEqual({ status, code })
  })

  it("refuses more than the bound", async () => {
    const answer = await client.call("POST", path, { body: " ".repeat(USAGE_BYTES_MAX + 1) })
    expect(answer).toMatchObject({ status: 413, json: { code: "payload_too_large" } })
  })
})

describe("the report", () => {
  it("shows each meter of the price book as it would be billed now", async () => {
    await record([event("e1", "tokens", 1_500), event("e2", "messages", 3), event("e3", "api_calls", 1_500)])
    expect(await report()).toEqual({
      periodStart: "2026-01-31T00:00:00.000Z",
      periodEnd: "2026-02-28T00:00:00.000Z",
      currency: "BRL",
      unbilledAmount: 100 + 30 + 11_000,
      meters: [
        { meter: "tokens", quantity: 1_500, billedQuantity: 0, unbilledAmount: 100 },
        { meter: "messages", quantity: 3, billedQuantity: 0, unbilledAmount: 30 },
        { meter: "api_calls", quantity: 1_500, billedQuantity: 0, unbilledAmount: 11_000 },
      ],
    })
  })

  const payUpcoming = async (world: Client, bearer: string): Promise<void> => {
    const base = `/studio/organizations/${seeded.organizationId}`
    const upcoming = await world.call("GET", `${base}/subscriptions/upcoming-invoice`, { token: bearer })
    await world.call("POST", `${base}/invoices/${upcoming.json.invoiceId}/pay`, { token: bearer })
  }

  it("counts as billed what an early payment covered, whole packages included", async () => {
    await record([event("e1", "tokens", 1_500), event("e2", "messages", 3)])
    await payUpcoming(client, token)
    expect((await report()).meters.slice(0, 2)).toEqual([
      { meter: "tokens", quantity: 1_500, billedQuantity: 1_500, unbilledAmount: 0 },
      { meter: "messages", quantity: 3, billedQuantity: 3, unbilledAmount: 0 },
    ])
    await record([event("e3", "tokens", 700), event("e4", "messages", 2)])
    expect((await report()).meters.slice(0, 2)).toEqual([
      { meter: "tokens", quantity: 2_200, billedQuantity: 2_000, unbilledAmount: 50 },
      { meter: "messages", quantity: 5, billedQuantity: 3, unbilledAmount: 20 },
    ])
  })

  it("counts free units as billed with the first package after them", async () => {
    const pro = await inProcess()
    const bearer = await pro.token()
    await subscribe(pro, bearer, { planId: seeded.pro, planIntervalId: seeded.proMonthly })
    const tokens = async (eventId: string, quantity: number) => {
      await pro.call("POST", path, { body: { events: [event(eventId, "tokens", quantity)] } })
      return (await pro.call("GET", path)).json.meters[0]
    }
    expect(await tokens("e1", 100_000)).toMatchObject({ billedQuantity: 0, unbilledAmount: 0 })
    expect(await tokens("e2", 1)).toMatchObject({ billedQuantity: 0, unbilledAmount: 40 })
    await payUpcoming(pro, bearer)
    expect(await tokens("e3", 1_000)).toMatchObject({ billedQuantity: 101_000, unbilledAmount: 40 })
  })

  it("is of the running cycle, also where the fee of the next one was paid ahead", async () => {
    const ahead = await inProcess()
    const bearer = await ahead.token()
    await subscribe(ahead, bearer, { planId: seeded.team, planIntervalId: seeded.teamMonthly })
    await ahead.call("POST", "/_simulator/clock", { body: { advanceBy: "P15D" } })
    await payUpcoming(ahead, bearer)
    await ahead.call("POST", path, { body: { events: [event("e1", "messages", 3)] } })
    const { periodStart, periodEnd, meters } = (await ahead.call("GET", path)).json
    expect([periodStart, periodEnd]).toEqual(["2026-02-14T00:00:00.000Z", "2026-03-14T00:00:00.000Z"])
    expect(meters.find(({ meter }: { readonly meter: string }) => meter === "messages")).toMatchObject({
      quantity: 3,
      unbilledAmount: 27,
    })
  })

  it("begins anew with each cycle", async () => {
    await record([event("e1", "messages", 3)])
    await client.call("POST", "/_simulator/clock", { body: { advanceBy: "P1M" } })
    expect(await report()).toMatchObject({
      periodStart: "2026-02-28T00:00:00.000Z",
      unbilledAmount: 0,
      meters: [{}, { meter: "messages", quantity: 0, billedQuantity: 0 }, {}],
    })
  })
})

describe("usage of whom there is nothing to bill", () => {
  it.each([
    [seeded.american, "subscription.not_found"],
    ["0190a000-0000-7000-8000-00000000dead", "organization.not_found"],
    ["nobody", "organization.not_found"],
  ])("%s: %s", async (organizationId, code) => {
    const other = `/_simulator/organizations/${organizationId}/usage`
    expect(await client.call("GET", other)).toMatchObject({ status: 404, json: { code } })
    const body = { events: [event("e1", "tokens", 1)] }
    expect(await client.call("POST", other, { body })).toMatchObject({ status: 404, json: { code } })
  })
})
