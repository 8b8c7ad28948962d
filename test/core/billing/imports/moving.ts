// An account as another system would describe it: the customer to be imported, worked out of what was billed so far.
import * as Result from "effect/Result"
import {
  type Account,
  type ImportedCustomer,
  Invoice,
  type Plan,
  Rating,
  Trial,
  UpcomingInvoice,
} from "../../../../src/index.ts"
import { isCounted } from "../laws/sums.ts"

/** The counted documents of the running cycle. */
const documentsOf = ({ invoices, subscription }: Account.Account): ReadonlyArray<Invoice.Invoice> =>
  invoices.filter((one) => isCounted(one) && one.cycle === subscription?.cycle.cycle)

/** The counted documents that bill the fee of the running cycle, maybe in advance. */
const feeDocumentsOf = ({ invoices, subscription }: Account.Account): ReadonlyArray<Invoice.Invoice> =>
  invoices.filter(
    (one) =>
      isCounted(one) &&
      one.lines.some(({ item }) => item.kind === "FEE" && item.cycle === subscription?.cycle.cycle),
  )

/** Whether nothing but what an import can say happened in the running period, and nothing is owed. */
export const canMove = (account: Account.Account): boolean => {
  const { subscription, periods, invoices } = account
  // A next cycle that was paid early would be the last one.
  const running = periods.at(-1)
  const [segment] = running?.segments ?? []
  return (
    subscription?.status === "ACTIVE" &&
    running?.cycle === subscription.cycle.cycle &&
    subscription.scheduledTerms === null &&
    (subscription.scheduledQuantity ?? null) === null &&
    running.segments.length === 1 &&
    running.credits.length === 0 &&
    (segment?.stretches ?? []).length <= 1 &&
    segment?.spans.length === 1 &&
    segment.spans[0]?.from === running.startAt &&
    invoices.every((one) => Invoice.amountDue(one) === 0) &&
    Result.getOrThrow(UpcomingInvoice.unbilledUsage(account)).every(
      ({ item }) => item.cycle === running.cycle,
    ) &&
    documentsOf(account).every(
      ({ discounts, lines, cycle }) =>
        discounts.every(({ type }) => type === "COUPON") && lines.every(({ item }) => item.cycle === cycle),
    ) &&
    feeDocumentsOf(account).every(({ discounts }) => discounts.every(({ type }) => type === "COUPON")) &&
    !(Trial.inTrial(subscription) && documentsOf(account).length + feeDocumentsOf(account).length > 0)
  )
}

/** The smallest quantity of a meter of which these documents bill as much as they do. */
const paidQuantity = (
  price: Plan.PlanTerms["prices"][number],
  quantity: number,
  documents: ReadonlyArray<Invoice.Invoice>,
): number => {
  const billed = new Map<number, number>()
  for (const { item, quantity: count } of documents.flatMap(({ lines }) => lines)) {
    if (item.kind !== "USAGE" || item.meter !== price.meter) continue
    billed.set(item.band, (billed.get(item.band) ?? 0) + count)
  }
  for (let paid = 0; paid <= quantity; paid++) {
    const bands = Result.getOrThrow(Rating.rate(price, paid)).filter(({ unitPrice }) => unitPrice > 0)
    const has = (band: number): number => bands.find((one) => one.band === band)?.quantity ?? 0
    if ([...billed].every(([band, count]) => has(band) >= count)) return paid
  }
  return quantity
}

const compare = (a: string | number, b: string | number): number => (a < b ? -1 : a > b ? 1 : 0)

const address = { line1: "Rua 1", city: "Recife", state: "PE", postalCode: "50000-000", country: "BR" }

/** The customer that an account is. */
export const customerOf = (account: Account.Account): ImportedCustomer.ImportedCustomer => {
  const { subscription, vouchers, paymentMethods, organization } = account
  const running = account.periods.at(-1)
  if (subscription === null || running === undefined) throw new Error("There is nobody to move")
  const { terms, anchor, cycle, coupon } = subscription
  const documents = documentsOf(account)
  const earlier = (coupon?.discounted ?? []).filter((one) => one.cycle < cycle.cycle)
  const first = Math.min(cycle.cycle, ...earlier.map((one) => one.cycle))
  const trial = Trial.inTrial(subscription)
  return {
    importId: "import-1",
    organization,
    planId: terms.planId,
    planIntervalId: terms.planIntervalId,
    ...(subscription.quantity !== undefined && { quantity: subscription.quantity }),
    anchor: { at: anchor.anchorAt, day: anchor.anchorDay },
    period: {
      ...(trial
        ? { startAt: subscription.createdAt, endAt: running.startAt, trial }
        : { startAt: running.startAt, endAt: running.endAt }),
      feePaid: feeDocumentsOf(account).length > 0,
      usage: (running.segments[0]?.usage ?? []).map(({ meter, quantity }) => {
        const price = terms.prices.find((one) => one.meter === meter)
        const paid = price === undefined ? 0 : paidQuantity(price, quantity, documents)
        return { meter, quantity, paidQuantity: paid }
      }),
    },
    ...(subscription.cancelAt !== null && { cancelAtPeriodEnd: true }),
    coupon: coupon === null ? null : { code: coupon.code, cyclesSince: cycle.cycle - first },
    credits: vouchers
      .filter(({ balance }) => balance > 0)
      .toSorted(
        (a, b) =>
          compare(a.expiresAt ?? Number.POSITIVE_INFINITY, b.expiresAt ?? Number.POSITIVE_INFINITY) ||
          compare(a.createdAt, b.createdAt) ||
          compare(a.voucherId, b.voucherId),
      )
      .map(({ name, balance, expiresAt }) => ({ name, amount: balance, expiresAt })),
    owedAmount: 0,
    paymentMethods: paymentMethods.map(({ paymentMethodId: _, organizationId: __, ...method }, index) =>
      method.type === "CARD"
        ? { ...method, gatewayReference: `${method.gatewayReference} ${index}` }
        : { ...method, billingDetails: { ...method.billingDetails, address } },
    ),
  }
}
