// Endpoints: which events they want, and what a secret looks like.
import { describe, expect, it } from "vitest"
import { WebhookEndpoint, type WebhookEvent } from "../../../src/index.ts"

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
