import { beforeEach, describe, expect, it } from "vitest"
import {
  type Control,
  ControlRefused,
  createSimulator,
  type FaultWish,
  type Simulator,
} from "../../../simulator/index.ts"
import { beginning, makeClient, seeded, subscribe } from "../../support/simulator.ts"

let simulator: Simulator
let control: Control

beforeEach(async () => {
  simulator = await createSimulator({ listen: false, clock: "manual", now: beginning })
  control = simulator.control
})

const now = () => control.request("GET", "/_simulator/clock")

describe("the control plane of a test", () => {
  it("gives a token, of the first organization or of whom it is asked for", async () => {
    const organizationOf = (token: string) =>
      JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()).org
    expect(organizationOf(await control.token())).toBe(seeded.organizationId)
    expect(organizationOf(await control.token({ email: "owner@example.org" }))).toBe(seeded.american)
  })

  it("moves time by a duration and to an instant, and tells what fell due", async () => {
    await subscribe(makeClient(simulator.fetch, simulator.url), await control.token())
    const { from, to, timeline } = await control.advance({ by: "P1M" })
    expect([from, to]).toEqual([beginning, "2026-02-28T00:00:00.000Z"])
    expect(timeline.map(({ type }) => type)).toEqual([
      "invoice.issued",
      "subscription.updated",
      "payment.approved",
      "invoice.status_changed",
    ])
    expect(await control.advance({ to: "2026-03-01T00:00:00.000Z" })).toEqual({
      from: "2026-02-28T00:00:00.000Z",
      to: "2026-03-01T00:00:00.000Z",
      timeline: [],
    })
  })

  it("goes back to the seed, and to a copy that was put aside", async () => {
    await control.advance({ by: "P1D" })
    await control.snapshot("a.day")
    await control.advance({ by: "P1D" })
    await control.restore("a.day")
    expect(await now()).toMatchObject({ now: "2026-02-01T00:00:00.000Z" })
    await control.reset()
    expect(await now()).toMatchObject({ now: beginning })
  })

  it("waits for a code, and gives the one that is not used yet", async () => {
    const email = "owner@example.com"
    const waiting = control.otp({ email })
    const context = "MAGIC_AUTH"
    const asked = await control.request<{ otpId: string }>("POST", "/studio/auth/otp", {
      email: email,
      context,
    })
    const { otpId, code } = await waiting
    expect(otpId).toBe(asked.otpId)
    await control.request("POST", `/studio/auth/otp/${otpId}/validate`, { email, code, context })
    await expect(control.otp({ email, wait: 0 })).rejects.toThrow(
      "No code for owner@example.com arrived within 0 ms",
    )
  })

  it.each([
    ["advance", undefined, 'advance takes a record, such as { by: "P1M" }'],
    ["advance", "P1M", 'advance takes a record, such as { by: "P1M" }'],
    ["advance", { by: "P1M", to: "2026-03-01T00:00:00.000Z" }, "to: Expected advanceBy or to, not both"],
    ["advance", { bye: "P1M" }, "bye: Unknown member"],
    ["otp", undefined, 'otp takes a record, such as { email: "owner@example.com" }'],
    ["otp", "owner@example.com", 'otp takes a record, such as { email: "owner@example.com" }'],
    ["otp", { mail: "owner@example.com" }, "otp needs the email that the code was sent to"],
  ] as const)("says what is wrong with a wish: %s %j", async (call, wish, remedy) => {
    await expect(control[call](wish as never)).rejects.toThrow(remedy)
  })

  it("records usage", async () => {
    await subscribe(makeClient(simulator.fetch, simulator.url), await control.token())
    const event = { eventId: "e1", meter: "messages", quantity: 3 }
    expect(await control.usage(seeded.organizationId, [event, event])).toEqual({
      accepted: 1,
      duplicates: 1,
      invoices: [],
    })
  })

  it("has things go wrong", async () => {
    const fault = await control.fault({ kind: "respond", status: 503, path: "/studio/plans", times: 2 })
    expect(fault).toMatchObject({ kind: "respond", status: 503, nth: 1, times: 2, matched: 0, struck: 0 })
    expect((await simulator.fetch("/studio/plans")).status).toBe(503)
  })

  it.each<FaultWish>([
    { kind: "respond", status: 500, code: "internal", method: "GET", nth: 2 },
    { kind: "delay", delayMs: 0 },
    { kind: "drop_before", organizationId: seeded.organizationId },
    { kind: "drop_after", method: "POST", path: null },
    { kind: "gateway", outcome: "declined" },
    { kind: "gateway", outcome: "slow", delayMs: 10 },
    { kind: "double_charge" },
    { kind: "webhook_hold", times: 100 },
    { kind: "webhook_duplicate" },
    { kind: "webhook_reorder" },
    { kind: "webhook_reorder", order: { seed: 7 } },
    { kind: "webhook_fail" },
  ])("has this go wrong: %j", async (wish) => {
    expect(await control.fault(wish)).toMatchObject(wish)
  })

  it("audits", async () => {
    expect(await control.audit()).toEqual({ ok: true, findings: [], shortfalls: [] })
  })

  it("makes any other call", async () => {
    expect(await control.request("GET", "/_simulator/charges")).toMatchObject({ data: [] })
    expect(await control.request("DELETE", "/_simulator/faults")).toBeNull()
  })
})

describe("a refusal", () => {
  it("is an error with the code, the message and the places", async () => {
    const refusal = await control.advance({ by: "a month" }).catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(ControlRefused)
    expect(refusal).toMatchObject({
      name: "ControlRefused",
      statusCode: 400,
      code: "validation_error",
      errors: [{ path: "advanceBy", message: "Expected an ISO 8601 duration, such as P1M or PT10M" }],
      message:
        "POST /_simulator/clock: 400 validation_error. The request is invalid; errors says where. " +
        "advanceBy: Expected an ISO 8601 duration, such as P1M or PT10M.",
    })
  })

  it.each<[string, () => Promise<unknown>]>([
    ["user.not_found", () => control.token({ email: "nobody@example.com" })],
    ["snapshot.not_found", () => control.restore("none")],
    ["validation_error", () => control.snapshot("a/b c")],
    ["validation_error", () => control.otp({ email: "no address" })],
    ["validation_error", () => control.otp({ email: "owner@example.com", wait: 1e9 })],
    ["organization.not_found", () => control.usage("0190a000-0000-7000-8000-000000000999", [])],
    ["validation_error", () => control.fault({ kind: "delay", delayMs: -1 })],
    ["route.not_found", () => control.request("GET", "/_simulator/nothing")],
  ])("tells %s", async (code, call) => {
    await expect(call()).rejects.toMatchObject({ name: "ControlRefused", code })
  })

  it("is none where the control token is that of the simulator", async () => {
    const guarded = await createSimulator({ listen: false, controlToken: "s3cret" })
    await guarded.control.reset()
    await guarded.world("one").control.reset()
    expect((await guarded.fetch("/_simulator/health")).status).toBe(401)
    await guarded.close()
  })
})
