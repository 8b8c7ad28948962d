// What the commands and reads of subscriptions refuse over HTTP: states that forbid, bad input, and callers who may not.
// What is refused changes nothing.
import { describe, expect, it } from "vitest"
import { type Answer, callerOf, inProcess, seeded, startedSubscription } from "../support/simulator.ts"

const base = `/studio/organizations/${seeded.organizationId}`
const path = `${base}/subscriptions`
const unknownId = "0190a000-0000-7000-8000-00000000ffff"
const toPro = { planId: seeded.pro, planIntervalId: seeded.proMonthly }

type Call = (method: string, path: string, body?: unknown) => Promise<Answer>

/** All that a refused call could have changed. */
const stateOf = async (call: Call) => {
  const reads = ["/subscriptions", "/subscriptions/history", "/invoices", "/payment-methods"]
  const answers = await Promise.all(reads.map((read) => call("GET", base + read)))
  return answers.map(({ json }) => json)
}

const shown = ({ status, json }: Answer) => ({
  status,
  code: json.code,
  members: json.errors.map((fault: { readonly path: string }) => fault.path),
})

/** How a subscription comes into each state. */
const states: Record<string, (call: Call) => Promise<unknown>> = {
  active: async () => undefined,
  pastDue: async (call) => {
    const { json } = await call("GET", `${path}/upcoming-invoice`)
    await call("POST", `${base}/invoices/${json.invoiceId}/pay`)
  },
  paused: (call) => call("POST", `${path}/pause`),
  ending: (call) => call("POST", `${path}/cancel`, { atPeriodEnd: true }),
  changing: (call) => call("POST", `${path}/change-plan`, { ...toPro, when: "PERIOD_END" }),
  cancelled: (call) => call("POST", `${path}/cancel`),
}

describe("a state forbids", () => {
  it.each<[keyof typeof states, string, object?]>([
    ["pastDue", "pause"],
    ["pastDue", "change-plan", toPro],
    ["pastDue", "change-plan", { ...toPro, when: "PERIOD_END" }],
    ["paused", "cancel", { atPeriodEnd: true }],
    ["paused", "change-plan", toPro],
    ["paused", "change-plan", { ...toPro, when: "PERIOD_END" }],
    ["ending", "pause"],
    ["changing", "pause"],
    ["cancelled", "pause"],
    ["cancelled", "resume"],
    ["cancelled", "cancel", { atPeriodEnd: true }],
    ["cancelled", "undo-cancel"],
    ["cancelled", "change-plan", toPro],
  ])("%s: %s %j", async (state, command, body) => {
    const { call } = await startedSubscription(state === "pastDue" ? "tok_charge_declined" : "tok_visa")
    await states[state]?.(call)
    const before = await stateOf(call)
    expect(shown(await call("POST", `${path}/${command}`, body))).toEqual({
      status: 409,
      code: "subscription.invalid_transition",
      members: [],
    })
    expect(await stateOf(call)).toEqual(before)
  })

  it("another method for what has ended", async () => {
    const { call, created } = await startedSubscription()
    await call("POST", `${path}/cancel`)
    const { paymentMethodId } = created
    expect(shown(await call("PATCH", path, { paymentMethodId }))).toMatchObject({
      status: 409,
      code: "subscription.invalid_transition",
    })
  })
})

type Command = [method: string, at: string, body?: object]

/** Every command, with a body that is good. */
const commands: ReadonlyArray<Command> = [
  ["POST", `${path}/pause`],
  ["POST", `${path}/resume`],
  ["POST", `${path}/cancel`],
  ["POST", `${path}/undo-cancel`],
  ["POST", `${path}/change-plan`, toPro],
  ["PATCH", path, { paymentMethodId: "pm_1" }],
]

describe("without a subscription there is nothing to command", () => {
  it.each<Command>(commands)("%s %s", async (method, at, body) => {
    const client = await inProcess()
    const call = callerOf(client, await client.token())
    expect(shown(await call(method, at, body))).toEqual({
      status: 404,
      code: "subscription.not_found",
      members: [],
    })
  })
})

describe("bad input", () => {
  it.each<[string, string, string, unknown, number, string, ReadonlyArray<string>]>([
    ["an unknown plan", "POST", "/change-plan", { ...toPro, planId: unknownId }, 404, "plan.not_found", []],
    [
      "an interval of another plan",
      "POST",
      "/change-plan",
      { ...toPro, planIntervalId: seeded.starterYearly },
      400,
      "validation_error",
      ["planIntervalId"],
    ],
    [
      "an interval in another currency",
      "POST",
      "/change-plan",
      { planId: seeded.starter, planIntervalId: seeded.starterMonthlyDollars },
      400,
      "validation_error",
      ["planIntervalId"],
    ],
    [
      "an interval in another currency later",
      "POST",
      "/change-plan",
      { planId: seeded.starter, planIntervalId: seeded.starterMonthlyDollars, when: "PERIOD_END" },
      400,
      "validation_error",
      ["planIntervalId"],
    ],
    [
      "a plan that is not sold any more",
      "POST",
      "/change-plan",
      { planId: seeded.legacy, planIntervalId: seeded.legacyMonthly },
      409,
      "plan.inactive",
      [],
    ],
    ["no members", "POST", "/change-plan", {}, 400, "validation_error", ["planId", "planIntervalId"]],
    ["no body", "POST", "/change-plan", undefined, 400, "validation_error", [""]],
    ["another when", "POST", "/change-plan", { ...toPro, when: "now" }, 400, "validation_error", ["when"]],
    ["a misspelt when", "POST", "/change-plan", { ...toPro, wen: "NOW" }, 400, "validation_error", ["wen"]],
    ["a misspelt member", "POST", "/cancel", { atPeriodend: true }, 400, "validation_error", ["atPeriodend"]],
    ["no boolean", "POST", "/cancel", { atPeriodEnd: "true" }, 400, "validation_error", ["atPeriodEnd"]],
    ["null", "POST", "/cancel", { atPeriodEnd: null }, 400, "validation_error", ["atPeriodEnd"]],
    ["a list", "POST", "/cancel", [], 400, "validation_error", [""]],
    ["invalid JSON", "POST", "/pause", "{", 400, "validation_error", [""]],
    ["no object", "POST", "/resume", [], 400, "validation_error", [""]],
    ["too much", "POST", "/undo-cancel", { text: "x".repeat(70_000) }, 413, "payload_too_large", []],
    ["no method", "PATCH", "", {}, 400, "validation_error", ["paymentMethodId"]],
    ["no text", "PATCH", "", { paymentMethodId: 1 }, 400, "validation_error", ["paymentMethodId"]],
    ["an unknown method", "PATCH", "", { paymentMethodId: "nobody's" }, 404, "payment_method.not_found", []],
    ["an unknown id", "GET", `/${unknownId}`, undefined, 404, "subscription.not_found", []],
    ["an id that is none", "GET", "/latest", undefined, 400, "validation_error", ["subscriptionId"]],
    ["a page of nothing", "GET", "/history?page=0", undefined, 400, "validation_error", ["page"]],
    ["too long a page", "GET", "/history?limit=101", undefined, 400, "validation_error", ["limit"]],
    ["another method of a path", "GET", "/pause", undefined, 405, "method_not_allowed", []],
    ["a misspelt command", "POST", "/cancell", undefined, 405, "method_not_allowed", []],
  ])("%s: %s %s", async (_, method, at, body, status, code, members) => {
    const { call } = await startedSubscription()
    const before = await stateOf(call)
    expect(shown(await call(method, path + at, body))).toEqual({ status, code, members })
    expect(await stateOf(call)).toEqual(before)
  })

  it("a boleto for a subscription in dollars", async () => {
    const client = await inProcess()
    const call = callerOf(client, await client.token())
    const address = {
      line1: "Rua A, 1",
      city: "São Paulo",
      state: "SP",
      postalCode: "01000-000",
      country: "BR",
    }
    const billingDetails = { name: "Ana", email: "ana@example.com", address }
    const methods = `${base}/payment-methods`
    const { json: card } = await call("POST", methods, { type: "CARD", cardToken: "tok_visa" })
    const { json: boleto } = await call("POST", methods, { type: "BOLETO", billingDetails })
    await call("POST", path, {
      planId: seeded.starter,
      planIntervalId: seeded.starterMonthlyDollars,
      paymentMethodId: card.paymentMethodId,
    })
    const { paymentMethodId } = boleto
    expect(shown(await call("PATCH", path, { paymentMethodId }))).toEqual({
      status: 409,
      code: "payment_method.currency_mismatch",
      members: [],
    })
  })
})

describe("who may", () => {
  it.each<Command>(commands)("%s %s: only with subscription:write", async (method, at, body) => {
    const { client, call } = await startedSubscription()
    const permissions = ["plan:read", "subscription:read", "payment_method:write", "invoice:pay"]
    const reader = callerOf(client, await client.token({ permissions }))
    const before = await stateOf(call)
    expect(shown(await reader(method, at, body))).toEqual({ status: 403, code: "forbidden", members: [] })
    expect(await stateOf(call)).toEqual(before)
  })

  it.each([
    ["subscription:read", 200],
    ["subscription:write", 200],
    ["invoice:pay", 403],
  ])("read the history and its subscriptions with %s: %i", async (permission, status) => {
    const { client, created } = await startedSubscription()
    const reader = callerOf(client, await client.token({ permissions: [permission] }))
    expect((await reader("GET", `${path}/history`)).status).toBe(status)
    expect((await reader("GET", `${path}/${created.subscriptionId}`)).status).toBe(status)
  })

  it.each<Command>([...commands, ["GET", `${path}/history`]])(
    "%s %s: nobody under the path of another organization",
    async (method, at, body) => {
      const { call } = await startedSubscription()
      const foreign = at.replace(seeded.organizationId, seeded.american)
      expect(shown(await call(method, foreign, body))).toEqual({
        status: 404,
        code: "organization.not_found",
        members: [],
      })
    },
  )

  it("see a subscription of another organization under one's own path: nobody", async () => {
    const { client, created } = await startedSubscription()
    const american = await client.token({ email: "owner@example.org", organizationId: seeded.american })
    const own = `${path}/${created.subscriptionId}`.replace(seeded.organizationId, seeded.american)
    expect(shown(await callerOf(client, american)("GET", own))).toEqual({
      status: 404,
      code: "subscription.not_found",
      members: [],
    })
  })
})
