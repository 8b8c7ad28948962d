// Changing an endpoint that receivers depend on: its secret, its URL, its types. GAP-185, GAP-186
import * as Effect from "effect/Effect"
import { Webhook } from "standardwebhooks"
import { describe, expect, it } from "vitest"
import { ENDPOINT_AGE_MAX } from "../../../src/app/webhooks/dispatchEvents.ts"
import {
  CurrentPortReporter,
  deliverEvents,
  listEndpoints,
  removeEndpoint,
  rotateEndpointSecret,
  updateEndpoint,
  WebhookEndpoint,
  WebhookStore,
} from "../../../src/index.ts"
import { endpointOf, makeWebhooks, secret, told } from "./support.ts"

const deliver = deliverEvents((cause) => {
  throw cause
})
const other = `whsec_${Buffer.alloc(32, 9).toString("base64")}`
const stored = Effect.map(
  Effect.flatMap(WebhookStore, (store) => store.endpoints),
  ([endpoint]) => endpoint,
)

describe("a rotated secret", () => {
  it("signs beside the earlier one, so that a receiver with either verifies, until the day is over", async () => {
    const { run, commit, addEndpoints, sent, wall } = makeWebhooks()
    await addEndpoints(endpointOf("one"))
    const rotated = await run(rotateEndpointSecret({ endpointId: "one", secret: other }))
    expect(rotated).toEqual({
      endpointId: "one",
      url: "https://one.example/",
      types: null,
      createdAt: 0,
      earlierSecretsEndAt: wall.now() + WebhookEndpoint.SECRET_OVERLAP_MILLIS,
      secret: other,
    })
    const signatures = async (messageId: string) => {
      await commit(told(messageId))
      await run(deliver)
      const [{ headers, body } = { headers: {} as Record<string, string>, body: "" }] = sent.slice(-1)
      const signed = (by: string) => new Webhook(by).sign(messageId, new Date(wall.now()), body)
      return {
        header: headers["webhook-signature"],
        both: `${signed(other)} ${signed(secret)}`,
        new: signed(other),
      }
    }
    const first = await signatures("a")
    expect(first.header).toBe(first.both)
    wall.advance(WebhookEndpoint.SECRET_OVERLAP_MILLIS - 1)
    const last = await signatures("b")
    expect(last.header).toBe(last.both)
    wall.advance(1)
    const after = await signatures("c")
    expect(after.header).toBe(after.new)
    expect(await run(listEndpoints())).toMatchObject([{ endpointId: "one", earlierSecretsEndAt: null }])
  })

  it("is made where none is given, and shown in the answer alone", async () => {
    const { run, addEndpoints } = makeWebhooks()
    await addEndpoints(endpointOf("one"))
    const rotated = await run(rotateEndpointSecret({ endpointId: "one", secret: null }))
    expect(WebhookEndpoint.isSecret(rotated.secret)).toBe(true)
    expect(await run(stored)).toMatchObject({ secret: rotated.secret, earlierSecrets: [{ secret }] })
    expect(JSON.stringify(await run(listEndpoints()))).not.toContain("whsec_")
  })

  it("that is the one it has changes nothing", async () => {
    const { run, addEndpoints, wall } = makeWebhooks()
    await addEndpoints(endpointOf("one"))
    await run(rotateEndpointSecret({ endpointId: "one", secret: other }))
    const before = await run(stored)
    wall.advance(1_000)
    const again = await run(rotateEndpointSecret({ endpointId: "one", secret: other }))
    expect(await run(stored)).toBe(before)
    expect(again).toMatchObject({ secret: other, earlierSecretsEndAt: before?.earlierSecrets?.[0]?.endsAt })
  })

  it("is refused where it is none, and for an endpoint that is unknown", async () => {
    const { run, addEndpoints } = makeWebhooks()
    await addEndpoints(endpointOf("one"))
    const refusal = (endpointId: string, given: string | null) =>
      run(Effect.flip(rotateEndpointSecret({ endpointId, secret: given })))
    expect(await refusal("one", "whsec_short")).toEqual({ _tag: "WebhookSecretInvalid" })
    expect(await refusal("two", null)).toEqual({ _tag: "WebhookEndpointNotFound", endpointId: "two" })
  })

  it("of two at once keeps both, each for its day", async () => {
    const { run, addEndpoints } = makeWebhooks()
    await addEndpoints(endpointOf("one"))
    const rotations = [1, 2, 3].map(() => rotateEndpointSecret({ endpointId: "one", secret: null }))
    const rotated = await run(Effect.all(rotations, { concurrency: "unbounded" }))
    const endpoint = await run(stored)
    if (endpoint === undefined) throw new Error("There is no endpoint")
    const signing = [endpoint.secret, ...(endpoint.earlierSecrets ?? []).map((earlier) => earlier.secret)]
    expect(signing.toSorted()).toEqual([secret, ...rotated.map((one) => one.secret)].toSorted())
  })

  it("that a sender quotes is in no report, the earlier ones neither", async () => {
    const faults: Array<string> = []
    const { run, commit, addEndpoints } = makeWebhooks(() => {
      throw new Error(`cannot send with ${secret} and ${other}`)
    })
    await addEndpoints(endpointOf("one"))
    await run(rotateEndpointSecret({ endpointId: "one", secret: other }))
    await commit(told("a"))
    const report = (fault: object) => Effect.sync(() => void faults.push(JSON.stringify(fault)))
    await run(Effect.provideService(deliver, CurrentPortReporter, report))
    expect(faults).toHaveLength(1)
    expect(faults[0]).toContain("[secret] and [secret]")
    expect(faults[0]).not.toMatch(/whsec_/)
  })
})

describe("a change of an endpoint", () => {
  it("leaves what it does not name, and its secrets", async () => {
    const { run, addEndpoints } = makeWebhooks()
    await addEndpoints(endpointOf("one", { types: ["invoice.issued"] }))
    await run(rotateEndpointSecret({ endpointId: "one", secret: other }))
    const before = await run(stored)
    const url = "https://new.example/"
    expect(await run(updateEndpoint({ endpointId: "one", url }))).toMatchObject({
      url,
      types: ["invoice.issued"],
    })
    expect(await run(updateEndpoint({ endpointId: "one", types: null }))).toMatchObject({ url, types: null })
    expect(await run(stored)).toEqual({ ...before, url, types: null })
  })

  it("takes a member that is undefined as absent, and no other member at all", async () => {
    const { run, commit, addEndpoints, sentTo } = makeWebhooks()
    await addEndpoints(endpointOf("one"))
    const before = await run(stored)
    // As it comes from callers without types, or whose types let what is optional be undefined.
    const change = JSON.parse('{ "endpointId": "one", "secret": "none", "createdAt": 7 }')
    await run(updateEndpoint({ ...change, url: undefined, types: undefined }))
    expect(await run(stored)).toEqual(before)
    await commit(told("a"))
    await run(deliver)
    expect(sentTo("one")).toEqual(["a"])
  })

  it("of its types counts for what happens from then on", async () => {
    const { run, commit, addEndpoints, sentTo } = makeWebhooks()
    await addEndpoints(endpointOf("one"))
    await commit(told("before"))
    await run(updateEndpoint({ endpointId: "one", types: ["invoice.issued"] }))
    await commit(told("after"))
    await run(deliver)
    // It waited already, whatever its type is.
    expect(sentTo("one")).toEqual(["before"])
    await run(updateEndpoint({ endpointId: "one", types: ["subscription.created"] }))
    await commit(told("again"))
    await run(deliver)
    expect(sentTo("one")).toEqual(["before", "again"])
  })

  it("of its URL counts for the next attempt of what waits", async () => {
    const { run, commit, addEndpoints, sent, wall } = makeWebhooks(({ url }) =>
      url.includes("one") ? "REFUSE" : "OK",
    )
    await addEndpoints(endpointOf("one"))
    await commit(told("a"), told("b", "org-2"))
    await run(deliver)
    await run(updateEndpoint({ endpointId: "one", url: "https://new.example/" }))
    wall.advance(5_000)
    await run(deliver)
    expect(sent.map(({ url }) => url)).toEqual([
      "https://one.example/",
      "https://one.example/",
      "https://new.example/",
      "https://new.example/",
    ])
  })

  it("is seen within a second by a process that goes on delivering a long backlog", async () => {
    const webhooks = makeWebhooks(() => {
      webhooks.wall.pass(ENDPOINT_AGE_MAX / 10)
      return "OK"
    })
    const { run, commit, addEndpoints, sent } = webhooks
    await addEndpoints(endpointOf("one"))
    await commit(...Array.from({ length: 50 }, (_, index) => told(`a/${index}`)))
    const change = Effect.gen(function* () {
      while (sent.length < 10) yield* Effect.yieldNow
      yield* updateEndpoint({ endpointId: "one", url: "https://new.example/" })
      return sent.length
    })
    const [, changedAfter] = await run(Effect.all([deliver, change], { concurrency: "unbounded" }))
    expect(sent).toHaveLength(50)
    const first = sent.findIndex(({ url }) => url === "https://new.example/")
    expect(first).toBeGreaterThan(0)
    expect(first).toBeLessThanOrEqual(changedAfter + 12)
    expect(sent.slice(first).every(({ url }) => url === "https://new.example/")).toBe(true)
  })

  it("is refused for a URL that the sender does not accept, and changes nothing then", async () => {
    const { run, addEndpoints } = makeWebhooks()
    await addEndpoints(endpointOf("one"))
    const command = { endpointId: "one", url: "http://new.example/", types: ["invoice.issued"] } as const
    expect(await run(Effect.flip(updateEndpoint(command)))).toEqual({ _tag: "WebhookUrlNotAllowed" })
    expect(await run(stored)).toEqual(endpointOf("one"))
  })

  it("is refused for an endpoint that is unknown, or removed right then", async () => {
    const { run, addEndpoints } = makeWebhooks()
    const notFound = { _tag: "WebhookEndpointNotFound", endpointId: "one" }
    const change = updateEndpoint({ endpointId: "one", types: null })
    expect(await run(Effect.flip(change))).toEqual(notFound)
    await addEndpoints(endpointOf("one"))
    const removing = Effect.updateService(change, WebhookStore, (store) => ({
      ...store,
      replaceEndpoint: (before, after) =>
        Effect.andThen(Effect.orDie(removeEndpoint("one")), store.replaceEndpoint(before, after)).pipe(
          Effect.provideService(WebhookStore, store),
        ),
    }))
    expect(await run(Effect.flip(removing))).toEqual(notFound)
  })

  it("beside a rotation loses neither", async () => {
    const { run, addEndpoints } = makeWebhooks()
    await addEndpoints(endpointOf("one"))
    const both = [
      rotateEndpointSecret({ endpointId: "one", secret: other }),
      updateEndpoint({ endpointId: "one", url: "https://new.example/" }),
    ]
    await run(Effect.all(both, { concurrency: "unbounded" }))
    expect(await run(stored)).toMatchObject({ secret: other, url: "https://new.example/" })
  })
})
