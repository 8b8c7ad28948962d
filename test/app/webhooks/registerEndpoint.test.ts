// Setting endpoints up and taking them away.
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { describe, expect, it } from "vitest"
import {
  deliverEvents,
  registerEndpoint,
  removeEndpoint,
  WebhookEndpoint,
  WebhookStore,
} from "../../../src/index.ts"
import { makeWebhooks, secret, told } from "./support.ts"

const command = { url: "https://one.example/", secret: null, types: null }
const deliver = deliverEvents((cause) => {
  throw cause
})
const endpoints = Effect.flatMap(WebhookStore, (store) => store.endpoints)

describe("an endpoint", () => {
  it("has a secret of its own where none is given", async () => {
    const { run, wall } = makeWebhooks()
    const endpoint = await run(registerEndpoint(command))
    const other = await run(registerEndpoint(command))
    expect(endpoint).toEqual({
      endpointId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      url: command.url,
      secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
      types: null,
      createdAt: wall.now(),
    })
    expect(WebhookEndpoint.isSecret(endpoint.secret)).toBe(true)
    expect(other.secret).not.toBe(endpoint.secret)
    expect(await run(endpoints)).toEqual([endpoint, other])
  })

  it("has the secret and the types that are given", async () => {
    const { run } = makeWebhooks()
    const types = ["invoice.issued"] as const
    expect(await run(registerEndpoint({ ...command, secret, types }))).toMatchObject({ secret, types })
  })

  it("gets what happens from then on, and those before it get the rest", async () => {
    const { run, commit, sent } = makeWebhooks()
    await run(registerEndpoint(command))
    await commit(told("before"))
    await run(registerEndpoint({ ...command, url: "https://two.example/" }))
    await commit(told("after"))
    await run(deliver)
    expect(sent.map(({ url, headers }) => `${url} ${headers["webhook-id"]}`).sort()).toEqual([
      "https://one.example/ after",
      "https://one.example/ before",
      "https://two.example/ after",
    ])
  })

  it.each([
    ["a URL that the sender does not accept", { url: "http://one.example/" }, "WebhookUrlNotAllowed"],
    ["a secret that is none", { secret: "whsec_short" }, "WebhookSecretInvalid"],
  ])("is refused for %s", async (_, members, tag) => {
    const { run } = makeWebhooks()
    const refusal = await run(Effect.flip(registerEndpoint({ ...command, ...members })))
    expect(refusal).toEqual({ _tag: tag })
    expect(await run(endpoints)).toEqual([])
  })

  it("is refused where there are as many as there may be, until one is removed", async () => {
    const { run } = makeWebhooks()
    const all = await run(
      Effect.forEach(Array(WebhookEndpoint.ENDPOINTS_MAX), () => registerEndpoint(command)),
    )
    expect(await run(Effect.flip(registerEndpoint(command)))).toEqual({ _tag: "WebhookEndpointLimitReached" })
    await run(removeEndpoint(all[0]?.endpointId ?? ""))
    await run(registerEndpoint(command))
    expect(await run(endpoints)).toHaveLength(WebhookEndpoint.ENDPOINTS_MAX)
  })
})

describe("endpoints that are registered at once", () => {
  it("are never more than there may be", async () => {
    const { run } = makeWebhooks()
    await run(Effect.forEach(Array(WebhookEndpoint.ENDPOINTS_MAX - 1), () => registerEndpoint(command)))
    // Each looks before any is added.
    const slowly = Effect.updateService(registerEndpoint(command), WebhookStore, (store) => ({
      ...store,
      addEndpoint: (endpoint) => Effect.andThen(Effect.yieldNow, store.addEndpoint(endpoint)),
    }))
    const three = Array.from({ length: 3 }, () => Effect.exit(slowly))
    const answers = await run(Effect.all(three, { concurrency: "unbounded" }))
    const registered = answers.filter(Exit.isSuccess).map(({ value }) => value.endpointId)
    const kept = (await run(endpoints)).slice(WebhookEndpoint.ENDPOINTS_MAX - 1)
    expect(kept.length).toBeLessThanOrEqual(1)
    expect(registered).toEqual(kept.map(({ endpointId }) => endpointId))
  })
})

describe("an endpoint that is removed", () => {
  it("gets nothing any more, not even what waits", async () => {
    const { run, commit, sent, records, wall } = makeWebhooks(() => "REFUSE")
    const { endpointId } = await run(registerEndpoint(command))
    await commit(told("a"))
    await run(deliver)
    await run(removeEndpoint(endpointId))
    await commit(told("b"))
    wall.advance(5000)
    await run(deliver)
    expect(sent).toHaveLength(1)
    expect(records.deliveries()).toEqual([])
    expect(records.events()).toHaveLength(2)
  })

  it("is not there to be removed again", async () => {
    const { run } = makeWebhooks()
    const { endpointId } = await run(registerEndpoint(command))
    await run(removeEndpoint(endpointId))
    const refusal = await run(Effect.flip(removeEndpoint(endpointId)))
    expect(refusal).toEqual({ _tag: "WebhookEndpointNotFound", endpointId })
  })
})
