// What happened to an account in plain terms, for the oracle.
import type { Account } from "../../../../src/index.ts"
import type { Arrival, History, PlanFrom } from "../../../../src/testing/oracle/bills.ts"

/** A history in which nothing happened yet. */
export const historyFrom = ({
  startAt,
  until,
  coupon,
}: Pick<History, "startAt" | "until" | "coupon">): History => ({
  startAt,
  until,
  coupon,
  plans: [],
  active: [{ from: startAt, to: null }],
  cancelledAt: null,
  usage: [],
})

/** A history with what a change did to an account at an instant. */
export const historyWith = (
  history: History,
  at: number,
  before: Account.Account,
  { account: after, usageEvents }: Account.Change,
): History => {
  // What a sender's clock dates ahead counts as of now.
  const arrivals = usageEvents.map(
    ({ meter, quantity, occurredAt }): Arrival => ({
      meter,
      quantity,
      occurredAt: Math.min(occurredAt, at),
      arrivedAt: at,
    }),
  )
  let next = arrivals.length > 0 ? { ...history, usage: [...history.usage, ...arrivals] } : history
  const [was, is] = [before.subscription, after.subscription]
  if (is === null || was === is) return next
  if (was?.terms.planIntervalId !== is.terms.planIntervalId) {
    const plan: PlanFrom = { fromAt: at, terms: is.terms }
    next = { ...next, plans: [...next.plans, plan] }
  }
  if ((was?.quantity ?? 1) !== (is.quantity ?? 1)) {
    const quantities = [...(next.quantities ?? []), { fromAt: at, quantity: is.quantity ?? 1 }]
    next = { ...next, quantities }
  }
  const ran = was === null || was.status === "ACTIVE" || was.status === "PAST_DUE"
  const runs = is.status === "ACTIVE" || is.status === "PAST_DUE"
  if (ran && !runs) {
    const active = next.active.map((span) => (span.to === null ? { ...span, to: at } : span))
    next = { ...next, active }
  }
  if (!ran && runs) next = { ...next, active: [...next.active, { from: at, to: null }] }
  return is.status === "CANCELLED" ? { ...next, cancelledAt: is.cancelledAt } : next
}
