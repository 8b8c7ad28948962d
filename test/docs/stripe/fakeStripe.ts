// Stripe as its public documentation describes it, as far as the example calls it: an in-process `fetch` with
// PaymentIntents, idempotency keys, lists, refusals, answers that get lost, and signed webhooks.
import { createHmac } from "node:crypto"
import type { StripeAccount } from "../../../docs/examples/stripe/StripeGateway.ts"

interface Outcome {
  /** Decline codes of its charges, one after another; the last one for all that follow. */
  readonly declines?: ReadonlyArray<string | null>
  readonly lost?: true
}

const cards: Readonly<Record<string, Outcome>> = {
  pm_visa: {},
  pm_poor: { declines: ["insufficient_funds"] },
  pm_once: { declines: ["try_again_later", null] },
  pm_lost: { lost: true },
  pm_lostPoor: { declines: ["insufficient_funds"], lost: true },
  pm_stolen: { declines: ["stolen_card"] },
}

/** The parameters of a PaymentIntent that the example may send. */
const MEMBERS =
  /^(amount|currency|customer|payment_method|payment_method_types\[\]|confirm|off_session|error_on_requires_action|metadata\[\w+\])$/

type Json = Readonly<Record<string, unknown>>

/** A PaymentIntent of its books. */
export interface FakeIntent extends Json {
  readonly id: string
  readonly customer: string
  readonly amount: number
  readonly status: string
  readonly metadata: Readonly<Record<string, string>>
}

interface Saved {
  readonly form: string
  readonly answer: Promise<readonly [number, Json]> | null
}

const error = (type: string, code: string, more: Json = {}): Json => ({ error: { type, code, ...more } })

/** A Stripe with its books, and what one makes happen. */
export const makeFakeStripe = (now: () => number = Date.now) => {
  const account: StripeAccount = {
    url: "https://stripe.test",
    secretKey: "sk_test_1",
    webhookSecrets: ["whsec_old", "whsec_new"],
  }
  const owners = new Map<string, string>()
  const intents: Array<FakeIntent> = []
  const keys = new Map<string, Saved>()
  let happens: (() => Promise<void>) | null = null
  let isDown = false

  const charge = (form: URLSearchParams): readonly [number, Json] => {
    const strange = [...form.keys()].find((name) => !MEMBERS.test(name))
    if (strange !== undefined) return [400, error("invalid_request_error", "parameter_unknown")]
    const card = form.get("payment_method") ?? ""
    const customer = form.get("customer") ?? ""
    if (owners.get(card) !== customer) return [400, error("invalid_request_error", "resource_missing")]
    if (form.get("confirm") !== "true") throw new Error("The fake knows only confirmed PaymentIntents")
    const { declines = [] } = cards[card] ?? {}
    const earlier = intents.filter(({ payment_method }) => payment_method === card).length
    const code = declines[Math.min(earlier, declines.length - 1)] ?? null
    const names = ["organization_id", "invoice_id", "attempt_id"]
    const refused = { type: "card_error", code: "card_declined", decline_code: code }
    const intent: FakeIntent = {
      id: `pi_${intents.length + 1}`,
      object: "payment_intent",
      amount: Number(form.get("amount")),
      currency: form.get("currency"),
      customer,
      payment_method: card,
      status: code === null ? "succeeded" : "requires_payment_method",
      last_payment_error: code === null ? null : refused,
      metadata: Object.fromEntries(names.map((name) => [name, form.get(`metadata[${name}]`) ?? ""])),
    }
    intents.unshift(intent)
    return code === null ? [200, intent] : [402, { error: { ...refused, payment_intent: intent } }]
  }

  /** Keeps what a key was answered. A key that is at work, or was used for another request, is an error. */
  const once = async (key: string, form: URLSearchParams): Promise<readonly [number, Json]> => {
    const saved = keys.get(key)
    if (saved !== undefined) {
      if (saved.form !== form.toString()) return [400, error("idempotency_error", "idempotency_key_mismatch")]
      return saved.answer ?? [409, error("idempotency_error", "idempotency_key_in_use")]
    }
    keys.set(key, { form: form.toString(), answer: null })
    await Promise.resolve()
    const answer = charge(form)
    keys.set(key, { form: form.toString(), answer: Promise.resolve(answer) })
    await happens?.()
    if (cards[form.get("payment_method") ?? ""]?.lost === true) throw new TypeError("fetch failed")
    return answer
  }

  const listed = (query: URLSearchParams): Json => {
    const own = intents.filter(({ customer }) => customer === query.get("customer"))
    const from = own.findIndex(({ id }) => id === query.get("starting_after")) + 1
    // Pages are short here, so that one goes through them.
    const data = own.slice(from, from + 2)
    return { object: "list", data, has_more: from + data.length < own.length }
  }

  const answer = async (url: URL, init: RequestInit): Promise<readonly [number, Json]> => {
    if (isDown) return [503, error("api_error", "lock_timeout")]
    const headers = new Headers(init.headers)
    if (headers.get("authorization") !== "Bearer sk_test_1") return [401, error("invalid_request_error", "")]
    const form = new URLSearchParams(String(init.body ?? ""))
    const [, , kind, id] = url.pathname.split("/")
    if (kind === "payment_intents" && init.method === "POST") {
      return once(headers.get("idempotency-key") ?? "", form)
    }
    if (kind === "payment_intents" && id === undefined) return [200, listed(url.searchParams)]
    if (kind === "payment_intents") {
      const intent = intents.find((one) => one.id === id)
      return intent === undefined ? [404, error("invalid_request_error", "resource_missing")] : [200, intent]
    }
    if (kind === "customers") {
      const card = form.get("payment_method") ?? ""
      owners.set(card, `cus_${card}`)
      return [200, { id: `cus_${card}` }]
    }
    // A card of the sandbox's own stands for a new one, with an id of its own.
    const own = id === "pm_card_visa" ? "pm_visa" : id
    if (own === undefined || cards[own] === undefined) return [404, error("invalid_request_error", "")]
    const card = { brand: "visa", last4: "4242", exp_month: 12, exp_year: 2099 }
    return [200, { id: own, customer: owners.get(own) ?? null, livemode: false, card }]
  }

  const event = (type: string, object: Json, secret = "whsec_new") => {
    const body = JSON.stringify({ id: "evt_1", type, data: { object } })
    const at = Math.floor(now() / 1000)
    const signed = createHmac("sha256", secret).update(`${at}.${body}`).digest("hex")
    return { body, signature: `t=${at},v1=${"0".repeat(64)},v1=${signed},v0=1` }
  }

  const send: typeof fetch = async (input, init = {}) => {
    const [status, body] = await answer(new URL(String(input)), init)
    return new Response(JSON.stringify(body), { status })
  }

  return {
    account,
    send,
    intents: (): ReadonlyArray<FakeIntent> => intents,
    /** The keys of all earlier charges are pruned; the PaymentIntents stay. */
    forget: () => keys.clear(),
    setDown: (down: boolean) => {
      isDown = down
    },
    /** What happens between a charge and its answer. */
    setHappens: (what: () => Promise<void>) => {
      happens = what
    },
    event,
    /** The webhook of the last charge's outcome. */
    outcome: () => {
      const [last] = intents
      if (last === undefined) throw new Error("Nothing was charged")
      return event(`payment_intent.${last.status === "succeeded" ? "succeeded" : "payment_failed"}`, last)
    },
    /** The webhook of a refund, or of a dispute, of the last charge. */
    reversal: (type: string, status: string, amount: number) =>
      event(type, { id: `re_${amount}`, amount, status, payment_intent: intents[0]?.id ?? null }),
  }
}
