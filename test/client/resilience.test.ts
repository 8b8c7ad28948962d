// How a client goes on where a call fails: what it tells, what it makes again, and with which token.
import { afterEach, beforeEach, describe, expect, expectTypeOf, it, vi } from "vitest"
import {
  createStudioClient,
  type InvoicesPayError,
  StudioApiError,
  type StudioClientError,
  type StudioClientOptions,
  strictAnswers,
} from "../../src/client/index.ts"
import { beginning, inProcess, seeded, subscribe } from "../support/simulator.ts"

const params = { organizationId: seeded.organizationId }
const pay = { params: { ...params, invoiceId: "1" } }
const keyed = { ...pay, headers: { "Idempotency-Key": "pay-1" } }

const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers })
const refused = (statusCode: number, code: string, headers: Record<string, string> = {}) =>
  json(statusCode, { statusCode, code, message: "No.", errors: [] }, headers)
const page = (numbers: ReadonlyArray<number>, totalPages: number) =>
  json(200, { data: numbers, meta: { page: 1, limit: 100, totalItems: 3, totalPages } })
const broken = () => Promise.reject(new TypeError("fetch failed", { cause: new Error("other side closed") }))

/** A client that is answered in turn, the last answer again and again. */
const answered = (
  answers: ReadonlyArray<(init: RequestInit) => Response | Promise<Response>>,
  options: Partial<StudioClientOptions> = {},
) => {
  const calls: Array<{ readonly url: string; readonly headers: Headers }> = []
  const client = createStudioClient({
    baseUrl: "https://studio.test",
    accessToken: "first",
    fetch: async (url, init) => {
      calls.push({ url, headers: new Headers(init.headers) })
      const answer = answers[Math.min(calls.length, answers.length) - 1]
      return (answer as (init: RequestInit) => Response)(init)
    },
    ...options,
  })
  return { calls, client }
}

/** How a call ends, with all waits over. */
const ended = async (call: Promise<unknown>) => {
  const settled = call.then(
    (value) => ({ value }),
    (fault: StudioClientError) => ({ fault }),
  )
  await vi.runAllTimersAsync()
  return (await settled) as { readonly value?: unknown; readonly fault?: StudioClientError }
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe("a retry", () => {
  it.each<readonly [string, () => Response | Promise<Response>]>([
    ["no answer", broken],
    ["503", () => refused(503, "service_unavailable")],
    ["a page of a gateway", () => new Response("Busy", { status: 504 })],
    ["a limit of a gateway", () => new Response("Slowly", { status: 429 })],
    ["429", () => refused(429, "rate_limited", { "retry-after": "2" })],
    ["a call of the same key that is under way", () => refused(409, "idempotency_key.in_use")],
  ])("follows %s, under the same key", async (_, answer) => {
    const { calls, client } = answered([answer, answer, () => json(200, { status: "PAID" })], { retry: 2 })
    expect(await ended(client.invoices.pay(keyed))).toEqual({ value: { status: "PAID" } })
    expect(calls.map(({ headers }) => headers.get("idempotency-key"))).toEqual(["pay-1", "pay-1", "pay-1"])
  })

  it.each<readonly [string, () => Response | Promise<Response>]>([
    ["a decline", () => refused(402, "payment.declined")],
    ["a fault of the service", () => refused(500, "internal_server_error")],
    ["an answer that says when, long after", () => refused(429, "rate_limited", { "retry-after": "3600" })],
  ])("does not follow %s", async (_, answer) => {
    const { calls, client } = answered([answer], { retry: 5 })
    expect((await ended(client.invoices.pay(keyed))).fault).toBeInstanceOf(StudioApiError)
    expect(calls).toHaveLength(1)
  })

  it("waits as long as the page of a gateway says, and not for over a minute", async () => {
    const busy = (seconds: string) => () =>
      new Response("", { status: 503, headers: { "retry-after": seconds } })
    const began = Date.now()
    const { client } = answered([busy("20"), () => page([1], 1)], { retry: 1 })
    expect(await ended(client.plans.list())).toMatchObject({ value: { data: [1] } })
    expect(Date.now() - began).toBe(20_000)
    const long = answered([busy("3600")], { retry: 5 })
    expect((await ended(long.client.plans.list())).fault).toMatchObject({ retryAfterSeconds: 3600 })
    expect(long.calls).toHaveLength(1)
  })

  it("is for what reads and for what has a key, and nothing else", async () => {
    const { calls, client } = answered([broken], { retry: 1 })
    await ended(client.plans.list())
    expect(calls).toHaveLength(2)
    await ended(client.subscriptions.undoCancel({ params }))
    expect(calls).toHaveLength(3)
    await ended(client.subscriptions.undoCancel({ params, retry: 3 }))
    expect(calls).toHaveLength(4)
  })

  it("of a call without a key makes one, and gives it with a fault whose outcome is unknown", async () => {
    const { calls, client } = answered([broken])
    const { fault } = await ended(client.invoices.pay({ ...pay, retry: 1 }))
    const keys = new Set(calls.map(({ headers }) => headers.get("idempotency-key")))
    expect([calls.length, Array.from(keys)]).toEqual([2, [fault?.idempotencyKey]])
    expect(fault?.idempotencyKey).toMatch(/^[0-9a-f]{32}$/)
    expect((await ended(client.invoices.pay(keyed))).fault?.idempotencyKey).toBe(null)
  })

  it("makes a key also in a page that came by plain HTTP, where randomUUID is missing", async () => {
    const getRandomValues = crypto.getRandomValues.bind(crypto)
    vi.stubGlobal("crypto", { getRandomValues })
    const { client } = answered([broken])
    const { fault } = await ended(client.invoices.pay({ ...pay, retry: 0 }))
    vi.unstubAllGlobals()
    expect(fault).toMatchObject({ reason: "NO_ANSWER", idempotencyKey: expect.any(String) })
  })

  it("keeps a key whose name is in small letters, and what other headers there are", async () => {
    const { calls, client } = answered([broken])
    const small = { "idempotency-key": "pay-1", "x-trace": "7" } as never
    await ended(client.invoices.pay({ ...pay, headers: small, retry: 1 }))
    expect(calls.map(({ headers }) => headers.get("idempotency-key"))).toEqual(["pay-1", "pay-1"])
    await ended(client.invoices.pay({ ...pay, headers: { "x-trace": "7" } as never, retry: 0 }))
    expect(calls.map(({ headers }) => headers.get("x-trace"))).toEqual(["7", "7", "7"])
  })

  it.each(["Idempotency-Key", "idempotency-key"])("sends no %s that is undefined", async (name) => {
    const { calls, client } = answered([broken])
    const headers = { [name]: undefined } as never
    await ended(client.invoices.pay({ ...pay, headers }))
    const { fault } = await ended(client.invoices.pay({ ...pay, headers, retry: 0 }))
    expect(calls.map(({ headers }) => headers.get("idempotency-key"))).toEqual([null, fault?.idempotencyKey])
  })

  it("ends with its signal", async () => {
    const { calls, client } = answered([broken])
    const controller = new AbortController()
    const call = client.plans.list({ retry: 9, signal: controller.signal })
    const reason = new Error("Not needed any more")
    setTimeout(() => controller.abort(reason), 1)
    expect((await ended(call)).fault).toBe(reason)
    expect(calls).toHaveLength(1)
  })
})

describe("a timeout", () => {
  const never = ({ signal }: RequestInit) =>
    new Promise<Response>((_, reject) => {
      signal?.addEventListener("abort", () => reject(signal.reason))
    })

  it("is of one try, and leaves the outcome unknown", async () => {
    const { calls, client } = answered([never], { timeout: 1000, retry: 1 })
    const { fault } = await ended(client.invoices.pay(keyed))
    expect(fault).toMatchObject({ reason: "NO_ANSWER", cause: { name: "TimeoutError" } })
    expect(fault?.message).toBe(
      "POST …/invoices/:invoiceId/pay: there was no answer within 1000 ms; what became of the call is unknown: try again with the same Idempotency-Key",
    )
    expect(calls).toHaveLength(2)
  })

  it("of the call goes before that of the client", async () => {
    const { client } = answered([never], { timeout: 1000 })
    const { fault } = await ended(client.plans.list({ timeout: 5 }))
    expect(fault?.message).toBe("GET /studio/plans: there was no answer within 5 ms")
  })
})

describe("a timeout that no timer can have", () => {
  it.each([Number.POSITIVE_INFINITY, 2 ** 31])(
    "of %d ms is none, also where the client has one",
    async (timeout) => {
      const late = ({ signal }: RequestInit) =>
        new Promise<Response>((resolve, reject) => {
          signal?.addEventListener("abort", () => reject(signal.reason))
          setTimeout(() => resolve(page([1], 1)), 60_000)
        })
      const { client } = answered([late], { timeout: 1000 })
      expect(await ended(client.plans.list({ timeout }))).toMatchObject({ value: { data: [1] } })
    },
  )
})

describe("a fresh token", () => {
  const byToken = (good: string) => (init: RequestInit) =>
    new Headers(init.headers).get("authorization") === `Bearer ${good}`
      ? json(200, { status: "PAID" })
      : refused(401, "unauthorized")

  it("is asked for once by all calls that are refused, and kept", async () => {
    const refresh = vi.fn(async () => "second")
    const { calls, client } = answered([byToken("second")], { refresh })
    await Promise.all([client.profile.get(), client.profile.get(), client.invoices.pay(keyed)])
    expect([refresh.mock.calls.length, calls.length]).toEqual([1, 6])
    await client.profile.get()
    expect([refresh.mock.calls.length, calls.length]).toEqual([1, 7])
  })

  it("that is refused too is the end of it", async () => {
    const { calls, client } = answered([byToken("third")], { refresh: () => "second" })
    const { fault } = await ended(client.profile.get())
    expect(fault).toMatchObject({ code: "unauthorized" })
    expect(fault?.message).toMatch(/; give a valid accessToken, or refresh$/)
    expect(calls).toHaveLength(2)
  })
})

describe("a call that was not sent", () => {
  it.each(["nowhere", "ftp://studio.test", "", undefined])("says so of the address %j", async (address) => {
    const baseUrl = address as string
    const client = createStudioClient({ baseUrl, accessToken: "s3cret" })
    const { fault } = await ended(client.invoices.pay(keyed))
    expect(fault).toMatchObject({ reason: "NOT_SENT", isPassing: false, cause: { name: "TypeError" } })
    expect(fault?.message).toContain("baseUrl has to be an address")
  })

  it.each(["ECONNREFUSED", "ENOTFOUND", "UND_ERR_CONNECT_TIMEOUT"])(
    "says so of %s, and why",
    async (code) => {
      const cause = Object.assign(new Error("connect s3cret"), { code })
      const { client } = answered([() => Promise.reject(new TypeError("fetch failed", { cause }))], {
        accessToken: "s3cret",
      })
      const { fault } = await ended(client.invoices.pay(keyed))
      expect(fault).toMatchObject({
        reason: "NOT_SENT",
        isPassing: true,
        cause: { name: "TypeError", message: "fetch failed", cause: { code, message: "connect …" } },
      })
      expect(fault?.message).toContain("no connection to baseUrl")
    },
  )

  it("is none whose connection broke: its outcome is unknown", async () => {
    const { client } = answered([broken])
    expect((await ended(client.invoices.pay(keyed))).fault).toMatchObject({
      reason: "NO_ANSWER",
      cause: { message: "fetch failed", cause: { message: "other side closed" } },
    })
  })
})

describe("a list", () => {
  it("is read to its end, page by page, as it is needed", async () => {
    const { calls, client } = answered([() => page([1, 2], 2), () => page([3], 2)])
    const seen: Array<unknown> = []
    for await (const invoice of client.invoices.listAll({ params, query: { status: "PAID" } })) {
      seen.push([invoice, calls.length])
    }
    expect(seen).toEqual([
      [1, 1],
      [2, 1],
      [3, 2],
    ])
    expect(calls.map(({ url }) => url.split("?")[1])).toEqual([
      "limit=100&status=PAID&page=1",
      "limit=100&status=PAID&page=2",
    ])
  })

  it("that is left early asks for no more", async () => {
    const { calls, client } = answered([() => page([1, 2], 9)])
    for await (const _ of client.vouchers.listAllUsages({ params: { ...params, voucherId: "1" } })) break
    expect(calls).toHaveLength(1)
  })
})

describe("with a simulator", () => {
  const started = async () => {
    const world = await inProcess({ now: beginning })
    const accessToken = await world.token()
    await subscribe(world, accessToken, { cardToken: "tok_charge_declined" })
    const { fetch, url: baseUrl } = world.simulator
    const client = createStudioClient({ baseUrl, fetch, accessToken, strict: strictAnswers })
    const { invoiceId } = await client.subscriptions.previewUpcomingInvoice({ params })
    return { client, world, baseUrl, fetch, request: { ...keyed, params: { ...params, invoiceId } } }
  }

  it("shows the headers of an answer, and that a refusal is a replay", async () => {
    const { client, request } = await started()
    const { data, statusCode, headers, requestId, isReplay } = await client.plans.list().withResponse()
    expect([data.meta.page, statusCode, headers.get("x-request-id"), isReplay]).toEqual([
      1,
      200,
      requestId,
      false,
    ])
    const outcomes = [
      await client.invoices.pay(request).outcome(),
      await client.invoices.pay(request).outcome(),
    ]
    expect(outcomes.map((one) => !one.ok && one.error.isReplay)).toEqual([false, true])
  })

  it("gives the refusal of an operation as a value that its code narrows", async () => {
    const { client, request } = await started()
    const outcome = await client.invoices.pay(request).outcome()
    if (outcome.ok) return expect.unreachable()
    const { error } = outcome
    expectTypeOf(error).toEqualTypeOf<InvoicesPayError>()
    expectTypeOf<"coupon.expired">().not.toExtend<typeof error.code>()
    if (error.code !== "payment.declined") return expect.unreachable(error.code)
    expectTypeOf(error.statusCode).toExtend<402>()
    expect([error.declineCode, error.retryable]).toEqual(["card_declined", true])
  })

  it("says which permission is missing", async () => {
    const { world, baseUrl, fetch, request } = await started()
    const accessToken = await world.token({ permissions: ["invoice:read"] })
    const client = createStudioClient({ baseUrl, fetch, accessToken, strict: strictAnswers })
    const { fault } = await ended(client.invoices.pay(request))
    expect(fault?.message).toMatch(
      /^POST …\/invoices\/:invoiceId\/pay 403 forbidden: [^;]*[^.]; needs invoice:pay$/,
    )
  })
})
