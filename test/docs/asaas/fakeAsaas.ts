// Asaas as its public documentation describes it, as far as the example calls it: an in-process `fetch` with payments by
// card and boleto, refusals, answers that get lost, and webhooks with their token. There are no idempotency keys. What the
// documentation does not say is marked as assumed.
import type { AsaasAccount, AsaasHost } from "../../../docs/examples/asaas/AsaasGateway.ts"
import { defaultPolicy } from "../../../src/index.ts"

interface Outcome {
  /** Whether its charges are refused, one after another; the last one for all that follow. */
  readonly refuses?: ReadonlyArray<boolean>
  readonly lost?: true
}

const cards: Readonly<Record<string, Outcome>> = {
  tok_good: {},
  tok_poor: { refuses: [true] },
  tok_once: { refuses: [true, false] },
  tok_lost: { lost: true },
}

type Json = Readonly<Record<string, unknown>>

/** A payment of its books. */
interface FakePayment extends Json {
  readonly id: string
  readonly status: string
  readonly billingType: string
  readonly value: number
  readonly dueDate: string
  readonly externalReference: string
  readonly deleted: boolean
  readonly refunds: ReadonlyArray<Json> | null
}

const errors = (code: string): Json => ({ errors: [{ code, description: "" }] })

/** An Asaas with its books, and what one makes happen. */
export const makeFakeAsaas = () => {
  const account: AsaasAccount = {
    url: "https://api-sandbox.asaas.test",
    apiKey: "$aact_1",
    webhookToken: "whsec_1",
  }
  const host: AsaasHost = {
    customerOf: () => Promise.resolve("cus_1"),
    cardOf: (creditCardToken) => {
      const card = { brand: "VISA", last4: "4242", expMonth: 12, expYear: 2099 }
      const isKnown = Object.hasOwn(cards, creditCardToken)
      return Promise.resolve(isKnown ? { ...card, creditCardToken, customerId: "cus_1" } : null)
    },
    policy: defaultPolicy,
  }
  const payments = new Map<string, FakePayment>()
  const tries: Array<string> = []
  let happens: (() => Promise<void>) | null = null
  let isDown = false

  const change = (payment: FakePayment, by: Partial<FakePayment>): FakePayment => {
    const changed = { ...payment, ...by } as FakePayment
    payments.set(payment.id, changed)
    return changed
  }

  const make = (body: Json): FakePayment => {
    const id = `pay_${payments.size + 1}`
    const made = { ...body, id, object: "payment", status: "PENDING", deleted: false, refunds: null }
    return change(made as unknown as FakePayment, {})
  }

  /** A payment that is paid, or removed, cannot be paid: assumed. */
  const pay = async (payment: FakePayment, token: string): Promise<readonly [number, Json]> => {
    if (payment.status !== "PENDING" || payment.deleted) return [400, errors("invalid_action")]
    const { refuses = [], lost = false } = cards[token] ?? {}
    const isRefused = refuses[Math.min(tries.filter((one) => one === token).length, refuses.length - 1)]
    tries.push(token)
    // The refusal leaves nothing behind.
    const paid = isRefused === true ? null : change(payment, { status: "CONFIRMED" })
    await happens?.()
    if (lost) throw new TypeError("fetch failed")
    return paid === null ? [400, errors("invalid_creditCard")] : [200, paid]
  }

  const answer = async (url: URL, init: RequestInit): Promise<readonly [number, Json]> => {
    if (isDown) return [503, {}]
    if (new Headers(init.headers).get("access_token") !== "$aact_1")
      return [401, errors("invalid_access_token")]
    const [, , , id, action] = url.pathname.split("/")
    const body: Json = init.method === "POST" ? JSON.parse(String(init.body)) : {}
    if (id === undefined && init.method === "POST") return [200, make(body)]
    if (id === undefined) {
      const reference = url.searchParams.get("externalReference")
      // It has what was just made, and what was removed: assumed.
      const data = [...payments.values()].filter(({ externalReference }) => externalReference === reference)
      return [200, { object: "list", hasMore: false, totalCount: data.length, data }]
    }
    const payment = payments.get(id)
    if (payment === undefined) return [404, {}]
    if (action === "payWithCreditCard") return pay(payment, String(body.creditCardToken))
    if (action === "identificationField") {
      return [200, { identificationField: "1".repeat(47), nossoNumero: "1", barCode: "2".repeat(44) }]
    }
    if (init.method !== "DELETE") return [200, payment]
    // Only what waits for its money can be removed.
    if (payment.status !== "PENDING") return [400, errors("invalid_action")]
    change(payment, { deleted: true })
    return [200, { deleted: true, id }]
  }

  const send: typeof fetch = async (input, init = {}) => {
    const [status, body] = await answer(new URL(String(input)), init)
    return new Response(JSON.stringify(body), { status })
  }

  const last = (): FakePayment => {
    const payment = [...payments.values()].at(-1)
    if (payment === undefined) throw new Error("There is no payment")
    return payment
  }

  const event = (name: string, payment: Json) => ({
    body: JSON.stringify({ id: "evt_1", event: name, payment }),
    token: account.webhookToken,
  })

  return {
    account,
    host,
    send,
    last,
    event,
    payments: (): ReadonlyArray<FakePayment> => [...payments.values()],
    /** How often a card was charged, or a boleto made. */
    charges: () =>
      tries.length + [...payments.values()].filter(({ billingType }) => billingType === "BOLETO").length,
    setDown: (down: boolean) => {
      isDown = down
    },
    /** What happens between a charge and its answer. */
    setHappens: (what: () => Promise<void>) => {
      happens = what
    },
    /** The money of a boleto arrives. */
    settle: (attemptId: string) => {
      for (const payment of payments.values()) {
        if (payment.externalReference.endsWith(attemptId)) change(payment, { status: "RECEIVED" })
      }
    },
    /** The webhook of a refund of the last payment. */
    refund: (amount: number) => {
      const refund = { dateCreated: "2026-01-31 12:00:00", status: "DONE", value: amount / 100 }
      return event("PAYMENT_PARTIALLY_REFUNDED", change(last(), { refunds: [refund] }))
    },
  }
}
