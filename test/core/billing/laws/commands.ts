// The commands of a played history, and the decisions that they are on an account as it stands.
import * as Result from "effect/Result"
import {
  type Account,
  Boletos,
  type Coupon,
  Invoice,
  InvoiceItems,
  Lifecycle,
  Methods,
  Operators,
  Payments,
  type Plan,
  QuantityChanges,
  Subscribe,
  Threshold,
  UpcomingInvoice,
  Usage,
  Voids,
  Voucher,
} from "../../../../src/index.ts"
import { boleto, card } from "../../../support/account.ts"
import { answers } from "./answers.ts"

/** The methods that the account of a history has; the first is the default, and the subscription's. */
export const methods = [card, { ...card, paymentMethodId: "pm_2", isDefault: false }, boleto] as const

/** A usage event; `age` is how late it arrives, or how far it lies ahead of the clock where it is negative. */
export interface Used {
  readonly meter: string
  readonly quantity: number
  readonly age: number
}

/** One of the methods of the account. */
export type MethodIndex = 0 | 1 | 2

/** A command; `pick` chooses among invoices, from the last one where it is negative, `part` is a percentage. */
export type Command =
  | { readonly do: "use"; readonly events: ReadonlyArray<Used> }
  | { readonly do: "threshold"; readonly value: number | null }
  | { readonly do: "payEarly"; readonly method?: MethodIndex }
  | { readonly do: "pause" | "resume" | "cancelNow" | "cancelLater" | "undoCancel" | "removeCoupon" }
  | {
      readonly do: "changeNow" | "changeLater" | "subscribe"
      readonly plan: 0 | 1
      readonly method?: MethodIndex
    }
  | { readonly do: "quantityNow" | "quantityLater"; readonly quantity: number }
  | { readonly do: "item"; readonly unitPrice: number; readonly quantity: number }
  | { readonly do: "method"; readonly method: MethodIndex }
  | { readonly do: "applyCoupon"; readonly coupon: Coupon.Coupon }
  | { readonly do: "newCard" }
  | { readonly do: "learn"; readonly answer: "approved" | "declined" }
  | { readonly do: "pay"; readonly pick: number; readonly method?: MethodIndex }
  | { readonly do: "OpenDispute" | "WinDispute" | "LoseDispute" | "WriteOff"; readonly pick: number }
  | { readonly do: "void"; readonly rebill: boolean; readonly pick: number }
  | {
      readonly do: "settle" | "refund" | "applyVoucher" | "revokeVoucher" | "payOutVoucher"
      readonly part: number
      readonly pick: number
    }

/** What a state, an amount or an age may forbid of a command; any other rejection is a fault of the rules. */
export const mayBeRefused = (command: Command, tag: string, { subscription }: Account.Account): boolean => {
  switch (command.do) {
    case "use": {
      // While it runs, what is used now, by a clock that may be ahead, is always accepted.
      const runs = subscription?.status === "ACTIVE" || subscription?.status === "PAST_DUE"
      const isLate = command.events.some(({ age }) => age > 0)
      return (tag === "UsageRefused" && (!runs || isLate)) || tag === "UsageEventTooOld"
    }
    case "subscribe":
      return tag === "SubscriptionAlreadyExists" || tag === "PaymentInProgress"
    case "newCard":
      return tag === "PaymentMethodLimitReached"
    case "applyCoupon":
      return [
        "SubscriptionHasCoupon",
        "SubscriptionTransitionInvalid",
        "CouponAlreadyUsed",
        "CouponNotForPlan",
        "CouponNotForInterval",
      ].includes(tag)
    case "item":
      return tag === "SubscriptionNotFound"
    case "refund":
      return ["RefundExceedsPaid", "PaymentAmountInvalid", "InvoiceTransitionInvalid"].includes(tag)
    case "settle":
      return tag === "PaymentAmountInvalid"
    case "pay":
    case "payEarly":
    case "void":
    case "applyVoucher":
      return tag === "InvoiceNotPayable" || tag === "PaymentInProgress" || tag === "InvoiceTransitionInvalid"
    case "pause":
      return ["SubscriptionTransitionInvalid", "SubscriptionInTrial", "ChangesExhausted"].includes(tag)
    case "changeNow":
    case "changeLater":
    case "quantityNow":
    case "quantityLater":
      return ["SubscriptionTransitionInvalid", "ChangesExhausted", "QuantityNotAllowed"].includes(tag)
    default:
      return tag === "SubscriptionTransitionInvalid" || tag === "InvoiceTransitionInvalid"
  }
}

/** What a command has to know beside the account. */
export interface Context {
  readonly account: Account.Account
  readonly rules: Account.Rules
  readonly startAt: number
  readonly plans: readonly [Plan.Plan, Plan.Plan]
  readonly at: number
  /** Makes this command's events and receipts its own. */
  readonly key: string
}

/** A decision on an account; with `again` it is the same command sent a second time. */
export interface Decide {
  (account: Account.Account, again?: boolean): Result.Result<Account.Change, unknown>
  /** The issued invoice that it is about, if it is about one. */
  readonly invoiceId?: string
}

const use = (command: Command & { do: "use" }, context: Context): Decide => {
  const { rules, at, key, startAt } = context
  const events = command.events.map(({ meter, quantity, age }, index) => ({
    eventId: `${key} ${index}`,
    meter,
    quantity,
    occurredAt: Math.max(startAt, at - age),
  }))
  return (account, again = false) => {
    const known = again ? events : []
    return Usage.recordUsage(account, { events, known, now: at }, rules)
  }
}

const threshold = (value: number | null, { rules, at }: Context): Decide =>
  value === null
    ? (account) => Result.succeed(Threshold.removeThreshold(account))
    : (account) => Threshold.setThreshold(account, { value, currency: "BRL", now: at }, rules)

/** Pays by the default card, or by the method named; a slip that stands in a card's way is cancelled. */
const payment = (invoiceId: string, method: MethodIndex | undefined, { rules, at }: Context): Decide => {
  const paymentMethodId = method === undefined ? null : methods[method].paymentMethodId
  const wish = { invoiceId, paymentMethodId, expectedPayableAmount: null, now: at }
  return (account) => {
    const cancelledAttemptId = Boletos.slipToCancel(account, wish, rules)?.attemptId ?? null
    return Payments.pay(account, { ...wish, cancelledAttemptId }, rules)
  }
}

const settle = (invoice: Invoice.Invoice, part: number, { rules, at, key }: Context): Decide => {
  const amount = Math.ceil((invoice.payableAmount * part) / 100)
  const receipt = { invoiceId: invoice.invoiceId, receiptId: key, amount, now: at }
  return (account) => Payments.settle(account, receipt, rules)
}

const about = (invoiceId: string, decide: Decide): Decide =>
  Object.assign<Decide, Pick<Decide, "invoiceId">>((account, again) => decide(account, again), { invoiceId })

/** What carries no id of its own is another one when it is sent again. */
const once =
  (decide: Decide): Decide =>
  (account, again = false) =>
    again ? Result.fail({ _tag: "InvoiceNotPayable" }) : decide(account)

/** What a command comes to: nothing where there is nothing it could be about. */
export const decisionsOf = (command: Command, context: Context): ReadonlyArray<Decide> => {
  const { account, rules, at, key } = context
  const { invoices } = account
  const picked = (
    among: (invoice: Invoice.Invoice) => boolean,
    decide: (invoice: Invoice.Invoice) => Decide,
  ) => {
    const candidates = invoices.filter(among)
    const pick = "pick" in command ? command.pick : 0
    const invoice = candidates.at(pick % Math.max(1, candidates.length))
    return invoice === undefined ? [] : [about(invoice.invoiceId, decide(invoice))]
  }
  const plan = (index: 0 | 1) => {
    const plan = context.plans[index]
    return { plan, planIntervalId: plan.intervals[0]?.id ?? "", now: at }
  }
  switch (command.do) {
    case "use":
      return [use(command, context)]
    case "threshold":
      return [threshold(command.value, context)]
    case "payEarly": {
      const upcoming = UpcomingInvoice.upcoming(account, at, rules)
      return Result.isFailure(upcoming) ? [] : [payment(upcoming.success.invoiceId, command.method, context)]
    }
    case "pause":
      return [(account) => Lifecycle.pause(account, at, rules)]
    case "resume":
      return [(account) => Lifecycle.resume(account, at, rules)]
    case "cancelNow":
      return [(account) => Lifecycle.cancel(account, at, rules)]
    case "cancelLater":
      return [(account) => Lifecycle.scheduleCancel(account, at, rules)]
    case "undoCancel":
      return [(account) => Lifecycle.undoCancel(account, at, rules)]
    case "applyCoupon": {
      const { coupon } = command
      const { code } = coupon
      return [(account) => Lifecycle.applyCoupon(account, { code, coupon, now: at })]
    }
    case "removeCoupon":
      return [(account) => Lifecycle.removeCoupon(account, at)]
    case "changeNow":
      return [(account) => Lifecycle.changePlan(account, plan(command.plan), rules)]
    case "changeLater":
      return [(account) => Lifecycle.schedulePlanChange(account, plan(command.plan), rules)]
    case "quantityNow":
      return [
        (account) => QuantityChanges.changeQuantity(account, { quantity: command.quantity, now: at }, rules),
      ]
    case "quantityLater":
      return [
        (account) =>
          QuantityChanges.scheduleQuantityChange(account, { quantity: command.quantity, now: at }, rules),
      ]
    case "item": {
      const { unitPrice, quantity } = command
      const item = { itemId: key, name: "Set-up", unitPrice, quantity, now: at }
      return [(account) => InvoiceItems.addItem(account, item, rules)]
    }
    case "subscribe": {
      const { paymentMethodId } = methods[command.method ?? 0]
      const wish = { ...plan(command.plan), subscriptionId: key, paymentMethodId, coupon: null }
      return [(account) => Subscribe.subscribe(account, wish, rules)]
    }
    case "method": {
      const { paymentMethodId } = methods[command.method]
      return [(account) => Lifecycle.changePaymentMethod(account, { paymentMethodId, now: at }, rules)]
    }
    case "newCard": {
      const method = { ...card, paymentMethodId: key, isDefault: false }
      return [once((account) => Methods.addMethod(account, { method, now: at }, rules))]
    }
    case "learn":
      return invoices.flatMap(({ invoiceId, attempts }) =>
        attempts.flatMap(({ attemptId, status }): ReadonlyArray<Decide> => {
          const told = { invoiceId, attemptId, answer: answers[command.answer](), now: at }
          const decide: Decide = (account) => Payments.recordAnswer(account, told, rules)
          return status === "UNKNOWN" ? [about(invoiceId, decide)] : []
        }),
      )
    case "pay":
      return picked(Invoice.isPayable, ({ invoiceId }) => payment(invoiceId, command.method, context))
    case "void":
      return picked(Invoice.isPayable, ({ invoiceId }) => {
        const voiding = { invoiceId, rebill: command.rebill, now: at }
        return (account) => Voids.voidInvoice(account, voiding, rules)
      })
    case "settle":
      return picked(
        () => true,
        (invoice) => settle(invoice, command.part, context),
      )
    case "applyVoucher": {
      const voucher = account.vouchers.find(({ balance, frozen }) => balance > 0 && !frozen)
      if (voucher === undefined) return []
      return picked(Invoice.isPayable, ({ invoiceId }) => {
        const applied = { invoiceId, voucherId: voucher.voucherId, amount: null, now: at }
        return once((account) => Operators.applyVoucher(account, applied, rules))
      })
    }
    case "revokeVoucher": {
      const { vouchers: all } = account
      const goneOf = (invoiceId: string | null): number =>
        all
          .filter(({ creditOf, revokedAt }) => creditOf === invoiceId && revokedAt !== null)
          .reduce((sum, one) => sum + one.amount - one.amountRedeemed - Voucher.amountPaidOut(one), 0)
      const vouchers = all.filter(({ balance, creditOf, frozen }) => {
        const invoice = invoices.find(({ invoiceId }) => invoiceId === creditOf)
        const refunded = frozen ? 0 : (invoice?.amountRefunded ?? 0)
        return balance > 0 && (creditOf === null || refunded >= goneOf(creditOf) + balance)
      })
      const voucher = vouchers[command.pick % Math.max(1, vouchers.length)]
      if (voucher === undefined) return []
      const revoked = { voucherId: voucher.voucherId, now: at }
      return [once((account) => Operators.revokeVoucher(account, revoked))]
    }
    case "payOutVoucher": {
      const vouchers = account.vouchers.filter(({ balance, frozen }) => balance > 0 && !frozen)
      const voucher = vouchers[command.pick % Math.max(1, vouchers.length)]
      if (voucher === undefined) return []
      const amount = Math.min(voucher.balance, Math.ceil((voucher.balance * command.part) / 100))
      const payout = { voucherId: voucher.voucherId, payoutId: context.key, amount, at }
      return [once((account) => Operators.payOutVoucher(account, payout))]
    }
    case "refund":
      return picked(
        () => true,
        ({ invoiceId, amountPaid }) => {
          const amount = Math.ceil((amountPaid * command.part) / 100)
          const refund = { _tag: "Refund", refundId: context.key, amount, now: at } as const
          return (account) => Operators.operate(account, invoiceId, refund, rules)
        },
      )
    default: {
      const told = { _tag: command.do, now: at }
      return picked(
        () => true,
        ({ invoiceId }) =>
          (account) =>
            Operators.operate(account, invoiceId, told, rules),
      )
    }
  }
}
