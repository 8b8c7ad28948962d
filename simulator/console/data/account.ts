// The parts of an organization as views load them, and paying an invoice of it.

import type { Topic } from "../../world/live/Live.ts"
import { control, studio } from "./api.ts"
import { useLoaded } from "./loaded.ts"
import type {
  Actor,
  Coupon,
  DueSteps,
  InvoiceItem,
  OperatorInvoice,
  OrganizationDetail,
  Page,
  Plan,
  Upcoming,
  WirePaymentMethod,
  WireSubscription,
  WireVoucher,
  WireVoucherUsage,
} from "./shapes.ts"

/** Whatever may change an account: any call of a client too, of which the log of requests tells. */
export const accountTopics: ReadonlyArray<Topic> = ["clock", "events", "requests", "records", "world"]

const useOf = <A>(organizationId: string | null, rest: string) =>
  useLoaded<A>(
    organizationId === null ? null : `/organizations/${encodeURIComponent(organizationId)}${rest}`,
    accountTopics,
  ).value

/** The record with its users; `null` loads nothing. */
export const useDetail = (organizationId: string | null) => useOf<OrganizationDetail>(organizationId, "")

/** Its subscriptions, newest first. */
export const useSubscriptions = (organizationId: string) =>
  useOf<Page<WireSubscription>>(organizationId, "/subscriptions?limit=100")

/** A page of its invoices, newest first. */
export const useInvoicePage = (organizationId: string, page: number) =>
  useOf<Page<OperatorInvoice>>(organizationId, `/invoices?limit=20&page=${page}`)

/** Its latest invoices, newest first. */
export const useInvoices = (organizationId: string) =>
  useOf<Page<OperatorInvoice>>(organizationId, "/invoices?limit=100")

/** The upcoming invoice. */
export const useUpcoming = (organizationId: string) => useOf<Upcoming>(organizationId, "/upcoming-invoice")

/** Its payment methods. */
export const useMethods = (organizationId: string) =>
  useOf<Page<WirePaymentMethod>>(organizationId, "/payment-methods?limit=100")

/** Its vouchers, newest first. */
export const useVouchers = (organizationId: string) =>
  useOf<Page<WireVoucher>>(organizationId, "/vouchers?limit=100")

/** Its one-off charges, newest first. */
export const useInvoiceItems = (organizationId: string) =>
  useOf<Page<InvoiceItem>>(organizationId, "/invoice-items?limit=100")

/** The movements of a voucher's balance, the latest first. */
export const useVoucherUsages = ({ organizationId, voucherId }: WireVoucher) =>
  useOf<Page<WireVoucherUsage>>(organizationId, `/vouchers/${encodeURIComponent(voucherId)}/usages?limit=100`)

/** One issued invoice, however old. */
export const useInvoice = (invoiceId: string) =>
  useLoaded<OperatorInvoice>(`/invoices/${encodeURIComponent(invoiceId)}`, accountTopics).value

/** What time alone will do to it, soonest first. */
export const useDue = (organizationId: string) => useOf<DueSteps>(organizationId, "/due")

/** Every plan of the world; how many are subscribed to each is followed only by these topics. */
export const usePlans = (topics: ReadonlyArray<Topic> = ["records", "world"]): ReadonlyArray<Plan> =>
  useLoaded<Page<Plan>>("/plans?limit=100", topics).value.data?.data ?? []

/** Every coupon of the world. */
export const useCoupons = (): ReadonlyArray<Coupon> =>
  useLoaded<Page<Coupon>>("/coupons?limit=100", accountTopics).value.data?.data ?? []

/** Pays an invoice with the default method, for what it was shown to be due. In words, what became of it. */
export const payInvoice = async (
  actor: Actor,
  { invoiceId, amountDue }: { readonly invoiceId: string; readonly amountDue: number },
): Promise<string> => {
  const path = `/organizations/${actor.organizationId}/invoices/${invoiceId}/pay`
  const body = { expectedPayableAmount: amountDue }
  const { status } = await studio<{ readonly status: string }>(actor, "POST", path, body)
  return status === "PAID" ? "Paid." : "The payment is under way."
}

/** An id that nothing had before. */
export const freshId = (): string => `console-${crypto.getRandomValues(new Uint32Array(2)).join("-")}`

/** Records that so much was used now; an event of its own each time. How many invoices the threshold cut by that. */
export const recordUsage = async (
  organizationId: string,
  meter: string,
  quantity: number,
): Promise<number> => {
  const path = `/organizations/${encodeURIComponent(organizationId)}/usage`
  const body = { events: [{ eventId: freshId(), meter, quantity }] }
  return (await control<{ readonly invoices: ReadonlyArray<unknown> }>("POST", path, body)).invoices.length
}
