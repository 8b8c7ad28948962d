// Events as they are sent: the exact JSON of each kind, and that the contract describes all of it.
import * as Schema from "effect/Schema"
import { describe, expect, it } from "vitest"
import {
  presentEvent,
  presentInvoice,
  presentSubscription,
  studioDocument,
  WireEvent,
} from "../../src/api/index.ts"
import {
  type Account,
  defaultPolicy,
  type EventMessage,
  type Voucher,
  WebhookEvent,
} from "../../src/index.ts"
import { invoiceOf, subscriptionOf, voucherOf } from "../../src/testing/contracts/records.ts"

const uuid = (last: string) => `0190a000-0000-7000-8000-0000000000${last}`
const at = Date.UTC(2026, 1, 28, 12)
const organizationId = uuid("01")

const invoice = invoiceOf(uuid("b1"), { organizationId, subscriptionId: uuid("a1") })
const { terms } = subscriptionOf("")
const subscription = subscriptionOf(uuid("a1"), {
  organizationId,
  terms: { ...terms, planId: uuid("c1"), planIntervalId: uuid("d1") },
  status: "PAST_DUE",
  pastDueReason: "PAYMENT_DECLINED",
  pastDueAt: at,
})
const voucher: Voucher.Voucher = {
  ...voucherOf(uuid("e1"), ["invoice-1"]),
  organizationId,
  expiresAt: at + 1,
}
const wireVoucher = {
  voucherId: uuid("e1"),
  organizationId,
  name: uuid("e1"),
  amount: 100,
  currency: "BRL",
  amountRedeemed: 50,
  effectiveAt: "1970-01-01T00:00:00.000Z",
  expiresAt: "2026-02-28T12:00:00.001Z",
  status: "ACTIVE",
  createdAt: "1970-01-01T00:00:00.000Z",
}

const message = (billingEvent: Account.BillingEvent): EventMessage => ({
  kind: "EVENT",
  messageId: uuid("f1"),
  organizationId,
  position: 12_000_001,
  billingEvent,
})

const wireInvoice = presentInvoice(invoice)
const wireSubscription = presentSubscription(subscription, defaultPolicy)

const cases: ReadonlyArray<readonly [Account.BillingEvent, object]> = [
  [{ type: "invoice.issued", at, invoice }, { object: wireInvoice }],
  [{ type: "invoice.updated", at, invoice }, { object: wireInvoice }],
  [{ type: "payment.approved", at, invoice }, { object: wireInvoice }],
  [{ type: "payment.failed", at, invoice }, { object: wireInvoice }],
  [{ type: "payment.needs_operator", at, invoice }, { object: wireInvoice }],
  [
    { type: "invoice.status_changed", at, invoice, previousStatus: "OPEN" },
    { object: wireInvoice, previousStatus: "OPEN" },
  ],
  [{ type: "subscription.created", at, subscription }, { object: wireSubscription }],
  [{ type: "subscription.updated", at, subscription }, { object: wireSubscription }],
  [{ type: "subscription.trial_ending", at, subscription }, { object: wireSubscription }],
  [{ type: "dunning.exhausted", at, subscription }, { object: wireSubscription }],
  [
    { type: "subscription.status_changed", at, subscription, previousStatus: "ACTIVE" },
    { object: wireSubscription, previousStatus: "ACTIVE" },
  ],
  [{ type: "voucher.granted", at, voucher }, { object: wireVoucher }],
  [{ type: "voucher.updated", at, voucher }, { object: wireVoucher }],
  [{ type: "payment.unapplied", at, voucher }, { object: wireVoucher }],
  [
    { type: "voucher.revoked", at, voucher: { ...voucher, balance: 0, revokedAt: at }, shortfall: 50 },
    { object: { ...wireVoucher, status: "REVOKED" }, shortfall: 50 },
  ],
]

describe("an event", () => {
  it.each(cases.map(([billingEvent, data]) => [billingEvent.type, billingEvent, data] as const))(
    "%s is the record with what it is about",
    (type, billingEvent, data) => {
      const event = presentEvent(message(billingEvent), defaultPolicy)
      expect(JSON.parse(JSON.stringify(event))).toEqual({
        id: uuid("f1"),
        type,
        createdAt: "2026-02-28T12:00:00.000Z",
        organizationId,
        position: 12_000_001,
        data,
      })
      expect(Schema.is(WireEvent)(event)).toBe(true)
    },
  )

  it("of an invoice tells what went back of it", () => {
    const refunded = {
      ...invoice,
      status: "PARTIALLY_REFUNDED",
      amountRefunded: 90,
      amountCredited: 40,
    } as const
    const event = presentEvent(message({ type: "invoice.updated", at, invoice: refunded }), defaultPolicy)
    const object = { ...wireInvoice, status: "PARTIALLY_REFUNDED", amountRefunded: 90, amountCredited: 40 }
    expect(event.data).toEqual({ object })
    expect(Schema.is(WireEvent)(event)).toBe(true)
  })

  it("has a case here for each kind", () => {
    const kinds = cases.map(([{ type }]) => type)
    expect([...kinds].sort()).toEqual([...WebhookEvent.EVENT_TYPES].sort())
  })

  it("shows a voucher as it was when it happened", () => {
    const later = { type: "voucher.granted", at: at + 1, voucher } as const
    expect(presentEvent(message(later), defaultPolicy)).toMatchObject({
      data: { object: { status: "EXPIRED" } },
    })
  })

  it("tells of a subscription by the policy of the service", () => {
    const created = { type: "subscription.created", at, subscription } as const
    const allowed = (usageAllowedPastDue: boolean) =>
      presentEvent(message(created), { ...defaultPolicy, usageAllowedPastDue })
    expect(allowed(true)).toMatchObject({ data: { object: { usageAllowed: true } } })
    expect(allowed(false)).toMatchObject({ data: { object: { usageAllowed: false } } })
  })

  it("is described by the contract as the webhook that it is", () => {
    const { webhooks, components } = studioDocument() as unknown as {
      readonly webhooks: { readonly event: { readonly post: { readonly requestBody: object } } }
      readonly components: { readonly schemas: Record<string, { readonly anyOf: ReadonlyArray<object> }> }
    }
    expect(webhooks.event.post.requestBody).toMatchObject({
      required: true,
      content: { "application/json": { schema: { $ref: "#/components/schemas/Event" } } },
    })
    const text = JSON.stringify(components.schemas.Event)
    expect(WebhookEvent.EVENT_TYPES.filter((type) => !text.includes(JSON.stringify(type)))).toEqual([])
    expect(Object.keys(components.schemas)).toContain("Voucher")
  })
})
