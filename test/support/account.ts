// An account for tests of the pure billing rules: a subscription with a card, and commands that charge at once. What
// the gateway says is given, so no adapter is needed.
import * as Result from "effect/Result"
import {
  Account,
  type BillingPolicy,
  type Coupon,
  Due,
  defaultPolicy,
  Lifecycle,
  type PaymentAttempt,
  type PaymentMethod,
  Payments,
  type Plan,
  Reconciliation,
  Subscribe,
  UpcomingInvoice,
  Usage,
  Voids,
  type Voucher,
} from "../../src/index.ts"
import { organizationId, plan as starter } from "./billing.ts"

export const rulesOf = (policy: Partial<BillingPolicy> = {}): Account.Rules => ({
  policy: { ...defaultPolicy, ...policy },
  deriveId: (key) => key,
})

export const card: PaymentMethod.PaymentMethod = {
  paymentMethodId: "pm_1",
  organizationId,
  type: "CARD",
  isDefault: true,
  billingDetails: { name: "Ana", email: "ana@example.com" },
  test: true,
  createdAt: 0,
  brand: "visa",
  last4: "4242",
  expMonth: 12,
  expYear: 2099,
  gatewayReference: "tok_visa:1",
}

/** Slips are billed to this one: BRL only, like every slip. */
export const boleto: PaymentMethod.PaymentMethod = {
  paymentMethodId: "pm_slip",
  organizationId,
  type: "BOLETO",
  isDefault: false,
  billingDetails: { name: "Ana", email: "ana@example.com" },
  test: true,
  createdAt: 1,
}

export const approved: PaymentAttempt.GatewayAnswer = { _tag: "Approved" }
export const declined: PaymentAttempt.GatewayAnswer = {
  _tag: "Declined",
  declineCode: "card_declined",
  retryable: true,
}
export const stolen: PaymentAttempt.GatewayAnswer = {
  _tag: "Declined",
  declineCode: "stolen_card",
  retryable: false,
}
export const unknown: PaymentAttempt.GatewayAnswer = { _tag: "Unknown" }
export const notFound: PaymentAttempt.LookupAnswer = { _tag: "NotFound" }

/** A slip that can be paid until an instant. */
export const slipUntil = (expiresAt: number): PaymentAttempt.GatewayAnswer => ({
  _tag: "Pending",
  slip: { barcode: "0".repeat(44), digitableLine: "0".repeat(47), expiresAt },
})

/** What a gateway says: always the same, or as it likes of each charge at an instant. */
type Says<Answer> = Answer | ((charge: Account.Charge, at: number) => Answer)

const asked = <Answer extends { readonly _tag: string }>(
  says: Says<Answer>,
  charge: Account.Charge,
  at: number,
): Answer => (typeof says === "function" ? says(charge, at) : says)

/** Month and day of an instant, and the time of day unless it is midnight. */
export const dayOf = (at: number): string => {
  const [day, time] = new Date(at).toISOString().slice(5, -1).split("T")
  return time === "00:00:00.000" ? `${day}` : `${day} ${time}`
}

/** The success of a decision; a rejection is a failure of the test that shows it. */
export const decided = <A, E>(result: Result.Result<A, E>): A => {
  if (Result.isSuccess(result)) return result.success
  throw new Error(`Refused: ${JSON.stringify(result.failure)}`)
}

/** The account of an organization that owns nothing yet. */
export const empty = Account.emptyAccount({ organizationId, name: "One", currency: "BRL", status: "ACTIVE" })

/** An account whose commands apply at once; the gateway says `answer` and `found`, which can be changed on the way. */
export const makeAccount = (options: {
  readonly at: number
  readonly coupon?: Coupon.Coupon
  readonly plan?: Plan.Plan
  /** The first one of the plan unless told. */
  readonly planIntervalId?: string
  readonly policy?: Partial<BillingPolicy>
  readonly quantity?: number
  /** What the gateway says at first. */
  readonly answer?: Says<PaymentAttempt.GatewayAnswer>
  /** The first one is the subscription's. */
  readonly paymentMethods?: ReadonlyArray<PaymentMethod.PaymentMethod>
}) => {
  const rules = rulesOf(options.policy)
  const { coupon, paymentMethods = [card], plan = starter } = options
  const { planIntervalId = plan.intervals[0]?.id ?? "" } = options
  let answer: Says<PaymentAttempt.GatewayAnswer> = options.answer ?? approved
  let found: Says<PaymentAttempt.LookupAnswer> = unknown
  let charges: ReadonlyArray<Account.Charge> = []
  let billingEvents: ReadonlyArray<Account.BillingEvent> = []
  let voucherEntries: ReadonlyArray<Voucher.VoucherEntry> = []
  let toldUntil = 0
  let asks: ReadonlyArray<string> = []
  let steps: ReadonlyArray<string> = []
  let account: Account.Account = {
    ...empty,
    paymentMethods,
  }
  const note = (question: string, at: number, { attemptId }: Account.Charge): void => {
    asks = [...asks, `${dayOf(at)} ${question} ${attemptId.replace(/^attempt\/invoice\/sub\//, "")}`]
  }
  /** Without an instant, what follows is recorded when it was asked for. */
  const apply = (
    result: Result.Result<Account.Change, unknown>,
    at: number | null = null,
    presentAt: number | null = at,
  ): Account.Change => {
    const change = decided(result)
    account = change.account
    billingEvents = [...billingEvents, ...change.billingEvents]
    voucherEntries = [...voucherEntries, ...change.voucherEntries]
    for (const charge of change.charges) {
      charges = [...charges, charge]
      const { invoiceId, attemptId } = charge
      const now = at ?? charge.at
      note("charge", now, charge)
      const told = { invoiceId, attemptId, answer: asked(answer, charge, now), now }
      apply(Payments.recordAnswer(account, told, rules), now, presentAt)
    }
    for (const charge of change.lookups) {
      const { invoiceId, attemptId } = charge
      const now = at ?? charge.at
      note("lookup", now, charge)
      const told = { invoiceId, attemptId, answer: asked(found, charge, now), now }
      apply(
        Reconciliation.recordLookup(account, { ...told, presentAt: presentAt ?? now }, rules),
        now,
        presentAt,
      )
    }
    return change
  }
  apply(
    Subscribe.subscribe(
      account,
      {
        subscriptionId: "sub",
        plan,
        planIntervalId,
        paymentMethodId: paymentMethods[0]?.paymentMethodId ?? "",
        coupon: coupon === undefined ? null : { code: coupon.code, coupon },
        ...(options.quantity !== undefined && { quantity: options.quantity }),
        now: options.at,
      },
      rules,
    ),
  )
  return {
    rules,
    now: () => account,
    charges: () => charges,
    /** What was announced since the last time that this was asked. */
    told: () => {
      const told = billingEvents.slice(toldUntil)
      toldUntil = billingEvents.length
      return told
    },
    billingEvents: () => billingEvents,
    /** The ledgers of all vouchers, in the order in which they were written. */
    voucherEntries: () => voucherEntries,
    /** What the gateway was asked so far, in order: the day, charge or lookup, and the attempt. */
    asks: () => asks,
    /** What has become due so far, in order: the day, and the kind of the step. */
    steps: () => steps,
    /** What the subscription was so far, in order: the day, and the status or that dunning was exhausted. */
    standings: () =>
      billingEvents.flatMap((told) => {
        if (told.type === "dunning.exhausted") return [`${dayOf(told.at)} exhausted`]
        return told.type === "subscription.status_changed"
          ? [`${dayOf(told.at)} ${told.subscription.status}`]
          : []
      }),
    answerWith: (next: Says<PaymentAttempt.GatewayAnswer>) => {
      answer = next
    },
    findWith: (next: Says<PaymentAttempt.LookupAnswer>) => {
      found = next
    },
    apply,
    upcoming: (at: number) => decided(UpcomingInvoice.upcoming(account, at, rules)),
    /** Pays the upcoming invoice. */
    payEarly: (now: number) => {
      const { invoiceId } = decided(UpcomingInvoice.upcoming(account, now, rules))
      const payment = { invoiceId, paymentMethodId: null, expectedPayableAmount: null, now }
      apply(Payments.pay(account, payment, rules))
      return invoiceId
    },
    pay: (invoiceId: string, now: number, paymentMethodId: string | null = null) =>
      apply(Payments.pay(account, { invoiceId, paymentMethodId, expectedPayableAmount: null, now }, rules)),
    use: (meter: string, quantity: number, occurredAt: number) =>
      apply(
        Usage.recordUsage(
          account,
          {
            events: [{ eventId: `${meter}/${occurredAt}/${quantity}`, meter, quantity, occurredAt }],
            known: [],
            now: occurredAt,
          },
          rules,
        ),
      ),
    /** Writes into the account what no command of it does. */
    edit: (members: Partial<Account.Account>) => {
      account = { ...account, ...members }
    },
    pause: (now: number) => apply(Lifecycle.pause(account, now, rules)),
    resume: (now: number) => apply(Lifecycle.resume(account, now, rules)),
    cancel: (now: number) => apply(Lifecycle.cancel(account, now, rules)),
    changeMethod: (paymentMethodId: string, now: number) =>
      apply(Lifecycle.changePaymentMethod(account, { paymentMethodId, now }, rules), now),
    /** Voids an invoice whose lines are billed again. */
    rebill: (invoiceId: string, now: number) =>
      apply(Voids.voidInvoice(account, { invoiceId, rebill: true, now }, rules)),
    settle: (invoiceId: string, amount: number, now: number, receiptId = `receipt ${now}`) =>
      apply(Payments.settle(account, { invoiceId, receiptId, amount, now }, rules), now),
    /** Everything that is due up to an instant; `presentAt` is later where a run catches up. */
    runUntil: (until: number, presentAt: number | null = null) => {
      for (;;) {
        const due = Due.nextDue(account, rules)
        if (due === null || due.at > until) return
        steps = [...steps, `${dayOf(due.at)} ${due.kind}`]
        const present = presentAt ?? due.at
        apply(Due.takeStep(account, due, rules, present), due.at, present)
      }
    },
  }
}

/** An answer that comes later than its charge. */
export const answerTo = (
  billing: ReturnType<typeof makeAccount>,
  command: Payments.AnswerCommand,
): Result.Result<Account.Change, unknown> => Payments.recordAnswer(billing.now(), command, billing.rules)

/** Five messages that occurred earlier than they arrive. */
export const lateUsage = (
  billing: ReturnType<typeof makeAccount>,
  occurredAt: number,
  now: number,
): Result.Result<Account.Change, unknown> =>
  Usage.recordUsage(
    billing.now(),
    { events: [{ eventId: "late", meter: "messages", quantity: 5, occurredAt }], known: [], now },
    billing.rules,
  )
