// Any command with any arguments, sensible or not, on an account as it stands.
import * as Result from "effect/Result"
import * as fc from "fast-check"
import {
  type Account,
  BillingCycle,
  type BillingPolicy,
  type Coupon,
  Due,
  Imports,
  InvoiceItems,
  Lifecycle,
  Methods,
  Operators,
  Payments,
  QuantityChanges,
  Reconciliation,
  Subscribe,
  Threshold,
  UpcomingInvoice,
  Usage,
  Voids,
  Voucher,
} from "../../../../src/index.ts"
import {
  approved,
  boleto,
  card,
  decided,
  declined,
  notFound,
  rulesOf,
  slipUntil,
  stolen,
  unknown,
} from "../../../support/account.ts"
import { coupon, organizationId, plan } from "../../../support/billing.ts"
import { at, DAY, none, pro } from "./accounts.ts"
import { type Operations, rejections } from "./table.ts"

/** Numbers that no caller should send. */
const nonsense = fc.constantFrom(
  Number.NaN,
  Number.POSITIVE_INFINITY,
  Number.NEGATIVE_INFINITY,
  Number.MAX_VALUE,
  2 ** 53,
  Number.MAX_SAFE_INTEGER,
  Number.MIN_SAFE_INTEGER,
  -1,
  -0,
  0.5,
)
/** `null` mostly. */
const seldom = <A>(arbitrary: fc.Arbitrary<A>): fc.Arbitrary<A | null> =>
  fc.oneof({ weight: 7, arbitrary: fc.constant(null) }, { weight: 1, arbitrary })

const number = fc.oneof({ weight: 4, arbitrary: fc.nat({ max: 20_000 }) }, { weight: 1, arbitrary: nonsense })

const kinds: ReadonlyArray<Due.Due["kind"]> = [
  "BOUNDARY",
  "VOUCHER_EXPIRY",
  "SLIP_EXPIRY",
  "STALE_ATTEMPT",
  "DELINQUENCY",
  "DUNNING",
  "DUNNING_EXHAUSTED",
  "WRITE_OFF",
  "LOOKUP",
]
const retired = { ...pro, status: "INACTIVE" as const }

const units = {
  ...plan,
  planId: "units",
  intervals: plan.intervals.map((interval) => ({ ...interval, quantityAllowed: true })),
}

const coupons: ReadonlyArray<Coupon.Coupon | null> = [
  null,
  coupon,
  { ...coupon, duration: { type: "FOREVER" } },
  { ...coupon, duration: { type: "REPEATING", months: 3 }, planIds: [plan.planId] },
  { ...coupon, discount: { type: "FIXED", amount: 5_000, currency: "USD" } },
  { ...coupon, redeemBy: at + 40 * DAY },
  { ...coupon, redemptionsMax: 1, timesRedeemed: 1 },
]

/** What any operation can be called with; `pick` chooses among the invoices, attempts and vouchers that there are. */
export const commands = fc.record({
  operation: fc.constantFrom(
    ...(Object.keys(rejections) as ReadonlyArray<keyof typeof rejections>),
    ...([
      "pay",
      "pay",
      "pay",
      "recordUsage",
      "recordUsage",
      "applyVoucher",
      "applyVoucher",
      "subscribe",
    ] as const),
  ),
  later: fc.oneof(fc.constantFrom(0, 1, DAY, 31 * DAY), fc.nat({ max: 20 * DAY })),
  /** The instant of a command that is tried and not kept. */
  senselessNow: seldom(nonsense),
  pick: fc.nat({ max: 6 }),
  /** Ids that belong to nothing. */
  id: seldom(fc.constantFrom("", "none", "__proto__", "constructor")),
  number,
  amount: fc.option(number, { freq: 2 }),
  plan: fc.constantFrom(plan, plan, pro, retired, units),
  coupon: fc.option(
    fc.constantFrom(...coupons).map((coupon) => ({ code: "CODE", coupon })),
    { freq: 2 },
  ),
  answered: fc.boolean(),
  rebill: fc.boolean(),
  answer: fc.constantFrom(approved, declined, declined, stolen, unknown, slipUntil(at + 3 * DAY)),
  operator: fc.constantFrom("Refund", "Refund", "WriteOff", "OpenDispute", "WinDispute", "LoseDispute"),
  meter: fc.constantFrom("messages", "messages", "tokens", "calls", "storage", "__proto__"),
  due: fc.constantFrom(...kinds),
})

export type Command = typeof commands extends fc.Arbitrary<infer C> ? C : never

const unsubscribed: fc.Arbitrary<Account.Account> = fc.record({
  organization: fc.constant(none.organization),
  paymentMethods: fc.constantFrom([card], [card, boleto], [card, boleto], [boleto], []),
  subscription: fc.constant(null),
  formerSubscriptions: fc.constant([]),
  periods: fc.constant([]),
  invoices: fc.constant([]),
  receivables: fc.constant([]),
  vouchers: fc
    .array(
      fc.record({
        amount: fc.integer({ min: 1, max: 30_000 }),
        currency: fc.constantFrom("BRL", "BRL", "USD"),
        effectiveAt: fc.constantFrom(at, at + 10 * DAY, at + 20 * DAY, at + 40 * DAY),
        expiresAt: fc.constantFrom(null, null, at + 20 * DAY),
      }),
      { maxLength: 3 },
    )
    .map((granted) =>
      granted.map((members, index) => {
        const terms = { ...members, voucherId: `voucher ${index}`, organizationId, name: "Goodwill" }
        return decided(Voucher.grant({ ...terms, createdAt: at })).voucher
      }),
    ),
  threshold: fc.option(
    fc.record({ value: fc.integer({ min: 1, max: 5_000 }), currency: fc.constantFrom("BRL", "BRL", "USD") }),
    { freq: 2 },
  ),
  couponUses: fc.constantFrom(...Array.from({ length: 5 }, () => []), [
    {
      couponId: coupon.couponId,
      code: coupon.code,
      subscriptionId: "old",
      currency: "BRL",
      amountRedeemed: 0,
      at,
    },
  ]),
})

/** Accounts before the first command; most of those that can be are subscribed. */
export const accounts: fc.Arbitrary<Account.Account> = fc
  .record({
    account: unsubscribed,
    coupon: fc.constantFrom(null, null, ...coupons),
    planIntervalId: fc.constantFrom(null, ...plan.intervals.map(({ id }) => id)),
  })
  .map(({ account, coupon, planIntervalId }) => {
    const paymentMethodId = account.paymentMethods[0]?.paymentMethodId
    if (planIntervalId === null || paymentMethodId === undefined) return account
    const subscribed = Subscribe.subscribe(
      account,
      {
        subscriptionId: "subscription",
        plan,
        planIntervalId,
        paymentMethodId,
        coupon: coupon === null ? null : { code: coupon.code, coupon },
        now: at,
      },
      rulesOf(),
    )
    return Result.isSuccess(subscribed) ? subscribed.success.account : account
  })

/** Policies that differ in what decides between operations. */
export const policies: fc.Arbitrary<Partial<BillingPolicy>> = fc.record({
  cancellationFee: fc.constantFrom("ACTIVE_SHARE", "FULL_CYCLE"),
  cutsMax: fc.constantFrom(0, 2, 15),
  graceMillis: fc.constantFrom(0, DAY),
  dunningDays: fc.constantFrom([1, 3, 7, 14], [1, 3, 7, 14], [2], []),
  onExhausted: fc.constantFrom("STAY", "PAUSE", "CANCEL"),
  writeOffAfterDays: fc.constantFrom(null, 17),
})

const operatorCommand = ({ operator, amount }: Command, refundId: string, now: number) =>
  operator === "Refund"
    ? ({ _tag: operator, refundId, amount, now } as const)
    : { _tag: operator as "WriteOff" | "OpenDispute" | "WinDispute" | "LoseDispute", now }

/** Calls the operation that a command names. */
export const call = (
  account: Account.Account,
  command: Command,
  { rules, now, key }: { readonly rules: Account.Rules; readonly now: number; readonly key: string },
): ReturnType<Operations[keyof Operations]> => {
  const { pick, number, amount } = command
  const id = (place: number): string | null => (pick % 3 === place ? command.id : null)
  const among = <A>(values: ReadonlyArray<A>): A | undefined => values[pick % Math.max(1, values.length)]
  const upcoming = UpcomingInvoice.upcoming(account, now, rules)
  const invoice = among(account.invoices)
  const live = Result.isSuccess(upcoming) ? upcoming.success.invoiceId : "none"
  const invoiceId = id(0) ?? (pick === 0 ? live : (invoice?.invoiceId ?? live))
  const attemptId = id(1) ?? invoice?.attempts.at(-1)?.attemptId ?? "none"
  const voucherId = id(1) ?? among(account.vouchers)?.voucherId ?? "none"
  const paymentMethodId = id(1) ?? among(account.paymentMethods)?.paymentMethodId ?? "none"
  const planIntervalId = id(2) ?? among(command.plan.intervals)?.id ?? "none"
  const chosen = { plan: command.plan, planIntervalId, now }
  switch (command.operation) {
    case "setThreshold": {
      const currency = pick === 0 ? "USD" : "BRL"
      return Threshold.setThreshold(account, { value: number, currency, now }, rules)
    }
    case "upcoming":
      return upcoming
    case "subscribe":
      return Subscribe.subscribe(
        account,
        {
          ...chosen,
          subscriptionId: `subscription ${key}`,
          paymentMethodId,
          ...(amount !== null && { quantity: pick < 4 ? 1 : amount }),
          coupon: command.coupon,
        },
        rules,
      )
    case "importSubscription": {
      const at = pick === 2 ? now : number
      const running = BillingCycle.cycleAt(BillingCycle.anchorOf({ at, interval: "MONTHLY" }), now)
      const { startAt, endAt } = Result.getOrElse(running, () => ({ startAt: now, endAt: now + DAY }))
      return Imports.importSubscription(
        account,
        {
          subscriptionId: `subscription ${key}`,
          customer: {
            importId: id(0) ?? key,
            organization: account.organization,
            planId: command.plan.planId,
            planIntervalId,
            ...(amount !== null && { quantity: pick < 4 ? 1 : amount }),
            anchor: { at, day: pick === 1 ? number : null },
            period: {
              startAt,
              endAt,
              trial: pick === 4,
              feePaid: command.rebill,
              usage: [{ meter: command.meter, quantity: number, paidQuantity: amount ?? 0 }],
            },
            cancelAtPeriodEnd: pick === 5,
            coupon: command.coupon === null ? null : { code: "CODE", cyclesSince: amount ?? 0 },
            credits: amount === null ? [] : [{ name: "Credit", amount, expiresAt: null }],
            owedAmount: pick === 3 ? number : 0,
            paymentMethods: [card],
          },
          plan: command.plan,
          coupon: command.coupon?.coupon ?? null,
          now,
        },
        rules,
      )
    }
    case "recordUsage": {
      const event = {
        eventId: command.id === "" ? "" : key,
        meter: command.meter,
        quantity: number,
        occurredAt: now - (amount ?? 0),
      }
      const known = pick === 0 ? [{ ...event, quantity: 1 }] : []
      return Usage.recordUsage(account, { events: [event, event], known, now }, rules)
    }
    case "pay":
      return Payments.pay(
        account,
        {
          invoiceId,
          paymentMethodId: pick === 1 ? null : paymentMethodId,
          expectedPayableAmount: pick === 2 ? amount : null,
          now,
        },
        rules,
      )
    case "recordAnswer":
      return Payments.recordAnswer(account, { invoiceId, attemptId, answer: command.answer, now }, rules)
    case "recordLookup": {
      const answer = pick === 0 ? notFound : command.answer
      const presentAt = now + (pick === 1 ? DAY : 0)
      return Reconciliation.recordLookup(account, { invoiceId, attemptId, answer, now, presentAt }, rules)
    }
    case "settle": {
      const receipt = { invoiceId, receiptId: id(2) ?? key, amount: number, now }
      return Payments.settle(account, pick < 3 ? receipt : { ...receipt, attemptId }, rules)
    }
    case "applyVoucher":
      return Operators.applyVoucher(account, { invoiceId, voucherId, amount, now }, rules)
    case "operate":
      return Operators.operate(account, invoiceId, operatorCommand(command, id(2) ?? key, now), rules)
    case "receive":
      return Operators.receive(account, { invoiceId, receiptId: id(2) ?? key, amount, now }, rules)
    case "failPayment": {
      const declineCode = pick === 0 ? "stolen_card" : "card_declined"
      const failed = { invoiceId, attemptId: pick < 4 ? attemptId : null, declineCode, now } as const
      return Operators.failPayment(account, failed, rules)
    }
    case "grant":
      return Operators.grant(account, {
        voucherId: `voucher ${key}`,
        name: command.id ?? "Goodwill",
        currency: pick === 0 ? "XXX" : "BRL",
        amount: number,
        effectiveAt: pick === 1 ? now + (amount ?? 0) : null,
        expiresAt: pick === 2 ? now + (amount ?? 0) : null,
        now,
      })
    case "voidInvoice":
      return Voids.voidInvoice(account, { invoiceId, rebill: command.rebill, now }, rules)
    case "pause":
      return Lifecycle.pause(account, now, rules)
    case "suspend":
      return Lifecycle.suspend(account, now, rules)
    case "resume":
      return Lifecycle.resume(account, now, rules)
    case "cancel":
      return Lifecycle.cancel(account, now, rules)
    case "scheduleCancel":
      return Lifecycle.scheduleCancel(account, now, rules)
    case "undoCancel":
      return Lifecycle.undoCancel(account, now, rules)
    case "applyCoupon":
      return Lifecycle.applyCoupon(account, { ...(command.coupon ?? { code: "CODE", coupon: null }), now })
    case "removeCoupon":
      return Lifecycle.removeCoupon(account, now)
    case "changePlan":
      return Lifecycle.changePlan(account, chosen, rules)
    case "schedulePlanChange":
      return Lifecycle.schedulePlanChange(account, chosen, rules)
    case "addItem":
      return InvoiceItems.addItem(
        account,
        {
          itemId: `item ${pick}`,
          name: command.id ?? "Set-up",
          unitPrice: number,
          quantity: amount ?? 1,
          now,
        },
        rules,
      )
    case "removeItem":
      return InvoiceItems.removeItem(account, { itemId: `item ${pick}` })
    case "changeQuantity":
      return QuantityChanges.changeQuantity(account, { quantity: pick < 4 ? pick : number, now }, rules)
    case "scheduleQuantityChange":
      return QuantityChanges.scheduleQuantityChange(
        account,
        { quantity: pick < 4 ? pick : number, now },
        rules,
      )
    case "changePaymentMethod":
      return Lifecycle.changePaymentMethod(account, { paymentMethodId, now }, rules)
    case "addMethod": {
      const method = { ...card, paymentMethodId: key, isDefault: command.rebill }
      return Methods.addMethod(account, { method, now }, rules)
    }
    case "updateMethod": {
      const details = { name: pick === 0 ? null : "Bia", ...(pick === 1 && { address: null }) }
      const isDefault = command.rebill
      return Methods.updateMethod(account, { paymentMethodId, isDefault, billingDetails: details })
    }
    case "removeMethod":
      return Methods.removeMethod(account, { paymentMethodId, now }, rules)
    case "takeStep":
      return Due.takeStep(account, { kind: command.due, at: now }, rules)
  }
}
