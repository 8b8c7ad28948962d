import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { makeGatewayMemory } from "../../../simulator/adapters/gateway/ScriptedGateway.ts"
import { makeMemoryBillingStore } from "../../../simulator/adapters/memory/MemoryBillingStore.ts"
import { makeWebhookMemory } from "../../../simulator/adapters/webhooks/MemoryWebhookStore.ts"
import { jsonPieces } from "../../../simulator/world/state/jsonPieces.ts"
import { documentOf, readDocument } from "../../../simulator/world/state/stateDocument.ts"
import type { WorldSnapshot } from "../../../simulator/world/state/WorldSnapshot.ts"
import { WebhookEndpoint } from "../../../src/index.ts"
import { commitWith, organizationOf, periodOf } from "../../../src/testing/contracts/records.ts"
import { endpointOf } from "../../app/webhooks/support.ts"

const code = {
  otpId: "otp-1",
  email: "a@example.com",
  code: "123456",
  context: "MAGIC_AUTH",
  createdAt: 0,
  expiresAt: 600_000,
  decoy: false,
} as const

const endpoint = { ...endpointOf("one"), secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw" }
const event = { eventId: "e", type: "invoice.issued", organizationId: "o", body: "{}", sequence: 7 } as const

/** A moment at which one code is on its way, and another one has arrived. */
const moment = (): WorldSnapshot => {
  const { store, tables } = makeMemoryBillingStore()
  const outbox = [{ kind: "OTP", messageId: "message-1", message: code, attempts: 1, readyAt: 0 }] as const
  Effect.runSync(Effect.orDie(store.commit(commitWith({ outbox }))))
  const webhooks = makeWebhookMemory([endpoint], [event])
  const inbox = [{ ...code, otpId: "otp-2", code: "654321" }]
  const gateway = makeGatewayMemory([], ["tok_visa:1"])
  const couponsBefore = [{ couponId: "coupon-1", timesRedeemed: 1, amountRedeemed: 2 }]
  return { now: 0, tables: tables(), gateway, webhooks, inbox, couponsBefore }
}

const written = (options: { readonly secrets: boolean }): string =>
  Array.from(jsonPieces(documentOf(moment(), options))).join("")

describe("a document", () => {
  it("without secrets has no code, neither of the inbox nor on its way", () => {
    expect(JSON.parse(written({ secrets: false }))).toEqual({
      schemaVersion: 1,
      now: "1970-01-01T00:00:00.000Z",
      store: { versions: [], records: [], outbox: [], due: [] },
      gateway: { attempts: [], cards: ["tok_visa:1"] },
      couponsBefore: [{ couponId: "coupon-1", timesRedeemed: 1, amountRedeemed: 2 }],
      events: [event],
    })
  })

  it("with secrets has both, and is read as it was written", () => {
    const text = written({ secrets: true })
    expect(text).toContain("123456")
    expect(text).toContain("654321")
    expect(text).toContain(endpoint.secret)
    const read = Result.getOrThrow(readDocument(JSON.parse(text)))
    expect(Array.from(jsonPieces(documentOf(read, { secrets: true }))).join("")).toBe(text)
  })

  it("has the earlier secrets of an endpoint, and is read without them too", () => {
    const rotated = WebhookEndpoint.rotateSecret(endpoint, `whsec_${"A".repeat(32)}`, 5)
    const webhooks = makeWebhookMemory([rotated], [])
    const textOf = (snapshot: WorldSnapshot): string =>
      Array.from(jsonPieces(documentOf(snapshot, { secrets: true }))).join("")
    const text = textOf({ ...moment(), webhooks })
    expect(text).toContain(endpoint.secret)
    const read = Result.getOrThrow(readDocument(JSON.parse(text)))
    expect(textOf(read)).toBe(text)
    const document = {
      ...JSON.parse(text),
      endpoints: [{ ...rotated, earlierSecrets: [{ secret: "hunter2" }] }],
    }
    const refused = readDocument(document)
    expect(Result.isFailure(refused) ? refused.failure : []).toEqual([
      { message: "Expected a secret", path: "endpoints.0.earlierSecrets.0.secret" },
      { message: "Required", path: "endpoints.0.earlierSecrets.0.endsAt" },
    ])
  })

  it("is read with a credit that takes more of a coupon than its invoices had got", () => {
    const { store, tables } = makeMemoryBillingStore()
    const credits = [{ parts: [{ segment: 0, invoiceId: "invoice-1", amount: 5 }], couponAmount: -1, at: 0 }]
    const puts = [
      { kind: "Organization", record: organizationOf("org-1") },
      { kind: "BillingPeriod", record: { ...periodOf(0, false), credits, organizationId: "org-1" } },
    ] as const
    Effect.runSync(Effect.orDie(store.commit(commitWith({ puts }))))
    const written = { ...moment(), tables: tables() }
    const text = Array.from(jsonPieces(documentOf(written, { secrets: true }))).join("")
    expect(text).toContain('"couponAmount":-1')
    expect(Result.isSuccess(readDocument(JSON.parse(text)))).toBe(true)
  })

  it("has a line for each record, event and endpoint", () => {
    const lines = written({ secrets: true })
      .split("\n")
      .map((line) => line.trim().replace(/,$/, ""))
    expect(lines).toContain(JSON.stringify(event))
    expect(lines).toContain(JSON.stringify(endpoint))
    expect(lines).toContain(JSON.stringify({ couponId: "coupon-1", timesRedeemed: 1, amountRedeemed: 2 }))
  })

  it("that is not understood is told by its places, and by no value of it", () => {
    const document = { ...JSON.parse(written({ secrets: true })), inbox: [{ ...code, expiresAt: "123456" }] }
    const read = readDocument(document)
    expect(Result.isFailure(read) ? read.failure : []).toEqual([
      { message: "Expected a number", path: "inbox.0.expiresAt" },
    ])
  })
})
