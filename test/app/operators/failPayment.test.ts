// Failing a payment: the gateway's word first, then the operator's, and never while a charge may be under way.
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { describe, expect, it } from "vitest"
import {
  checkSubscription,
  defaultPolicy,
  failPayment,
  type InvoiceRef,
  type PaymentGateway,
  payInvoice,
  RetrySchedules,
  runDue,
  viewInvoice,
} from "../../../src/index.ts"
import { letOthersRun, makeBilling, organizationId, subscribed } from "../../support/billing.ts"
import { boundary } from "../../support/chargeScenes.ts"
import { paying, tagOf } from "./support.ts"

const UNKNOWN = { _tag: "Unknown" } as const

const silent = (gateway: PaymentGateway["Service"]): PaymentGateway["Service"] => ({
  ...gateway,
  lookup: () => Effect.succeed(UNKNOWN),
})

/** When no charge that is let go now can be under way any more. */
const overAt = (startedAt: number): number => RetrySchedules.chargeOverAt({ startedAt }, defaultPolicy)

const failing = (ref: InvoiceRef) => failPayment({ ...ref, attemptId: null, declineCode: "expired_card" })

describe("failing a payment", () => {
  it("that the gateway refused is refused as the gateway says, and unlocks its invoice", async () => {
    const { billing, ref } = await paying("tok_timeout_declined")
    const failed = await billing.run(failing(ref))
    expect(failed).toMatchObject({
      status: "PAYMENT_FAILED",
      attempts: [{ status: "DECLINED", declineCode: "card_declined" }],
    })
    expect(await billing.run(viewInvoice(ref))).toEqual(failed)
    expect(await billing.run(checkSubscription(organizationId))).toMatchObject({
      status: "PAST_DUE",
      pastDueReason: "PAYMENT_DECLINED",
    })
  })

  it("that the gateway approved is told as paid: its money is not lost by an operator's word", async () => {
    const { billing, ref } = await paying("tok_timeout_approved")
    expect(await billing.run(failing(ref))).toMatchObject({
      status: "PAID",
      amountPaid: 9990,
      attempts: [{ status: "APPROVED" }],
      receipts: [{ kind: "CHARGE", amount: 9990 }],
    })
    expect(await billing.run(checkSubscription(organizationId))).toMatchObject({ status: "ACTIVE" })
  })

  it("of which the gateway says nothing counts when no charge can be under way, and not a moment earlier", async () => {
    const { billing, ref } = await paying("tok_timeout_approved")
    const cut = billing.processOf({ wrapGateway: silent })
    const over = overAt(billing.now())
    billing.setNow(over - 1)
    expect(tagOf(await cut.run(Effect.result(failing(ref))))).toBe("PaymentInProgress")
    billing.setNow(over)
    expect(await cut.run(failing(ref))).toMatchObject({
      status: "PAYMENT_FAILED",
      attempts: [{ status: "DECLINED", declineCode: "expired_card" }],
    })
    expect(await cut.run(checkSubscription(organizationId))).toMatchObject({ pastDueReason: "CARD_EXPIRED" })
  })

  it.each([
    ["tok_visa", null, "InvoiceTransitionInvalid"],
    ["tok_charge_declined", null, "InvoiceTransitionInvalid"],
    ["tok_timeout_approved", "none", "AttemptNotFound"],
  ])("after %s, of the attempt %s, is %s", async (cardToken, attemptId, tag) => {
    const { billing, ref } = await paying(cardToken)
    const fail = failPayment({ ...ref, attemptId, declineCode: "card_declined" })
    expect(tagOf(await billing.run(Effect.result(fail)))).toBe(tag)
  })
})

/** A gateway whose charges wait until they are let through. */
const waiting = () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const opened = Effect.promise(() => promise)
  const wrapGateway = (gateway: PaymentGateway["Service"]): PaymentGateway["Service"] => ({
    ...gateway,
    charge: (charge) => Effect.andThen(opened, gateway.charge(charge)),
  })
  return { wrapGateway, open: resolve }
}

type Billing = ReturnType<typeof makeBilling>

const lost = (gateway: PaymentGateway["Service"]): PaymentGateway["Service"] => ({
  ...gateway,
  charge: () => Effect.succeed(UNKNOWN),
})

const MINUTE = 60_000

/** What lets a charge go: what came before, and what is done then. */
const causes = {
  "a payment": async () => {},
  "a boundary that is taken hours late": async (billing: Billing) => {
    billing.setNow(boundary + 3 * 60 * MINUTE)
  },
  "a charge that is made again after a look-up": async (
    billing: Billing,
    pay: Parameters<Billing["run"]>[0],
  ) => {
    await billing.processOf({ wrapGateway: lost }).run(pay)
    billing.setNow(billing.now() + 40 * MINUTE)
  },
}
describe("a charge that is under way", () => {
  it.each(Object.entries(causes))(
    "is not failed beside who makes it, and is made once: %s",
    async (cause, before) => {
      const billing = makeBilling()
      await billing.seeded()
      const { upcoming } = await billing.run(subscribed())
      const ref = { organizationId, invoiceId: upcoming.invoiceId }
      const pay = Effect.result(payInvoice({ ...ref, paymentMethodId: null, expectedPayableAmount: null }))
      await before(billing, pay)
      const { wrapGateway, open } = waiting()
      const making = billing
        .processOf({ wrapGateway })
        .fork(cause === "a payment" ? Effect.asVoid(pay) : Effect.asVoid(runDue(billing.now())))
      await billing.run(letOthersRun(200))
      billing.setNow(billing.now() + 1000)
      const operator = billing.processOf({ wrapGateway: silent })
      expect(tagOf(await operator.run(Effect.result(failing(ref))))).toBe("PaymentInProgress")
      expect(tagOf(await operator.run(pay))).toBe("PaymentInProgress")
      open()
      await billing.run(Fiber.await(making))
      expect(billing.charges().map(({ status }) => status)).toEqual(["APPROVED"])
    },
  )
})
