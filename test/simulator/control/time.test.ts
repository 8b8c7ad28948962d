import { beforeEach, describe, expect, it } from "vitest"
import { beginning, type Client, inProcess, seeded, subscribe } from "../../support/simulator.ts"

let client: Client
beforeEach(async () => {
  client = await inProcess()
})

const advance = (body: unknown) => client.call("POST", "/_simulator/clock", { body })

describe("the clock", () => {
  it("shows where it stands", async () => {
    expect(await client.call("GET", "/_simulator/clock")).toMatchObject({
      status: 200,
      json: { now: beginning },
    })
    expect((await client.call("GET", "/_simulator/health")).json).toEqual({
      status: "ok",
      now: beginning,
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    })
  })

  it("says whether it flows, and when something falls due next", async () => {
    const clock = async (of = client) => (await of.call("GET", "/_simulator/clock")).json
    expect(await clock()).toEqual({ now: beginning, flows: false, nextDueAt: null, nextDue: null })
    await subscribe(client, await client.token())
    const { organizationId } = seeded
    expect(await clock()).toEqual({
      now: beginning,
      flows: false,
      nextDueAt: "2026-02-28T00:00:00.000Z",
      nextDue: { kind: "BOUNDARY", organizationId, organizationName: "Exemplo Ltda" },
    })
    await advance({ to: "2026-02-28T00:00:00.000Z" })
    expect((await clock()).nextDueAt).toBe("2026-03-31T00:00:00.000Z")
    const fault = { kind: "gateway", outcome: "declined", times: 9 }
    await client.call("POST", "/_simulator/faults", { body: fault })
    await advance({ to: "2026-03-31T00:00:00.000Z" })
    expect(await clock()).toMatchObject({
      nextDueAt: "2026-04-01T00:00:00.000Z",
      nextDue: { kind: "DUNNING", organizationId },
    })
    expect(await clock(await inProcess({ clock: "real" }))).toMatchObject({ flows: true, nextDueAt: null })
  })

  it.each([
    [{ advanceBy: "P1M" }, "2026-02-28T00:00:00.000Z"],
    [{ advanceBy: "PT10M" }, "2026-01-31T00:10:00.000Z"],
    [{ advanceBy: "PT0S" }, beginning],
    [{ advanceBy: "PT2419200S" }, "2026-02-28T00:00:00.000Z"],
    [{ to: "2027-01-01T00:00:00.000Z" }, "2027-01-01T00:00:00.000Z"],
    [{ to: "2026-02-01T00:00:00-03:00" }, "2026-02-01T03:00:00.000Z"],
    [{ to: beginning }, beginning],
  ])("moves by %j", async (body, to) => {
    expect((await advance(body)).json).toEqual({ from: beginning, to, timeline: [] })
    expect((await client.call("GET", "/_simulator/clock")).json).toMatchObject({ now: to })
  })

  it.each([
    [undefined, "advanceBy"],
    [{}, "advanceBy"],
    [{ advanceBy: "P1M", to: "2027-01-01T00:00:00.000Z" }, "to"],
    [{ to: "2026-01-30T23:59:59.999Z" }, "to"],
    [{ to: "2026-02-30T00:00:00.000Z" }, "to"],
    [{ to: "tomorrow" }, "to"],
    [{ advanceBy: "a month" }, "advanceBy"],
    [{ advanceBy: "P9000Y" }, "advanceBy"],
    [{ advanceBy: "P7900Y" }, "advanceBy"],
    [{ to: "9900-01-01T00:00:00.000Z" }, "to"],
    [{ advanceBy: 1000 }, "advanceBy"],
    [{ advanceBy: "P1M", by: 1 }, "by"],
    [[], ""],
    ["null", ""],
    ["{", ""],
  ])("does not move by %j", async (body, path) => {
    const { status, json } = await advance(body)
    expect({ status, code: json.code }).toEqual({ status: 400, code: "validation_error" })
    expect(json.errors).toContainEqual({ message: expect.any(String), path })
    expect((await client.call("GET", "/_simulator/clock")).json).toMatchObject({ now: beginning })
  })

  it.each(["2026-02-01T00:00:00.123456+00:00", "2026-02-01T00:00:00"])(
    "says why it does not move to %s",
    async (to) => {
      const message =
        "Expected an ISO 8601 time with a zone and at most three decimals, such as 2026-01-31T00:00:00.000Z"
      expect((await advance({ to })).json.errors).toEqual([{ message, path: "to" }])
    },
  )
})

describe("the last millisecond of the clock", () => {
  it("has room for all that begins in it", async () => {
    expect((await advance({ to: "9899-12-31T23:59:59.999Z" })).status).toBe(200)
    const token = await client.token()
    const choice = { planIntervalId: seeded.starterYearly }
    expect(await subscribe(client, token, choice)).toMatchObject({ status: "ACTIVE" })
    const code = { email: "owner@example.com", context: "MAGIC_AUTH" }
    expect((await client.call("POST", "/studio/auth/otp", { body: code })).json).toMatchObject({
      expiresAt: "9900-01-01T00:09:59.999Z",
    })
  })
})

describe("what falls due", () => {
  it("bills every cycle that ends on the way, at its own instant, and charges it", async () => {
    const token = await client.token()
    const { subscriptionId } = await subscribe(client, token)
    const { json } = await advance({ advanceBy: "P3M" })
    expect(json).toMatchObject({ from: beginning, to: "2026-04-30T00:00:00.000Z" })
    const issued = json.timeline.filter((entry: { type: string }) => entry.type === "invoice.issued")
    expect(issued).toEqual(
      ["2026-02-28", "2026-03-31", "2026-04-30"].map((date) => ({
        at: `${date}T00:00:00.000Z`,
        type: "invoice.issued",
        organizationId: seeded.organizationId,
        objectId: expect.any(String),
        summary: "CYCLE invoice of 99.90 BRL issued, OPEN",
      })),
    )
    expect(json.timeline.map(({ type }: { type: string }) => type)).toEqual(
      Array.from({ length: 3 }, () => [
        "invoice.issued",
        "subscription.updated",
        "payment.approved",
        "invoice.status_changed",
      ]).flat(),
    )
    const list = await client.call("GET", `/studio/organizations/${seeded.organizationId}/invoices`, {
      token,
    })
    expect(list.json.data.map((invoice: { invoiceId: string }) => invoice.invoiceId)).toEqual(
      issued.map((entry: { objectId: string }) => entry.objectId).reverse(),
    )
    expect(list.json.data).toEqual(
      Array.from({ length: 3 }, () =>
        expect.objectContaining({ status: "PAID", totalAmount: 9990, amountDue: 0, subscriptionId }),
      ),
    )
  })

  it("comes to the same in one step or in many", async () => {
    const end = { to: "2026-04-30T00:00:00.000Z" }
    const timelines = await Promise.all(
      [[end], [{ advanceBy: "P1M" }, { advanceBy: "PT1H" }, { advanceBy: "P20D" }, end]].map(
        async (steps) => {
          const world = await inProcess()
          await subscribe(world, await world.token())
          const timeline = []
          for (const body of steps) {
            timeline.push(...(await world.call("POST", "/_simulator/clock", { body })).json.timeline)
          }
          return timeline.map(({ at, type, summary }) => ({ at, type, summary }))
        },
      ),
    )
    expect(timelines[0]).toHaveLength(12)
    expect(timelines[1]).toEqual(timelines[0])
  })

  it("makes a subscription PAST_DUE whose card is refused", async () => {
    const token = await client.token()
    await subscribe(client, token, { cardToken: "tok_insufficient_funds" })
    const { json } = await advance({ advanceBy: "P1M" })
    expect(
      json.timeline.map(({ type, summary }: { type: string; summary: string }) => [type, summary]),
    ).toEqual([
      ["invoice.issued", "CYCLE invoice of 99.90 BRL issued, OPEN"],
      ["subscription.updated", "Subscription changed: Starter, period until 2026-03-31T00:00:00.000Z"],
      [
        "payment.failed",
        "Payment of 99.90 BRL failed, insufficient_funds, next try at 2026-03-01T00:00:00.000Z",
      ],
      ["invoice.status_changed", "Invoice OPEN to PAYMENT_FAILED"],
      ["subscription.status_changed", "Subscription ACTIVE to PAST_DUE, INSUFFICIENT_FUNDS"],
    ])
  })

  it("is told once, however many advance at once", async () => {
    await subscribe(client, await client.token())
    const answers = await Promise.all([1, 2, 3].map(() => advance({ advanceBy: "P1M" })))
    const types = answers.flatMap(({ json }) => json.timeline.map(({ type }: { type: string }) => type))
    expect(types.filter((type) => type === "invoice.issued")).toHaveLength(2)
    expect(answers.map(({ json }) => json.from)).toEqual([
      beginning,
      "2026-02-28T00:00:00.000Z",
      "2026-03-28T00:00:00.000Z",
    ])
  })
})
