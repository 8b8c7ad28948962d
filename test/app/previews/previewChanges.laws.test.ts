// What a preview of a change shows is what the change does then, in any history: the same invoices, vouchers and
// subscription, and the same next invoice. The preview itself does nothing.
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as fc from "fast-check"
import { expect, it } from "vitest"
import {
  type BillingPorts,
  type CancelSubscription,
  type ChangePlan,
  type ChangePreview,
  type ChangeQuantity,
  type CreateSubscription,
  cancelSubscription,
  changePlan,
  changeQuantity,
  createSubscription,
  grantVoucher,
  Invoice,
  pauseSubscription,
  previewCancelSubscription,
  previewChangePlan,
  previewChangeQuantity,
  previewCreateSubscription,
  previewPauseSubscription,
  previewResumeSubscription,
  recordUsage,
  resumeSubscription,
  type Subscription,
} from "../../../src/index.ts"
import { addCard, coupon, makeBilling, organizationId, plan, pro, startAt } from "../../support/billing.ts"
import { runs } from "../../support/runs.ts"

const HOUR = 3_600_000
const when = fc.constantFrom("NOW", "PERIOD_END")
const [monthly, yearly] = plan.intervals
const [proMonthly] = pro.intervals
const choices = [
  { planId: plan.planId, planIntervalId: monthly?.id ?? "" },
  { planId: plan.planId, planIntervalId: yearly?.id ?? "" },
  { planId: pro.planId, planIntervalId: proMonthly?.id ?? "" },
]
const choice = fc.constantFrom(...choices)

/** Changes that have a preview, and what happens between them. */
const steps = fc.array(
  fc.record({
    after: fc.nat({ max: 40 * 24 }).map((hours) => hours * HOUR),
    /** Whether the engine had the time to do what is due. */
    isOnTime: fc.boolean(),
    change: fc.oneof(
      fc.record({ do: fc.constant("plan" as const), choice, when }),
      fc.record({ do: fc.constant("quantity" as const), quantity: fc.integer({ min: 1, max: 9 }), when }),
      fc.record({ do: fc.constant("cancel" as const), atPeriodEnd: fc.boolean() }),
      fc.record({ do: fc.constant("create" as const), choice, code: fc.constantFrom(null, coupon.code) }),
      fc.record({ do: fc.constant("use" as const), quantity: fc.integer({ min: 1, max: 5000 }) }),
      fc.record({ do: fc.constantFrom("pause" as const, "resume" as const) }),
      fc.record({
        do: fc.constant("grant" as const),
        amount: fc.integer({ min: 1, max: 20_000 }),
        days: fc.integer({ min: 1, max: 90 }),
      }),
    ),
  }),
  { maxLength: 10 },
)

const setups = fc.record({
  feeTiming: fc.constantFrom("ADVANCE" as const, "ARREARS" as const),
  trialDays: fc.constantFrom(null, null, 14),
  choice,
  code: fc.constantFrom(null, coupon.code),
})

const priced = (setup: { readonly feeTiming: "ADVANCE" | "ARREARS"; readonly trialDays: number | null }) =>
  [plan, pro].map((one) => ({
    ...one,
    intervals: one.intervals.map((interval) => ({
      ...interval,
      quantityAllowed: true,
      ...(setup.feeTiming === "ADVANCE" && { feeTiming: setup.feeTiming }),
      ...(setup.trialDays !== null && { trialDays: setup.trialDays }),
    })),
  }))

const documented = ({
  invoiceId,
  kind,
  status,
  dueAt,
  periodStartAt,
  periodEndAt,
  ...rest
}: Invoice.Invoice) => {
  const { lines, discounts, totalAmount, payableAmount } = rest
  return {
    invoiceId,
    kind,
    status,
    dueAt,
    periodStartAt,
    periodEndAt,
    lines,
    discounts,
    totalAmount,
    payableAmount,
  }
}

const agreed = ({ subscriptionId, status, terms, cycle, ...rest }: Subscription.Subscription) => {
  const { quantity, scheduledTerms, scheduledQuantity, cancelAt, trial } = rest
  return {
    subscriptionId,
    status,
    terms,
    cycle,
    quantity,
    scheduledTerms,
    scheduledQuantity,
    cancelAt,
    trial,
  }
}

type Billing = ReturnType<typeof makeBilling>
type Change =
  typeof steps extends fc.Arbitrary<ReadonlyArray<infer Step>>
    ? Step extends { readonly change: infer C }
      ? C
      : never
    : never

/** A change and its preview; null for usage and vouchers, which have none. */
const bothOf = (change: Change, paymentMethodId: string) => {
  switch (change.do) {
    case "plan": {
      const command: ChangePlan = { organizationId, ...change.choice, when: change.when }
      return [previewChangePlan(command), changePlan(command)] as const
    }
    case "quantity": {
      const command: ChangeQuantity = { organizationId, quantity: change.quantity, when: change.when }
      return [previewChangeQuantity(command), changeQuantity(command)] as const
    }
    case "cancel": {
      const command: CancelSubscription = { organizationId, atPeriodEnd: change.atPeriodEnd }
      return [previewCancelSubscription(command), cancelSubscription(command)] as const
    }
    case "create": {
      const command: CreateSubscription = {
        organizationId,
        ...change.choice,
        couponCode: change.code,
        paymentMethodId,
      }
      return [previewCreateSubscription(command), createSubscription(command)] as const
    }
    case "pause":
      return [previewPauseSubscription(organizationId), pauseSubscription(organizationId)] as const
    case "resume":
      return [previewResumeSubscription(organizationId), resumeSubscription(organizationId)] as const
    default:
      return null
  }
}

const others = (change: Change, at: number): Effect.Effect<unknown, unknown, BillingPorts> => {
  if (change.do === "use") {
    const event = { eventId: `use-${at}`, meter: "messages", quantity: change.quantity, occurredAt: null }
    return recordUsage({ organizationId, events: [event] })
  }
  if (change.do !== "grant") return Effect.void
  const { amount, days } = change
  const voucher = { voucherId: null, name: "Sorry", amount, currency: plan.intervals[0]?.currency ?? "" }
  return grantVoucher({ organizationId, ...voucher, effectiveAt: null, expiresAt: at + days * 24 * HOUR })
}

const ownedBy = (billing: Billing) => {
  const owned = billing.state.ofOrganization(organizationId)
  if (owned === null) throw new Error("There is no organization")
  return owned
}

/** All that a preview could have touched. */
const traces = (billing: Billing) =>
  JSON.stringify([
    ownedBy(billing),
    billing.charges(),
    billing.state.outbox(),
    billing.state.due(),
    billing.state.coupons(),
  ])

const idOf = (one: { readonly invoiceId: string } | { readonly voucherId: string }): string =>
  "invoiceId" in one ? one.invoiceId : one.voucherId

/** What is void of the invoices, and what ledgers gave back to each voucher that still has it. */
const undoneIn = (owned: ReturnType<typeof ownedBy>) => {
  const returned = new Map<string, number>()
  for (const { kind, voucherId, amount } of owned.voucherEntries) {
    const sign = kind === "RELEASE" ? 1 : kind === "EXPIRE" || kind === "REVOKE" ? -1 : 0
    returned.set(voucherId, (returned.get(voucherId) ?? 0) + sign * amount)
  }
  return { voided: owned.invoices.filter(({ status }) => status === "VOID"), returned }
}

/** What a change undid, by all that was undone before and after it. */
const undoneBy = (before: ReturnType<typeof undoneIn>, after: ReturnType<typeof undoneIn>) => ({
  voided: after.voided.filter((one) => !before.voided.some((known) => idOf(known) === idOf(one))),
  returned: Array.from(after.returned, ([voucherId, amount]) => ({
    voucherId,
    amount: amount - (before.returned.get(voucherId) ?? 0),
  })).filter(({ amount }) => amount > 0),
})

/** What a change came to. A creation has another id each time, and what follows from it too. */
const comparable = (
  { invoices, vouchers, voided, returned }: Omit<ChangePreview, "subscription" | "nextInvoice">,
  subscription: Subscription.Subscription,
  isNew: boolean,
) => ({
  subscription: { ...agreed(subscription), ...(isNew && { subscriptionId: "new" }) },
  invoices: invoices.map((one) => ({ ...documented(one), ...(isNew && { invoiceId: "new" }) })),
  vouchers: vouchers.map(({ voucherId, name, amount, balance }) => ({ voucherId, name, amount, balance })),
  voided: voided.map((one) => ({ ...documented(one), amountDue: Invoice.amountDue(one) })),
  returned: returned.toSorted((a, b) => (a.voucherId < b.voucherId ? -1 : 1)),
})

const asNext = (invoice: Invoice.Invoice, isNew = false) => {
  const { status: _, ...shown } = documented(invoice)
  return { ...shown, ...(isNew && { invoiceId: "new" }) }
}

it("shows what the change does then, and does nothing", async () => {
  await fc.assert(
    fc.asyncProperty(setups, steps, async (setup, played) => {
      const billing = makeBilling()
      await billing.seeded()
      await billing.commit({ puts: priced(setup).map((record) => ({ kind: "Plan", record })) })
      const { paymentMethodId } = await billing.run(addCard("tok_visa"))
      const begin = { do: "create", choice: setup.choice, code: setup.code } as const
      let now = startAt
      let next: { readonly invoice: Invoice.Invoice | null; readonly isNew: boolean } | null = null
      for (const { after, isOnTime, change } of [{ after: 0, isOnTime: true, change: begin }, ...played]) {
        now += after
        next = null
        if (isOnTime) await billing.moveTo(now)
        else billing.setNow(now)
        const both = bothOf(change, paymentMethodId)
        if (both === null) {
          await billing.run(Effect.ignore(others(change, now)))
          continue
        }
        const before = traces(billing)
        const shown = await billing.run(Effect.result(both[0]))
        expect(traces(billing)).toBe(before)
        const known = new Set([...ownedBy(billing).invoices, ...ownedBy(billing).vouchers].map(idOf))
        const undone = undoneIn(ownedBy(billing))
        const done = await billing.run(Effect.result(both[1]))
        expect(Result.isSuccess(shown)).toBe(Result.isSuccess(done))
        if (Result.isFailure(shown) || Result.isFailure(done)) continue
        const own = ownedBy(billing)
        const isNew = change.do === "create"
        const made = {
          invoices: own.invoices.filter((one) => !known.has(idOf(one))),
          vouchers: own.vouchers.filter((one) => !known.has(idOf(one))),
          ...undoneBy(undone, undoneIn(own)),
        }
        expect(comparable(shown.success, shown.success.subscription, isNew)).toEqual(
          comparable(made, done.success, isNew),
        )
        next = { invoice: shown.success.nextInvoice, isNew }
      }
      if (next === null || next.invoice === null) return
      // Nothing happens until then, and so the next invoice is that one.
      const { invoices } = ownedBy(billing)
      await billing.moveTo(next.invoice.issuedAt)
      const issued = ownedBy(billing).invoices.slice(invoices.length)
      expect(issued.slice(0, 1).map((one) => asNext(one, next?.isNew))).toEqual([
        asNext(next.invoice, next.isNew),
      ])
    }),
    { numRuns: runs(300) },
  )
})
