// An account for tests of the pure billing rules: a subscription with a card, and commands that charge at once. What
// the gateway says is given, so no adapter is needed.
import * as Result from "effect/Result"
import {
  Account,
  type BillingPolicy,
  type Coupon,
  Drafts,
  Due,
  defaultPolicy,
  Lifecycle,
  type PaymentAttempt,
  type PaymentMethod,
  Payments,
  Subscribe,
  Usage,
} from "../../src/index.ts"
import { organizationId, plan } from "./billing.ts"

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

export const approved: PaymentAttempt.GatewayAnswer = { _tag: "Approved" }
export const declined: PaymentAttempt.GatewayAnswer = {
  _tag: "Declined",
  declineCode: "card_declined",
  retryable: true,
}
export const unknown: PaymentAttempt.GatewayAnswer = { _tag: "Unknown" }

/** The success of a decision; a rejection is a failure of the test that shows it. */
export const decided = <A, E>(result: Result.Result<A, E>): A => {
  if (Result.isSuccess(result)) return result.success
  throw new Error(`Refused: ${JSON.stringify(result.failure)}`)
}

/** An account whose commands apply at once; every charge gets `answer`, which can be changed on the way. */
export const makeAccount = (options: {
  readonly at: number
  readonly coupon?: Coupon.Coupon
  readonly planIntervalId?: string
  readonly policy?: Partial<BillingPolicy>
}) => {
  const rules = rulesOf(options.policy)
  let answer: PaymentAttempt.GatewayAnswer = approved
  let charges: ReadonlyArray<Account.Charge> = []
  let announcements: ReadonlyArray<Account.Announcement> = []
  let account: Account.Account = {
    ...Account.emptyAccount({ organizationId, name: "One", currency: "BRL", status: "ACTIVE" }),
    paymentMethods: [card],
  }
  const apply = (result: Result.Result<Account.Change, unknown>): Account.Change => {
    const change = decided(result)
    account = change.account
    announcements = [...announcements, ...change.announcements]
    for (const charge of change.charges) {
      charges = [...charges, charge]
      const { invoiceId, attemptId, at: now } = charge
      apply(Payments.recordAnswer(account, { invoiceId, attemptId, answer, now }, rules))
    }
    return change
  }
  const { coupon, planIntervalId = plan.intervals[0]?.id ?? "" } = options
  apply(
    Subscribe.subscribe(account, {
      subscriptionId: "sub",
      plan,
      planIntervalId,
      paymentMethodId: "pm_1",
      coupon: coupon === undefined ? null : { code: coupon.code, coupon },
      now: options.at,
    }),
  )
  return {
    rules,
    now: () => account,
    charges: () => charges,
    /** What was announced since the last time that this was asked. */
    told: () => {
      const told = announcements
      announcements = []
      return told
    },
    answerWith: (next: PaymentAttempt.GatewayAnswer) => {
      answer = next
    },
    apply,
    upcoming: (at: number) => decided(Drafts.upcoming(account, at, rules)),
    /** Pays the upcoming invoice. */
    payEarly: (now: number) => {
      const { invoiceId } = decided(Drafts.upcoming(account, now, rules))
      const payment = { invoiceId, paymentMethodId: null, expectedPayableAmount: null, now }
      apply(Payments.pay(account, payment, rules))
      return invoiceId
    },
    pay: (invoiceId: string, now: number) =>
      apply(
        Payments.pay(account, { invoiceId, paymentMethodId: null, expectedPayableAmount: null, now }, rules),
      ),
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
    pause: (now: number) => apply(Lifecycle.pause(account, now, rules)),
    resume: (now: number) => apply(Lifecycle.resume(account, now, rules)),
    cancel: (now: number) => apply(Lifecycle.cancel(account, now, rules)),
    /** Everything that is due up to an instant. */
    runUntil: (until: number) => {
      for (;;) {
        const due = Due.nextDue(account, rules)
        if (due === null || due.at > until) return
        apply(Due.takeStep(account, due, rules))
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
