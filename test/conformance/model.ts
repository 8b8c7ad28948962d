// One organization as a client of /studio sees it, the naive way: what it told the service, and what that has to come
// to. Amounts are those of the oracle, which knows a history and no document. Shares with the core the shape of a price.
import type { WireCoupon, WireInvoice, WirePlan, WireSubscription } from "../../src/api/index.ts"
import type { Coupon, Plan } from "../../src/index.ts"
import { feesOf, type History, usageOf } from "../../src/testing/oracle/bills.ts"
import { cyclesUntil, type NaiveCycle } from "../../src/testing/oracle/calendar.ts"
import { covers, discountOn } from "../../src/testing/oracle/rating.ts"
import type { Catalogue } from "./session.ts"

/** A payment method; `approves` is null for a slip, whose money comes later if at all. */
export interface Method {
  readonly id: string
  readonly type: "CARD" | "BOLETO"
  isDefault: boolean
  name: string | null
  readonly approves: boolean | null
  /** Whether it was added here, so that it may be changed and removed. */
  readonly isOurs: boolean
}

/** What is known of the organization; methods are the oldest first. */
export interface Model {
  methods: Array<Method>
  life: "none" | "running" | "paused" | "cancelled"
  subscription: WireSubscription | null
  /** Ids of all that were made here, the oldest first. */
  readonly subscriptionIds: Array<string>
  history: History | null
  coupon: WireCoupon | null
  /** Invoices of the subscription as they were last seen, the newest first. */
  invoices: ReadonlyArray<WireInvoice>
  threshold: { readonly value: number; readonly currency: "BRL" | "USD" | "EUR" } | null
  readonly usedCodes: Set<string>
  /** What of the fees that were billed was given back, by cycle; `null` where that is not for a simple model to say. */
  readonly credited: Map<number, number | null>
  /** Vouchers that were granted here, with their amounts. */
  readonly granted: Map<string, number>
}

/** An organization that has nothing. */
export const emptyModel = (): Model => ({
  methods: [],
  life: "none",
  subscription: null,
  subscriptionIds: [],
  history: null,
  coupon: null,
  invoices: [],
  threshold: null,
  usedCodes: new Set(),
  credited: new Map(),
  granted: new Map(),
})

export const isLive = ({ life }: Model): boolean => life === "running" || life === "paused"

export const isInFlight = ({ attempts }: WireInvoice): boolean =>
  attempts.some(({ status }) => status === "STARTED" || status === "UNKNOWN" || status === "PENDING")

/** Whether what is owed by an invoice makes its subscription PAST_DUE at a time. */
export const isDelinquent = (invoice: WireInvoice, now: number): boolean =>
  invoice.status === "PAYMENT_FAILED" ||
  invoice.status === "EXPIRED" ||
  (invoice.status === "OPEN" && Date.parse(invoice.dueDate) <= now && !isInFlight(invoice))

/** The status that a subscription has to have. */
export const statusOf = ({ life, invoices }: Model, now: number): WireSubscription["status"] => {
  if (life === "cancelled") return "CANCELLED"
  if (life === "paused") return "PAUSED"
  return invoices.some((invoice) => isDelinquent(invoice, now)) ? "PAST_DUE" : "ACTIVE"
}

/** Adds a method: the first one is the default whatever was wished. */
export const addMethod = (model: Model, method: Omit<Method, "isDefault">, wish: boolean): Method => {
  const isDefault = wish || model.methods.length === 0
  if (isDefault) for (const other of model.methods) other.isDefault = false
  const added = { ...method, isDefault }
  model.methods.push(added)
  return added
}

/** Takes a method away: the oldest that is left follows as the default, and the default as what is charged. */
export const removeMethod = (model: Model, { id, isDefault }: Method): void => {
  model.methods = model.methods.filter((method) => method.id !== id)
  const [oldest] = model.methods
  if (isDefault && oldest !== undefined) oldest.isDefault = true
  const next = model.methods.find((method) => method.isDefault)
  if (model.subscription?.paymentMethodId !== id || !isLive(model) || next === undefined) return
  model.subscription = { ...model.subscription, paymentMethodId: next.id }
}

/** What an interval of a plan agrees to. */
export const termsOf = (
  { planId, name, intervals }: WirePlan,
  planIntervalId: string,
  prices: Plan.PlanTerms["prices"],
): Plan.PlanTerms => {
  const interval = intervals.find(({ id }) => id === planIntervalId)
  if (interval === undefined) throw new Error(`${name} has no interval ${planIntervalId}`)
  const { currency, amount } = interval
  return { planId, planName: name, planIntervalId, interval: interval.interval, amount, currency, prices }
}

/** A coupon as the oracle takes it. */
export const couponOf = ({ code, type, amount, currency, duration, durationInMonths }: WireCoupon) =>
  ({
    code,
    discount:
      type === "FIXED" ? { type, amount, currency } : { type, basisPoints: Math.round(Number(amount) * 100) },
    duration: duration === "REPEATING" ? { type: duration, months: durationInMonths } : { type: duration },
    planIds: null,
  }) as unknown as Coupon.Coupon

/** The history of a subscription that was just made. */
export const historyOf = (
  subscription: WireSubscription,
  coupon: WireCoupon | null,
  plan: WirePlan,
  { prices }: Catalogue,
): History => {
  const startAt = Date.parse(subscription.createdAt)
  return {
    startAt,
    until: Number.MAX_SAFE_INTEGER,
    plans: [{ fromAt: startAt, terms: termsOf(plan, subscription.planIntervalId, prices) }],
    active: [{ from: startAt, to: null }],
    cancelledAt: null,
    usage: [],
    coupon: coupon === null ? null : couponOf(coupon),
  }
}

const sum = (amounts: ReadonlyArray<number>): number => amounts.reduce((total, amount) => total + amount, 0)

const couponAmount = ({ discounts }: WireInvoice): number =>
  sum(discounts.map(({ type, amount }) => (type === "COUPON" ? amount : 0)))

const intervalOf = ({ plans }: History): "MONTHLY" | "YEARLY" => plans[0]?.terms.interval ?? "MONTHLY"

/** The cycles of a history that began by a time, the running one last. */
export const cyclesOf = (history: History, now: number): ReadonlyArray<NaiveCycle> =>
  cyclesUntil(history.startAt, intervalOf(history), now + 1)

/** The documents of a cycle that were not taken back. */
export const invoicesOf = ({ invoices }: Model, { startAt, endAt }: NaiveCycle): ReadonlyArray<WireInvoice> =>
  invoices.filter(({ periodStart, status }) => {
    const from = Date.parse(periodStart)
    return from >= startAt && from < endAt && status !== "VOID"
  })

/** What a cycle costs by all that is known so far. */
export const dueOf = (history: History, cycle: NaiveCycle): number =>
  sum(feesOf(history, cycle)) + sum(usageOf(history, cycle, Number.MAX_SAFE_INTEGER))

/** What documents of a cycle come to. */
export const billedOf = (model: Model, cycle: NaiveCycle): number =>
  sum(invoicesOf(model, cycle).map(({ totalAmount }) => totalAmount))

/** What is left to bill of a cycle, or null where credits make that more than a simple model knows. */
export const unbilledOf = (model: Model, cycle: NaiveCycle): number | null => {
  const credited = model.credited.get(cycle.cycle) ?? (model.credited.has(cycle.cycle) ? null : 0)
  if (model.history === null || credited === null) return null
  return dueOf(model.history, cycle) - billedOf(model, cycle) + credited
}

/** What the documents of a cycle bill of usage, whose lines begin with the names of prices, or of fees. */
const linesOf = (model: Model, cycle: NaiveCycle, { prices }: Catalogue, kind: "fee" | "usage"): number => {
  const isUsage = (line: string): boolean => prices.some(({ name }) => line.split(",")[0] === name)
  const lines = invoicesOf(model, cycle).flatMap((one) => one.lines)
  return sum(lines.map(({ name, amount }) => (isUsage(name) === (kind === "usage") ? amount : 0)))
}

/** What of the usage of all cycles no document has billed yet. */
export const unbilledUsageOf = (model: Model, catalogue: Catalogue, now: number): number => {
  const { history } = model
  if (history === null) return 0
  const cycles = cyclesOf(history, now)
  const used = sum(cycles.flatMap((cycle) => usageOf(history, cycle, Number.MAX_SAFE_INTEGER)))
  return used - sum(cycles.map((cycle) => linesOf(model, cycle, catalogue, "usage")))
}

/** What the coupon has left to give of a cycle, or null where something was given back. */
export const couponLeftOf = (model: Model, cycle: NaiveCycle): number | null => {
  const { history, coupon } = model
  if (history?.coupon == null || coupon === null) return 0
  if (model.credited.size > 0) return null
  const given = (one: NaiveCycle): number => sum(invoicesOf(model, one).map(couponAmount))
  const discounted = cyclesOf(history, cycle.startAt).filter((one) => given(one) > 0)
  const months = intervalOf(history) === "MONTHLY" ? 1 : 12
  const before = discounted.map((one) => one.cycle * months)
  if (!covers(history.coupon.duration, before, cycle.cycle * months)) return 0
  return Math.max(0, discountOn(history.coupon.discount, dueOf(history, cycle)) - given(cycle))
}

/** Notes what a command left of fees that had been billed for longer: it has to be given back. */
export const noteCredit = (model: Model, cycle: NaiveCycle, catalogue: Catalogue): void => {
  const before = model.credited.get(cycle.cycle)
  if (model.history === null || before === null) return
  const due = sum(feesOf(model.history, cycle))
  const over = linesOf(model, cycle, catalogue, "fee") - (before ?? 0) - due
  if (over <= 0) return
  const isSettled = invoicesOf(model, cycle).every(({ status }) => status === "PAID")
  model.credited.set(cycle.cycle, isSettled ? (before ?? 0) + over : null)
}
