// Servers that are wrong in one thing each: a simulator behind a `fetch` that changes what passes.
import type { Fetch } from "../../src/http/makeFetch.ts"

// biome-ignore lint/suspicious/noExplicitAny: an answer is changed member by member
type Json = any

/** An exchange, as it is before it is spoilt. */
interface Exchange {
  readonly call: string
  readonly status: number
  readonly json: Json
}

/** What a wrong server makes of an answer; undefined leaves it as it is. */
type Spoil = (exchange: Exchange) => { readonly status?: number; readonly json?: Json } | undefined

/** A `fetch` whose answers are spoilt. */
export const spoilt =
  (fetch: Fetch, spoil: Spoil): Fetch =>
  async (input, init) => {
    const response = await fetch(input, init)
    const text = await response.text()
    const { pathname } = new URL(input instanceof Request ? input.url : input)
    const { status, headers } = response
    if (text === "" || !pathname.includes("/studio/")) {
      return new Response(text === "" ? null : text, { status, headers })
    }
    const json = JSON.parse(text)
    const wrong = { status, json, ...spoil({ call: `${init?.method ?? "GET"} ${pathname}`, status, json }) }
    return new Response(JSON.stringify(wrong.json), { status: wrong.status, headers })
  }

/** The invoices of an answer, each of them changed. */
const withInvoices = (json: Json, change: (invoice: Json) => Json): Json => {
  if (Array.isArray(json.data))
    return { ...json, data: json.data.map((one: Json) => withInvoices(one, change)) }
  return "payableAmount" in json && "lines" in json ? change(json) : json
}

const ODD = 0.125

/** A percentage is cut off where it has to be rounded. */
const roundedDown = (invoice: Json): Json => {
  const discount = invoice.discounts.find(({ code }: Json) => code === "ODD")
  const exact = invoice.totalAmount * ODD
  if (discount?.amount !== Math.round(exact) || Number.isInteger(exact)) return invoice
  const less = discount.amount - Math.floor(exact)
  return {
    ...invoice,
    discounts: invoice.discounts.map((one: Json) =>
      one === discount ? { ...one, amount: one.amount - less } : one,
    ),
    discountAmount: invoice.discountAmount - less,
    payableAmount: invoice.payableAmount + less,
    amountDue: invoice.amountDue === 0 ? 0 : invoice.amountDue + less,
  }
}

/** A server that takes a second payment. */
const takingTwice = (): Spoil => {
  const paid = new Map<string, Json>()
  return ({ call, status, json }) => {
    if (!call.endsWith("/pay")) return undefined
    if (status === 200) paid.set(call, json)
    return json.code === "invoice.not_payable" && paid.has(call)
      ? { status: 200, json: paid.get(call) }
      : undefined
  }
}

/** Without keys, so that a repeat acts again. */
export const withoutKeys =
  (fetch: Fetch): Fetch =>
  (input, init) => {
    const headers = new Headers(init?.headers)
    headers.delete("idempotency-key")
    return fetch(input, { ...init, headers })
  }

/** Each wrong server, with what a run has to say of it. */
export const wrongServers: Readonly<Record<string, readonly [() => Spoil, RegExp]>> = {
  "rounds the percentage of a coupon down": [
    () =>
      ({ json }) => ({ json: withInvoices(json, roundedDown) }),
    /^what the coupon gives: expected \d+, got \d+$/,
  ],
  "accepts the second payment of an invoice": [
    takingTwice,
    /^paying \d+: granted with 200, expected invoice/,
  ],
  "leaves a cancelled subscription ACTIVE": [
    () =>
      ({ json }) =>
        json.status === "CANCELLED" ? { json: { ...json, status: "ACTIVE" } } : undefined,
    /^status of the subscription: expected "CANCELLED", got "ACTIVE"$/,
  ],
  "adds a cent to totals": [
    () =>
      ({ call, json }) =>
        call.endsWith("/upcoming-invoice") && "totalAmount" in json
          ? { json: { ...json, totalAmount: json.totalAmount + 1 } }
          : undefined,
    /^totalAmount of invoice .*: expected \d+, got \d+$/,
  ],
  "forgets a fee consistently": [
    () =>
      ({ json }) => ({
        json: withInvoices(json, (invoice) => ({
          ...invoice,
          lines: [],
          totalAmount: 0,
          discounts: [],
          discountAmount: 0,
          payableAmount: 0,
          amountDue: 0,
        })),
      }),
    /^totalAmount of the upcoming invoice: expected \d+, got 0$/,
  ],
  "loses the default payment method": [
    () =>
      ({ call, json }) =>
        call.endsWith("/payment-methods") && Array.isArray(json.data)
          ? { json: { ...json, data: json.data.map((method: Json) => ({ ...method, isDefault: false })) } }
          : undefined,
    /^payment methods: expected \[.*true.*\], got \[.*false.*\]$/,
  ],
  "forgets its threshold": [
    () =>
      ({ call, json }) =>
        call === "GET" || !call.endsWith("/billing-threshold") || !("value" in json)
          ? undefined
          : { json: { ...json, value: json.value + 1 } },
    /^the threshold: expected .*, got .*$/,
  ],
  "answers amounts as texts": [
    () =>
      ({ json }) => ({
        json: withInvoices(json, (invoice) => ({ ...invoice, totalAmount: String(invoice.totalAmount) })),
      }),
    /answered 200 with what is not in the contract/,
  ],
  "refuses without a code": [
    () =>
      ({ status, json: { code: _, ...json } }) =>
        status >= 400 ? { json } : undefined,
    /^GAP-01 is read as without_code here, and as with_code elsewhere$/,
  ],
  "refuses for another reason": [
    () =>
      ({ json }) =>
        json.code === "subscription.already_exists"
          ? { json: { ...json, code: "plan.inactive" } }
          : undefined,
    /^subscribing: refused with 409 plan.inactive, expected /,
  ],
}
