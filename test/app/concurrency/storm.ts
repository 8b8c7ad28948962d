// A storm: two hundred requests of every kind at one organization, side by side, in an order, at a pace and with pauses
// of the adapters that a seed decides. What it leaves is for the audit to judge.
import * as Effect from "effect/Effect"
import * as Random from "effect/Random"
import * as Result from "effect/Result"
import {
  addPaymentMethod,
  applyVoucher,
  type BillingPorts,
  type BillingStore,
  cancelSubscription,
  changePlan,
  changeSubscriptionPaymentMethod,
  createSubscription,
  grantVoucher,
  Invoice,
  type PaymentMethod,
  pauseSubscription,
  payInvoice,
  previewUpcomingInvoice,
  recordUsage,
  refundInvoice,
  removePaymentMethod,
  removeThreshold,
  resumeSubscription,
  runDue,
  setThreshold,
  type UsageEvent,
  undoCancelSubscription,
  updatePaymentMethod,
  voidInvoice,
} from "../../../src/index.ts"
import {
  addCard,
  lastOne,
  letOthersRun,
  makeBilling,
  monthly,
  organizationId,
  plan,
  pro,
  proMonthly,
} from "../../support/billing.ts"
import { type Chance, makeChance } from "../../support/random.ts"

type Billing = ReturnType<typeof makeBilling>
type Request = Effect.Effect<unknown, unknown, BillingPorts>

/** What the answers say was done, for the audit to look for it. */
export interface Answered {
  readonly added: ReadonlyArray<PaymentMethod.PaymentMethod>
  readonly removed: ReadonlyArray<string>
  readonly subscribed: ReadonlyArray<string>
  readonly used: ReadonlyArray<UsageEvent.UsageEvent>
  readonly granted: ReadonlyArray<number>
  /**
   * Methods and events of calls that were answered StoreBusy: what was decided may be committed all the same, where
   * the answer to the charge that it caused could not be recorded.
   */
  readonly unsure: ReadonlyArray<string>
}

const tokens = ["tok_visa", "tok_visa", "tok_decline_once", "tok_charge_declined", "tok_timeout_approved"]
const address = { line1: "Rua A, 1", city: "São Paulo", state: "SP", postalCode: "01000-000", country: "BR" }
const slip = { name: "Ana", email: "ana@example.com", address }

/** Notes what a call did, or that nobody knows. */
const noting = <A, E extends { readonly _tag: string }>(
  call: Effect.Effect<A, E, BillingPorts>,
  note: { readonly done: (answer: A) => Effect.Effect<void>; readonly unsure: () => Effect.Effect<void> },
) =>
  call.pipe(
    Effect.tap(note.done),
    Effect.tapError((refusal) => (refusal._tag === "StoreBusy" ? note.unsure() : Effect.void)),
  )

/** The requests by kind; what each is about is looked up when its turn comes. */
const kindsOf = (billing: Billing, chance: Chance, done: Done) => {
  const mine = { organizationId }
  const records = () => billing.state.ofOrganization(organizationId)
  const anyMethod = () => chance.pick(records()?.paymentMethods ?? [])?.paymentMethodId ?? "none"
  const anyInvoice = () => chance.pick(records()?.invoices ?? [])?.invoiceId ?? "none"
  const oldestUnpaid = () => records()?.invoices.find(Invoice.isPayable)?.invoiceId ?? "none"
  const aVoucher = () => chance.pick(records()?.vouchers ?? [])?.voucherId ?? "none"
  const pay = (invoiceId: string) =>
    payInvoice({ ...mine, invoiceId, paymentMethodId: null, expectedPayableAmount: null })
  return {
    addCard: () => Effect.tap(addCard(chance.pick(tokens) ?? ""), (method) => done.added(method)),
    addBoleto: () =>
      Effect.tap(
        addPaymentMethod({ ...mine, type: "BOLETO", isDefault: false, billingDetails: slip }),
        (method) => done.added(method),
      ),
    removeMethod: () => {
      const paymentMethodId = anyMethod()
      return noting(removePaymentMethod({ ...mine, paymentMethodId }), {
        done: () => done.removed(paymentMethodId),
        unsure: () => done.unsure(paymentMethodId),
      })
    },
    makeDefault: () =>
      updatePaymentMethod({ ...mine, paymentMethodId: anyMethod(), isDefault: true, billingDetails: {} }),
    subscribe: () =>
      Effect.tap(
        createSubscription({
          ...mine,
          planId: plan.planId,
          planIntervalId: monthly,
          paymentMethodId: anyMethod(),
          couponCode: chance.below(3) === 0 ? null : lastOne.code,
        }),
        ({ subscriptionId }) => done.subscribed(subscriptionId),
      ),
    payUpcoming: () =>
      Effect.flatMap(previewUpcomingInvoice(organizationId), ({ invoiceId }) => pay(invoiceId)),
    payOldest: () => pay(oldestUnpaid()),
    use: () => {
      const event = {
        eventId: `e${chance.below(60)}`,
        meter: "messages",
        quantity: 1 + chance.below(40),
        occurredAt: billing.now(),
      }
      return noting(recordUsage({ ...mine, events: [event] }), {
        done: ({ accepted }) => (accepted === 1 ? done.used(event) : Effect.void),
        unsure: () => done.unsure(event.eventId),
      })
    },
    setThreshold: () => setThreshold({ ...mine, value: 20 + chance.below(60), currency: "BRL" }),
    removeThreshold: () => removeThreshold(organizationId),
    pause: () => pauseSubscription(organizationId),
    resume: () => resumeSubscription(organizationId),
    changePlan: () =>
      changePlan({
        ...mine,
        ...(chance.below(2) === 0
          ? { planId: pro.planId, planIntervalId: proMonthly }
          : { planId: plan.planId, planIntervalId: monthly }),
        when: chance.below(3) === 0 ? "PERIOD_END" : "NOW",
      }),
    changeMethod: () => changeSubscriptionPaymentMethod({ ...mine, paymentMethodId: anyMethod() }),
    cancel: () => cancelSubscription({ ...mine, atPeriodEnd: chance.below(2) === 0 }),
    undoCancel: () => undoCancelSubscription(organizationId),
    grant: () =>
      Effect.tap(
        grantVoucher({
          ...mine,
          voucherId: null,
          name: "Goodwill",
          currency: "BRL",
          amount: 1 + chance.below(50),
          effectiveAt: null,
          expiresAt: null,
        }),
        ({ amount }) => done.granted(amount),
      ),
    applyVoucher: () =>
      applyVoucher({ ...mine, invoiceId: oldestUnpaid(), voucherId: aVoucher(), amount: null }),
    refund: () => refundInvoice({ ...mine, invoiceId: anyInvoice(), amount: 1, refundId: null }),
    void: () => voidInvoice({ ...mine, invoiceId: oldestUnpaid(), rebill: chance.below(2) === 0 }),
    // Each look at what is due takes time with it.
    tick: () =>
      Effect.suspend(() => {
        billing.setNow(billing.now() + 1 + chance.below(6 * 3_600_000))
        return runDue(billing.now())
      }),
  } satisfies Record<string, () => Request>
}

/** How many of each there are: two hundred in all. */
const counts: Readonly<Record<keyof ReturnType<typeof kindsOf>, number>> = {
  addCard: 16,
  addBoleto: 4,
  removeMethod: 10,
  makeDefault: 4,
  subscribe: 18,
  payUpcoming: 20,
  payOldest: 16,
  use: 38,
  setThreshold: 6,
  removeThreshold: 1,
  pause: 6,
  resume: 12,
  changePlan: 8,
  changeMethod: 5,
  cancel: 3,
  undoCancel: 2,
  grant: 8,
  applyVoucher: 10,
  refund: 3,
  void: 4,
  tick: 6,
}

type Done = ReturnType<typeof makeDone>["done"]

const makeDone = () => {
  const added: Array<PaymentMethod.PaymentMethod> = []
  const removed: Array<string> = []
  const subscribed: Array<string> = []
  const used: Array<UsageEvent.UsageEvent> = []
  const granted: Array<number> = []
  const unsure: Array<string> = []
  const into =
    <A>(list: Array<A>) =>
    (value: A) =>
      Effect.sync(() => void list.push(value))
  return {
    done: {
      added: into(added),
      removed: into(removed),
      subscribed: into(subscribed),
      used: into(used),
      granted: into(granted),
      unsure: into(unsure),
    },
    lists: { added, removed, subscribed, used, granted, unsure },
  }
}

/** When a request comes, in runs of the other fibers: a third of them at first, the others over some time. */
const comesAfter = (chance: Chance): number => chance.below(chance.below(3) === 0 ? 50 : 400)

/** Lets two hundred requests loose, and gives the service that they leave, with what they were told. */
export const storm = async (
  seed: number,
  wrapStore: (store: BillingStore["Service"]) => BillingStore["Service"],
) => {
  const chance = makeChance(seed)
  const pause = Effect.suspend(() => letOthersRun(1 + chance.below(3)))
  const billing = makeBilling({ wrapStore, pause })
  await billing.seeded()
  const { done, lists } = makeDone()
  const kinds = kindsOf(billing, chance, done)
  await billing.run(kinds.addCard())
  const outcomes: Array<Result.Result<unknown, unknown>> = []
  const elsewhere = billing.processOf({ wrapStore: (store) => ({ ...wrapStore(store) }) })
  const requests = chance
    .shuffled(
      Object.entries(counts).flatMap(([kind, count]) =>
        Array.from({ length: count }, () => kinds[kind as keyof typeof kinds]),
      ),
    )
    .map((request, index) =>
      Effect.gen(function* () {
        yield* letOthersRun(comesAfter(chance))
        const made = Effect.suspend((): Request => request())
        const isElsewhere = index % 2 === 1
        outcomes.push(
          yield* Effect.result(isElsewhere ? Effect.provideContext(made, elsewhere.services) : made),
        )
      }),
    )
  await billing.run(
    Effect.all(requests, { concurrency: "unbounded", discard: true }).pipe(Random.withSeed(seed)),
  )
  return {
    billing,
    answered: lists,
    requests: requests.length,
    succeeded: outcomes.filter(Result.isSuccess).length,
  }
}
