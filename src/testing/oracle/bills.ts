// What a history has to cost, computed from scratch and without any document: for each cycle one bill, as if nobody
// had ever cut it, paid it early or voided a part of it. The laws compare the sums of real documents with it.
import type { Coupon } from "../../core/coupon/Coupon.ts"
import type { PlanTerms } from "../../core/plan/Plan.ts"
import { cyclesUntil, type NaiveCycle } from "./calendar.ts"
import { cost, discountOn, share } from "./rating.ts"

/** The plan from an instant on, until the next one. */
export interface PlanFrom {
  readonly fromAt: number
  readonly terms: PlanTerms
}

/** The quantity from an instant on, until the next one. */
export interface QuantityFrom {
  readonly fromAt: number
  readonly quantity: number
}

/** A usage event with the instant at which it was accepted. */
export interface Arrival {
  readonly meter: string
  readonly quantity: number
  readonly occurredAt: number
  readonly arrivedAt: number
}

/** Time [from, to); `null` has not ended. */
export interface Active {
  readonly from: number
  readonly to: number | null
}

/** All that a bill depends on; intervals of one length only. Commands lie at instants that differ. */
export interface History {
  readonly startAt: number
  readonly until: number
  readonly plans: ReadonlyArray<PlanFrom>
  /** The quantities after the first one, which is 1; absent where there are none. */
  readonly quantities?: ReadonlyArray<QuantityFrom>
  readonly active: ReadonlyArray<Active>
  readonly cancelledAt: number | null
  readonly usage: ReadonlyArray<Arrival>
  readonly coupon: Coupon | null
}

/** What one cycle costs in all, and what its documents are to take off by the coupon. */
export interface Bill extends NaiveCycle {
  /** The active share of the fee of each plan, for each unit. */
  readonly fee: number
  /** The usage that the documents of this cycle bill, late usage of earlier ones included. */
  readonly usage: number
  readonly discount: number
}

const overlap = (a: Active, b: Active): number => {
  const to = Math.min(a.to ?? Number.MAX_SAFE_INTEGER, b.to ?? Number.MAX_SAFE_INTEGER)
  return Math.max(0, to - Math.max(a.from, b.from))
}

/** The plans with the time of each. */
export const planSpans = ({ plans }: History): ReadonlyArray<Active & { readonly terms: PlanTerms }> =>
  plans.map(({ fromAt, terms }, index) => ({ from: fromAt, to: plans[index + 1]?.fromAt ?? null, terms }))

/** The quantities with the time of each. */
export const quantitySpans = ({
  quantities = [],
}: History): ReadonlyArray<Active & { readonly quantity: number }> =>
  [{ fromAt: Number.MIN_SAFE_INTEGER, quantity: 1 }, ...quantities].map(({ fromAt, quantity }, index) => ({
    from: fromAt,
    to: quantities[index]?.fromAt ?? null,
    quantity,
  }))

/** Of each plan, the fee of one cycle: of each unit, for its time. */
export const feesOf = (history: History, { startAt, endAt }: NaiveCycle): ReadonlyArray<number> =>
  planSpans(history).map((plan) => {
    let unitMillis = 0
    for (const stretch of quantitySpans(history)) {
      for (const active of history.active) {
        const from = Math.max(active.from, plan.from, stretch.from, startAt)
        const to = Math.min(plan.to ?? endAt, stretch.to ?? endAt, endAt)
        unitMillis += stretch.quantity * overlap({ from, to: active.to }, { from, to: Math.max(from, to) })
      }
    }
    return share(plan.terms.amount, unitMillis, endAt - startAt)
  })

/** Of each plan, the usage of one cycle that arrived before an instant, by meter name where one is given. */
export const usageOf = (
  history: History,
  cycle: NaiveCycle,
  arrivedBefore: number,
  meter: string | null = null,
): ReadonlyArray<number> =>
  planSpans(history).map((plan) => {
    let total = 0
    for (const price of plan.terms.prices) {
      if (meter !== null && price.meter !== meter) continue
      let quantity = 0
      for (const event of history.usage) {
        const { occurredAt } = event
        if (event.meter !== price.meter || event.arrivedAt >= arrivedBefore) continue
        if (occurredAt < Math.max(cycle.startAt, plan.from)) continue
        if (occurredAt >= Math.min(cycle.endAt, plan.to ?? cycle.endAt)) continue
        quantity += event.quantity
      }
      total += cost(price, quantity)
    }
    return total
  })

/** Up to when the documents of a cycle bill what arrived: its boundary, the cancellation, or the last pause in it. */
const closedAt = (history: History, { startAt, endAt }: NaiveCycle): number | null => {
  const { cancelledAt } = history
  if (cancelledAt !== null && cancelledAt < endAt) return cancelledAt >= startAt ? cancelledAt : null
  if (history.active.some(({ from, to }) => from < endAt && (to === null || to >= endAt))) return endAt
  const pauses = history.active.flatMap(({ to }) => (to !== null && to >= startAt && to < endAt ? [to] : []))
  return pauses.at(-1) ?? null
}

/** The bills of all cycles that have ended by then, or with the cancellation. */
export const billsOf = (history: History): ReadonlyArray<Bill> => {
  const { coupon, cancelledAt, until } = history
  const interval = history.plans[0]?.terms.interval ?? "MONTHLY"
  const plans = planSpans(history)
  const cycles = cyclesUntil(history.startAt, interval, until)
  // A change to a plan that it is not for ends it.
  const isEligible = (index: number): boolean =>
    coupon !== null &&
    plans.slice(0, index + 1).every(({ terms }) => coupon.planIds?.includes(terms.planId) ?? true)
  const bills: Array<Bill> = []
  let billedUntil = Number.NEGATIVE_INFINITY
  let firstDiscounted: number | null = null
  for (const cycle of cycles) {
    const fees = feesOf(history, cycle)
    const until = closedAt(history, cycle) ?? billedUntil
    const usages = plans.map(() => 0)
    for (const earlier of cycles) {
      if (earlier.cycle > cycle.cycle) break
      const now = usageOf(history, earlier, until)
      const before = usageOf(history, earlier, billedUntil)
      for (const index of plans.keys()) {
        usages[index] = (usages[index] ?? 0) + (now[index] ?? 0) - (before[index] ?? 0)
      }
    }
    billedUntil = until
    let eligible = 0
    for (const index of plans.keys()) {
      if (isEligible(index)) eligible += (fees[index] ?? 0) + (usages[index] ?? 0)
    }
    let discount = 0
    if (coupon !== null && covers(coupon, firstDiscounted, cycle.cycle, interval)) {
      discount = discountOn(coupon.discount, eligible)
      if (discount > 0) firstDiscounted ??= cycle.cycle
    }
    const sum = (amounts: ReadonlyArray<number>) => amounts.reduce((total, amount) => total + amount, 0)
    bills.push({ ...cycle, fee: sum(fees), usage: sum(usages), discount })
    if (cancelledAt !== null && cancelledAt <= cycle.endAt) break
  }
  return bills.filter(({ endAt }) => endAt <= until || (cancelledAt !== null && cancelledAt <= endAt))
}

const covers = (
  { duration }: Coupon,
  first: number | null,
  cycle: number,
  interval: "MONTHLY" | "YEARLY",
): boolean => {
  if (first === null || duration.type === "FOREVER") return true
  if (duration.type === "ONCE") return cycle === first
  return (cycle - first) * (interval === "MONTHLY" ? 1 : 12) < duration.months
}
