import { beforeAll, describe, expect, it } from "vitest"
import { faultsOf } from "../../../simulator/world/state/consistency.ts"
import type { StateDocument } from "../../../simulator/world/state/schemas/document.ts"
import type { Put } from "../../../src/index.ts"
import { endpointOf } from "../../app/webhooks/support.ts"
import { fullLifecycle, play } from "../../support/lifecycles.ts"
import { inProcess } from "../../support/simulator.ts"

type Document = typeof StateDocument.Type

let document: Document
beforeAll(async () => {
  const client = await inProcess()
  await play(client, await client.token(), [
    ...fullLifecycle,
    {
      method: "POST",
      path: "/studio/auth/otp",
      body: { email: "owner@example.com", context: "MAGIC_AUTH" },
    },
  ])
  document = (await client.call("GET", "/_simulator/state")).json
})

const code = {
  otpId: "otp-1",
  email: "a@example.com",
  code: "123456",
  context: "MAGIC_AUTH",
  createdAt: 0,
  expiresAt: 600_000,
  decoy: false,
} as const

const withRecords = (...records: ReadonlyArray<Put>): Document => ({
  ...document,
  store: { ...document.store, records: [...document.store.records, ...records] },
})
const first = <K extends Put["kind"]>(kind: K) =>
  document.store.records.find((put) => put.kind === kind) as Extract<Put, { readonly kind: K }>
const paths = (broken: Document) => faultsOf(broken).map(({ path }) => path)
const next = () => `store.records.${document.store.records.length}`

describe("a document", () => {
  it("has nothing twice", () => {
    expect(faultsOf(document)).toEqual([])
  })

  it.each<Put["kind"]>([
    "Organization",
    "User",
    "Plan",
    "Coupon",
    "PaymentMethod",
    "Subscription",
    "BillingPeriod",
    "Invoice",
    "Voucher",
    "VoucherEntry",
    "BillingThreshold",
    "CouponUse",
    "UsageEvent",
    "OtpAddress",
    "IdempotencyKey",
  ])("has no %s twice", (kind) => {
    expect(paths(withRecords(first(kind)))).toEqual([next()])
  })

  it("has no key of a record twice", () => {
    const user = { kind: "User", record: { ...first("User").record, userId: "other" } } as const
    const coupon = { kind: "Coupon", record: { ...first("Coupon").record, couponId: "other" } } as const
    const address = { ...first("OtpAddress").record, email: "other@example.com" }
    const { record: entry } = first("VoucherEntry")
    const again = { ...entry, sequence: 1_000 }
    const instead = { ...entry, cause: "another" }
    for (const put of [
      user,
      coupon,
      { kind: "OtpAddress", record: address } as const,
      { kind: "VoucherEntry", record: again } as const,
      { kind: "VoucherEntry", record: instead } as const,
    ]) {
      expect(paths(withRecords(put)), put.kind).toEqual([next()])
    }
  })

  it("may have the same id in two organizations", () => {
    const [one, two] = document.store.records.flatMap((put) =>
      put.kind === "Organization" ? [put.record] : [],
    )
    const { record } = first("UsageEvent")
    expect(record.organizationId).toBe(one?.organizationId)
    const organizationId = two?.organizationId ?? ""
    expect(paths(withRecords({ kind: "UsageEvent", record: { ...record, organizationId } }))).toEqual([])
  })

  it.each([
    ["versions", "store.versions"],
    ["due", "store.due"],
  ] as const)("has nothing twice in %s", (list, path) => {
    const { store } = document
    const twice = { ...document, store: { ...store, [list]: [...store[list], store[list][0]] } }
    expect(paths(twice)).toEqual([`${path}.${store[list].length}`])
  })

  it("has no message twice", () => {
    const message = { kind: "OTP", messageId: "1", message: code, attempts: 1, readyAt: 0 } as const
    const outbox = [message, { ...message, messageId: "2" }, message]
    expect(paths({ ...document, store: { ...document.store, outbox } })).toEqual(["store.outbox.2"])
  })

  it("has no event, no number of one and no endpoint twice", () => {
    const [event] = document.events
    if (event === undefined) throw new Error("Expected an event")
    const events = [event, { ...event, eventId: "other" }, { ...event, sequence: 99 }]
    const endpoints = [endpointOf("one"), endpointOf("one")]
    expect(paths({ ...document, events, endpoints })).toEqual(["events.1", "events.2", "endpoints.1"])
  })

  it("has no attempt of the gateway twice", () => {
    const { gateway } = document
    const attempts = [...gateway.attempts, ...gateway.attempts.slice(0, 1)]
    expect(paths({ ...document, gateway: { ...gateway, attempts } })).toEqual([
      `gateway.attempts.${gateway.attempts.length}`,
    ])
  })

  it("has no record of nobody", () => {
    const { record } = first("Invoice")
    const lost = { kind: "Invoice", record: { ...record, organizationId: "nobody" } } as const
    expect(paths(withRecords(lost))).toEqual([`${next()}.record.organizationId`])
  })

  it("is told in twenty faults at most", () => {
    expect(faultsOf(withRecords(...Array.from({ length: 30 }, () => first("Plan"))))).toHaveLength(20)
  })
})
