// What can be attacked: every endpoint of the contract with bodies that its own schema makes, and every call of the
// control plane with a good body from the table below. A call that is in no table makes a test fail.
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as HttpApi from "effect/http-api/HttpApi"
import * as Schema from "effect/Schema"
import type { ControlledWorld } from "../../simulator/control/ControlledWorld.ts"
import { controlRoutes } from "../../simulator/control/controlRoutes.ts"
import { StudioApi } from "../../src/api/index.ts"
import { type Endpoint, endpoints } from "../../src/http/endpoints.ts"
import { exampleOf } from "../http/fakes.ts"
import { seeded } from "../support/simulator.ts"
import type { Target } from "./fuzz.ts"

const BODIES = 5

/** Bodies that the schemas of endpoints make; none for those with a pattern that nothing can be made of. */
const made = new Map<string, ReadonlyArray<unknown>>()
HttpApi.reflect(StudioApi, {
  onGroup: () => undefined,
  onEndpoint: ({ group, endpoint }) => {
    const payload = endpoint.payload.get("application/json")
    if (payload === undefined) return
    const schema = Schema.Union(payload.schemas) as unknown as Schema.Codec<unknown>
    const sample = Arbitrary.sampleEffect(Arbitrary.schema(schema), { count: BODIES, seed: 1 })
    const bodies = Effect.runSync(Effect.orElseSucceed(sample, () => []))
    made.set(
      `${group.identifier}.${endpoint.identifier}`,
      bodies.filter((body) => body !== undefined),
    )
  },
})

/** An endpoint as a target, with the ids of a world. */
export const targetOf = (
  endpoint: Endpoint,
  ids: Readonly<Record<string, string>>,
  token: string,
): Target => {
  const { group, name, method, path, required } = endpoint
  const { params = {}, body } = exampleOf(endpoint)?.request ?? {}
  const inWorld =
    typeof body === "object" && body !== null
      ? Object.fromEntries(Object.entries(body).map(([member, value]) => [member, ids[member] ?? value]))
      : body
  return {
    method,
    path,
    params: { ...params, ...ids },
    bodies: inWorld === undefined ? [] : [inWorld, body, ...(made.get(`${group}.${name}`) ?? [])],
    headers: required === undefined ? {} : { authorization: `Bearer ${token}` },
  }
}

export { endpoints }

const interval = { interval: "MONTHLY", amount: 100, currency: "BRL" }
const prices = [
  { meter: "a", name: "A", currency: "BRL", model: "STANDARD", unitPrice: 1 },
  {
    meter: "b",
    name: "B",
    currency: "BRL",
    model: "PACKAGE",
    packageSize: 10,
    packagePrice: 5,
    freeUnits: 1,
  },
  {
    meter: "c",
    name: "C",
    currency: "BRL",
    model: "GRADUATED",
    bands: [
      { upTo: 5, unitPrice: 2 },
      { upTo: null, unitPrice: 1 },
    ],
  },
]
const planBody = { name: "Plan", description: "", status: "ACTIVE", intervals: [interval], prices }
const couponBody = {
  code: "C1",
  name: "Coupon",
  type: "FIXED",
  amount: 10,
  currency: "BRL",
  duration: "REPEATING",
  durationInMonths: 3,
  maxRedemptions: 2,
  redeemBy: "2027-01-01T00:00:00.000Z",
  planIds: [seeded.starter],
}
const usageEvent = { eventId: "u1", meter: "tokens", quantity: 3, occurredAt: "2026-01-31T00:00:00.000Z" }
const voucherBody = {
  name: "V",
  amount: 5,
  currency: "BRL",
  effectiveAt: "2026-02-01T00:00:00Z",
  expiresAt: null,
}

/** Good bodies for every call of the control plane; none where it takes no body. */
const controlBodies: Readonly<Record<string, ReadonlyArray<unknown>>> = {
  "GET /_simulator/health": [],
  "POST /_simulator/reset": [{ x: 1 }],
  "GET /_simulator/clock": [],
  "POST /_simulator/clock": [{ advanceBy: "PT1S" }, { to: "2026-02-20T00:00:00.000Z" }],
  "GET /_simulator/otps": [],
  "POST /_simulator/tokens": [
    {
      email: "owner@example.com",
      organizationId: seeded.organizationId,
      permissions: ["plan:read"],
      expiresInSeconds: 60,
    },
  ],
  "POST /_simulator/organizations/{organizationId}/usage": [
    { events: [usageEvent, { ...usageEvent, eventId: "u2" }] },
  ],
  "GET /_simulator/organizations/{organizationId}/usage": [],
  "POST /_simulator/plans": [planBody],
  "POST /_simulator/coupons": [
    couponBody,
    {
      ...couponBody,
      code: "C2",
      type: "PERCENTAGE",
      currency: null,
      duration: "ONCE",
      durationInMonths: null,
    },
  ],
  "PATCH /_simulator/plans/{planId}": [{ name: "P", description: "D", status: "INACTIVE" }],
  "PATCH /_simulator/coupons/{code}": [
    { name: "C", maxRedemptions: 500, redeemBy: "2030-01-01T00:00:00Z", planIds: [seeded.starter] },
    { maxRedemptions: null, redeemBy: null, planIds: null },
  ],
  "PATCH /_simulator/organizations/{organizationId}": [{ name: "O", currency: "USD", status: "ACTIVE" }],
  "PATCH /_simulator/users/{userId}": [
    {
      email: "u2@example.com",
      emailVerified: true,
      memberships: [{ organizationId: seeded.organizationId, permissions: ["plan:read"] }],
    },
  ],
  "POST /_simulator/organizations": [{ name: "O", currency: "BRL", status: "ACTIVE" }],
  "GET /_simulator/plans": [],
  "GET /_simulator/coupons": [],
  "GET /_simulator/organizations": [],
  "GET /_simulator/organizations/{organizationId}": [],
  "GET /_simulator/organizations/{organizationId}/subscriptions": [],
  "POST /_simulator/organizations/{organizationId}/subscriptions/apply-coupon": [{ code: "HALF3" }],
  "POST /_simulator/organizations/{organizationId}/subscriptions/remove-coupon": [],
  "GET /_simulator/organizations/{organizationId}/invoices": [],
  "GET /_simulator/organizations/{organizationId}/upcoming-invoice": [],
  "GET /_simulator/organizations/{organizationId}/due": [],
  "GET /_simulator/organizations/{organizationId}/vouchers": [],
  "POST /_simulator/organizations/{organizationId}/vouchers/{voucherId}/pay-out": [
    { amount: 500, payoutId: "transfer-1" },
  ],
  "POST /_simulator/organizations/{organizationId}/vouchers/{voucherId}/revoke": [],
  "GET /_simulator/organizations/{organizationId}/vouchers/{voucherId}/usages": [],
  "GET /_simulator/organizations/{organizationId}/payment-methods": [],
  "POST /_simulator/users": [
    {
      email: "u@example.com",
      emailVerified: true,
      memberships: [{ organizationId: seeded.organizationId, permissions: ["plan:read"] }],
    },
  ],
  "POST /_simulator/organizations/{organizationId}/vouchers": [voucherBody],
  "GET /_simulator/organizations/{organizationId}/invoice-items": [],
  "POST /_simulator/organizations/{organizationId}/invoice-items": [
    { itemId: "setup", name: "Set-up", unitPrice: 1, quantity: 1 },
  ],
  "DELETE /_simulator/organizations/{organizationId}/invoice-items/{itemId}": [],
  "GET /_simulator/invoices/{invoiceId}": [],
  "POST /_simulator/invoices/{invoiceId}/settle": [{ amount: 1, receiptId: "r" }, {}],
  "POST /_simulator/invoices/{invoiceId}/fail": [{ attemptId: "a", declineCode: "card_declined" }],
  "POST /_simulator/invoices/{invoiceId}/refund": [{ amount: 1, refundId: "r" }],
  "POST /_simulator/invoices/{invoiceId}/apply-voucher": [{ voucherId: seeded.starter, amount: 1 }],
  "POST /_simulator/invoices/{invoiceId}/dispute": [{}],
  "POST /_simulator/invoices/{invoiceId}/dispute/won": [{}],
  "POST /_simulator/invoices/{invoiceId}/dispute/lost": [{}],
  "POST /_simulator/invoices/{invoiceId}/void": [{ rebill: true }],
  "POST /_simulator/invoices/{invoiceId}/uncollectible": [{}],
  "GET /_simulator/charges": [],
  "GET /_simulator/webhook-endpoints": [],
  "POST /_simulator/webhook-endpoints": [
    { url: "http://127.0.0.1:1/hooks", secret: `whsec_${"A".repeat(32)}`, events: ["payment.approved"] },
  ],
  "DELETE /_simulator/webhook-endpoints": [],
  "PATCH /_simulator/webhook-endpoints/{endpointId}": [
    { url: "http://127.0.0.1:1/hooks", events: ["payment.approved"] },
    { events: null },
  ],
  "POST /_simulator/webhook-endpoints/{endpointId}/rotate-secret": [
    { secret: `whsec_${"A".repeat(32)}` },
    {},
  ],
  "POST /_simulator/webhook-endpoints/{endpointId}/recover": [
    { since: "2026-01-31T00:00:00.000Z", limit: 1 },
    {},
  ],
  "DELETE /_simulator/webhook-endpoints/{endpointId}": [],
  "GET /_simulator/webhook-deliveries": [],
  "POST /_simulator/webhook-deliveries/{deliveryId}/redeliver": [{}],
  "POST /_simulator/webhook-deliveries/flush": [{ retries: "no" }],
  "GET /_simulator/events": [],
  "GET /_simulator/requests": [],
  "GET /_simulator/snapshots": [],
  "GET /_simulator/worlds": [],
  "DELETE /_simulator/worlds": [],
  "DELETE /_simulator/worlds/{name}": [],
  "GET /_simulator/snapshots/{name}": [],
  "POST /_simulator/snapshots/{name}": [{}],
  "DELETE /_simulator/snapshots/{name}": [],
  "POST /_simulator/snapshots/{name}/restore": [{ x: 1 }],
  "GET /_simulator/state": [],
  "PUT /_simulator/state": [],
  "POST /_simulator/state/save": [{}],
  "GET /_simulator/faults": [],
  "POST /_simulator/faults": [
    { kind: "respond", method: "GET", path: "/studio/plans", nth: 1, times: 1, status: 503, code: "x" },
    { kind: "gateway", organizationId: seeded.organizationId, outcome: "slow", delayMs: 5 },
    { kind: "webhook_reorder", order: { seed: 1 } },
  ],
  "DELETE /_simulator/faults": [{}],
  "GET /_simulator/faults/{faultId}": [],
  "DELETE /_simulator/faults/{faultId}": [],
  "GET /_simulator/audit": [],
  "GET /_simulator/stream": [],
  "GET /_simulator/assumptions": [],
  "PUT /_simulator/assumptions/{gap}": [{ reading: "list" }],
}

/** Every call of the control plane, by its method and path. */
export const controlCalls: ReadonlyArray<string> = controlRoutes(
  // Routes look at their world only when they are called.
  {} as ControlledWorld,
  () => null,
).map(({ method, path }) => `${method} ${path}`)

/** The calls that the table has. */
export const controlCallsKnown: ReadonlyArray<string> = Object.keys(controlBodies)

/** A call of the control plane as a target; `state` is a good state to import. */
export const controlTargetOf = (
  call: string,
  ids: Readonly<Record<string, string>>,
  state: unknown,
): Target => {
  const [method = "", path = ""] = call.split(" ")
  return {
    method,
    path,
    params: { name: "one", gap: "GAP-30", faultId: "f", endpointId: "e", deliveryId: "d", ...ids },
    bodies: call === "PUT /_simulator/state" ? [state] : (controlBodies[call] ?? []),
    headers: {},
  }
}
