// A world with a history: organizations whose year to come has something of everything in it that time alone brings
// about. They are made by the same calls each time, so that two worlds with the same ids are the same.
import { type Answer, type Client, callerOf, seeded } from "../../support/simulator.ts"

const organizationOf = (index: number): string =>
  `0190a000-0000-7000-8000-0000000010${String(index).padStart(2, "0")}`

/** Calls of one organization under /studio, and to its operator. */
interface Organization {
  readonly studio: (method: string, path: string, body?: unknown) => Promise<Answer>
  readonly control: (path: string, body?: unknown) => Promise<Answer>
  readonly use: (meter: string, quantity: number) => Promise<Answer>
  readonly pay: () => Promise<Answer>
}

type Act = (organization: Organization) => Promise<unknown>

/** What an organization is, and what it does ten and thirty days after it subscribed. */
interface Story {
  readonly cardToken?: string
  readonly planIntervalId?: string
  readonly coupon?: string
  readonly early?: Act
  readonly late?: Act
}

const nothing: Act = async () => {}
const command =
  (name: string, body?: unknown): Act =>
  ({ studio }) =>
    studio("POST", `/subscriptions/${name}`, body)
const all =
  (...acts: ReadonlyArray<Act>): Act =>
  async (organization) => {
    for (const act of acts) await act(organization)
  }
const use =
  (meter: string, quantity: number): Act =>
  (organization) =>
    organization.use(meter, quantity)
const grant =
  (amount: number, expiresAt: string | null): Act =>
  ({ control }) =>
    control("/vouchers", { name: "Goodwill", amount, currency: "BRL", expiresAt })
const threshold =
  (value: number): Act =>
  ({ studio }) =>
    studio("PUT", "/billing-threshold", { value, currency: "BRL" })

const address = { line1: "Rua A, 1", city: "São Paulo", state: "SP", postalCode: "01000-000", country: "BR" }
const chargeSlips: Act = async ({ studio }) => {
  const billingDetails = { name: "Ana", email: "ana@example.com", address }
  const { json } = await studio("POST", "/payment-methods", { type: "BOLETO", billingDetails })
  await studio("PATCH", "/subscriptions", { paymentMethodId: json.paymentMethodId })
}
const toPro = { planId: seeded.pro, planIntervalId: seeded.proMonthly, when: "PERIOD_END" }
const toYearly = { planId: seeded.starter, planIntervalId: seeded.starterYearly, when: "PERIOD_END" }

const stories: Readonly<Record<string, Story>> = {
  "a coupon, vouchers, a threshold and usage": {
    coupon: "HALF3",
    early: all(
      threshold(5000),
      grant(30_000, "2026-07-31T00:00:00.000Z"),
      grant(999, null),
      use("messages", 7),
    ),
    late: all(use("messages", 600), use("tokens", 1500)),
  },
  "a card that is refused until dunning is exhausted": {
    cardToken: "tok_insufficient_funds",
    early: use("tokens", 10),
  },
  "a card that is refused for good": { cardToken: "tok_stolen_card" },
  "a card that is refused once": { cardToken: "tok_decline_once", late: use("api_calls", 1500) },
  "answers that are lost, of charges that were made": {
    cardToken: "tok_timeout_approved",
    late: (of) => of.pay(),
  },
  "answers that are lost, of charges that were not": {
    cardToken: "tok_timeout_declined",
    late: (of) => of.pay(),
  },
  "slips that nobody pays": { early: chargeSlips, late: grant(500, "2026-05-05T05:05:05.555Z") },
  "a pause that lasts, with an invoice that failed": {
    cardToken: "tok_expired_card",
    early: all(use("messages", 3), command("pause")),
  },
  "a cancellation at the end of the period": { late: command("cancel", { atPeriodEnd: true }) },
  "a cancellation whose last invoice is owed": { cardToken: "tok_processing_error", late: command("cancel") },
  "a change to another plan at the end of the period": {
    coupon: "WELCOME10",
    late: command("change-plan", toPro),
  },
  "a change to years at the end of the period": { early: command("change-plan", toYearly) },
  "years from the beginning": { planIntervalId: seeded.starterYearly, early: use("tokens", 5000) },
  "a fee that was paid ahead": {
    early: all(use("messages", 20), (of) => of.pay()),
    late: use("messages", 1),
  },
  "a pause that is over": { early: command("pause"), late: command("resume") },
}

/** The organizations, by what their year is about. */
export const organizations: Readonly<Record<string, string>> = Object.fromEntries(
  Object.keys(stories).map((name, index) => [name, organizationOf(index)]),
)

const ok = (answer: Answer): Answer => {
  if (answer.status >= 500 || answer.status === 400) throw new Error(JSON.stringify(answer.json))
  return answer
}

const meet = async (client: Client, organizationId: string): Promise<Organization> => {
  const email = `${organizationId}@example.com`
  await client.call("POST", "/_simulator/organizations", {
    body: { organizationId, name: "One of many", currency: "BRL" },
  })
  await client.call("POST", "/_simulator/users", { body: { email, memberships: [{ organizationId }] } })
  const call = callerOf(client, await client.token({ email }))
  const studio: Organization["studio"] = async (method, path, body) =>
    ok(await call(method, `/studio/organizations/${organizationId}${path}`, body))
  const control: Organization["control"] = async (path, body) =>
    ok(await client.call("POST", `/_simulator/organizations/${organizationId}${path}`, { body }))
  return {
    studio,
    control,
    use: (meter, quantity) =>
      control("/usage", { events: [{ eventId: `${meter}/${quantity}`, meter, quantity }] }),
    pay: async () => {
      const { invoiceId } = (await studio("GET", "/subscriptions/upcoming-invoice")).json
      return studio("POST", `/invoices/${invoiceId}/pay`)
    },
  }
}

/** Makes the organizations, each with its history of thirty-one days. */
export const prepare = async (client: Client): Promise<void> => {
  const met: Array<readonly [Organization, Story]> = []
  for (const [name, organizationId] of Object.entries(organizations)) {
    const story = stories[name] ?? {}
    const organization = await meet(client, organizationId)
    const { cardToken = "tok_visa", planIntervalId = seeded.starterMonthly, coupon } = story
    const { json } = await organization.studio("POST", "/payment-methods", { type: "CARD", cardToken })
    await organization.studio("POST", "/subscriptions", {
      planId: seeded.starter,
      planIntervalId,
      paymentMethodId: json.paymentMethodId,
      ...(coupon !== undefined && { coupon: { code: coupon } }),
    })
    met.push([organization, story])
  }
  const goTo = (to: string) => client.call("POST", "/_simulator/clock", { body: { to } })
  await goTo("2026-02-10T07:13:21.123Z")
  for (const [organization, { early = nothing }] of met) await early(organization)
  await goTo("2026-03-02T18:40:00.001Z")
  for (const [organization, { late = nothing }] of met) await late(organization)
}
