// `Idempotency-Key` on the wire: what is answered again, byte for byte, to whom and for how long. GAP-43
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import { makeMemoryBillingStore } from "../../simulator/adapters/memory/MemoryBillingStore.ts"
import { makeMemoryIdSource } from "../../simulator/adapters/memory/MemoryIdSource.ts"
import { apiError } from "../../src/api/index.ts"
import { answerOnce } from "../../src/http/answer.ts"
import { contractRoutes } from "../../src/http/contractRoutes.ts"
import { type Dispatcher, makeDispatcher } from "../../src/http/dispatcher.ts"
import { BillingStore, IdSource } from "../../src/index.ts"
import { invoiceId, organizationId, paidInvoice } from "../api/records.ts"
import { inProcess, seeded, subscribe } from "../support/simulator.ts"
import { authenticate, fakeHandlers, send } from "./fakes.ts"

const organization = `/studio/organizations/${seeded.organizationId}`

/** A world with a subscription, and a way to post with a key and see every byte of the answer. */
const world = async (cardToken = "tok_visa") => {
  const client = await inProcess()
  const owner = await client.token()
  await subscribe(client, owner, { cardToken })
  const upcoming = await client.call("GET", `${organization}/subscriptions/upcoming-invoice`, {
    token: owner,
  })
  const post = async (
    path: string,
    { key, body, token = owner }: { readonly key?: string; readonly body?: object; readonly token?: string },
  ) => {
    const response = await client.simulator.fetch(path, {
      method: "POST",
      headers: {
        authorization: `Bearer ${token}`,
        "content-type": "application/json",
        ...(key !== undefined && { "idempotency-key": key }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return {
      status: response.status,
      text,
      code: JSON.parse(text).code as string | undefined,
      replayed: response.headers.get("idempotent-replayed"),
      headers: Object.fromEntries(
        Array.from(response.headers).filter(
          ([name]) => name !== "x-request-id" && name !== "idempotent-replayed",
        ),
      ),
    }
  }
  const pay = `${organization}/invoices/${upcoming.json.invoiceId}/pay`
  const attempts = async () =>
    (await client.call("GET", pay.replace("/pay", ""), { token: owner })).json.attempts.length
  return { ...client, owner, post, pay, attempts }
}

describe("paying again with the same key", () => {
  it("answers the same bytes, and charges once", async () => {
    const { post, pay, attempts } = await world()
    const first = await post(pay, { key: "order-17", body: {} })
    const second = await post(pay, { key: "order-17", body: {} })
    expect(first).toMatchObject({ status: 200, replayed: null })
    expect(second).toEqual({ ...first, replayed: "true" })
    expect(await attempts()).toBe(1)
    expect(await post(pay, { key: "order-18", body: {} })).toMatchObject({
      status: 409,
      code: "invoice.not_payable",
      replayed: null,
    })
  })

  it("pauses and bills once, also where the subscription went on meanwhile", async () => {
    const { post } = await world()
    const pause = `${organization}/subscriptions/pause`
    const first = await post(pause, { key: "pause-1", body: {} })
    expect(first).toMatchObject({ status: 200, replayed: null })
    expect((await post(`${organization}/subscriptions/resume`, { body: {} })).status).toBe(200)
    expect(await post(pause, { key: "pause-1", body: {} })).toEqual({ ...first, replayed: "true" })
    expect(await post(pause, { key: "two words", body: {} })).toMatchObject({ status: 400 })
  })

  it("takes no body, an empty one and {} for the same, and members in any order", async () => {
    const { post, pay } = await world()
    await post(pay, { key: "order-17" })
    expect(await post(pay, { key: "order-17", body: {} })).toMatchObject({ status: 200, replayed: "true" })
  })

  it.each([
    ["tok_charge_declined", 402, "payment.declined"],
    ["tok_timeout_approved", 202, undefined],
  ])("also answers again with %s: %i", async (cardToken, status, code) => {
    const { post, pay, attempts } = await world(cardToken)
    const first = await post(pay, { key: "order-17" })
    expect(first).toMatchObject({ status, code, replayed: null })
    expect(await post(pay, { key: "order-17" })).toEqual({ ...first, replayed: "true" })
    expect(await attempts()).toBe(1)
  })

  it("also answers a conflict again, although it is over", async () => {
    const { post, pay } = await world()
    const body = { expectedPayableAmount: 1 }
    const first = await post(pay, { key: "order-17", body })
    expect(first).toMatchObject({ status: 409, code: "invoice.changed" })
    await post(pay, {})
    expect(await post(pay, { key: "order-17", body })).toEqual({ ...first, replayed: "true" })
  })

  it("does not keep a conflict that passes by itself", async () => {
    const { call, post, pay, attempts } = await world("tok_timeout_declined")
    expect(await post(pay, { key: "order-17" })).toMatchObject({ status: 202 })
    const inProgress = { status: 409, code: "invoice.payment_in_progress", replayed: null }
    expect(await post(pay, { key: "order-18" })).toMatchObject(inProgress)
    expect(await post(pay, { key: "order-18" })).toMatchObject(inProgress)
    await call("POST", "/_simulator/clock", { body: { advanceBy: "PT10M" } })
    expect(await post(pay, { key: "order-18" })).toMatchObject({ status: 202, replayed: null })
    expect(await attempts()).toBe(2)
  })

  it("acts again after 24 hours, and not a millisecond before", async () => {
    const { call, post, pay } = await world()
    const first = await post(pay, { key: "order-17" })
    await call("POST", "/_simulator/clock", { body: { to: "2026-01-31T23:59:59.999Z" } })
    expect(await post(pay, { key: "order-17" })).toEqual({ ...first, replayed: "true" })
    await call("POST", "/_simulator/clock", { body: { to: "2026-02-01T00:00:00.000Z" } })
    expect(await post(pay, { key: "order-17" })).toMatchObject({ status: 409, code: "invoice.not_payable" })
  })

  it("acts again after a reset", async () => {
    const { call, post, pay } = await world()
    await post(pay, { key: "order-17" })
    await call("POST", "/_simulator/reset")
    expect(await post(pay, { key: "order-17" })).toMatchObject({ status: 404, code: "invoice.not_found" })
  })
})

describe("a key", () => {
  it("stands for one body", async () => {
    const { post, pay } = await world()
    await post(pay, { key: "order-17", body: {} })
    const other = await post(pay, { key: "order-17", body: { expectedPayableAmount: 9990 } })
    expect(JSON.parse(other.text)).toEqual(apiError("idempotency_key.reused"))
    expect(other).toMatchObject({ status: 409, replayed: null })
  })

  it("belongs to one caller", async () => {
    const { post, pay, token } = await world()
    await post(pay, { key: "order-17" })
    const multi = await token({ email: "multi@example.com", organizationId: seeded.organizationId })
    expect(await post(pay, { key: "order-17", token: multi })).toMatchObject({
      status: 409,
      code: "invoice.not_payable",
    })
  })

  it("belongs to one route with its parameters", async () => {
    const { post, pay } = await world()
    await post(pay, { key: "order-17" })
    const methods = `${organization}/payment-methods`
    const body = { type: "CARD", cardToken: "tok_amex" }
    expect(await post(methods, { key: "order-17", body })).toMatchObject({ status: 201, replayed: null })
    const nobody = `${organization}/invoices/0190a000-0000-7000-8000-00000000dead/pay`
    expect(await post(nobody, { key: "order-17" })).toMatchObject({ status: 404 })
  })

  it("is looked up only for who may call", async () => {
    const { post, pay, token } = await world()
    await post(pay, { key: "order-17" })
    const viewer = await token({ email: "viewer@example.com" })
    expect(await post(pay, { key: "order-17", token: viewer })).toMatchObject({ status: 403 })
    const reads = await token({ permissions: ["invoice:read"] })
    expect(await post(pay, { key: "order-17", token: reads })).toMatchObject({ status: 403 })
  })

  it("creates one record", async () => {
    const { call, owner, post } = await world()
    const methods = `${organization}/payment-methods`
    const body = { type: "CARD", cardToken: "tok_amex" }
    const first = await post(methods, { key: "card-1", body })
    expect(first).toMatchObject({ status: 201 })
    expect(await post(methods, { key: "card-1", body })).toEqual({ ...first, replayed: "true" })
    expect((await call("GET", methods, { token: owner })).json.meta.totalItems).toBe(2)
  })

  it.each([
    ["refused input", { paymentMethodID: "x" }, 400],
    ["a record that is not there", { paymentMethodId: "nobody" }, 404],
  ])("is free again after %s", async (_, body, status) => {
    const { post, pay } = await world()
    expect(await post(pay, { key: "order-17", body })).toMatchObject({ status })
    expect(await post(pay, { key: "order-17" })).toMatchObject({ status: 200, replayed: null })
  })

  it.each([["two words"], ["x".repeat(256)], ["chave-\u00e7"], [""]])("cannot be %j", async (key) => {
    const { post, pay, attempts } = await world()
    const refused = await post(pay, { key })
    expect(JSON.parse(refused.text)).toEqual(
      apiError("validation_error", {
        errors: [{ message: "Expected a key of 1 to 255 visible ASCII characters", path: "idempotency-key" }],
      }),
    )
    await post(pay, { key: "x".repeat(255) })
    expect(await attempts()).toBe(1)
  })

  it("is ignored where no money moves", async () => {
    const { simulator } = await world()
    const response = await simulator.fetch("/studio/auth/otp", {
      method: "POST",
      headers: { "content-type": "application/json", "idempotency-key": "two words" },
      body: '{"email":"owner@example.com","context":"MAGIC_AUTH"}',
    })
    expect(response.status).toBe(201)
  })
})

describe("calls at the same time, and calls that break", () => {
  const pay = `/studio/organizations/${organizationId}/invoices/${invoiceId}/pay`

  const dispatcherOf = (act: Effect.Effect<unknown>) => {
    const services = Context.make(BillingStore, makeMemoryBillingStore().store).pipe(
      Context.add(IdSource, makeMemoryIdSource()),
    )
    let acts = 0
    const handlers = fakeHandlers(() => {
      acts += 1
      return act
    })
    const routes = contractRoutes<BillingStore | IdSource>({ handlers, authenticate, answerOnce })
    const dispatch = makeDispatcher({ routes, onDefect: () => undefined })
    const dispatcher: Dispatcher = (request) => Effect.provideContext(dispatch(request), services)
    const headers = { authorization: "Bearer everything", "idempotency-key": "order-17" }
    return { once: () => send(dispatcher, { method: "POST", url: pay, headers }), acts: () => acts }
  }

  it("the second is told that the first one runs", async () => {
    const gate = Deferred.makeUnsafe<void>()
    const { once, acts } = dispatcherOf(Effect.as(Deferred.await(gate), paidInvoice))
    const first = once()
    const second = await once()
    expect(second).toMatchObject({ status: 409, json: apiError("idempotency_key.in_use") })
    Effect.runSync(Deferred.succeed(gate, undefined))
    expect(await first).toMatchObject({ status: 200, json: paidInvoice })
    expect(await once()).toMatchObject({
      status: 200,
      json: paidInvoice,
      headers: { "idempotent-replayed": "true" },
    })
    expect(acts()).toBe(1)
  })

  it.each([
    ["a defect", Effect.die(new Error("password is hunter2"))],
    ["an answer of another shape", Effect.succeed({ status: "PAID" })],
  ])("%s is 500 and frees the key", async (_, act) => {
    const { once, acts } = dispatcherOf(act)
    expect((await once()).json).toEqual(apiError("internal_server_error"))
    expect((await once()).json).toEqual(apiError("internal_server_error"))
    expect(acts()).toBe(2)
  })
})
