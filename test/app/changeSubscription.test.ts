// The commands of a subscription's life as use cases: what each state makes of each of them, that nothing is left to do
// when they answer, and that nobody is billed twice however they meet.
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import {
  type BillingStore,
  cancelSubscription,
  changePlan,
  changeSubscriptionPaymentMethod,
  checkSubscription,
  listInvoices,
  type OutboxMessage,
  pauseSubscription,
  payInvoice,
  previewUpcomingInvoice,
  removeCoupon,
  resumeSubscription,
  settleInvoice,
  undoCancelSubscription,
  viewAccount,
} from "../../src/index.ts"
import {
  addCard,
  makeBilling,
  organizationId,
  plan,
  startAt,
  subscribed,
  yearly,
} from "../support/billing.ts"
import { withoutVersionCheck } from "../support/withoutVersionCheck.ts"

const DAY = 24 * 60 * 60 * 1000
const tenDaysOn = startAt + 10 * DAY

const pay = (invoiceId: string, paymentMethodId: string | null = null) =>
  payInvoice({ organizationId, invoiceId, paymentMethodId, expectedPayableAmount: null })
const toYearly = (when: "NOW" | "PERIOD_END") =>
  changePlan({ organizationId, planId: plan.planId, planIntervalId: yearly, when })
const invoices = Effect.map(
  listInvoices({ organizationId, status: null, page: 1, limit: 100 }),
  ({ items }) => items,
)

const commands = {
  pause: () => pauseSubscription(organizationId),
  resume: () => resumeSubscription(organizationId),
  cancel: () => cancelSubscription({ organizationId, atPeriodEnd: false }),
  cancelLater: () => cancelSubscription({ organizationId, atPeriodEnd: true }),
  undoCancel: () => undoCancelSubscription(organizationId),
  removeCoupon: () => removeCoupon(organizationId),
  changePlan: () => toYearly("NOW"),
  changePlanLater: () => toYearly("PERIOD_END"),
  changeMethod: (paymentMethodId: string) =>
    changeSubscriptionPaymentMethod({ organizationId, paymentMethodId }),
}

const failedEarly = Effect.gen(function* () {
  const { upcoming } = yield* subscribed({ cardToken: "tok_charge_declined" })
  yield* Effect.flip(pay(upcoming.invoiceId))
})

/** How an organization comes into each state. */
const states = {
  none: Effect.void,
  active: subscribed(),
  pastDue: failedEarly,
  paused: Effect.andThen(subscribed(), commands.pause()),
  ending: Effect.andThen(subscribed(), commands.cancelLater()),
  changing: Effect.andThen(subscribed(), commands.changePlanLater()),
  cancelled: Effect.andThen(subscribed(), commands.cancel()),
}

const no = "SubscriptionTransitionInvalid"
const nobody = "SubscriptionNotFound"

/** The status that follows, `same` where nothing happens, or why it is refused. */
const table: Record<keyof typeof states, Record<keyof typeof commands, string>> = {
  none: {
    pause: nobody,
    resume: nobody,
    cancel: nobody,
    cancelLater: nobody,
    undoCancel: nobody,
    changePlan: nobody,
    changePlanLater: nobody,
    changeMethod: nobody,
    removeCoupon: nobody,
  },
  active: {
    pause: "PAUSED",
    resume: "same",
    cancel: "CANCELLED",
    cancelLater: "ACTIVE",
    undoCancel: "same",
    changePlan: "ACTIVE",
    changePlanLater: "ACTIVE",
    changeMethod: "ACTIVE",
    removeCoupon: "same",
  },
  pastDue: {
    pause: no,
    resume: "same",
    cancel: "CANCELLED",
    cancelLater: "PAST_DUE",
    undoCancel: "same",
    changePlan: no,
    changePlanLater: no,
    changeMethod: "PAST_DUE",
    removeCoupon: "same",
  },
  paused: {
    pause: "same",
    resume: "ACTIVE",
    cancel: "CANCELLED",
    cancelLater: no,
    undoCancel: "same",
    changePlan: no,
    changePlanLater: no,
    changeMethod: "PAUSED",
    removeCoupon: "same",
  },
  ending: {
    pause: no,
    resume: "same",
    cancel: "CANCELLED",
    cancelLater: "same",
    undoCancel: "ACTIVE",
    changePlan: no,
    changePlanLater: no,
    changeMethod: "ACTIVE",
    removeCoupon: "same",
  },
  changing: {
    pause: no,
    resume: "same",
    cancel: "CANCELLED",
    cancelLater: "ACTIVE",
    undoCancel: "same",
    changePlan: "ACTIVE",
    changePlanLater: "same",
    changeMethod: "ACTIVE",
    removeCoupon: "same",
  },
  cancelled: {
    pause: no,
    resume: no,
    cancel: "same",
    cancelLater: no,
    undoCancel: no,
    changePlan: no,
    changePlanLater: no,
    changeMethod: no,
    removeCoupon: no,
  },
}

const cells = Object.entries(table).flatMap(([state, row]) =>
  Object.entries(row).map(
    ([command, outcome]) =>
      [state as keyof typeof states, command as keyof typeof commands, outcome] as const,
  ),
)

/** An organization in a state, five days on, with another card that is refused too. */
const inState = async (state: keyof typeof states) => {
  const billing = makeBilling()
  await billing.seeded()
  await billing.run(Effect.asVoid(states[state]))
  const { paymentMethodId } = await billing.run(addCard("tok_insufficient_funds"))
  await billing.moveTo(startAt + 5 * DAY)
  const seen = async () => ({
    account: await billing.run(viewAccount(organizationId)),
    outbox: billing.state.outbox(),
    charges: billing.charges(),
  })
  return { billing, paymentMethodId, seen }
}

describe("a command", () => {
  it.each(cells)("%s, %s: %s", async (state, command, outcome) => {
    const { billing, paymentMethodId, seen } = await inState(state)
    const before = await seen()
    const result = await billing.run(Effect.result(commands[command](paymentMethodId)))
    const after = await seen()
    if (outcome === no || outcome === nobody) {
      expect(Result.isFailure(result) && result.failure._tag).toBe(outcome)
      expect(after).toEqual(before)
      return
    }
    const subscription = Result.getOrThrow(result)
    expect(subscription).toEqual(after.account.subscription)
    if (outcome === "same") expect(after).toEqual(before)
    else {
      expect(subscription.status).toBe(outcome)
      expect(subscription).not.toEqual(before.account.subscription)
    }
  })

  it.each(cells.filter(([, , outcome]) => outcome !== no && outcome !== nobody))(
    "%s, %s again a second later changes nothing more",
    async (state, command) => {
      const { billing, paymentMethodId, seen } = await inState(state)
      const first = await billing.run(commands[command](paymentMethodId))
      const before = await seen()
      billing.setNow(startAt + 5 * DAY + 1000)
      expect(await billing.run(commands[command](paymentMethodId))).toEqual(first)
      expect(await seen()).toEqual(before)
    },
  )
})

describe("what a command causes is finished before its answer", () => {
  const at = async (cardToken: string) => {
    const billing = makeBilling()
    await billing.seeded()
    await billing.run(subscribed({ cardToken }))
    billing.setNow(tenDaysOn)
    return billing
  }

  it.each([
    ["pause", "PAUSE", "PAUSED"],
    ["cancel", "FINAL", "CANCELLED"],
    ["changePlan", "CHANGE", "ACTIVE"],
  ] as const)("%s bills and charges the fee of the active time: 3568 of 9990", async (name, kind, status) => {
    const billing = await at("tok_visa")
    expect((await billing.run(commands[name]())).status).toBe(status)
    expect(await billing.run(invoices)).toMatchObject([{ kind, status: "PAID", amountPaid: 3568 }])
    expect(billing.charges()).toMatchObject([{ amount: 3568, status: "APPROVED" }])
  })

  it.each([
    ["pause", "PAUSED", null],
    ["cancel", "CANCELLED", null],
    ["changePlan", "PAST_DUE", "PAYMENT_DECLINED"],
  ] as const)("%s stands when its charge is refused: %s", async (name, status, pastDueReason) => {
    const billing = await at("tok_charge_declined")
    const answered = await billing.run(commands[name]())
    expect(answered).toMatchObject({ status, pastDueReason })
    expect(answered).toEqual(await billing.run(checkSubscription(organizationId)))
    expect(await billing.run(invoices)).toMatchObject([{ status: "PAYMENT_FAILED", payableAmount: 3568 }])
  })

  it("pause with an outcome that nobody knows leaves the invoice open, and is nobody's failure", async () => {
    const billing = await at("tok_timeout_approved")
    expect(await billing.run(commands.pause())).toMatchObject({ status: "PAUSED", pastDueReason: null })
    expect(await billing.run(invoices)).toMatchObject([{ status: "OPEN", attempts: [{ status: "UNKNOWN" }] }])
    expect(await billing.run(commands.resume())).toMatchObject({ status: "ACTIVE" })
  })

  it("resume after a refused charge is PAST_DUE, until it is paid", async () => {
    const billing = await at("tok_charge_declined")
    await billing.run(commands.pause())
    expect(await billing.run(commands.resume())).toMatchObject({
      status: "PAST_DUE",
      pastDueReason: "PAYMENT_DECLINED",
      pausedAt: null,
    })
    const { paymentMethodId } = await billing.run(addCard("tok_visa"))
    const [invoice] = await billing.run(invoices)
    await billing.run(pay(invoice?.invoiceId ?? "", paymentMethodId))
    expect((await billing.run(checkSubscription(organizationId))).status).toBe("ACTIVE")
  })

  it("money that comes after the end pays its invoice and does not revive", async () => {
    const billing = await at("tok_charge_declined")
    await billing.run(commands.cancel())
    const [invoice] = await billing.run(invoices)
    const invoiceId = invoice?.invoiceId ?? ""
    const settled = settleInvoice({ organizationId, invoiceId, amount: null, receiptId: null })
    expect((await billing.run(settled)).status).toBe("PAID")
    expect((await billing.run(checkSubscription(organizationId))).status).toBe("CANCELLED")
  })

  it("boundaries that passed are crossed before the command", async () => {
    const billing = await at("tok_visa")
    billing.setNow(Date.UTC(2026, 2, 10, 12))
    await billing.run(commands.cancel())
    // Ten of the thirty-one days from 28 February to 31 March.
    expect((await billing.run(invoices)).map(({ kind, amountPaid }) => [kind, amountPaid])).toEqual([
      ["FINAL", 3223],
      ["CYCLE", 9990],
    ])
  })

  it("goes on when the client leaves during the charge", async () => {
    const billing = await at("tok_visa")
    await billing.run(
      Effect.gen(function* () {
        const fiber = yield* Effect.forkChild(commands.pause())
        while (billing.charges().length === 0) yield* Effect.yieldNow
        fiber.interruptUnsafe()
        for (let turn = 0; turn < 100; turn++) yield* Effect.yieldNow
      }),
    )
    expect(await billing.run(invoices)).toMatchObject([{ status: "PAID" }])
  })
})

describe("the payment method", () => {
  it("of the subscription is another one from then on; the default stays", async () => {
    const billing = makeBilling()
    await billing.seeded()
    await billing.run(subscribed({ cardToken: "tok_charge_declined" }))
    const { paymentMethodId } = await billing.run(addCard("tok_visa"))
    const changed = await billing.run(commands.changeMethod(paymentMethodId))
    expect(changed.paymentMethodId).toBe(paymentMethodId)
    billing.setNow(tenDaysOn)
    await billing.run(commands.pause())
    expect(await billing.run(invoices)).toMatchObject([{ status: "PAID", attempts: [{ paymentMethodId }] }])
    const { paymentMethods } = await billing.run(viewAccount(organizationId))
    expect(paymentMethods.map(({ isDefault }) => isDefault)).toEqual([true, false])
  })

  it("has to be one of the organization's", async () => {
    const billing = makeBilling()
    await billing.seeded()
    await billing.run(subscribed())
    expect(await billing.run(Effect.flip(commands.changeMethod("nobody's")))).toMatchObject({
      _tag: "PaymentMethodNotFound",
    })
  })
})

describe("commands that meet", () => {
  const fivePauses = async (checked: boolean) => {
    let pauses = 0
    const counted = (store: BillingStore["Service"]): BillingStore["Service"] => ({
      ...store,
      commit: (commit) =>
        Effect.tap(store.commit(commit), () => {
          pauses += commit.outbox.filter(isPause).length
          return Effect.void
        }),
    })
    const wrapStore = (store: BillingStore["Service"]) =>
      counted(checked ? store : withoutVersionCheck(store))
    const billing = makeBilling({ wrapStore })
    await billing.seeded()
    await billing.run(subscribed())
    billing.setNow(tenDaysOn)
    const results = await billing.race(Array.from({ length: 5 }, commands.pause))
    expect(results.every(Result.isSuccess)).toBe(true)
    return { pauses, charges: billing.charges().length }
  }
  const isPause = (told: OutboxMessage) =>
    told.kind === "EVENT" && told.billingEvent.type === "subscription.status_changed"

  it("five pauses at once are one", async () => {
    expect(await fivePauses(true)).toEqual({ pauses: 1, charges: 1 })
    expect((await fivePauses(false)).pauses).toBeGreaterThan(1)
  })

  it("a pause and a cancellation bill no time twice, whoever is first", async () => {
    const billing = makeBilling()
    await billing.seeded()
    await billing.run(subscribed())
    billing.setNow(tenDaysOn)
    await billing.race([commands.pause(), commands.cancel()])
    expect((await billing.run(checkSubscription(organizationId))).status).toBe("CANCELLED")
    expect(await billing.run(invoices)).toMatchObject([{ amountPaid: 3568 }])
    expect(await billing.run(Effect.flip(previewUpcomingInvoice(organizationId)))).toMatchObject({
      _tag: "SubscriptionNotFound",
    })
  })
})
