// Decisions that are made while time goes on: whoever read the clock before a boundary may decide after it.
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import {
  changeSubscriptionPaymentMethod,
  grantVoucher,
  pauseSubscription,
  recordUsage,
  resumeSubscription,
  runDue,
  setThreshold,
} from "../../../src/index.ts"
import { addCard, makeBilling, organizationId, startAt, subscribed } from "../../support/billing.ts"
import { atPoint } from "../../support/processes.ts"

const boundary = Date.UTC(2026, 1, 28, 12)

describe("a command that read the clock right before a boundary", () => {
  it("is decided in the cycle that somebody else began meanwhile, and counts no time twice", async () => {
    const billing = makeBilling()
    await billing.seeded()
    await billing.run(subscribed())
    billing.setNow(startAt + 1)
    await billing.run(pauseSubscription(organizationId))

    billing.setNow(boundary - 1)
    const overtaken = billing.processOf(
      atPoint({ call: "commit", nth: 1, when: "before" }, () => {
        billing.setNow(boundary)
        return runDue(boundary).pipe(Effect.asVoid, Effect.provideContext(billing.services))
      }),
    )
    await overtaken.run(resumeSubscription(organizationId))

    const periods = billing.state.ofOrganization(organizationId)?.periods ?? []
    const spans = periods.map(({ segments }) => segments.map((segment) => segment.spans))
    expect(spans).toEqual([[[{ from: startAt, to: startAt + 1 }]], [[{ from: boundary, to: null }]]])
  })
})

describe("a command that loses a race", () => {
  it("is decided when it is tried again, after what won", async () => {
    const billing = makeBilling()
    await billing.seeded()
    await billing.run(subscribed())
    const usedAt = startAt + 5
    const events = [{ eventId: "e1", meter: "messages", quantity: 1, occurredAt: usedAt }]
    const overtaken = billing.processOf(
      atPoint({ call: "commit", nth: 1, when: "before" }, () => {
        billing.setNow(usedAt)
        return recordUsage({ organizationId, events }).pipe(
          Effect.asVoid,
          Effect.orDie,
          Effect.provideContext(billing.services),
        )
      }),
    )

    expect(await overtaken.run(pauseSubscription(organizationId))).toMatchObject({ pausedAt: usedAt })
  })
})

describe("a command of a process whose clock is slow", () => {
  it("is decided after what fell due with the newest that happened", async () => {
    const billing = makeBilling({ policy: { dunningDays: [1], onExhausted: "CANCEL" } })
    await billing.seeded()
    await billing.run(subscribed({ cardToken: "tok_insufficient_funds" }))
    await billing.moveTo(boundary)
    const { paymentMethodId } = await billing.run(addCard("tok_visa"))
    const exhaustedAt = boundary + 86_400_000
    billing.setNow(exhaustedAt - 1)
    // It takes the last round, and is gone before it says that dunning is exhausted.
    const gone = billing.processOf(
      atPoint({ call: "commit", nth: 3, when: "before" }, () => Effect.die("gone")),
    )
    const slow = billing.processOf(
      atPoint({ call: "commit", nth: 1, when: "before" }, () => {
        billing.setNow(exhaustedAt)
        const round = Effect.promise(() => gone.run(runDue(exhaustedAt)))
        return Effect.map(round, () => void billing.setNow(exhaustedAt - 1))
      }),
    )

    const change = changeSubscriptionPaymentMethod({ organizationId, paymentMethodId })
    expect(await slow.run(Effect.result(change))).toMatchObject({ failure: { status: "CANCELLED" } })
    expect(billing.charges().map(({ status }) => status)).toEqual(["DECLINED", "DECLINED"])
  })

  it("counts usage after it, too: in the cycle that has begun, and without a voucher that is over", async () => {
    const billing = makeBilling()
    await billing.seeded()
    await billing.run(subscribed())
    await billing.run(setThreshold({ organizationId, value: 20, currency: "BRL" }))
    const voucher = { voucherId: null, name: "January", amount: 20_000, currency: "BRL", effectiveAt: null }
    await billing.run(grantVoucher({ organizationId, ...voucher, expiresAt: boundary }))
    billing.setNow(boundary - 1)
    // It ends the cycle, and is gone before the voucher expires.
    const gone = billing.processOf(
      atPoint({ call: "commit", nth: 2, when: "before" }, () => Effect.die("gone")),
    )
    const slow = billing.processOf(
      atPoint({ call: "commit", nth: 1, when: "before" }, () => {
        billing.setNow(boundary)
        const end = Effect.promise(() => gone.run(runDue(boundary)))
        return Effect.map(end, () => void billing.setNow(boundary - 1))
      }),
    )

    const events = [{ eventId: "e1", meter: "messages", quantity: 10, occurredAt: boundary }]
    const { invoices } = await slow.run(recordUsage({ organizationId, events }))
    expect(invoices).toMatchObject([{ kind: "CUT", issuedAt: boundary, discounts: [] }])
    expect(invoices[0]?.lines).toMatchObject([{ name: "Messages" }])
  })
})
