// What an organization and its operator do in the golden year, in the words of docs/golden-year.md: each act at its
// instant, and what a document that it causes is called there.
import type { Answer } from "../../support/simulator.ts"
import { seeded } from "../../support/simulator.ts"

/** How acts reach the simulator: as the organization, as its operator, and with what earlier acts made. */
export interface Actor {
  readonly studio: (method: string, path: string, body?: unknown) => Promise<Answer>
  readonly control: (path: string, body: unknown) => Promise<Answer>
  /** Card tokens to their payment methods. */
  readonly cards: Map<string, string>
  /** The latest invoice that was issued. */
  readonly latestInvoice: () => string
}

/** Usage that an act reports. */
export interface Used {
  readonly meter: "tokens" | "messages" | "api_calls"
  readonly quantity: number
  readonly occurredAt: string
}

/** An act of the year. */
export interface Act {
  readonly at: string
  readonly says: string
  /** The document that it issues, as the page calls it. */
  readonly document?: string
  readonly used?: Used
  readonly act: (actor: Actor) => Promise<Answer>
}

const nameOf = { tokens: "tokens", messages: "messages", api_calls: "API calls" } as const

const use = (
  at: string,
  quantity: number,
  meter: Used["meter"],
  { document, occurredAt = at }: { readonly document?: string; readonly occurredAt?: string } = {},
): Act => ({
  at,
  says:
    occurredAt === at
      ? `uses ${quantity} ${nameOf[meter]}`
      : `reports ${quantity} ${nameOf[meter]} of ${occurredAt.slice(0, 10)}`,
  ...(document !== undefined && { document }),
  used: { meter, quantity, occurredAt },
  act: ({ control }) =>
    control(`/organizations/${seeded.organizationId}/usage`, {
      events: [{ eventId: `${at}/${meter}`, meter, quantity, occurredAt }],
    }),
})

const addCard = (at: string, cardToken: string): Act => ({
  at,
  says: `adds the card \`${cardToken}\``,
  act: async ({ studio, cards }) => {
    const added = await studio("POST", "/payment-methods", { type: "CARD", cardToken })
    cards.set(cardToken, added.json.paymentMethodId)
    return added
  },
})

const chargeTo = (at: string, cardToken: string): Act => ({
  at,
  says: `has the subscription charge \`${cardToken}\``,
  act: ({ studio, cards }) => studio("PATCH", "/subscriptions", { paymentMethodId: cards.get(cardToken) }),
})

const change = (at: string, to: "Starter" | "Pro", when: "NOW" | "PERIOD_END"): Act => ({
  at,
  says: `changes to ${to}, ${when === "NOW" ? "at once" : "at the end of the period"}`,
  ...(when === "NOW" && { document: "Change" }),
  act: ({ studio }) =>
    studio("POST", "/subscriptions/change-plan", {
      planId: to === "Pro" ? seeded.pro : seeded.starter,
      planIntervalId: to === "Pro" ? seeded.proMonthly : seeded.starterMonthly,
      when,
    }),
})

const day = (date: string, time = "00:00"): string => `${date}T${time}:00.000Z`

/** The acts, in their order. */
export const acts: ReadonlyArray<Act> = [
  addCard(day("2026-01-31"), "tok_visa"),
  {
    at: day("2026-01-31"),
    says: "sets a threshold of 5000",
    act: ({ studio }) => studio("PUT", "/billing-threshold", { value: 5000, currency: "BRL" }),
  },
  {
    at: day("2026-01-31"),
    says: "subscribes to Starter by the month, with the coupon `HALF3`",
    act: ({ studio, cards }) =>
      studio("POST", "/subscriptions", {
        planId: seeded.starter,
        planIntervalId: seeded.starterMonthly,
        paymentMethodId: cards.get("tok_visa"),
        coupon: { code: "HALF3" },
      }),
  },
  use(day("2026-02-10"), 40_000, "tokens"),
  use(day("2026-02-14"), 350, "messages", { document: "Threshold" }),
  use(day("2026-02-20"), 500, "tokens"),
  use(day("2026-03-05"), 100, "messages"),
  {
    at: day("2026-03-10"),
    says: "pays the upcoming invoice",
    document: "Early",
    act: async ({ studio }) => {
      const { invoiceId } = (await studio("GET", "/subscriptions/upcoming-invoice")).json
      return studio("POST", `/invoices/${invoiceId}/pay`)
    },
  },
  use(day("2026-03-12"), 20, "messages"),
  {
    at: day("2026-03-15", "12:00"),
    says: "pauses",
    document: "Pause",
    act: ({ studio }) => studio("POST", "/subscriptions/pause"),
  },
  {
    at: day("2026-04-10"),
    says: "resumes",
    act: ({ studio }) => studio("POST", "/subscriptions/resume"),
  },
  use(day("2026-04-20"), 1500, "api_calls", { document: "Threshold" }),
  addCard(day("2026-05-12"), "tok_insufficient_funds"),
  chargeTo(day("2026-05-12"), "tok_insufficient_funds"),
  use(day("2026-05-20"), 40, "messages"),
  addCard(day("2026-06-04"), "tok_mastercard"),
  chargeTo(day("2026-06-04"), "tok_mastercard"),
  {
    at: day("2026-06-04"),
    says: "deletes the card `tok_insufficient_funds`",
    act: ({ studio, cards }) => studio("DELETE", `/payment-methods/${cards.get("tok_insufficient_funds")}`),
  },
  use(day("2026-06-10"), 30, "messages"),
  change(day("2026-06-15"), "Pro", "NOW"),
  use(day("2026-06-20"), 101_500, "tokens"),
  use(day("2026-06-25"), 100, "messages"),
  addCard(day("2026-07-08"), "tok_decline_once"),
  chargeTo(day("2026-07-08"), "tok_decline_once"),
  use(day("2026-07-12", "09:00"), 1000, "api_calls", { document: "Threshold" }),
  {
    at: day("2026-07-12", "15:00"),
    says: "its operator voids the invoice, to be billed again",
    act: ({ control, latestInvoice }) => control(`/invoices/${latestInvoice()}/void`, { rebill: true }),
  },
  {
    at: day("2026-08-10"),
    says: "its operator grants a voucher of 5000, until 31 Aug",
    act: ({ control }) =>
      control(`/organizations/${seeded.organizationId}/vouchers`, {
        name: "Goodwill",
        amount: 5000,
        currency: "BRL",
        expiresAt: day("2026-08-31"),
      }),
  },
  use(day("2026-08-20"), 150_000, "tokens"),
  change(day("2026-09-25"), "Starter", "PERIOD_END"),
  use(day("2026-09-28"), 10, "messages"),
  {
    at: day("2026-11-03"),
    says: "its operator refunds 990 of the invoice of October",
    act: ({ control, latestInvoice }) => control(`/invoices/${latestInvoice()}/refund`, { amount: 990 }),
  },
  use(day("2026-12-02"), 25, "messages", { occurredAt: day("2026-11-29") }),
  use(day("2027-01-05"), 2000, "tokens"),
  {
    at: day("2027-01-15", "12:00"),
    says: "cancels",
    document: "Final",
    act: ({ studio }) => studio("POST", "/subscriptions/cancel"),
  },
]

/** When it is over: a cycle after the last one, in which nothing happens any more. */
export const end = day("2027-03-01")
