// Whether all that is unbilled fits on one invoice. If it did not, the next invoice could not be issued, and every call
// of the organization would fail. GAP-101
import * as Result from "effect/Result"
import { isAmount } from "../../money/Money.ts"
import * as Quantity from "../../subscription/Quantity.ts"
import { rate } from "../../usage/Rating.ts"
import { type Account, type Rules, unchanged, withAccount } from "../Account.ts"
import { activate, type BillingPeriod, quantityOf } from "../periods/BillingPeriod.ts"
import { type Begun, begunNext } from "../periods/nextPeriod.ts"
import { periodsOf, withPeriod } from "../periods/places.ts"
import { stretchesOf } from "../periods/Stretches.ts"
import { upcoming } from "./UpcomingInvoice.ts"

/**
 * Tells whether the fees, all usage and all items that are unbilled fit on one invoice, also where the subscription is
 * resumed now, or does not end after all. In advance the running fee counts although it is billed: once its invoice is
 * voided with rebilling, it stands beside the next one.
 */
export const fitsOneInvoice = (account: Account, now: number, rules: Rules): boolean => {
  const goesOn = goingOn(account, now)
  if (fitsAtOnce(periodsOf(goesOn), begunNext(goesOn))) return true
  const drafted = upcoming(goesOn, now, rules)
  if (Result.isFailure(drafted)) return drafted.failure._tag !== "AmountOutOfRange"
  return isAmount(drafted.success.totalAmount + feeAhead(account))
}

/** The fee of a whole cycle, where it is billed in advance. */
const feeAhead = ({ subscription }: Account): number =>
  subscription?.terms.feeTiming === "ADVANCE"
    ? subscription.terms.amount * Quantity.quantityOf(subscription)
    : 0

/** The account with its subscription active and without an end. */
const goingOn = (account: Account, now: number): Account => {
  const { subscription } = account
  if (subscription === null || (subscription.status === "ACTIVE" && subscription.cancelAt === null))
    return account
  const active = withAccount(unchanged(account), {
    subscription: { ...subscription, status: "ACTIVE", cancelAt: null },
  })
  const running = subscription.status === "PAUSED" ? periodsOf(account).at(-1) : undefined
  return (running === undefined ? active : withPeriod(active, activate(running, now))).account
}

/** A quick check: tells whether all fees, usage and items, billed or not, are together one amount. */
const fitsAtOnce = (periods: ReadonlyArray<BillingPeriod>, begins: Begun | null): boolean => {
  let total = 0
  for (const { segments, items = [] } of begins === null ? periods : [...periods, begins.period]) {
    for (const { unitPrice, quantity } of items) total += unitPrice * quantity
    for (const segment of segments) {
      total += segment.terms.amount * Math.max(...stretchesOf(segment).map(({ quantity }) => quantity))
      for (const price of segment.terms.prices) {
        const rated = rate(price, quantityOf(segment, price.meter))
        if (Result.isFailure(rated)) return false
        for (const { unitPrice, quantity } of rated.success) total += unitPrice * quantity
      }
    }
  }
  return isAmount(total)
}
