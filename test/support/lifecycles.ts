// Life cycles of an organization as a client plays them: calls in any order, most of which make sense somewhere. Two are
// the same when their answers are, whatever ids were drawn for them.
import * as fc from "fast-check"
import type { Client } from "./simulator.ts"
import { seeded } from "./simulator.ts"

/** A call; what it names is looked up when it is made. */
export interface Step {
  readonly method: string
  readonly path: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

const base = `/studio/organizations/${seeded.organizationId}`
const post = (path: string, body: unknown = {}): Step => ({ method: "POST", path: `${base}${path}`, body })
const get = (path: string): Step => ({ method: "GET", path: `${base}${path}` })

const address = { line1: "Rua A, 1", city: "São Paulo", state: "SP", postalCode: "01000-000", country: "BR" }
const cards = ["tok_visa", "tok_charge_declined", "tok_decline_once", "tok_timeout_approved"]

const steps: ReadonlyArray<fc.Arbitrary<Step>> = [
  fc.constantFrom(...cards).map((cardToken) => post("/payment-methods", { type: "CARD", cardToken })),
  fc.constant(
    post("/payment-methods", {
      type: "BOLETO",
      billingDetails: { name: "Ana", email: "ana@example.com", address },
    }),
  ),
  fc
    .record({ yearly: fc.boolean(), coupon: fc.constantFrom(undefined, "WELCOME10", "HALF3") })
    .map((choice) =>
      post("/subscriptions", {
        planId: seeded.starter,
        planIntervalId: choice.yearly ? seeded.starterYearly : seeded.starterMonthly,
        paymentMethodId: "{paymentMethodId}",
        ...(choice.coupon !== undefined && { coupon: { code: choice.coupon } }),
      }),
    ),
  fc.constantFrom(
    post("/subscriptions/pause"),
    post("/subscriptions/resume"),
    post("/subscriptions/cancel", { atPeriodEnd: true }),
    post("/subscriptions/cancel"),
    post("/subscriptions/undo-cancel"),
    post("/subscriptions/change-plan", { planId: seeded.pro, planIntervalId: seeded.proMonthly }),
    get("/subscriptions/upcoming-invoice"),
    get("/subscriptions"),
    get("/invoices"),
    post("/invoices/{invoiceId}/pay"),
  ),
  fc.integer({ min: 0, max: 300_000 }).map((value) => ({
    method: "PUT",
    path: `${base}/billing-threshold`,
    body: { value, currency: "BRL" },
  })),
  fc.record({ eventId: fc.nat(9).map(String), quantity: fc.nat(100_000) }).map((event) => ({
    method: "POST",
    path: `/_simulator/organizations/${seeded.organizationId}/usage`,
    body: { events: [{ ...event, meter: "tokens" }] },
  })),
  fc.constantFrom("PT1H", "P9D", "P1M").map((advanceBy) => ({
    method: "POST",
    path: "/_simulator/clock",
    body: { advanceBy },
  })),
  fc.constant({
    method: "POST",
    path: "/studio/auth/otp",
    body: { email: "owner@example.com", context: "MAGIC_AUTH" },
  }),
]

/** A life cycle in which everything there is to store comes into being. */
export const fullLifecycle: ReadonlyArray<Step> = [
  post("/payment-methods", { type: "CARD", cardToken: "tok_visa" }),
  post("/subscriptions", {
    planId: seeded.starter,
    planIntervalId: seeded.starterMonthly,
    paymentMethodId: "{paymentMethodId}",
    coupon: { code: "HALF3" },
  }),
  get("/subscriptions/upcoming-invoice"),
  { ...post("/invoices/{invoiceId}/pay"), headers: { "idempotency-key": "pay-1" } },
  post("/subscriptions/pause"),
  post("/subscriptions/resume"),
  { method: "PUT", path: `${base}/billing-threshold`, body: { value: 1000, currency: "BRL" } },
  {
    method: "POST",
    path: `/_simulator/organizations/${seeded.organizationId}/usage`,
    body: { events: [{ eventId: "e1", meter: "tokens", quantity: 50_000 }] },
  },
  post("/payment-methods", { type: "CARD", cardToken: "tok_charge_declined", isDefault: true }),
  { method: "PATCH", path: `${base}/subscriptions`, body: { paymentMethodId: "{paymentMethodId}" } },
  { method: "POST", path: "/_simulator/clock", body: { advanceBy: "P1M" } },
  get("/invoices?limit=1"),
  post("/payment-methods", {
    type: "BOLETO",
    billingDetails: { name: "Ana", email: "ana@example.com", address },
  }),
  post("/invoices/{invoiceId}/pay", { paymentMethodId: "{paymentMethodId}" }),
]

/** A life cycle of so many calls at most, after those by which a subscription comes into being. */
export const anyLifecycle = (stepsMax: number): fc.Arbitrary<ReadonlyArray<Step>> =>
  fc
    .array(fc.oneof(...steps), { maxLength: stepsMax })
    .map((lifecycle) => [...fullLifecycle.slice(0, 3), ...lifecycle])

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

/** Plays a life cycle and tells what was answered, ids by the order in which they came. */
export const play = async (
  { call }: Client,
  token: string,
  lifecycle: ReadonlyArray<Step>,
): Promise<ReadonlyArray<string>> => {
  const names = new Map<string, string>()
  // The latest that was answered, for steps that name one.
  const latest = new Map<string, string>([
    ["{paymentMethodId}", seeded.starter],
    ["{invoiceId}", seeded.starter],
  ])
  const filled = (text: string): string =>
    [...latest].reduce((rest, [name, id]) => rest.replaceAll(name, id), text)
  const answers: Array<string> = []
  for (const { method, path, body, headers } of lifecycle) {
    const answer = await call(method, filled(path), {
      token,
      ...(headers !== undefined && { headers }),
      ...(body !== undefined && { body: filled(JSON.stringify(body)) }),
    })
    const text = JSON.stringify(answer.json)
    for (const [, name = "", id = ""] of text.matchAll(/"(paymentMethodId|invoiceId)":"([^"]+)"/g)) {
      latest.set(`{${name}}`, id)
    }
    const named = text.replace(UUID, (id) => {
      if (id.startsWith("0190a000-")) return id
      if (!names.has(id)) names.set(id, `id-${names.size}`)
      return names.get(id) ?? ""
    })
    // The numbers of a slip follow from the id of its attempt.
    const unnumbered = named.replace(/"(barcode|digitableLine)":"\d+"/g, '"$1":""')
    answers.push(`${answer.status} ${unnumbered}`)
  }
  return answers
}
