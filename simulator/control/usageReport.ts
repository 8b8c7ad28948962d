// The usage of an account in its running cycle, and the billed part of it. Nothing is decided here: the amounts are those
// of the lines that the engine would bill now.
import * as Result from "effect/Result"
import {
  type Account,
  Accrual,
  BilledLine,
  BillingPeriod,
  Iso,
  type Money,
  type Price,
  UpcomingInvoice,
} from "../../src/index.ts"
import type { UsageReport } from "./contract/accounts/records.ts"

/** Reports the meters of the price book, in its order. */
export const usageReport = (
  account: Account.Account,
): Result.Result<UsageReport, Account.SubscriptionNotFound | Money.AmountOutOfRange> => {
  const { subscription } = account
  // The next one is there too, where its fee was billed ahead.
  const period = account.periods.findLast(
    ({ subscriptionId, cycle }) =>
      subscriptionId === subscription?.subscriptionId && cycle === subscription.cycle.cycle,
  )
  if (subscription === null || period === undefined)
    return Result.fail(UpcomingInvoice.notSubscribed(account))
  const { subscriptionId } = subscription
  const billed = Accrual.billedItems(
    account.invoices.filter((invoice) => invoice.subscriptionId === subscriptionId),
    account.periods.filter((candidate) => candidate.subscriptionId === subscriptionId),
  )
  const unbilled = new Map<string, number>()
  const lines = UpcomingInvoice.unbilledUsage(account)
  if (Result.isFailure(lines)) return Result.fail(lines.failure)
  for (const { item, unitPrice, quantity } of lines.success) {
    if (item.kind !== "USAGE") continue
    unbilled.set(item.meter, (unbilled.get(item.meter) ?? 0) + unitPrice * quantity)
  }
  const books = period.segments.toReversed().flatMap(({ terms }) => terms.prices)
  const names = new Set([...books.map(({ meter }) => meter), ...unbilled.keys()])
  const meters = Array.from(names, (meter) => ({
    meter,
    quantity: sum(period.segments.map((segment) => BillingPeriod.quantityOf(segment, meter))),
    billedQuantity: sum(period.segments.map((_, index) => billedQuantity(period, index, meter, billed))),
    unbilledAmount: unbilled.get(meter) ?? 0,
  }))
  return Result.succeed({
    periodStart: Iso.toIso(period.startAt),
    periodEnd: Iso.toIso(period.endAt),
    currency: subscription.terms.currency,
    unbilledAmount: sum(meters.map(({ unbilledAmount }) => unbilledAmount)),
    meters,
  })
}

const billedQuantity = (
  period: BillingPeriod.BillingPeriod,
  index: number,
  meter: string,
  billed: Accrual.BilledItems,
): number => {
  const segment = period.segments[index] as BillingPeriod.Segment
  const price = segment.terms.prices.find((candidate) => candidate.meter === meter)
  if (price === undefined) return 0
  const units = sum(
    Array.from({ length: price.model === "GRADUATED" ? price.bands.length : 1 }, (_, band) => {
      const item = { kind: "USAGE", cycle: period.cycle, segment: index, meter, band } as const
      return billed.get(BilledLine.itemKey(item))?.quantity ?? 0
    }),
  )
  return Math.min(coveredBy(units, price), BillingPeriod.quantityOf(segment, meter))
}

/** A package that was billed covers its whole size, and the first one the free units before it. */
const coveredBy = (units: number, price: Price.Price): number =>
  price.model !== "PACKAGE" || units === 0 ? units : price.freeUnits + units * price.packageSize

const sum = (numbers: ReadonlyArray<number>): number => numbers.reduce((total, number) => total + number, 0)
