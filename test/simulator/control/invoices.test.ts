import { beforeEach, describe, expect, it } from "vitest"
import { type Client, inProcess, makeTestWorld, seeded, subscribe } from "../../support/simulator.ts"

const uuid = "0190a000-0000-7000-8000-00000000000"
const base = `/studio/organizations/${seeded.organizationId}`
const vouchers = `/_simulator/organizations/${seeded.organizationId}/vouchers`
const now = "2026-01-31T00:00:00.000Z"

let client: Client
let token: string

/** Subscribes with a card and pays the upcoming invoice of 9990 with it. */
const paying = async (cardToken: string) => {
  await subscribe(client, token, { cardToken })
  const { json } = await client.call("GET", `${base}/subscriptions/upcoming-invoice`, { token })
  await client.call("POST", `${base}/invoices/${json.invoiceId}/pay`, { token })
  return json.invoiceId as string
}

/** Pays an invoice by a new boleto. */
const paySlip = async (invoiceId: string) => {
  const address = { line1: "Rua 1", city: "São Paulo", state: "SP", postalCode: "01000-000", country: "BR" }
  const body = { type: "BOLETO", billingDetails: { name: "Ana", email: "ana@example.com", address } }
  const method = await client.call("POST", `${base}/payment-methods`, { token, body })
  const { paymentMethodId } = method.json
  await client.call("POST", `${base}/invoices/${invoiceId}/pay`, { token, body: { paymentMethodId } })
}

const act = (invoiceId: string, name: string, body?: unknown) =>
  client.call("POST", `/_simulator/invoices/${invoiceId}/${name}`, { body })
const view = async (invoiceId: string) =>
  (await client.call("GET", `${base}/invoices/${invoiceId}`, { token })).json
const standing = async () => (await client.call("GET", `${base}/subscriptions`, { token })).json
const charges = async () => (await client.call("GET", "/_simulator/charges")).json.data
const statuses = async () => (await charges()).map(({ status }: { status: string }) => status)

/** The status of an answer with its code and the paths of its faults, or with the status of the invoice. */
const said = async (invoiceId: string, name: string, body?: unknown) => {
  const { status, json } = await act(invoiceId, name, body)
  return status === 200
    ? [200, json.status]
    : [status, json.code, ...json.errors.map((fault: { path: string }) => fault.path)]
}

beforeEach(async () => {
  client = await inProcess()
  token = await client.token()
})

const names = [
  "settle",
  "fail",
  "refund",
  "apply-voucher",
  "dispute",
  "dispute/won",
  "dispute/lost",
  "void",
  "uncollectible",
]

describe("POST /_simulator/invoices/{invoiceId}/...", () => {
  it.each(names)("%s of no invoice is 404, or 400 where that is no id", async (name) => {
    const body = name === "apply-voucher" ? { voucherId: `${uuid}1` } : undefined
    expect(await said(`${uuid}1`, name, body)).toEqual([404, "invoice.not_found"])
    expect(await said("1", name, body)).toEqual([400, "validation_error", "invoiceId"])
  })

  it.each(names)("%s with a misspelt member is 400 at it", async (name) => {
    const body = { ...(name === "apply-voucher" && { voucherId: `${uuid}1` }), misspelt: 1 }
    expect(await said(`${uuid}1`, name, body)).toEqual([400, "validation_error", "misspelt"])
  })

  it("answers with the invoice as the contract has it", async () => {
    const invoiceId = await paying("tok_charge_declined")
    const { nextPaymentAttemptAt, ...before } = await view(invoiceId)
    expect(nextPaymentAttemptAt).toBe("2026-02-01T00:00:00.000Z")
    const { json } = await act(invoiceId, "settle")
    expect(json).toEqual({ ...before, status: "PAID", amountPaid: 9990, amountDue: 0, paidAt: now })
    expect(await view(invoiceId)).toEqual(json)
  })

  it("finds no upcoming invoice: it is not issued", async () => {
    await subscribe(client, token)
    const { json } = await client.call("GET", `${base}/subscriptions/upcoming-invoice`, { token })
    expect(await said(json.invoiceId, "settle")).toEqual([404, "invoice.not_found"])
  })

  it("finds one that time has made due, although nobody called about its organization since", async () => {
    const world = makeTestWorld()
    const bearer = await world.token()
    await subscribe(world, bearer, { cardToken: "tok_insufficient_funds" })
    const upcoming = await world.call("GET", `${base}/subscriptions/upcoming-invoice`, { token: bearer })
    world.clock.moveTo(Date.parse("2026-02-28T00:00:00.000Z"))
    const path = `/_simulator/invoices/${upcoming.json.invoiceId}/settle`
    expect(await world.call("POST", path)).toMatchObject({
      status: 200,
      json: { status: "PAID", issuedAt: "2026-02-28T00:00:00.000Z", attempts: [{ status: "DECLINED" }] },
    })
  })
})

describe("settle", () => {
  it("pays a refused invoice in parts, and the subscription recovers", async () => {
    const invoiceId = await paying("tok_insufficient_funds")
    expect(await standing()).toMatchObject({ status: "PAST_DUE" })
    expect((await act(invoiceId, "settle", { amount: 4000 })).json).toMatchObject({
      status: "PAYMENT_FAILED",
      amountPaid: 4000,
      amountDue: 5990,
    })
    expect((await act(invoiceId, "settle")).json).toMatchObject({ status: "PAID", amountPaid: 9990 })
    expect(await standing()).toMatchObject({ status: "ACTIVE", pastDueReason: null })
    expect(await statuses()).toEqual(["DECLINED"])
  })

  it("pays a slip, which the gateway then knows", async () => {
    const invoiceId = await paying("tok_charge_declined")
    await paySlip(invoiceId)
    expect(await statuses()).toEqual(["PENDING", "DECLINED"])
    expect(await said(invoiceId, "settle", { amount: 9000 })).toEqual([200, "PAYMENT_FAILED"])
    expect(await statuses()).toEqual(["PENDING", "DECLINED"])
    const { json } = await act(invoiceId, "settle")
    expect(json).toMatchObject({
      status: "PAID",
      boleto: null,
      attempts: [{ status: "DECLINED" }, { status: "APPROVED" }],
    })
    expect(await statuses()).toEqual(["APPROVED", "DECLINED"])
  })

  it("pays what a lost answer left open, whatever the card did", async () => {
    const invoiceId = await paying("tok_timeout_declined")
    expect(await statuses()).toEqual(["DECLINED"])
    expect(await said(invoiceId, "settle")).toEqual([200, "PAID"])
    expect(await statuses()).toEqual(["APPROVED"])
  })

  it("again with the same receiptId is the same money; without one it is new, and kept as a voucher", async () => {
    const invoiceId = await paying("tok_charge_declined")
    const receipt = { amount: 9000, receiptId: "bank-1" }
    for (const _ of [1, 2]) expect((await act(invoiceId, "settle", receipt)).json.amountDue).toBe(990)
    await act(invoiceId, "settle", { amount: 1000 })
    await client.call("POST", "/_simulator/clock", { body: { to: "2026-02-28T00:00:00.000Z" } })
    const next = await client.call("GET", `${base}/subscriptions/upcoming-invoice`, { token })
    expect(next.json.discounts).toMatchObject([{ type: "VOUCHER", amount: 10 }])
  })

  it.each([
    [{ amount: 0 }, "amount"],
    [{ amount: -1 }, "amount"],
    [{ amount: 0.5 }, "amount"],
    [{ amount: "1" }, "amount"],
    [{ receiptId: "" }, "receiptId"],
    [{ receiptId: 1 }, "receiptId"],
  ])("refuses %j", async (body, path) => {
    const invoiceId = await paying("tok_charge_declined")
    expect(await said(invoiceId, "settle", body)).toEqual([400, "validation_error", path])
  })

  it("of a paid invoice has to say how much it is", async () => {
    const invoiceId = await paying("tok_visa")
    expect(await said(invoiceId, "settle")).toEqual([400, "validation_error", "amount"])
    expect(await said(invoiceId, "settle", { amount: 100 })).toEqual([200, "PAID"])
  })
})

describe("fail", () => {
  it("refuses what a lost answer left open, whatever the card did", async () => {
    const invoiceId = await paying("tok_timeout_approved")
    expect(await statuses()).toEqual(["APPROVED"])
    const { json } = await act(invoiceId, "fail")
    expect(json).toMatchObject({
      status: "PAYMENT_FAILED",
      attempts: [{ status: "DECLINED", declineCode: "card_declined" }],
    })
    expect(await standing()).toMatchObject({ status: "PAST_DUE", pastDueReason: "PAYMENT_DECLINED" })
    expect(await statuses()).toEqual(["DECLINED"])
  })

  it("refuses a slip, for a reason and by its attempt", async () => {
    const invoiceId = await paying("tok_charge_declined")
    await paySlip(invoiceId)
    const [{ attemptId }] = await charges()
    const { json } = await act(invoiceId, "fail", { attemptId, declineCode: "insufficient_funds" })
    expect(json.attempts).toMatchObject([
      {},
      { attemptId, status: "DECLINED", declineCode: "insufficient_funds" },
    ])
    expect(await statuses()).toEqual(["DECLINED", "DECLINED"])
    expect(await said(invoiceId, "fail", { attemptId })).toEqual([409, "invoice.invalid_transition"])
  })

  it.each([
    ["tok_visa", undefined, [409, "invoice.invalid_transition"]],
    ["tok_charge_declined", {}, [409, "invoice.invalid_transition"]],
    ["tok_timeout_approved", { attemptId: "none" }, [400, "validation_error", "attemptId"]],
    ["tok_timeout_approved", { attemptId: "" }, [400, "validation_error", "attemptId"]],
    ["tok_timeout_approved", { declineCode: "no_money" }, [400, "validation_error", "declineCode"]],
  ])("after %s, with %j, is %j", async (cardToken, body, expected) => {
    expect(await said(await paying(cardToken), "fail", body)).toEqual(expected)
  })
})

describe("refund", () => {
  it("gives back a part, and then the rest", async () => {
    const invoiceId = await paying("tok_visa")
    expect(await said(invoiceId, "refund", { amount: 90 })).toEqual([200, "PARTIALLY_REFUNDED"])
    expect(await said(invoiceId, "refund")).toEqual([200, "REFUNDED"])
    expect(await said(invoiceId, "refund")).toEqual([409, "invoice.invalid_transition"])
  })

  it("again with the same refundId is the same refund", async () => {
    const invoiceId = await paying("tok_visa")
    const refund = { amount: 9000, refundId: "r1" }
    for (const _ of [1, 2, 3])
      expect(await said(invoiceId, "refund", refund)).toEqual([200, "PARTIALLY_REFUNDED"])
    expect(await said(invoiceId, "refund", { amount: 991 })).toEqual([409, "refund.exceeds_paid"])
    expect(await said(invoiceId, "refund", { amount: 990 })).toEqual([200, "REFUNDED"])
  })

  it("of what a voucher paid gives back nothing", async () => {
    const invoiceId = await paying("tok_charge_declined")
    const voucherId = `${uuid}9`
    const voucher = { voucherId, name: "Goodwill", amount: 9990, currency: "BRL" }
    await client.call("POST", vouchers, { body: voucher })
    expect(await said(invoiceId, "apply-voucher", { voucherId })).toEqual([200, "PAID"])
    expect(await said(invoiceId, "refund")).toEqual([409, "refund.exceeds_paid"])
  })

  it.each([
    ["tok_visa", { amount: 9991 }, [409, "refund.exceeds_paid"]],
    ["tok_visa", { amount: 0 }, [400, "validation_error", "amount"]],
    ["tok_visa", { amount: 0.5 }, [400, "validation_error", "amount"]],
    ["tok_visa", { refundId: "" }, [400, "validation_error", "refundId"]],
    ["tok_charge_declined", {}, [409, "invoice.invalid_transition"]],
  ])("after %s, of %j, is %j", async (cardToken, body, expected) => {
    expect(await said(await paying(cardToken), "refund", body)).toEqual(expected)
  })
})

describe("apply-voucher", () => {
  const voucherId = `${uuid}9`
  const grant = (members: object = {}) =>
    client.call("POST", vouchers, {
      body: { voucherId, name: "Goodwill", amount: 5000, currency: "BRL", ...members },
    })

  it("pays a part, and then what is left of the voucher", async () => {
    const invoiceId = await paying("tok_charge_declined")
    await grant()
    expect((await act(invoiceId, "apply-voucher", { voucherId, amount: 1000 })).json).toMatchObject({
      status: "PAYMENT_FAILED",
      amountPaid: 1000,
    })
    expect((await act(invoiceId, "apply-voucher", { voucherId })).json).toMatchObject({ amountPaid: 5000 })
    expect(await said(invoiceId, "apply-voucher", { voucherId })).toEqual([409, "voucher.not_usable"])
  })

  it.each([
    ["another currency", { currency: "USD" }, {}, [409, "voucher.not_usable"]],
    ["a later time", { effectiveAt: "2026-02-01T00:00:00.000Z" }, {}, [409, "voucher.not_usable"]],
    ["too little", {}, { amount: 5001 }, [409, "voucher.not_usable"]],
    ["another id", {}, { voucherId: `${uuid}8` }, [404, "voucher.not_found"]],
    ["no amount", {}, { amount: 0 }, [400, "validation_error", "amount"]],
    ["half a cent", {}, { amount: 0.5 }, [400, "validation_error", "amount"]],
    ["an id that is none", {}, { voucherId: "v" }, [400, "validation_error", "voucherId"]],
    ["no id", {}, { voucherId: undefined }, [400, "validation_error", "voucherId"]],
  ])("with %s is refused", async (_, members, body, expected) => {
    const invoiceId = await paying("tok_charge_declined")
    await grant(members)
    expect(await said(invoiceId, "apply-voucher", { voucherId, ...body })).toEqual(expected)
  })

  it.each([
    ["tok_visa", [409, "invoice.not_payable"]],
    ["tok_timeout_approved", [409, "invoice.payment_in_progress"]],
  ])("after %s is %j", async (cardToken, expected) => {
    const invoiceId = await paying(cardToken)
    await grant()
    expect(await said(invoiceId, "apply-voucher", { voucherId })).toEqual(expected)
  })
})

describe("a dispute", () => {
  it.each([
    ["won", "CHARGEBACK_RESOLVED"],
    ["lost", "CHARGEBACK"],
  ])("can be %s, once it is opened", async (end, status) => {
    const invoiceId = await paying("tok_visa")
    expect(await said(invoiceId, `dispute/${end}`)).toEqual([409, "invoice.invalid_transition"])
    for (const _ of [1, 2]) expect(await said(invoiceId, "dispute")).toEqual([200, "DISPUTED"])
    for (const _ of [1, 2]) expect(await said(invoiceId, `dispute/${end}`)).toEqual([200, status])
    expect(await said(invoiceId, "dispute")).toEqual([409, "invoice.invalid_transition"])
  })
})

describe("void", () => {
  it("forgives what nobody paid", async () => {
    const invoiceId = await paying("tok_charge_declined")
    expect((await act(invoiceId, "void")).json).toMatchObject({ status: "VOID", amountDue: 0 })
    expect(await standing()).toMatchObject({ status: "ACTIVE" })
    const upcoming = await client.call("GET", `${base}/subscriptions/upcoming-invoice`, { token })
    expect(upcoming.json.lines).toEqual([])
  })

  it("with rebill gives the lines back to the running document", async () => {
    const invoiceId = await paying("tok_charge_declined")
    expect(await said(invoiceId, "void", { rebill: true })).toEqual([200, "VOID"])
    const upcoming = await client.call("GET", `${base}/subscriptions/upcoming-invoice`, { token })
    expect(upcoming.json).toMatchObject({ totalAmount: 9990 })
  })

  it("with rebill of a cycle long gone bills it again at once", async () => {
    const invoiceId = await paying("tok_decline_once")
    await act(invoiceId, "uncollectible")
    await client.call("POST", "/_simulator/clock", { body: { advanceBy: "P6M" } })
    expect(await said(invoiceId, "void", { rebill: true })).toEqual([200, "VOID"])
    const [newest] = (await client.call("GET", `${base}/invoices`, { token })).json.data
    expect(newest).toMatchObject({
      status: "PAID",
      periodStart: now,
      lines: [{ name: "Starter", unitPrice: 9990, quantity: 1, amount: 9990 }],
    })
    expect((await charges())[0]).toMatchObject({ invoiceId: newest.invoiceId, status: "APPROVED" })
  })

  it.each([
    ["tok_visa", {}, [409, "invoice.invalid_transition"]],
    ["tok_timeout_approved", {}, [409, "invoice.payment_in_progress"]],
    ["tok_charge_declined", { rebill: "yes" }, [400, "validation_error", "rebill"]],
  ])("after %s, with %j, is %j", async (cardToken, body, expected) => {
    expect(await said(await paying(cardToken), "void", body)).toEqual(expected)
  })
})

describe("uncollectible", () => {
  it("lets the subscription recover, and still takes money", async () => {
    const invoiceId = await paying("tok_charge_declined")
    for (const _ of [1, 2]) expect(await said(invoiceId, "uncollectible")).toEqual([200, "UNCOLLECTIBLE"])
    expect(await standing()).toMatchObject({ status: "ACTIVE" })
    expect(await said(invoiceId, "settle")).toEqual([200, "PAID"])
    expect(await said(invoiceId, "uncollectible")).toEqual([409, "invoice.invalid_transition"])
  })
})
