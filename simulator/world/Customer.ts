// A customer of a world for tests: an organization whose user is signed in, with the steps that most tests begin with.
import { randomUUID } from "node:crypto"
import { decodeJwt } from "jose"
import type { WireInvoice, WireSubscription } from "../../src/api/index.ts"
import { createStudioClient, type StudioClient } from "../../src/client/index.ts"
import type { Fetch } from "../../src/http/index.ts"
import type { Control } from "../control/client.ts"
import type { TokenWish } from "../control/contract/access.ts"

/** What to subscribe to, and how it is paid; what is left out is chosen. */
export interface SubscribeWish {
  /** By default the active plan with that interval, or the first one. */
  readonly planId?: string
  /** The plan's first interval by default. */
  readonly planIntervalId?: string
  /** How many units, where the interval is sold by quantity; 1 by default. */
  readonly quantity?: number
  /** A test card to add first; `tok_visa` by default. */
  readonly cardToken?: string
  /** A payment method that is there already, in place of a card. */
  readonly paymentMethodId?: string
  /** The code of a coupon. */
  readonly coupon?: string
}

/** An organization as one of its users works with it. Every step rejects as the typed client does. */
export interface Customer {
  /** The organization in whose name it acts. */
  readonly organizationId: string
  /** The typed client, signed in. */
  readonly client: StudioClient
  /** Adds a card and subscribes. */
  readonly subscribe: (wish?: SubscribeWish) => Promise<WireSubscription>
  /** The invoice of this id; without one the oldest of the last hundred that can be paid, else the upcoming one. */
  readonly invoice: (invoiceId?: string) => Promise<WireInvoice>
  /** Pays an invoice, by default the one that `invoice()` gives, with the default payment method. */
  readonly pay: (invoiceId?: string) => Promise<WireInvoice>
}

const PAYABLE: ReadonlyArray<string> = ["OPEN", "PAYMENT_FAILED", "EXPIRED", "UNCOLLECTIBLE"]

/** Signs a user in; the first one of the first organization unless told. */
export const makeCustomer = async (
  world: { readonly url: string; readonly fetch: Fetch; readonly control: Control },
  wish?: TokenWish,
): Promise<Customer> => {
  const { url: baseUrl, fetch, control } = world
  const accessToken = await control.token(wish)
  const client = createStudioClient({ baseUrl, fetch, accessToken })
  const organizationId = String(decodeJwt(accessToken).org)
  const params = { organizationId }
  const headers = () => ({ "Idempotency-Key": randomUUID() })

  const addCard = async (cardToken: string): Promise<string> => {
    const payload = { type: "CARD", cardToken } as const
    return (await client.paymentMethods.add({ params, headers: headers(), payload })).paymentMethodId
  }
  const chosen = async ({ planId, planIntervalId }: SubscribeWish) => {
    if (planId !== undefined && planIntervalId !== undefined) return { planId, planIntervalId }
    const { data } = await client.plans.list({ query: { status: "ACTIVE", limit: 100 } })
    for (const plan of planId === undefined ? data : data.filter((one) => one.planId === planId)) {
      const interval = plan.intervals.find(({ id }) => planIntervalId === undefined || id === planIntervalId)
      if (interval !== undefined) return { planId: plan.planId, planIntervalId: interval.id }
    }
    throw new Error("The world has no such active plan")
  }
  const invoice: Customer["invoice"] = async (invoiceId) => {
    if (invoiceId !== undefined) return client.invoices.get({ params: { ...params, invoiceId } })
    const { data } = await client.invoices.list({ params, query: { limit: 100 } })
    const due = data.findLast(({ status }) => PAYABLE.includes(status))
    return due ?? client.subscriptions.previewUpcomingInvoice({ params })
  }
  return {
    organizationId,
    client,
    subscribe: async ({ cardToken = "tok_visa", coupon, ...wish } = {}) => {
      const { paymentMethodId = await addCard(cardToken) } = wish
      const payload = {
        ...wish,
        ...(await chosen(wish)),
        paymentMethodId,
        ...(coupon !== undefined && { coupon: { code: coupon } }),
      }
      return client.subscriptions.create({ params, headers: headers(), payload })
    },
    invoice,
    pay: async (invoiceId) => {
      const id = invoiceId ?? (await invoice()).invoiceId
      return client.invoices.pay({ params: { ...params, invoiceId: id }, headers: headers() })
    },
  }
}
