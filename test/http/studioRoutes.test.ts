// What a host serves: the whole contract, or all but its sign-in.
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import { apiError } from "../../src/api/index.ts"
import {
  billingRoutes,
  endpoints,
  makeDispatcher,
  makeRateLimit,
  studioRoutes,
} from "../../src/http/index.ts"
import { makeBilling, organizationId } from "../support/billing.ts"
import { authenticate, send } from "./fakes.ts"

const placesOf = (places: ReadonlyArray<{ readonly method: string; readonly path: string }>) =>
  places.map(({ method, path }) => `${method} ${path}`)

describe("a host", () => {
  it("serves every endpoint of the contract", () => {
    expect(placesOf(studioRoutes())).toEqual(placesOf(endpoints))
  })

  it("with a sign-in of its own serves all but the groups of sign-in and profile", () => {
    const billing = endpoints.filter(({ group }) => group !== "auth" && group !== "profile")
    expect(placesOf(billingRoutes({ authenticate }))).toEqual(placesOf(billing))
    expect(endpoints.length - billing.length).toBe(7)
  })
})

describe("routes without sign-in", () => {
  const methods = `/studio/organizations/${organizationId}/payment-methods`
  const studio = async () => {
    const billing = makeBilling()
    await billing.seeded()
    const dispatch = makeDispatcher({
      routes: billingRoutes({
        authenticate,
        rateLimit: makeRateLimit({ perMinute: 2 }),
      }),
      onDefect: ({ cause }) => expect.unreachable(String(cause)),
    })
    return (url: string, headers: Readonly<Record<string, string>> = {}) =>
      send((request) => Effect.provideContext(dispatch(request), billing.services), {
        method: "GET",
        url,
        headers,
      })
  }

  it("know callers as the host says, over the ports of billing alone", async () => {
    const get = await studio()
    expect(await get(methods)).toMatchObject({ status: 401, json: apiError("unauthorized") })
    expect(await get(methods, { authorization: "Bearer ana" })).toMatchObject({
      status: 200,
      json: { data: [] },
    })
    expect(await get("/studio/profile", { authorization: "Bearer ana" })).toMatchObject({
      status: 404,
      json: apiError("route.not_found"),
    })
  })

  it("count calls where the host says so", async () => {
    const get = await studio()
    const statuses = []
    for (const name of ["ana", "ana", "ana", "eve"]) {
      statuses.push((await get(methods, { authorization: `Bearer ${name}` })).status)
    }
    expect(statuses).toEqual([200, 200, 429, 200])
  })

  it("let no page of another origin call unless the host says so", async () => {
    const get = await studio()
    const { headers } = await get(methods, { authorization: "Bearer ana", origin: "http://localhost" })
    expect(Object.keys(headers).filter((name) => name.startsWith("access-control"))).toEqual([])
  })
})
