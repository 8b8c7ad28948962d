import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as HttpApiClient from "effect/http-api/HttpApiClient"
import { expect, expectTypeOf, it } from "vitest"
import { type ApiErrorOf, apiError, StudioApi, type WireInvoice } from "../../src/api/index.ts"
import { contractRoutes } from "../../src/http/contractRoutes.ts"
import { makeDispatcher } from "../../src/http/dispatcher.ts"
import { listen } from "../../src/http/node/nodeServer.ts"
import { invoiceId, organizationId, pageOf, paidInvoice, plan } from "../api/records.ts"
import { answerOnce, authenticate, fakeHandlers } from "./fakes.ts"

it("a client made from the contract reads what the dispatcher sends, refusals included", async () => {
  const handlers = fakeHandlers((endpoint) => {
    if (endpoint === "plans.list") return Effect.succeed(pageOf(plan))
    if (endpoint === "invoices.pay") return Effect.succeed(paidInvoice)
    return Effect.fail(apiError("invoice.not_found"))
  })
  const routes = contractRoutes({ handlers, authenticate, answerOnce })
  const dispatcher = makeDispatcher({ routes, onDefect: ({ cause }) => expect.unreachable(String(cause)) })
  const server = await listen({ dispatcher, host: "127.0.0.1", port: 0 })
  const params = { organizationId, invoiceId }

  const calls = Effect.gen(function* () {
    const client = yield* HttpApiClient.make(StudioApi, {
      baseUrl: server.url,
      transformClient: HttpClient.mapRequest(HttpClientRequest.bearerToken("everything")),
    })
    const plans = yield* client.plans.list({ query: { page: 1, limit: 20, status: "ACTIVE" } })
    const paid = yield* client.invoices.pay({ params, headers: {}, payload: {} })
    const refused = yield* Effect.flip(client.invoices.get({ params }))
    return { plans, paid, refused }
  })

  const { plans, paid, refused } = await Effect.runPromise(Effect.provide(calls, FetchHttpClient.layer))
  expect(plans).toEqual(pageOf(plan))
  expectTypeOf(paid).toExtend<WireInvoice>()
  expect(paid).toEqual(paidInvoice)
  expectTypeOf<ApiErrorOf<"invoice.not_found">>().toExtend<typeof refused>()
  expect(refused).toEqual(apiError("invoice.not_found"))
  await server.stop()
})
