import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientError from "effect/http/HttpClientError"
import * as HttpClientResponse from "effect/http/HttpClientResponse"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { describe, expect, it } from "vitest"
import { Simulator } from "../../simulator/index.ts"
import { apiError } from "../../src/api/index.ts"
import { layerStudio, makeStudioClient, Studio, type StudioEffectOptions } from "../../src/client/index.ts"
import { beginning, seeded } from "../support/simulator.ts"
import { endpointNames } from "./support.ts"

const params = { organizationId: seeded.organizationId }
const monthly = { planId: seeded.starter, planIntervalId: seeded.starterMonthly }
const simulated = Simulator.layerHttpClient.pipe(
  Layer.provideMerge(Simulator.layer({ listen: false, clock: "manual", now: beginning })),
)
const run = <A, E>(program: Effect.Effect<A, E, Simulator | HttpClient.HttpClient>) =>
  Effect.runPromise(Effect.provide(program, simulated))

/** An HTTP client that answers so, and what it was sent. */
const answering = (response: () => Response) => {
  const authorizations: Array<string | undefined> = []
  const client = HttpClient.make((request) => {
    authorizations.push(request.headers.authorization)
    return Effect.succeed(HttpClientResponse.fromWeb(request, response()))
  })
  return { authorizations, layer: Layer.succeed(HttpClient.HttpClient, client) }
}

describe("the operations", () => {
  it("are those of the contract", async () => {
    const client = await run(makeStudioClient())
    const names = Object.entries(client).flatMap(([group, methods]) =>
      Object.keys(methods).map((name) => `${group}.${name}`),
    )
    expect(names).toEqual(endpointNames)
  })
})

describe("a walk", () => {
  const walk = (cardToken: string) =>
    Effect.gen(function* () {
      const { control } = yield* Simulator
      let accessToken = ""
      const client = yield* makeStudioClient({ getAccessToken: Effect.sync(() => accessToken) })
      const [email, context] = ["owner@example.com", "MAGIC_AUTH"] as const
      const { otpId } = yield* client.auth.requestOtp({ payload: { email, context } })
      const { code } = yield* Effect.promise(() => control.otp({ email }))
      yield* client.auth.validateOtp({ params: { otpId }, payload: { email, code, context } })
      accessToken = (yield* client.auth.signIn({ payload: { otpId, code } })).accessToken
      expect((yield* client.profile.get()).email).toBe(email)
      const payload = { type: "CARD", cardToken } as const
      const { paymentMethodId } = yield* client.paymentMethods.add({ params, headers: {}, payload })
      const wish = { ...monthly, paymentMethodId }
      yield* client.subscriptions.create({ params, headers: {}, payload: wish })
      const again = yield* Effect.flip(client.subscriptions.create({ params, headers: {}, payload: wish }))
      const { invoiceId } = yield* client.subscriptions.previewUpcomingInvoice({ params })
      const headers = { "idempotency-key": "pay" }
      const pay = client.invoices.pay({ params: { ...params, invoiceId }, headers, payload: {} })
      return { again, paid: yield* Effect.result(pay) }
    })

  it("signs in by a code, adds a card, subscribes and pays", async () => {
    const { again, paid } = await run(walk("tok_visa"))
    expect(again).toEqual(apiError("subscription.already_exists"))
    expect(paid).toMatchObject({ _tag: "Success", success: { status: "PAID", amountPaid: 9990 } })
  })

  it("has a declined payment as a typed refusal", async () => {
    const { paid } = await run(walk("tok_charge_declined"))
    const details = { declineCode: "card_declined", retryable: true } as const
    expect(paid).toMatchObject({ _tag: "Failure", failure: apiError("payment.declined", details) })
  })
})

describe("the token", () => {
  const page = { data: [], meta: { page: 1, limit: 20, totalItems: 0, totalPages: 0 } }
  const query = { page: 1, limit: 20 }
  const json = () => new Response(JSON.stringify(page), { headers: { "content-type": "application/json" } })
  const sent = async (options: StudioEffectOptions) => {
    const { authorizations, layer } = answering(json)
    const program = Effect.flatMap(
      makeStudioClient({ baseUrl: "https://studio.test", ...options }),
      (client) => client.plans.list({ query }),
    )
    const exit = await Effect.runPromiseExit(Effect.provide(program, layer))
    return { authorizations, exit }
  }

  it.each<readonly [string, StudioEffectOptions, string | undefined]>([
    ["a text", { accessToken: "t0ken" }, "Bearer t0ken"],
    ["redacted", { accessToken: Redacted.make("t0ken") }, "Bearer t0ken"],
    ["asked for", { getAccessToken: Effect.succeed(Redacted.make("t0ken")) }, "Bearer t0ken"],
    ["left out", {}, undefined],
  ])("can be %s", async (_, options, authorization) => {
    const { authorizations, exit } = await sent(options)
    expect(exit).toEqual(Exit.succeed(page))
    expect(authorizations).toEqual([authorization])
  })

  it("that is none is a defect, which does not repeat it", async () => {
    const { authorizations, exit } = await sent({ accessToken: "s3cret\n" })
    expect(Exit.hasDies(exit)).toBe(true)
    expect(String(exit)).toContain("The access token is no bearer token")
    expect(JSON.stringify(exit)).not.toContain("s3cret")
    expect(authorizations).toEqual([])
  })

  it("goes to nobody that sign-in calls", async () => {
    const { authorizations, layer } = answering(() => new Response(null, { status: 204 }))
    const program = Effect.flatMap(
      makeStudioClient({ baseUrl: "https://studio.test", accessToken: "t0ken" }),
      (client) => client.auth.signOut({ payload: { refreshToken: "r" } }),
    )
    await Effect.runPromise(Effect.provide(program, layer))
    expect(authorizations).toEqual([undefined])
  })
})

describe("no answer of the contract", () => {
  const listed = (layer: Layer.Layer<HttpClient.HttpClient>) =>
    Effect.flatMap(makeStudioClient({ baseUrl: "https://studio.test" }), (client) =>
      Effect.flip(client.plans.list({ query: { page: 1, limit: 20 } })),
    ).pipe(Effect.provide(layer), Effect.runPromise)

  it("is an error of the HTTP client", async () => {
    const { layer } = answering(() => new Response("<h1>Bad gateway</h1>", { status: 502 }))
    expect(HttpClientError.isHttpClientError(await listed(layer))).toBe(true)
  })
})

describe("the service", () => {
  it("is a client for all that need one", async () => {
    const program = Effect.gen(function* () {
      const { control } = yield* Simulator
      const token = yield* Effect.promise(() => control.token())
      const listed = Effect.flatMap(Studio, (studio) => studio.plans.list({ query: { page: 1, limit: 1 } }))
      return yield* Effect.provide(listed, layerStudio({ accessToken: token }))
    })
    expect((await run(program)).meta.totalItems).toBe(5)
  })
})
