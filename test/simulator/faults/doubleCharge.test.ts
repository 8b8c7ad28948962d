import { beforeEach, describe, expect, it } from "vitest"
import { type Client, callerOf, inProcess, seeded, subscribe } from "../../support/simulator.ts"

const base = `/studio/organizations/${seeded.organizationId}`

let client: Client
let token: string
let call: ReturnType<typeof callerOf>
let invoiceId: string

beforeEach(async () => {
  client = await inProcess()
  token = await client.token()
  call = callerOf(client, token)
  await subscribe(client, token)
  invoiceId = (await call("GET", `${base}/subscriptions/upcoming-invoice`)).json.invoiceId
})

const pay = (body: object = {}, headers: Readonly<Record<string, string>> = {}) =>
  client.call("POST", `${base}/invoices/${invoiceId}/pay`, { token, body, headers })
const hazard = (wish: object = {}) =>
  client.call("POST", "/_simulator/faults", { body: { kind: "double_charge", ...wish } })
const charges = async () => (await client.call("GET", "/_simulator/charges")).json.data
const audit = async () => (await client.call("GET", "/_simulator/audit")).json

describe("double_charge", () => {
  it("charges a repeat again, and the audit names both attempts and both requests", async () => {
    await hazard()
    const first = await pay()
    const second = await pay()
    expect([first.status, second.status]).toEqual([200, 200])
    expect(second.json).toEqual(first.json)
    const requestIds = [first, second].map(({ headers }) => headers.get("x-request-id"))
    const attemptIds = (await charges()).map(({ attemptId }: { attemptId: string }) => attemptId).toReversed()
    expect(await charges()).toMatchObject([
      { invoiceId, amount: 9990, status: "APPROVED", requestId: requestIds[1] },
      { invoiceId, amount: 9990, status: "APPROVED", requestId: requestIds[0] },
    ])
    expect(await audit()).toEqual({
      ok: false,
      shortfalls: [],
      findings: [
        {
          rule: "double_charge",
          organizationId: seeded.organizationId,
          objectIds: [invoiceId, ...attemptIds],
          requestIds,
          message: "The invoice was charged 2 times, and 1 of these charges are not recorded",
        },
      ],
    })
  })

  it("counts pays of a PAID invoice only", async () => {
    await hazard({ nth: 2 })
    await pay()
    expect([(await pay()).status, (await pay()).status, (await pay()).status]).toEqual([409, 200, 409])
    const [fault] = (await client.call("GET", "/_simulator/faults")).json.data
    expect(fault).toMatchObject({ matched: 2, struck: 1 })
    expect(await charges()).toHaveLength(2)
  })

  it("leaves the records as they are", async () => {
    await pay()
    const before = (await call("GET", `${base}/invoices/${invoiceId}`)).json
    await hazard()
    await pay()
    expect((await call("GET", `${base}/invoices/${invoiceId}`)).json).toEqual(before)
  })

  it("leaves pays alone that are refused for another reason", async () => {
    await hazard({ times: 9 })
    await pay()
    const { paymentMethodId } = (await call("GET", `${base}/payment-methods`)).json.data[0]
    const refused = await Promise.all([
      pay({ misspelt: paymentMethodId }),
      client.call("POST", `${base}/invoices/${invoiceId}/pay`, { body: {} }),
      pay({ paymentMethodId: "unknown" }),
      client.call("POST", `${base}/invoices/0190a000-0000-7000-8000-000000000999/pay`, { token, body: {} }),
    ])
    expect(refused.map(({ status }) => status)).toEqual([400, 401, 409, 404])
    expect(await charges()).toHaveLength(1)
  })

  it("leaves invoices alone that are not payable for another reason than that they are PAID", async () => {
    await pay()
    await client.call("POST", `/_simulator/invoices/${invoiceId}/refund`)
    await hazard()
    expect((await pay()).json.code).toBe("invoice.not_payable")
    expect(await charges()).toHaveLength(1)
  })

  it("charges the method that the repeat names, and answers what the gateway says", async () => {
    await pay()
    await hazard({ times: 2 })
    const card = async (cardToken: string) =>
      (await call("POST", `${base}/payment-methods`, { type: "CARD", cardToken })).json.paymentMethodId
    const declined = await pay({ paymentMethodId: await card("tok_stolen_card") })
    expect([declined.status, declined.json.code, declined.json.declineCode, declined.json.retryable]).toEqual(
      [402, "payment.declined", "stolen_card", false],
    )
    expect(await audit()).toEqual({ ok: true, findings: [], shortfalls: [] })
    const unknown = await pay({ paymentMethodId: await card("tok_timeout_approved") })
    expect([unknown.status, unknown.json.status]).toEqual([200, "PAID"])
    expect((await audit()).findings).toMatchObject([{ rule: "double_charge" }])
  })

  it("charges again what its key would have answered again: nothing protects it", async () => {
    const key = { "idempotency-key": "pay-1" }
    await pay({}, key)
    await hazard()
    const repeat = await pay({}, key)
    expect([repeat.status, repeat.headers.get("idempotent-replayed")]).toEqual([200, null])
    expect(await charges()).toHaveLength(2)
    expect((await pay({}, key)).headers.get("idempotent-replayed")).toBe("true")
  })

  it("charges nothing where nothing was to be paid", async () => {
    await client.call("POST", `/_simulator/organizations/${seeded.organizationId}/vouchers`, {
      body: { name: "All of it", amount: 9990, currency: "BRL" },
    })
    await hazard()
    expect([(await pay()).status, (await pay()).status]).toEqual([200, 409])
    expect(await charges()).toEqual([])
  })

  it("is found after a first answer that was lost, when a client without a key tries again", async () => {
    await hazard()
    await client.call("POST", "/_simulator/faults", { body: { kind: "drop_after", method: "POST" } })
    await expect(pay()).rejects.toThrow(TypeError)
    const repeat = await pay()
    expect(repeat.status).toBe(200)
    const [{ rule, requestIds }] = (await audit()).findings
    expect([rule, requestIds]).toEqual([
      "double_charge",
      [expect.stringMatching(/^[0-9a-f-]{36}$/), repeat.headers.get("x-request-id")],
    ])
    expect(requestIds[0]).not.toBe(requestIds[1])
  })

  it("is meant for one organization, where it names one", async () => {
    await hazard({ organizationId: seeded.american })
    await pay()
    expect((await pay()).status).toBe(409)
  })
})

describe("without it", () => {
  it("a repeat is refused and charges nothing", async () => {
    expect([(await pay()).status, (await pay()).status]).toEqual([200, 409])
    expect(await charges()).toHaveLength(1)
    expect(await audit()).toEqual({ ok: true, findings: [], shortfalls: [] })
  })
})
