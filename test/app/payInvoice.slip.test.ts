// Paying by card while a bank slip is pending: the slip is cancelled at the gateway first, and only what the gateway
// says of that decides whether the card is charged.
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import {
  addPaymentMethod,
  defaultPolicy,
  type PaymentAttempt,
  payInvoice,
  runDue,
  settleInvoice,
} from "../../src/index.ts"
import { approved } from "../support/account.ts"
import { makeBilling, organizationId, startAt, subscribed, type Wraps } from "../support/billing.ts"
import { atPoint, endingAt, type Point } from "../support/processes.ts"

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

/** The calls that change something, in order, since the last time that somebody asked. */
const recorder = () => {
  const calls: Array<string> = []
  const noted = <A, E>(name: string, effect: Effect.Effect<A, E>): Effect.Effect<A, E> =>
    Effect.andThen(
      Effect.sync(() => calls.push(name)),
      effect,
    )
  const wraps: Required<Wraps> = {
    wrapStore: (store) => ({ ...store, commit: (value) => noted("commit", store.commit(value)) }),
    wrapGateway: (gateway) => ({
      ...gateway,
      charge: (charge) => noted("charge", gateway.charge(charge)),
      cancel: (charge) => noted("cancel", gateway.cancel(charge)),
      lookup: (charge) => noted("lookup", gateway.lookup(charge)),
    }),
  }
  return { ...wraps, calls: () => calls.splice(0) }
}

const addBoleto = addPaymentMethod({
  organizationId,
  type: "BOLETO",
  isDefault: false,
  billingDetails: {
    name: "Ana",
    email: "ana@example.com",
    address: { line1: "Rua A, 1", city: "Recife", state: "PE", postalCode: "50000-000", country: "BR" },
  },
})

/** An upcoming invoice for which a slip is pending, and a card. */
const withSlip = async () => {
  const { wrapStore, wrapGateway, calls } = recorder()
  const billing = makeBilling({ wrapStore, wrapGateway })
  await billing.seeded()
  const { upcoming, paymentMethodId } = await billing.run(subscribed())
  const slip = await billing.run(addBoleto)
  const { invoiceId } = upcoming
  const pay = (by: { readonly method?: string; readonly expected?: number } = {}) =>
    payInvoice({
      organizationId,
      invoiceId,
      paymentMethodId: by.method ?? paymentMethodId,
      expectedPayableAmount: by.expected ?? null,
    })
  await billing.run(pay({ method: slip.paymentMethodId }))
  calls()
  const invoice = () => billing.state.ofOrganization(organizationId)?.invoices[0]
  return {
    ...billing,
    invoiceId,
    calls,
    slipMethodId: slip.paymentMethodId,
    pay,
    /** How a payment ends: the status of the invoice, or the tag of the refusal. */
    outcome: async (payment: ReturnType<typeof pay>) =>
      Result.match(await billing.run(Effect.result(payment)), {
        onSuccess: ({ status }) => status,
        onFailure: ({ _tag }) => _tag,
      }),
    invoice,
    attempts: () => invoice()?.attempts.map(({ status }) => status),
    /** A process whose gateway answers a cancellation with this. */
    cancelling: (answer: Effect.Effect<PaymentAttempt.LookupAnswer>) =>
      billing.processOf({
        wrapStore,
        wrapGateway: (gateway) => wrapGateway({ ...gateway, cancel: () => answer }),
      }),
    settle: (receiptId: string) =>
      billing.run(settleInvoice({ organizationId, invoiceId, receiptId, amount: 9990 })),
  }
}

describe("a card in place of a pending slip", () => {
  it("cancels the slip at the gateway, then starts, charges and records the payment", async () => {
    const scene = await withSlip()
    expect(await scene.outcome(scene.pay())).toBe("PAID")
    expect(scene.calls()).toEqual(["cancel", "commit", "charge", "commit"])
    expect(scene.attempts()).toEqual(["CANCELLED", "APPROVED"])
    expect(scene.charges().map(({ status }) => status)).toEqual(["APPROVED", "CANCELLED"])
  })

  it("charges nothing where the slip was paid: that money is recorded, and the invoice not payable", async () => {
    const scene = await withSlip()
    const { run } = scene.cancelling(Effect.succeed(approved))
    const refused = await run(Effect.flip(scene.pay()))
    expect(refused).toMatchObject({ _tag: "InvoiceNotPayable", status: "PAID" })
    expect(scene.calls()).toEqual(["cancel", "commit"])
    expect(scene.attempts()).toEqual(["APPROVED"])
    expect(scene.invoice()).toMatchObject({ status: "PAID", amountPaid: 9990 })
  })

  const slip = { barcode: "1", digitableLine: "1", expiresAt: 0 }
  it.each<PaymentAttempt.LookupAnswer>([
    { _tag: "Pending", slip },
    { _tag: "Unknown" },
    { _tag: "NotFound" },
  ])("is in progress where the gateway answers $_tag", async (answer) => {
    const scene = await withSlip()
    const { run } = scene.cancelling(Effect.succeed(answer))
    expect(await run(Effect.flip(scene.pay()))).toMatchObject({ _tag: "PaymentInProgress" })
    expect(scene.calls()).toEqual(["cancel"])
    expect(scene.attempts()).toEqual(["PENDING"])
  })

  it("is in progress where the gateway does not answer in time", async () => {
    const scene = await withSlip()
    const asked = Promise.withResolvers<void>()
    const silent = Effect.suspend(() => {
      asked.resolve()
      return Effect.never
    })
    const payment = scene.cancelling(silent).run(Effect.flip(scene.pay()))
    await asked.promise
    scene.setNow(startAt + defaultPolicy.chargeDeadlineMillis)
    expect(await payment).toMatchObject({ _tag: "PaymentInProgress" })
    expect(scene.attempts()).toEqual(["PENDING"])
  })

  it.each([
    ["of another amount", { expected: 1 }, "InvoiceChanged"],
    ["with an unknown method", { method: "nobody" }, "PaymentMethodNotFound"],
  ])("%s is refused and leaves the slip alone", async (_, by, tag) => {
    const scene = await withSlip()
    expect(await scene.outcome(scene.pay(by))).toBe(tag)
    expect(scene.calls()).toEqual([])
    expect(scene.charges().map(({ status }) => status)).toEqual(["PENDING"])
  })

  it("leaves the slip alone where another slip is to pay", async () => {
    const scene = await withSlip()
    expect(await scene.outcome(scene.pay({ method: scene.slipMethodId }))).toBe("PaymentInProgress")
    expect(scene.calls()).toEqual([])
  })

  it("keeps what the slip brings after it was cancelled as a voucher", async () => {
    const scene = await withSlip()
    await scene.run(scene.pay())
    await scene.settle("bank-1")
    await scene.settle("bank-1")
    expect(scene.attempts()).toEqual(["APPROVED", "APPROVED"])
    expect(scene.invoice()).toMatchObject({ status: "PAID", amountPaid: 9990 })
    expect(scene.state.ofOrganization(organizationId)?.vouchers).toMatchObject([{ balance: 9990 }])
    const told = scene.state
      .outbox()
      .flatMap((message) => (message.kind === "EVENT" ? [message.billingEvent] : []))
    expect(told.filter(({ type }) => type === "payment.unapplied")).toHaveLength(1)
  })
})

/** The points of such a payment, and whether its attempt is stored then. */
const points: ReadonlyArray<readonly [Point["call"], number, Point["when"], boolean]> = [
  ["cancel", 1, "before", false],
  ["cancel", 1, "after", false],
  ["commit", 1, "before", false],
  ["commit", 1, "after", true],
  ["charge", 1, "before", true],
  ["charge", 1, "after", true],
  ["commit", 2, "before", true],
  ["commit", 2, "after", true],
]

describe("a payer who hangs up", () => {
  it.each(points)("at %s %i, %s it, changes nothing", async (call, nth, when) => {
    const scene = await withSlip()
    let hangUp = (): void => undefined
    const fiber = scene
      .processOf(atPoint({ call, nth, when }, () => Effect.sync(() => hangUp())))
      .fork(Effect.result(scene.pay()))
    hangUp = () => fiber.interruptUnsafe()
    await Effect.runPromise(Fiber.await(fiber))
    await scene.run(Effect.forEach(Array.from({ length: 1000 }), () => Effect.yieldNow))
    expect(scene.attempts()).toEqual(["CANCELLED", "APPROVED"])
    expect(scene.invoice()?.status).toBe("PAID")
  })
})

describe("a process that ends", () => {
  const endAt = async (scene: Awaited<ReturnType<typeof withSlip>>, point: Point) => {
    const dying = endingAt(point)
    void scene.processOf(dying).run(Effect.result(scene.pay()))
    await dying.ended
  }

  it.each(points)(
    "at %s %i, %s it, leaves an invoice that is paid once",
    async (call, nth, when, started) => {
      const scene = await withSlip()
      await endAt(scene, { call, nth, when })
      scene.setNow(startAt + 10 * MINUTE)
      await scene.run(runDue(scene.now()))
      // Where no payment has begun, the payer pays again, and the gateway says once more that the slip is cancelled.
      expect(await scene.outcome(scene.pay())).toBe(started ? "InvoiceNotPayable" : "PAID")
      expect(scene.attempts()).toEqual(["CANCELLED", "APPROVED"])
      expect(scene.charges().map(({ status }) => status)).toEqual(["APPROVED", "CANCELLED"])
    },
  )

  it("after the cancellation and is not asked again leaves a slip that expires by its date", async () => {
    const scene = await withSlip()
    await endAt(scene, { call: "cancel", nth: 1, when: "after" })
    expect(scene.attempts()).toEqual(["PENDING"])
    scene.setNow(startAt + 8 * DAY)
    await scene.run(runDue(scene.now()))
    expect(scene.attempts()?.[0]).toBe("EXPIRED")
  })
})
