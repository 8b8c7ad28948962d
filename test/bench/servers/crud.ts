// What the hand-written servers do: the four calls that are measured, with arrays and maps and nothing else. The same
// answers as the simulator's, member by member, for the same requests; no rule, no commit, no log.
import { randomUUID } from "node:crypto"

/** What the simulator answered, to begin with. */
export interface Fixture {
  readonly tokens: ReadonlyArray<{ readonly token: string; readonly organizationId: string }>
  readonly plans: ReadonlyArray<Json & { readonly planId: string; readonly status: string }>
  readonly invoice: Json
  readonly subscription: Json
  readonly invoices: number
  readonly paymentMethodIds: Readonly<Record<string, string>>
}

type Json = Readonly<Record<string, unknown>>

/** An answer. */
export interface Answer {
  readonly status: number
  readonly body: unknown
}

const INSTANTS = ["issuedAt", "paidAt", "createdAt", "periodStart", "periodEnd", "dueDate"] as const

const page = <A>(all: ReadonlyArray<A>, query: URLSearchParams, present: (one: A) => unknown): Answer => {
  const [number, limit] = [Number(query.get("page") ?? 1), Number(query.get("limit") ?? 20)]
  if (!Number.isInteger(number) || number < 1 || !Number.isInteger(limit) || limit < 1 || limit > 100) {
    return { status: 400, body: { statusCode: 400, code: "validation_error" } }
  }
  const data = all.slice((number - 1) * limit, number * limit).map(present)
  const totalItems = all.length
  return {
    status: 200,
    body: { data, meta: { page: number, limit, totalItems, totalPages: Math.ceil(totalItems / limit) } },
  }
}

const refused = (status: number, code: string): Answer => ({
  status,
  body: { statusCode: status, code, errors: [] },
})

/** The service by hand. */
export type Crud = ReturnType<typeof makeCrud>

/** The service by hand, over the records of a fixture. */
export const makeCrud = (fixture: Fixture) => {
  const tokens = new Map(
    fixture.tokens.map(({ token, organizationId }) => [
      token,
      { organizationId, expiresAt: Date.now() + 1e9 },
    ]),
  )
  const stored: Array<Record<string, unknown>> = Array.from({ length: fixture.invoices }, (_, index) => {
    const instants = INSTANTS.map((name) => [
      name,
      fixture.invoice[name] === null ? null : Date.parse(String(fixture.invoice[name])) - index,
    ])
    return { ...fixture.invoice, ...Object.fromEntries(instants), invoiceId: randomUUID() }
  })
  const plans = new Map(fixture.plans.map((plan) => [plan.planId, plan]))
  let subscriptions = new Map<string, Json>()
  const events = new Map<string, Json>()

  const presentInvoice = (invoice: Record<string, unknown>): unknown => {
    const shown = { ...invoice }
    for (const name of INSTANTS) {
      const at = invoice[name]
      shown[name] = typeof at === "number" ? new Date(at).toISOString() : null
    }
    return shown
  }

  return {
    /** Whether the token of a request is one of this organization. */
    authorized: (authorization: string | undefined, organizationId: string | null): boolean => {
      const known = tokens.get(authorization?.slice("Bearer ".length) ?? "")
      if (known === undefined || Date.now() >= known.expiresAt) return false
      return organizationId === null || known.organizationId === organizationId
    },
    listPlans: (query: URLSearchParams): Answer =>
      page(Array.from(plans.values()), query, (plan) => ({ ...plan })),
    listInvoices: (query: URLSearchParams): Answer => page(stored, query, presentInvoice),
    createSubscription: (organizationId: string, body: Json): Answer => {
      const { planId, planIntervalId, paymentMethodId } = body
      if (
        typeof planId !== "string" ||
        typeof planIntervalId !== "string" ||
        typeof paymentMethodId !== "string"
      ) {
        return refused(400, "validation_error")
      }
      if (subscriptions.has(organizationId)) return refused(409, "subscription.already_exists")
      const plan = plans.get(planId)
      if (plan === undefined) return refused(404, "plan.not_found")
      if (fixture.paymentMethodIds[organizationId] !== paymentMethodId)
        return refused(404, "payment_method.not_found")
      const now = new Date().toISOString()
      const subscription = {
        ...fixture.subscription,
        subscriptionId: randomUUID(),
        organizationId,
        planId,
        paymentMethodId,
        createdAt: now,
        updatedAt: now,
      }
      subscriptions.set(organizationId, subscription)
      return { status: 201, body: subscription }
    },
    recordUsage: (organizationId: string, body: Json): Answer => {
      let [accepted, duplicates] = [0, 0]
      for (const event of (body.events ?? []) as ReadonlyArray<Json>) {
        const { eventId, meter, quantity } = event
        if (typeof eventId !== "string" || typeof meter !== "string" || !Number.isSafeInteger(quantity)) {
          return refused(400, "validation_error")
        }
        const key = `${organizationId}/${eventId}`
        if (events.has(key)) duplicates += 1
        else {
          events.set(key, { ...event, occurredAt: Date.now() })
          accepted += 1
        }
      }
      return { status: 200, body: { accepted, duplicates, invoices: [] } }
    },
    restore: (): Answer => {
      subscriptions = new Map()
      return { status: 200, body: {} }
    },
  }
}
