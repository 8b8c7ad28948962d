// For every operation and every fact that can refuse it, one call that is refused with this fact. A pair that is
// missing here, or that the table has not, does not compile.
import {
  type Account,
  type Coupon,
  Due,
  type ImportedCustomer,
  Imports,
  Instant,
  InvoiceItems,
  Lifecycle,
  Methods,
  Operators,
  type PaymentMethod,
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
import { boleto, card, decided, declined, unknown } from "../../../support/account.ts"
import { coupon, dollars, monthly, organizationId, plan, yearly } from "../../../support/billing.ts"
import { customer, period, card as savedCard, slip } from "../../../support/imports.ts"
import {
  active,
  at,
  cancelled,
  DAY,
  failed,
  fullWithoutEarly,
  fullWithoutUsed,
  inFlight,
  lastAt,
  none,
  type overfullPaused,
  paid,
  paused,
  priceless,
  pro,
  rules,
  subscribedTo,
  unsubscribed,
  usage,
} from "./accounts.ts"
import type { Operations, rejections } from "./table.ts"

type Table = typeof rejections

type Refusals = {
  readonly [Op in keyof Table]: { readonly [Tag in Table[Op][number]]: () => ReturnType<Operations[Op]> }
}

const noChanges = {
  ...rules,
  policy: { ...rules.policy, pausesMax: 0, planChangesMax: 0, quantityChangesMax: 0 },
}

const retired = { ...pro, status: "INACTIVE" as const }

const subscribe = (members: Partial<Subscribe.SubscribeCommand> = {}, account = unsubscribed) =>
  Subscribe.subscribe(
    account,
    {
      subscriptionId: "sub",
      plan,
      planIntervalId: monthly,
      paymentMethodId: card.paymentMethodId,
      coupon: null,
      now: at,
      ...members,
    },
    rules,
  )

const redeem = (
  members: Partial<Coupon.Coupon>,
  command: Partial<Subscribe.SubscribeCommand> = {},
  account = unsubscribed,
) => subscribe({ coupon: { code: coupon.code, coupon: { ...coupon, ...members } }, ...command }, account)

const apply = (members: Partial<Coupon.Coupon>, account = active) =>
  Lifecycle.applyCoupon(account, { code: coupon.code, coupon: { ...coupon, ...members }, now: at })

const imported = (
  members: Partial<ImportedCustomer.ImportedCustomer> = {},
  { account = none, ...given }: Partial<Imports.ImportCommand & { account: Account.Account }> = {},
) =>
  Imports.importSubscription(
    account,
    { subscriptionId: "moved", customer: { ...customer, ...members }, plan, coupon: null, now: at, ...given },
    rules,
  )

const couponUse: Account.CouponUse = {
  couponId: coupon.couponId,
  code: coupon.code,
  subscriptionId: "old",
  currency: "BRL",
  amountRedeemed: 0,
  at,
}

const fourCards = [0, 1, 2, 3].map((index) => ({
  ...savedCard,
  gatewayReference: `card ${index}`,
  isDefault: index === 0,
}))

const importedWith = (
  terms: Partial<Coupon.Coupon>,
  given: Parameters<typeof imported>[1] = {},
  members: Partial<ImportedCustomer.ImportedCustomer> = {},
) =>
  imported(
    { coupon: { code: coupon.code, cyclesSince: 0 }, ...members },
    { coupon: { ...coupon, ...terms }, ...given },
  )

const use = (event: ReturnType<typeof usage>, account = active, known: Array<typeof event> = []) =>
  Usage.recordUsage(account, { events: [event], known, now: at }, rules)

const pay = (account: Account.Account, invoiceId: string, members: Partial<Payments.PayCommand> = {}) =>
  Payments.pay(
    account,
    { invoiceId, paymentMethodId: null, expectedPayableAmount: null, now: at, ...members },
    rules,
  )

/** Pays the upcoming invoice. */
const payEarly = (account: Account.Account, members: Partial<Payments.PayCommand> = {}) =>
  pay(account, decided(UpcomingInvoice.upcoming(account, at, rules)).invoiceId, members)

const answer = (invoiceId: string, attemptId: string) =>
  Payments.recordAnswer(inFlight.account, { invoiceId, attemptId, answer: unknown, now: at }, rules)

const lookUp = (invoiceId: string, attemptId: string) =>
  Reconciliation.recordLookup(
    inFlight.account,
    { invoiceId, attemptId, answer: unknown, now: at, presentAt: at },
    rules,
  )

/** The early payment of an account in flight turns out as refused. */
const refusedEarly = ({ early: invoiceId, now }: typeof overfullPaused) =>
  ({ invoiceId, attemptId: `attempt/${invoiceId}/0`, answer: declined, now, presentAt: now }) as const

const settle = (invoiceId: string, amount: number) =>
  Payments.settle(failed.account, { invoiceId, receiptId: "receipt", amount, now: at }, rules)

const { voucher } = decided(
  Voucher.grant({
    voucherId: "voucher",
    organizationId,
    name: "Goodwill",
    currency: "BRL",
    amount: 500,
    effectiveAt: at,
    expiresAt: null,
    createdAt: at,
  }),
)

const applyVoucher = (
  { account, invoiceId }: { readonly account: Account.Account; readonly invoiceId: string },
  members: Partial<Operators.ApplyVoucherCommand> = {},
) =>
  Operators.applyVoucher(
    { ...account, vouchers: [voucher] },
    { invoiceId, voucherId: "voucher", amount: null, now: at, ...members },
    rules,
  )

const refund = (invoiceId: string, amount: number) =>
  Operators.operate(paid.account, invoiceId, { _tag: "Refund", refundId: "refund", amount, now: at }, rules)

const receive = (invoiceId: string, amount: number | null, { account } = failed) =>
  Operators.receive(account, { invoiceId, receiptId: "receipt", amount, now: at }, rules)

const failPayment = (
  { account, invoiceId }: { readonly account: Account.Account; readonly invoiceId: string },
  attemptId: string | null = null,
  now = at,
) => Operators.failPayment(account, { invoiceId, attemptId, declineCode: "card_declined", now }, rules)

const grant = (members: Partial<Operators.GrantCommand>) =>
  Operators.grant(none, {
    voucherId: "voucher",
    name: "Goodwill",
    currency: "BRL",
    amount: 500,
    effectiveAt: null,
    expiresAt: null,
    now: at,
    ...members,
  })

const setThreshold = (account: Account.Account, value: number, currency = "BRL") =>
  Threshold.setThreshold(account, { value, currency, now: at }, rules)

const voidInvoice = (account: Account.Account, invoiceId: string, now = at) =>
  Voids.voidInvoice(account, { invoiceId, rebill: true, now }, rules)

const change = (members: Partial<Lifecycle.ChangePlanCommand> = {}): Lifecycle.ChangePlanCommand => ({
  plan: pro,
  planIntervalId: "pro monthly",
  now: at,
  ...members,
})

const changePlan = (members?: Partial<Lifecycle.ChangePlanCommand>, account = active, by = rules) =>
  Lifecycle.changePlan(account, change(members), by)

const schedulePlanChange = (members?: Partial<Lifecycle.ChangePlanCommand>, account = active, by = rules) =>
  Lifecycle.schedulePlanChange(account, change(members), by)

const changePaymentMethod = (account: Account.Account, paymentMethodId: string) =>
  Lifecycle.changePaymentMethod(account, { paymentMethodId, now: at }, rules)

const updateMethod = (paymentMethodId: string, billingDetails: PaymentMethod.BillingDetailsChange) =>
  Methods.updateMethod(active, { paymentMethodId, isDefault: false, billingDetails })

const removeMethod = (account: Account.Account, paymentMethodId: string) =>
  Methods.removeMethod(account, { paymentMethodId, now: at }, rules)

const inDollars = subscribedTo(pro, "pro dollars")
const last = subscribedTo(plan, monthly, lastAt)
const withTrial = {
  ...plan,
  intervals: plan.intervals.map((interval) => ({ ...interval, trialDays: 1 })),
}
const tried = subscribedTo(withTrial, monthly, at)
const triedAhead = decided(payEarly(tried)).account
const triedLast = subscribedTo(withTrial, monthly, lastAt)
const units = {
  ...plan,
  intervals: plan.intervals.map((interval) => ({ ...interval, quantityAllowed: true })),
}
const seated = decided(
  QuantityChanges.changeQuantity(subscribedTo(units, monthly), { quantity: 3, now: at }, rules),
).account
const pausedSeats = decided(Lifecycle.pause(seated, at, rules)).account
/** One unit is an amount, three are not. */
const costly = {
  ...pro,
  intervals: pro.intervals.map((interval) => ({
    ...interval,
    amount: Number.MAX_SAFE_INTEGER,
    quantityAllowed: true,
  })),
}
const changeQuantity = (account: Account.Account, quantity: number, by = rules) =>
  QuantityChanges.changeQuantity(account, { quantity, now: at }, by)
const scheduleQuantityChange = (account: Account.Account, quantity: number, by = rules) =>
  QuantityChanges.scheduleQuantityChange(account, { quantity, now: at }, by)
const addItem = (account: Account.Account, members = {}) =>
  InvoiceItems.addItem(
    account,
    { itemId: "setup", name: "Set-up", unitPrice: 5_000, quantity: 1, now: at, ...members },
    rules,
  )
const withItem = decided(addItem(active)).account
const withItems = Array.from({ length: 200 }, (_, index) => String(index)).reduce(
  (account, itemId) => decided(addItem(account, { itemId })).account,
  active,
)
const boundary = ({ subscription }: Account.Account): Due.Due => ({
  kind: "BOUNDARY",
  at: subscription?.cycle.endAt ?? at,
})

/** A call for each fact that can refuse each operation. */
export const refusals: Refusals = {
  setThreshold: {
    ThresholdInvalid: () => setThreshold(active, 0),
    SubscriptionCurrencyMismatch: () => setThreshold(active, 1, "USD"),
    AmountOutOfRange: () => setThreshold(priceless, 1),
  },
  upcoming: {
    SubscriptionNotFound: () => UpcomingInvoice.upcoming(unsubscribed, at, rules),
    NoUpcomingInvoice: () => UpcomingInvoice.upcoming(paused, at, rules),
    AmountOutOfRange: () => UpcomingInvoice.upcoming(priceless, at, rules),
  },
  subscribe: {
    PlanIntervalNotFound: () => subscribe({ planIntervalId: "pro monthly" }),
    PlanInactive: () => subscribe({ plan: retired, planIntervalId: "pro monthly" }),
    QuantityInvalid: () => subscribe({ plan: units, quantity: 0 }),
    QuantityNotAllowed: () => subscribe({ quantity: 2 }),
    SubscriptionAlreadyExists: () => subscribe({}, active),
    PaymentInProgress: () => subscribe({}, decided(Lifecycle.cancel(inFlight.account, at, rules)).account),
    PaymentMethodRequired: () => subscribe({}, none),
    PaymentMethodNotFound: () => subscribe({ paymentMethodId: "none" }),
    PaymentMethodCurrencyMismatch: () =>
      subscribe({ planIntervalId: dollars, paymentMethodId: boleto.paymentMethodId }),
    ThresholdCurrencyMismatch: () =>
      subscribe({}, { ...unsubscribed, threshold: { value: 100, currency: "USD" } }),
    CouponNotFound: () => subscribe({ coupon: { code: "NONE", coupon: null } }),
    CouponExpired: () => redeem({ redeemBy: at }),
    CouponDepleted: () => redeem({ redemptionsMax: 1, timesRedeemed: 1 }),
    CouponNotForPlan: () => redeem({ planIds: ["pro"] }),
    CouponNotForInterval: () =>
      redeem({ duration: { type: "REPEATING", months: 3 } }, { planIntervalId: yearly }),
    CouponCurrencyMismatch: () => redeem({ discount: { type: "FIXED", amount: 1, currency: "USD" } }),
    CouponAlreadyUsed: () => {
      const { couponId, code } = coupon
      const use = { couponId, code, subscriptionId: "old", currency: "BRL", amountRedeemed: 0, at }
      return redeem({}, {}, { ...unsubscribed, couponUses: [use] })
    },
    InstantOutOfRange: () => subscribe({ now: Date.UTC(9999, 11, 31) }),
  },
  importSubscription: {
    ImportInvalid: () => imported({ owedAmount: 1 }),
    InvalidOrganization: () => imported({ organization: { ...none.organization, currency: "XXX" } }),
    PlanIntervalNotFound: () => imported({ planIntervalId: "none" }),
    QuantityInvalid: () => imported({ quantity: 0 }, { plan: units }),
    QuantityNotAllowed: () => imported({ quantity: 2 }),
    SubscriptionAlreadyExists: () => imported({}, { account: active }),
    PaymentMethodLimitReached: () => imported({ paymentMethods: fourCards }),
    PaymentMethodRequired: () => imported({ paymentMethods: [] }),
    PaymentMethodCurrencyMismatch: () => imported({ paymentMethods: [slip], planIntervalId: dollars }),
    ThresholdCurrencyMismatch: () =>
      imported({}, { account: { ...none, threshold: { value: 1, currency: "USD" } } }),
    CouponNotFound: () => imported({ coupon: { code: "NONE", cyclesSince: 0 } }),
    CouponDepleted: () => importedWith({ redemptionsMax: 1, timesRedeemed: 1 }),
    CouponNotForPlan: () => importedWith({ planIds: [pro.planId] }),
    CouponNotForInterval: () =>
      importedWith(
        { duration: { type: "REPEATING", months: 3 } },
        {},
        { planIntervalId: yearly, period: { ...period, endAt: Date.UTC(2027, 0, 31, 12) } },
      ),
    CouponCurrencyMismatch: () => importedWith({ discount: { type: "FIXED", amount: 1, currency: "USD" } }),
    CouponAlreadyUsed: () => importedWith({}, { account: { ...none, couponUses: [couponUse] } }),
    InstantOutOfRange: () => imported({}, { now: Instant.MAX_INSTANT }),
  },
  recordUsage: {
    SubscriptionNotFound: () => use(usage("messages", 1), unsubscribed),
    UsageEventInvalid: () => use(usage("messages", -1)),
    UsageEventConflict: () => use(usage("messages", 1), active, [usage("messages", 2)]),
    UsageEventTooOld: () => use(usage("messages", 1, at - 36 * DAY)),
    UsageEventInFuture: () => use(usage("messages", 1, at + DAY)),
    UsageRefused: () => use(usage("messages", 1), paused),
    UsageMeterUnknown: () => use(usage("storage", 1)),
  },
  pay: {
    InvoiceNotFound: () => pay(active, "none"),
    InvoiceNotPayable: () => pay(paid.account, paid.invoiceId),
    InvoiceChanged: () => pay(failed.account, failed.invoiceId, { expectedPayableAmount: 1 }),
    PaymentInProgress: () => pay(inFlight.account, inFlight.invoiceId),
    PaymentMethodRequired: () => payEarly({ ...active, paymentMethods: [] }),
    PaymentMethodNotFound: () => payEarly(active, { paymentMethodId: "none" }),
    PaymentMethodCurrencyMismatch: () => payEarly(inDollars, { paymentMethodId: boleto.paymentMethodId }),
    AmountOutOfRange: () => pay(priceless, "none"),
  },
  recordAnswer: {
    InvoiceTransitionInvalid: () => answer("none", inFlight.attemptId),
    AttemptNotFound: () => answer(inFlight.invoiceId, "none"),
    AmountOutOfRange: () =>
      Payments.recordAnswer(fullWithoutEarly.account, refusedEarly(fullWithoutEarly), rules),
  },
  recordLookup: {
    InvoiceTransitionInvalid: () => lookUp("none", inFlight.attemptId),
    AttemptNotFound: () => lookUp(inFlight.invoiceId, "none"),
    AmountOutOfRange: () =>
      Reconciliation.recordLookup(fullWithoutEarly.account, refusedEarly(fullWithoutEarly), rules),
  },
  settle: {
    InvoiceTransitionInvalid: () => settle("none", 1),
    PaymentAmountInvalid: () => settle(failed.invoiceId, 0),
  },
  applyVoucher: {
    InvoiceNotFound: () => applyVoucher({ ...failed, invoiceId: "none" }),
    VoucherNotFound: () => applyVoucher(failed, { voucherId: "none" }),
    VoucherNotUsable: () => applyVoucher(failed, { now: at - 1 }),
    InvoiceNotPayable: () => applyVoucher(paid),
    VoucherAmountInvalid: () => applyVoucher(failed, { amount: 0 }),
    VoucherExhausted: () => applyVoucher(failed, { amount: 501 }),
    PaymentInProgress: () => applyVoucher(inFlight),
  },
  operate: {
    InvoiceNotFound: () => refund("none", 1),
    InvoiceTransitionInvalid: () =>
      Operators.operate(paid.account, paid.invoiceId, { _tag: "WinDispute", now: at }, rules),
    PaymentAmountInvalid: () => refund(paid.invoiceId, 0),
    RefundExceedsPaid: () => refund(paid.invoiceId, 9_991),
  },
  receive: {
    InvoiceNotFound: () => receive("none", 1),
    PaymentAmountInvalid: () => receive(paid.invoiceId, null, paid),
  },
  failPayment: {
    InvoiceNotFound: () => failPayment({ ...inFlight, invoiceId: "none" }),
    InvoiceTransitionInvalid: () => failPayment(failed, failed.attemptId),
    AttemptNotFound: () => failPayment(inFlight, "none"),
    PaymentInProgress: () => failPayment(inFlight, null),
    AmountOutOfRange: () => {
      const { account, early: invoiceId, now } = fullWithoutEarly
      return failPayment({ account, invoiceId }, null, now + DAY)
    },
  },
  grant: {
    InvalidVoucher: () => grant({ currency: "XXX" }),
    VoucherAmountInvalid: () => grant({ amount: 0 }),
  },
  voidInvoice: {
    InvoiceNotFound: () => voidInvoice(active, "none"),
    InvoiceTransitionInvalid: () => voidInvoice(paid.account, paid.invoiceId),
    PaymentInProgress: () => voidInvoice(inFlight.account, inFlight.invoiceId),
    AmountOutOfRange: () => voidInvoice(fullWithoutUsed.account, fullWithoutUsed.used, fullWithoutUsed.now),
  },
  pause: {
    SubscriptionNotFound: () => Lifecycle.pause(unsubscribed, at, rules),
    SubscriptionTransitionInvalid: () => Lifecycle.pause(cancelled, at, rules),
    SubscriptionInTrial: () => Lifecycle.pause(tried, at, rules),
    ChangesExhausted: () => Lifecycle.pause(active, at, noChanges),
    AmountOutOfRange: () => Lifecycle.pause(priceless, at, rules),
  },
  suspend: {
    SubscriptionNotFound: () => Lifecycle.suspend(unsubscribed, at, rules),
    SubscriptionTransitionInvalid: () => Lifecycle.suspend(cancelled, at, rules),
    AmountOutOfRange: () => Lifecycle.suspend(priceless, at, rules),
  },
  resume: {
    SubscriptionNotFound: () => Lifecycle.resume(unsubscribed, at, rules),
    SubscriptionTransitionInvalid: () => Lifecycle.resume(cancelled, at, rules),
  },
  cancel: {
    SubscriptionNotFound: () => Lifecycle.cancel(unsubscribed, at, rules),
    AmountOutOfRange: () => Lifecycle.cancel(priceless, at, rules),
  },
  scheduleCancel: {
    SubscriptionNotFound: () => Lifecycle.scheduleCancel(unsubscribed, at, rules),
    SubscriptionTransitionInvalid: () => Lifecycle.scheduleCancel(paused, at, rules),
  },
  undoCancel: {
    SubscriptionNotFound: () => Lifecycle.undoCancel(unsubscribed, at, rules),
    SubscriptionTransitionInvalid: () => Lifecycle.undoCancel(cancelled, at, rules),
  },
  applyCoupon: {
    SubscriptionNotFound: () => apply({}, unsubscribed),
    SubscriptionTransitionInvalid: () => apply({}, cancelled),
    SubscriptionHasCoupon: () => apply({}, decided(redeem({ couponId: "first", code: "FIRST" })).account),
    CouponNotFound: () => Lifecycle.applyCoupon(active, { code: "NONE", coupon: null, now: at }),
    CouponExpired: () => apply({ redeemBy: at }),
    CouponDepleted: () => apply({ redemptionsMax: 1, timesRedeemed: 1 }),
    CouponNotForPlan: () => apply({ planIds: ["pro"] }),
    CouponNotForInterval: () =>
      apply({ duration: { type: "REPEATING", months: 3 } }, subscribedTo(plan, yearly)),
    CouponCurrencyMismatch: () => apply({ discount: { type: "FIXED", amount: 1, currency: "USD" } }),
    CouponAlreadyUsed: () => apply({}, { ...active, couponUses: [couponUse] }),
  },
  removeCoupon: {
    SubscriptionNotFound: () => Lifecycle.removeCoupon(unsubscribed, at),
    SubscriptionTransitionInvalid: () => Lifecycle.removeCoupon(cancelled, at),
  },
  changePlan: {
    SubscriptionNotFound: () => changePlan({}, unsubscribed),
    SubscriptionTransitionInvalid: () => changePlan({}, paused),
    ChangesExhausted: () => changePlan({}, active, noChanges),
    PlanIntervalNotFound: () => changePlan({ planIntervalId: "none" }),
    PlanInactive: () => changePlan({ plan: retired }),
    PlanCurrencyMismatch: () => changePlan({ planIntervalId: "pro dollars" }),
    QuantityInvalid: () => changePlan({ plan: costly }, seated),
    QuantityNotAllowed: () => changePlan({}, seated),
    InstantOutOfRange: () => changePlan({ planIntervalId: "pro yearly", now: lastAt }, last),
    // At no instant there is no share of a fee.
    AmountOutOfRange: () => changePlan({ now: Number.NaN }),
  },
  schedulePlanChange: {
    SubscriptionNotFound: () => schedulePlanChange({}, unsubscribed),
    SubscriptionTransitionInvalid: () => schedulePlanChange({}, paused),
    PlanIntervalNotFound: () => schedulePlanChange({ planIntervalId: "none" }),
    PlanInactive: () => schedulePlanChange({ plan: retired }),
    PlanCurrencyMismatch: () => schedulePlanChange({ planIntervalId: "pro dollars" }),
    QuantityInvalid: () => schedulePlanChange({ plan: costly }, seated),
    QuantityNotAllowed: () => schedulePlanChange({}, seated),
    ChangesExhausted: () => schedulePlanChange({}, triedAhead, noChanges),
    InstantOutOfRange: () => schedulePlanChange({ planIntervalId: "pro yearly", now: lastAt }, triedLast),
  },
  addItem: {
    SubscriptionNotFound: () => addItem(unsubscribed),
    InvoiceItemInvalid: () => addItem(active, { unitPrice: -1 }),
    InvoiceItemConflict: () => addItem(withItem, { name: "Other" }),
    InvoiceItemLimitReached: () => addItem(withItems, { itemId: "201" }),
  },
  removeItem: {
    SubscriptionNotFound: () => InvoiceItems.removeItem(unsubscribed, { itemId: "setup" }),
    InvoiceItemNotFound: () => InvoiceItems.removeItem(active, { itemId: "setup" }),
    InvoiceItemBilled: () =>
      InvoiceItems.removeItem(decided(Lifecycle.pause(withItem, at, rules)).account, { itemId: "setup" }),
  },
  changeQuantity: {
    SubscriptionNotFound: () => changeQuantity(unsubscribed, 2),
    SubscriptionTransitionInvalid: () => changeQuantity(pausedSeats, 2),
    QuantityInvalid: () => changeQuantity(seated, 1.5),
    QuantityNotAllowed: () => changeQuantity(active, 2),
    ChangesExhausted: () => QuantityChanges.changeQuantity(seated, { quantity: 2, now: at + 1 }, noChanges),
  },
  scheduleQuantityChange: {
    SubscriptionNotFound: () => scheduleQuantityChange(unsubscribed, 2),
    SubscriptionTransitionInvalid: () => scheduleQuantityChange(pausedSeats, 2),
    QuantityInvalid: () => scheduleQuantityChange(seated, 1_000_001),
    QuantityNotAllowed: () => scheduleQuantityChange(active, 2),
  },
  changePaymentMethod: {
    SubscriptionNotFound: () => changePaymentMethod(unsubscribed, card.paymentMethodId),
    SubscriptionTransitionInvalid: () => changePaymentMethod(cancelled, card.paymentMethodId),
    PaymentMethodNotFound: () => changePaymentMethod(active, "none"),
    PaymentMethodCurrencyMismatch: () => changePaymentMethod(inDollars, boleto.paymentMethodId),
  },
  addMethod: {
    PaymentMethodLimitReached: () => Methods.addMethod(active, { method: boleto, now: at }, rules),
  },
  updateMethod: {
    PaymentMethodNotFound: () => updateMethod("none", {}),
    BillingDetailRequired: () => updateMethod(boleto.paymentMethodId, { email: null }),
  },
  removeMethod: {
    PaymentMethodNotFound: () => removeMethod(active, "none"),
    PaymentMethodInUse: () => removeMethod({ ...active, paymentMethods: [card] }, card.paymentMethodId),
  },
  takeStep: {
    InstantOutOfRange: () => Due.takeStep(last, boundary(last), rules),
    AmountOutOfRange: () => Due.takeStep(priceless, boundary(priceless), rules),
  },
}
