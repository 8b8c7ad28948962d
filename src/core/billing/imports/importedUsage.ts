// What was used of the running period before the import: in the period, and as events.
import * as UsageEvent from "../../usage/UsageEvent.ts"
import type { Change, Rules } from "../Account.ts"
import { withQuantity } from "../periods/BillingPeriod.ts"
import { periodsOf, withPeriod } from "../periods/places.ts"
import type { ImportedCustomer } from "./ImportedCustomer.ts"

/** The change with the usage of the running period in it, all of it or the part that was paid. */
export const withUsage = (
  change: Change,
  { period: { usage } }: ImportedCustomer,
  counted: "quantity" | "paidQuantity",
): Change => {
  const [running] = periodsOf(change.account)
  if (running === undefined) return change
  return withPeriod(
    change,
    usage.reduce(
      (period, one) =>
        one[counted] === 0 ? period : withQuantity(period, 0, { meter: one.meter, quantity: one[counted] }),
      running,
    ),
  )
}

/** The usage as events, so that every quantity has its source. A host may send none of before the import again. */
export const usageEventsOf = (
  {
    subscriptionId,
    customer,
    now,
  }: { readonly subscriptionId: string; readonly customer: ImportedCustomer; readonly now: number },
  rules: Rules,
): ReadonlyArray<UsageEvent.RecordedUsage> =>
  customer.period.usage.flatMap(({ meter, quantity }) => {
    const eventId = rules.deriveId(`import/usage/${subscriptionId}/${meter}`)
    const event = { eventId, meter, quantity, occurredAt: customer.period.startAt }
    return quantity === 0 ? [] : [UsageEvent.recorded(event, now)]
  })
