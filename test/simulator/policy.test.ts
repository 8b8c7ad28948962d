// The billing policy of a simulator: chosen in part, checked as a whole, and followed by every world.
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { policyOf } from "../../simulator/cli/policy.ts"
import { createSimulator } from "../../simulator/index.ts"
import { BillingPolicySchema, checkPolicy, defaultPolicy } from "../../src/index.ts"
import { beginning, type Client, inProcess, makeClient, seeded, subscribe } from "../support/simulator.ts"

const refusals = (chosen: object) =>
  Result.getOrThrow(Result.flip(policyOf(chosen as Record<string, unknown>))).map(
    ({ path, message }) => `${path}: ${message}`,
  )

describe("a policy", () => {
  it("is the default one, but for what was chosen", () => {
    expect(policyOf({})).toEqual(Result.succeed(defaultPolicy))
    expect(policyOf({ onExhausted: "CANCEL", dunningDays: [] })).toEqual(
      Result.succeed({ ...defaultPolicy, onExhausted: "CANCEL", dunningDays: [] }),
    )
  })

  it.each(Object.entries(defaultPolicy))("may say of %s what the default says", (member, value) => {
    expect(policyOf({ [member]: value })).toEqual(Result.succeed(defaultPolicy))
  })

  it.each(Object.keys(BillingPolicySchema.fields))(
    "refuses another kind of value for %s, by its name",
    (name) => {
      expect(refusals({ [name]: { wrong: true } })[0]).toMatch(new RegExp(`^${name}(?:\\.\\w+)?: `))
    },
  )

  it.each<readonly [object, string]>([
    [{ gracePeriod: 1 }, "gracePeriod: Unknown member"],
    [{ onExhausted: "STOP" }, 'onExhausted: Expected "STAY" or "PAUSE" or "CANCEL"'],
    [{ paymentMethodsMax: { CARD: 1 } }, "paymentMethodsMax.BOLETO: Required"],
    [{ holidays: ["2026-02-30"] }, "holidays.0: Expected a date yyyy-mm-dd"],
    [
      { paymentMethodsMax: { CARD: 0, BOLETO: 0 } },
      'paymentMethodsMax: Expected at least 1 for CARD or for BOLETO; paymentMethodsMax is {"CARD":0,"BOLETO":0}',
    ],
    [
      { dunningDays: [3, 1] },
      "dunningDays: Expected days that rise, the first one at least 1; dunningDays is [3,1]",
    ],
    [
      { reconciliationMillis: [2, 1] },
      "reconciliationMillis: Expected times that rise; reconciliationMillis is [2,1]",
    ],
    [
      { chargeDeadlineMillis: 60_000 },
      "chargeDeadlineMillis: Expected attemptStaleMillis to be more than chargeDeadlineMillis; attemptStaleMillis is 60000, chargeDeadlineMillis is 60000",
    ],
    [
      { gatewayKeyMillis: 1 },
      "gatewayKeyMillis: Expected gatewayKeyMillis to be more than twice attemptStaleMillis, chargeDeadlineMillis and clockSkewMillis together; gatewayKeyMillis is 1, attemptStaleMillis is 60000, chargeDeadlineMillis is 30000, clockSkewMillis is 900000",
    ],
  ])("%j is refused with what is wrong and what would not be", (chosen, message) => {
    expect(refusals(chosen)).toEqual([message])
  })

  it("is refused where checkPolicy refuses it", () => {
    for (const chosen of [{ dunningDays: [0] }, { slipDueDays: null }, { cutsMax: 1.5 }]) {
      expect(Result.isFailure(checkPolicy({ ...defaultPolicy, ...chosen }))).toBe(true)
      expect(refusals(chosen)).toHaveLength(1)
    }
  })

  it("is checked before a simulator starts", async () => {
    const policy = { dunningDays: [2, 1] }
    await expect(createSimulator({ listen: false, policy })).rejects.toThrow(
      "policy.dunningDays: Expected days that rise, the first one at least 1; dunningDays is [2,1]",
    )
  })
})

const base = `/studio/organizations/${seeded.organizationId}`

const advance = (client: Client, by: string) =>
  client.call("POST", "/_simulator/clock", { body: { advanceBy: by } })

describe("a simulator follows its policy", () => {
  it.each([
    ["STAY", "PAST_DUE"],
    ["PAUSE", "PAUSED"],
    ["CANCEL", "CANCELLED"],
  ] as const)("when dunning is exhausted: %s", async (onExhausted, status) => {
    const client = await inProcess({ policy: { onExhausted, dunningDays: [1] } })
    const token = await client.token()
    await subscribe(client, token, { cardToken: "tok_insufficient_funds" })
    await advance(client, "P1M")
    await advance(client, "P3D")
    expect((await client.call("GET", `${base}/subscriptions`, { token })).json.status).toBe(status)
    expect((await client.call("GET", "/_simulator/audit")).json).toEqual({
      ok: true,
      findings: [],
      shortfalls: [],
    })
  })

  it.each([
    ["ACTIVE_SHARE", 5352],
    ["FULL_CYCLE", 9990],
  ] as const)("when a subscription is cancelled: %s", async (cancellationFee, totalAmount) => {
    const client = await inProcess({ policy: { cancellationFee } })
    const token = await client.token()
    await subscribe(client, token)
    await advance(client, "P15D")
    await client.call("POST", `${base}/subscriptions/cancel`, { token })
    const { json } = await client.call("GET", `${base}/invoices`, { token })
    expect(json.data.map((invoice: { totalAmount: number }) => invoice.totalAmount)).toEqual([totalAmount])
    expect((await client.call("GET", "/_simulator/audit")).json).toEqual({
      ok: true,
      findings: [],
      shortfalls: [],
    })
  })

  it("when it makes a slip", async () => {
    const dueDates = []
    for (const slipDueDays of [3, 10]) {
      const client = await inProcess({ policy: { slipDueDays } })
      const token = await client.token()
      const added = await client.call("POST", `${base}/payment-methods`, { token, body: boleto })
      const { paymentMethodId } = added.json
      const choice = { planId: seeded.starter, planIntervalId: seeded.starterMonthly, paymentMethodId }
      await client.call("POST", `${base}/subscriptions`, { token, body: choice })
      const upcoming = await client.call("GET", `${base}/subscriptions/upcoming-invoice`, { token })
      const { json } = await client.call("POST", `${base}/invoices/${upcoming.json.invoiceId}/pay`, { token })
      dueDates.push(json.boleto.expiresAt.slice(0, 10))
    }
    // Days of São Paulo, whose end is in the next one by UTC.
    expect(dueDates).toEqual(["2026-02-03", "2026-02-10"])
  })

  it("in each of its worlds, and after a reset", async () => {
    const { simulator } = await inProcess({ policy: { usageAllowedPastDue: false } })
    const client = makeClient(simulator.fetch, `${simulator.url}/w/other`)
    for (const _ of ["at first", "after a reset"]) {
      const token = await client.token()
      await subscribe(client, token, { cardToken: "tok_insufficient_funds" })
      await advance(client, "P1M")
      expect((await client.call("GET", `${base}/subscriptions`, { token })).json).toMatchObject({
        status: "PAST_DUE",
        usageAllowed: false,
      })
      await client.call("POST", "/_simulator/reset")
      expect((await client.call("GET", "/_simulator/clock")).json.now).toBe(beginning)
    }
  })
})

const address = { line1: "Rua A, 1", city: "São Paulo", state: "SP", postalCode: "01000-000", country: "BR" }
const boleto = { type: "BOLETO", billingDetails: { name: "Ana", email: "ana@example.com", address } }
