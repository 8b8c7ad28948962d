// Endpoints: which events they want, and what a secret looks like.
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { WebhookEndpoint, type WebhookEvent } from "../../../src/index.ts"
import { runs } from "../../support/runs.ts"

const secret = (bytes: number) => `whsec_${Buffer.alloc(bytes, 7).toString("base64")}`

describe("a secret", () => {
  it.each([24, 25, 26, 32, 63, 64])("of %i bytes is one", (bytes) => {
    expect(WebhookEndpoint.isSecret(secret(bytes))).toBe(true)
  })

  it.each([
    ["too short", secret(23)],
    ["too long", secret(65)],
    ["without its prefix", secret(32).slice(6)],
    ["with another prefix", secret(32).replace("whsec_", "whpk_")],
    ["in the alphabet of URLs", secret(32).replace("B", "_")],
    ["without its padding", secret(32).replaceAll("=", "")],
    ["without a part of its padding", secret(25).slice(0, -1)],
    ["with padding inside", `whsec_${"AA==".repeat(10)}`],
    ["with a blank", `${secret(24)} `],
    ["with a blank before it", ` ${secret(24)}`],
    ["empty", ""],
  ])("is none when it is %s", (_, text) => {
    expect(WebhookEndpoint.isSecret(text)).toBe(false)
  })
})

describe("an endpoint", () => {
  const endpoint = (types: ReadonlyArray<WebhookEvent.EventType> | null) => ({
    endpointId: "end-1",
    url: "https://receiver.example/",
    secret: secret(32),
    types,
    createdAt: 0,
  })

  it.each<readonly [ReadonlyArray<WebhookEvent.EventType> | null, boolean]>([
    [null, true],
    [["invoice.issued"], true],
    [["payment.failed", "invoice.issued"], true],
    [["payment.failed"], false],
  ])("that wants %j gets invoice.issued: %s", (types, wanted) => {
    expect(WebhookEndpoint.wants(endpoint(types), "invoice.issued")).toBe(wanted)
  })
})

describe("a rotation", () => {
  const { EARLIER_SECRETS_MAX, rotateSecret, SECRET_OVERLAP_MILLIS, secretsAt, viewOf } = WebhookEndpoint
  const endpoint: WebhookEndpoint.WebhookEndpoint = {
    endpointId: "end-1",
    url: "https://receiver.example/",
    secret: "first",
    types: null,
    createdAt: 0,
  }

  it("lets the earlier secret sign beside the new one for a day", () => {
    const rotated = rotateSecret(endpoint, "second", 5)
    expect(secretsAt(rotated, 5)).toEqual(["second", "first"])
    expect(secretsAt(rotated, 5 + SECRET_OVERLAP_MILLIS - 1)).toEqual(["second", "first"])
    expect(secretsAt(rotated, 5 + SECRET_OVERLAP_MILLIS)).toEqual(["second"])
    expect(SECRET_OVERLAP_MILLIS).toBe(24 * 60 * 60 * 1000)
  })

  it("to the secret that it has changes nothing", () => {
    const rotated = rotateSecret(endpoint, "second", 0)
    expect(rotateSecret(rotated, "second", 7)).toBe(rotated)
  })

  it("back to an earlier secret makes that one the present one alone", () => {
    const back = rotateSecret(rotateSecret(endpoint, "second", 0), "first", 1)
    expect(secretsAt(back, 1)).toEqual(["first", "second"])
  })

  it("ends the oldest of more than four, and keeps none that ended", () => {
    const names = ["second", "third", "fourth", "fifth", "sixth"]
    const rotated = names.reduce((before, name, at) => rotateSecret(before, name, at), endpoint)
    expect(secretsAt(rotated, names.length)).toEqual(["sixth", "fifth", "fourth", "third", "second"])
    const later = rotateSecret(rotated, "seventh", 2 * SECRET_OVERLAP_MILLIS)
    expect(later.earlierSecrets?.map(({ secret }) => secret)).toEqual(["sixth"])
  })

  it("is shown by the end of the earlier secrets, and by no secret", () => {
    expect(viewOf(endpoint, 0)).toEqual({
      endpointId: "end-1",
      url: "https://receiver.example/",
      types: null,
      createdAt: 0,
      earlierSecretsEndAt: null,
    })
    const rotated = rotateSecret(rotateSecret(endpoint, "second", 3), "third", 5)
    expect(viewOf(rotated, 5).earlierSecretsEndAt).toBe(5 + SECRET_OVERLAP_MILLIS)
    expect(viewOf(rotated, 5 + SECRET_OVERLAP_MILLIS).earlierSecretsEndAt).toBe(null)
    expect(JSON.stringify(viewOf(rotated, 5))).not.toMatch(/first|second|third/)
  })

  it("never has a secret twice, nor more than five at once, and has each for a day unless four came after it", () => {
    const step = fc.record({ name: fc.constantFrom(..."abcdefgh"), wait: fc.nat(SECRET_OVERLAP_MILLIS) })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
        let now = 0
        let one = { ...endpoint, secret: "a" }
        const present = new Map<string, number>()
        for (const { name, wait } of steps) {
          now += wait
          if (one.secret !== name) present.set(one.secret, now)
          one = rotateSecret(one, name, now)
          present.delete(name)
          const expected = Array.from(present)
            .filter(([, replacedAt]) => replacedAt + SECRET_OVERLAP_MILLIS > now)
            .toSorted(([, a], [, b]) => b - a)
            .slice(0, EARLIER_SECRETS_MAX)
          const signing = secretsAt(one, now)
          expect(signing[0]).toBe(name)
          expect(new Set(signing).size).toBe(signing.length)
          expect(signing.length).toBeLessThanOrEqual(1 + EARLIER_SECRETS_MAX)
          expect(signing.length).toBe(1 + expected.length)
        }
      }),
      { numRuns: runs(200) },
    )
  })
})
