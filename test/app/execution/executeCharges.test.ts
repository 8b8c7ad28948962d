// What is asked of a gateway and what follows from its answers: only an explicit answer is one, whatever an adapter
// does, and what a command causes is finished before it answers.
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import {
  cancelSubscription,
  changeSubscriptionPaymentMethod,
  defaultPolicy,
  PaymentAttempt,
  recordUsage,
  runDue,
} from "../../../src/index.ts"
import { addCard, makeBilling, organizationId, startAt, subscribed } from "../../support/billing.ts"
import { boundary, pay } from "../../support/chargeScenes.ts"
import { atPoint } from "../../support/processes.ts"

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

type Billing = ReturnType<typeof makeBilling>

const invoicesOf = ({ state }: Billing) => state.ofOrganization(organizationId)?.invoices ?? []
const shown = (billing: Billing) =>
  invoicesOf(billing).map(({ kind, status, attempts }) => [
    kind,
    status,
    ...attempts.map((attempt) => attempt.status),
  ])

const ready = async (cardToken?: string) => {
  const billing = makeBilling()
  await billing.seeded()
  const { upcoming } = await billing.run(subscribed(cardToken === undefined ? {} : { cardToken }))
  return { billing, invoiceId: upcoming.invoiceId }
}

describe("a gateway", () => {
  it("that does not answer in time leaves the outcome unknown", async () => {
    const { billing, invoiceId } = await ready()
    const asked = Promise.withResolvers<void>()
    const silent = billing.processOf({
      wrapGateway: (gateway) => ({
        ...gateway,
        charge: () =>
          Effect.suspend(() => {
            asked.resolve()
            return Effect.never
          }),
      }),
    })
    const payment = silent.run(pay(invoiceId))
    await asked.promise
    billing.setNow(startAt + defaultPolicy.chargeDeadlineMillis - 1)
    await billing.run(Effect.forEach(Array.from({ length: 100 }), () => Effect.yieldNow))
    expect(shown(billing)).toEqual([["CYCLE", "OPEN", "STARTED"]])
    billing.setNow(startAt + defaultPolicy.chargeDeadlineMillis)
    expect(await payment).toMatchObject({ status: "OPEN", attempts: [{ status: "UNKNOWN" }] })
  })
})

describe("an answer", () => {
  it("that cannot be recorded is told as what is known, and found by a look-up", async () => {
    const { billing, invoiceId } = await ready()
    let commits = 0
    const busy = billing.processOf({
      wrapStore: (store) => ({
        ...store,
        commit: (commit) =>
          ++commits === 1
            ? store.commit(commit)
            : Effect.fail({
                _tag: "VersionConflict",
                scope: { kind: "organization", id: organizationId },
              } as const),
      }),
    })
    expect(await busy.run(pay(invoiceId))).toMatchObject({
      status: "OPEN",
      attempts: [{ status: "STARTED" }],
    })
    expect(billing.charges()).toHaveLength(1)
    billing.setNow(startAt + 6 * MINUTE)
    await billing.run(runDue(billing.now()))
    expect(shown(billing)).toEqual([["CYCLE", "PAID", "APPROVED"]])
    expect(billing.charges()).toHaveLength(1)
  })
})

describe("what a command causes is charged before it answers", () => {
  it("a refusal after the cancellation: what is still due is billed again", async () => {
    const { billing, invoiceId } = await ready("tok_decline_once")
    billing.setNow(startAt + 10 * DAY)
    const cancelled = Effect.promise(() =>
      billing.run(cancelSubscription({ organizationId, atPeriodEnd: false })),
    )
    const during = atPoint({ call: "charge", nth: 1, when: "after" }, () => Effect.asVoid(cancelled))
    const refused = await billing.processOf(during).run(Effect.flip(pay(invoiceId)))
    expect(refused).toMatchObject({ _tag: "PaymentDeclined", invoiceId })
    expect(shown(billing)).toEqual([
      ["CYCLE", "VOID", "DECLINED"],
      ["REISSUE", "PAID", "APPROVED"],
    ])
    // 10 of 28 days of 9990.
    expect(invoicesOf(billing).map(({ payableAmount }) => payableAmount)).toEqual([9990, 3568])
  })

  it("another method: every invoice that is owed, oldest first", async () => {
    const { billing } = await ready("tok_charge_declined")
    billing.setNow(boundary + 40 * DAY)
    await billing.run(runDue(billing.now()))
    const refused = Array.from({ length: 5 }, () => "DECLINED")
    expect(shown(billing)).toEqual([
      ["CYCLE", "PAYMENT_FAILED", ...refused],
      ["CYCLE", "OPEN"],
    ])
    const { paymentMethodId } = await billing.run(addCard("tok_visa"))
    const changed = await billing.run(changeSubscriptionPaymentMethod({ organizationId, paymentMethodId }))
    expect(changed.status).toBe("ACTIVE")
    expect(shown(billing)).toEqual([
      ["CYCLE", "PAID", ...refused, "APPROVED"],
      ["CYCLE", "PAID", "APPROVED"],
    ])
  })
})

describe("an answer to a step of long ago", () => {
  const policy = { onExhausted: "PAUSE", dunningDays: [1], reconciliationMillis: [5 * MINUTE] } as const
  const now = startAt + 20 * DAY

  const caughtUp = async (meanwhile: (billing: Billing) => Promise<unknown>) => {
    const billing = makeBilling({ policy })
    await billing.seeded()
    const { upcoming } = await billing.run(subscribed({ cardToken: "tok_charge_declined" }))
    await billing.run(Effect.flip(pay(upcoming.invoiceId)))
    billing.setNow(now)
    const unknownFirst = billing.processOf({
      wrapGateway: (gateway) => ({
        ...gateway,
        charge: () => Effect.succeed({ _tag: "Unknown" }),
        lookup: () =>
          Effect.map(
            Effect.promise(() => meanwhile(billing)),
            () => PaymentAttempt.refusedWith("card_declined"),
          ),
      }),
    })
    await unknownFirst.run(runDue(now))
    return billing.state.ofOrganization(organizationId)
  }

  it("is recorded at its instant where nobody else saw the account since", async () => {
    const account = await caughtUp(() => Promise.resolve())
    expect(account?.subscriptions.at(-1)).toMatchObject({
      status: "PAUSED",
      pausedAt: startAt + DAY + 5 * MINUTE,
    })
  })

  it("is recorded when it comes where usage was accepted since, so that no time ends before its usage", async () => {
    const events = [{ eventId: "e1", meter: "messages", quantity: 5, occurredAt: null }]
    const account = await caughtUp((billing) => billing.run(recordUsage({ organizationId, events })))
    expect(account?.subscriptions.at(-1)).toMatchObject({ status: "PAUSED", pausedAt: now })
    expect(account?.periods.at(-1)?.segments[0]?.usage).toEqual([{ meter: "messages", quantity: 5 }])
  })
})
