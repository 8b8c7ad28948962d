// Stories of organizations over a year: commands on their days, with what a subscription can meet in between.
import * as Effect from "effect/Effect"
import {
  addPaymentMethod,
  type BillingPorts,
  cancelSubscription,
  changePlan,
  changeSubscriptionPaymentMethod,
  createSubscription,
  grantVoucher,
  pauseSubscription,
  payInvoice,
  previewUpcomingInvoice,
  recordUsage,
  resumeSubscription,
  setThreshold,
  settleInvoice,
  viewAccount,
} from "../../src/index.ts"
import {
  addCard,
  organizationId as firstId,
  monthly,
  plan,
  pro,
  proMonthly,
  startAt,
  subscribed,
  yearly,
} from "./billing.ts"

const DAY = 24 * 60 * 60_000

type Command = Effect.Effect<unknown, unknown, BillingPorts>

/** What happens to an organization, by the days since its beginning, ascending. */
export interface Story {
  readonly organizationId: string
  readonly commands: ReadonlyArray<readonly [day: number, command: Command]>
}

const idOf = (index: number): string => firstId.replace(/\d{2}$/, `${index + 10}`)

const use = (id: string, eventId: string, meter: string, quantity: number, day: number | null = null) =>
  recordUsage({
    organizationId: id,
    events: [{ eventId, meter, quantity, occurredAt: day === null ? null : startAt + day * DAY }],
  })

const payWith = (id: string, invoiceId: string) =>
  Effect.result(
    payInvoice({ organizationId: id, invoiceId, paymentMethodId: null, expectedPayableAmount: null }),
  )

const payUpcoming = (id: string) =>
  Effect.flatMap(previewUpcomingInvoice(id), ({ invoiceId }) => payWith(id, invoiceId))

const changeCard = (id: string, cardToken: string) =>
  Effect.flatMap(addCard(cardToken, id), ({ paymentMethodId }) =>
    changeSubscriptionPaymentMethod({ organizationId: id, paymentMethodId }),
  )

const subscribeBySlip = (id: string) =>
  Effect.gen(function* () {
    const { paymentMethodId } = yield* addPaymentMethod({
      organizationId: id,
      type: "BOLETO",
      isDefault: false,
      billingDetails: {
        name: "Ana",
        email: "ana@example.com",
        address: { line1: "Rua A, 1", city: "Recife", state: "PE", postalCode: "50000-000", country: "BR" },
      },
    })
    yield* createSubscription({
      organizationId: id,
      planId: plan.planId,
      planIntervalId: monthly,
      paymentMethodId,
      couponCode: null,
    })
  })

/** The bank reports money for the oldest invoice whose slip is pending. */
const settleSlip = (id: string, receiptId: string, share: number) =>
  Effect.gen(function* () {
    const { invoices } = yield* viewAccount(id)
    const owed = invoices.find(({ attempts }) => attempts.at(-1)?.status === "PENDING")
    if (owed === undefined) return yield* Effect.die(new Error("No slip is pending"))
    const { invoiceId, payableAmount } = owed
    const amount = Math.floor(payableAmount * share)
    yield* settleInvoice({ organizationId: id, invoiceId, receiptId, amount })
  })

const make: Readonly<Record<string, (id: string) => Story["commands"]>> = {
  "usage over a threshold, a coupon, late usage and an early payment": (id) => [
    [0, subscribed({ id, couponCode: "WELCOME10" })],
    [1, setThreshold({ organizationId: id, value: 500, currency: "BRL" })],
    [3, use(id, "e1", "messages", 100)],
    [10, use(id, "e2", "messages", 200)],
    [20, use(id, "e3", "tokens", 1500)],
    [40, use(id, "e4", "messages", 90, 25)],
    [45, use(id, "e5", "tokens", 700)],
    [65, payUpcoming(id)],
    [70, use(id, "e6", "messages", 40)],
    [200, use(id, "e7", "tokens", 20_000)],
  ],
  "a card that is refused, and others after it": (id) => [
    [0, subscribed({ id, cardToken: "tok_charge_declined" })],
    [20, payUpcoming(id)],
    [80, changeCard(id, "tok_visa")],
    [200, changeCard(id, "tok_insufficient_funds")],
  ],
  "a card that is refused for good": (id) => [[0, subscribed({ id, cardToken: "tok_stolen_card" })]],
  "a card that is refused once": (id) => [
    [0, subscribed({ id, cardToken: "tok_decline_once" })],
    [40, use(id, "e1", "messages", 10)],
  ],
  "slips that are paid, paid in part and not paid": (id) => [
    [0, subscribeBySlip(id)],
    [30, settleSlip(id, "bank-1", 1)],
    [60, settleSlip(id, "bank-2", 0.5)],
    [150, Effect.flatMap(addCard("tok_visa", id), () => Effect.void)],
  ],
  "outcomes that are unknown, and were approvals": (id) => [
    [0, subscribed({ id, cardToken: "tok_timeout_approved" })],
    [100, payUpcoming(id)],
  ],
  "outcomes that are unknown, and were refusals": (id) => [
    [0, subscribed({ id, cardToken: "tok_timeout_declined" })],
    [100, payUpcoming(id)],
  ],
  "pauses and changes of plan": (id) => [
    [0, subscribed({ id })],
    [5, payUpcoming(id)],
    [10, pauseSubscription(id)],
    [50, resumeSubscription(id)],
    [
      70,
      changePlan({
        organizationId: id,
        planId: pro.planId,
        planIntervalId: proMonthly,
        when: "PERIOD_END",
      }),
    ],
    [130, changePlan({ organizationId: id, planId: plan.planId, planIntervalId: yearly, when: "NOW" })],
    [300, cancelSubscription({ organizationId: id, atPeriodEnd: false })],
  ],
  "a voucher that expires, and an end": (id) => [
    [0, subscribed({ id })],
    [
      2,
      grantVoucher({
        organizationId: id,
        voucherId: null,
        name: "Welcome",
        currency: "BRL",
        amount: 40_000,
        effectiveAt: null,
        expiresAt: startAt + 100 * DAY,
      }),
    ],
    [60, cancelSubscription({ organizationId: id, atPeriodEnd: true })],
  ],
}

/** The stories, each of an organization of its own. */
export const stories: ReadonlyArray<Story> = Object.values(make).map((commandsOf, index) => {
  const organizationId = idOf(index)
  return { organizationId, commands: commandsOf(organizationId) }
})
