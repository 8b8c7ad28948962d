// The use cases as promises: from nothing to a paid invoice, refusals as errors, aborts, and the end.
import { afterEach, describe, expect, it, vi } from "vitest"
import type { PaymentAttempt } from "../../src/index.ts"
import type { PaymentGatewayPort } from "../../src/promises/index.ts"
import { BillingRejected, createBilling } from "../../src/promises/index.ts"
import { asPromises, openBilling, START, subscribed } from "./support.ts"

/** A gateway whose charges wait until they are let through. */
const slowGateway = () => {
  const { options } = openBilling()
  const asked = Promise.withResolvers<AbortSignal>()
  const let_ = Promise.withResolvers<void>()
  const gateway: PaymentGatewayPort = {
    ...options.gateway,
    charge: async (_, { signal }) => {
      asked.resolve(signal)
      await let_.promise
      return { _tag: "Approved" }
    },
  }
  return { gateway, asked: asked.promise, letThrough: let_.resolve }
}

describe("billing by promises", () => {
  it("goes from nothing to a paid invoice", async () => {
    const { billing } = openBilling()
    const { organizationId, invoiceId } = await subscribed(billing)
    const invoice = await billing.invoices.pay({ organizationId, invoiceId })
    expect(invoice).toMatchObject({ status: "PAID", amountPaid: 9990 })
    expect(await billing.invoices.list({ organizationId })).toMatchObject({ totalItems: 1 })
  })

  it("moves a customer of another system in, once, after a dry run", async () => {
    const { billing } = openBilling()
    const { planId, planIntervalId } = await subscribed(billing)
    const customer = {
      importId: "customer-17",
      organization: { organizationId: "acme", name: "Acme", currency: "BRL" },
      planId,
      planIntervalId,
      anchor: { at: START, day: null },
      period: { startAt: START, endAt: START, feePaid: true, usage: [] },
      owedAmount: 0,
      paymentMethods: [],
    }
    const refused = await billing.subscriptions.previewImport(customer).catch((error: unknown) => error)
    if (!(refused instanceof BillingRejected)) throw new Error("It is not refused")
    expect(refused.rejection).toMatchObject({ _tag: "ImportInvalid", member: "period.endAt" })
    expect(refused.body).toMatchObject({ errors: [{ path: "period.endAt" }] })
    const card = { gatewayReference: "tok_1", brand: "visa", last4: "4242", expMonth: 12, expYear: 2099 }
    const details = { isDefault: true, billingDetails: { name: null, email: null } }
    const sound = {
      ...customer,
      period: { ...customer.period, endAt: refused.rejection.expected },
      paymentMethods: [{ type: "CARD" as const, ...card, ...details }],
    }
    const { nextInvoice } = await billing.subscriptions.previewImport(sound)
    expect(nextInvoice).toMatchObject({ totalAmount: 9990 })
    const seats = await billing.subscriptions.previewImport({ ...sound, quantity: 5 }).outcome()
    expect(seats).toMatchObject({ error: { rejection: { _tag: "QuantityNotAllowed", quantity: 5 } } })
    const { subscription } = await billing.subscriptions.import(sound)
    expect(await billing.subscriptions.import(sound)).toEqual({ subscription, replayed: true })
  })

  it("bills what time causes, and says which organizations failed", async () => {
    const { billing, time } = openBilling()
    const { organizationId } = await subscribed(billing)
    time.at += 32 * 86_400_000
    const run = await billing.engine.runDue({ catchUp: true })
    expect(run).toMatchObject({ organizations: 1, failures: [] })
    expect(run.billingEvents.map(({ billingEvent }) => billingEvent.type)).toContain("payment.approved")
    expect((await billing.invoices.list({ organizationId })).items[0]).toMatchObject({ status: "PAID" })
  })

  it("says of an organization that was not billed why", async () => {
    const broken = new Error("no connection")
    const { options, time } = openBilling()
    const billing = createBilling(options)
    await subscribed(billing)
    const store = { ...options.store, account: () => Promise.reject(broken) }
    time.at += 32 * 86_400_000
    const { failures } = await createBilling({ ...options, store }).engine.runDue()
    expect(failures).toMatchObject([{ rejection: "Defect", error: broken }])
  })

  it("says in words of an organization that was refused why", async () => {
    const { billing, time } = openBilling()
    const { organizationId } = await subscribed(billing)
    time.at += 200 * 86_400_000
    const { failures } = await billing.engine.runDue()
    expect(failures).toMatchObject([
      { organizationId, rejection: "CatchUpNotAllowed", error: expect.any(BillingRejected) },
    ])
    const words = "a step fell due at 2026-02-15T00:00:00.000Z; where the clock is right"
    expect(String(failures[0]?.error)).toContain(
      `engine.runDue is refused with CatchUpNotAllowed (503 service_unavailable): ${words}`,
    )
    expect((await billing.engine.runDue({ catchUp: true })).failures).toEqual([])
    time.at = (await billing.subscriptions.check({ organizationId })).updatedAt - 86_400_000
    await expect(billing.subscriptions.cancel({ organizationId, atPeriodEnd: false })).rejects.toThrow(
      "(503 service_unavailable): the clock is 86400000 ms behind the records of the organization",
    )
  })

  it("records what the gateway says later, once", async () => {
    const { options, billing } = openBilling()
    const { organizationId, invoiceId } = await subscribed(billing)
    const gateway = { ...options.gateway, charge: async () => Promise.reject(new Error("hung up")) }
    const invoice = await createBilling({ ...options, gateway }).invoices.pay({ organizationId, invoiceId })
    expect(invoice.status).toBe("OPEN")
    const told = {
      organizationId,
      invoiceId,
      attemptId: invoice.attempts[0]?.attemptId ?? "",
    }
    // The webhook of a refund comes before that of the payment, and both come twice.
    const back = { _tag: "Refunded", ...told, refundId: "r1", amount: 1990 } as const
    const paid = { _tag: "Answered", ...told, answer: { _tag: "Approved" } } as const
    for (const news of [back, paid, back, paid]) {
      expect(await billing.invoices.hear(news)).toMatchObject({
        status: "PARTIALLY_REFUNDED",
        amountPaid: 9990,
      })
    }
  })

  it("acts once under a key", async () => {
    const { billing } = openBilling()
    const { organizationId } = await subscribed(billing)
    const request = { key: "order-17", userId: "ana", organizationId, operation: "signup" }
    let acts = 0
    const act = async () => ({ acts: ++acts })
    expect(await billing.withIdempotencyKey(request, act)).toEqual({ answer: { acts: 1 }, replayed: false })
    expect(await billing.withIdempotencyKey(request, act)).toEqual({ answer: { acts: 1 }, replayed: true })
    const other = billing.withIdempotencyKey({ ...request, body: { other: true } }, act)
    await expect(other).rejects.toMatchObject({ body: { code: "idempotency_key.reused" } })
  })
})

describe("what was set up", () => {
  it("is changed by its members, of which those that are left out stay", async () => {
    const { billing } = openBilling()
    await subscribed(billing)
    const { organizationId } = await billing.organizations.create({
      name: "Acme",
      currency: "BRL",
      status: "ACTIVE",
    })
    const organization = { organizationId, name: "Acme", currency: "BRL", status: "INACTIVE" }
    expect(await billing.organizations.update({ organizationId, status: "INACTIVE" })).toEqual(organization)
    const email = "ana@example.com"
    const memberships = [{ organizationId, permissions: [] }]
    const user = await billing.users.create({ email, emailVerified: true, memberships })
    const { userId } = user
    expect(await billing.users.update({ userId, memberships: [] })).toEqual({ ...user, memberships: [] })
    const [plan] = (await billing.plans.list({})).items
    if (plan === undefined) throw new Error("no plan")
    const { planId } = plan
    expect(await billing.plans.update({ planId, status: "INACTIVE" })).toEqual({
      ...plan,
      status: "INACTIVE",
    })
    const coupon = await billing.coupons.define({
      code: "SPRING",
      name: "Spring",
      discount: { type: "FIXED", amount: 100, currency: "BRL" },
      duration: { type: "ONCE" },
      redeemBy: 1,
      planIds: [planId],
    })
    const { code } = coupon
    const open = { redeemBy: null, planIds: null, redemptionsMax: 7 }
    expect(await billing.coupons.update({ code, ...open })).toEqual({ ...coupon, ...open })
    expect(await billing.coupons.update({ code, name: "Now" })).toEqual({ ...coupon, ...open, name: "Now" })
  })

  it("is refused at the member as the call names it", async () => {
    const { billing } = openBilling()
    const wish = { code: "A", name: "A", duration: { type: "ONCE" } } as const
    const discount = { type: "FIXED", amount: 0, currency: "BRL" } as const
    const faults = async (call: Promise<unknown>) =>
      call.then(
        () => [],
        (error) => (error instanceof BillingRejected ? error.body.errors.map(({ path }) => path) : [error]),
      )
    const right = { ...discount, amount: 1 }
    expect(await faults(billing.coupons.define({ ...wish, discount }))).toEqual(["discount"])
    expect(await faults(billing.coupons.define({ ...wish, discount: { ...right, currency: "X" } }))).toEqual([
      "discount.currency",
    ])
    const duration = { type: "REPEATING", months: 0 } as const
    expect(await faults(billing.coupons.define({ ...wish, discount: right, duration }))).toEqual([
      "duration.months",
    ])
    await billing.coupons.define({ ...wish, discount: right })
    expect(await faults(billing.coupons.update({ code: "A", redemptionsMax: 0 }))).toEqual(["redemptionsMax"])
    expect(await faults(billing.coupons.update({ code: "B" }))).toEqual([])
    await expect(billing.coupons.update({ code: "B" })).rejects.toMatchObject({
      status: 404,
      body: { code: "coupon.not_found" },
    })
    await expect(billing.users.update({ userId: "none" })).rejects.toMatchObject({
      status: 404,
      body: { code: "user.not_found" },
    })
  })
})

describe("a key", () => {
  it.each([
    ["nothing", undefined],
    ["a function", () => 1],
    ["null", null],
  ])("is kept where what was done gives %s", async (_, given) => {
    const { billing, time } = openBilling()
    const request = { key: "order-17", userId: "ana", organizationId: "acme", operation: "signup" }
    let acts = 0
    const act = async (): Promise<unknown> => {
      acts += 1
      return given
    }
    expect(await billing.withIdempotencyKey(request, act)).toEqual({ answer: given, replayed: false })
    time.at += 60 * 60_000
    expect(await billing.withIdempotencyKey(request, act)).toMatchObject({ replayed: true })
    expect(acts).toBe(1)
  })

  it("is kept where an act that is not async gives a value, and free where it throws", async () => {
    const { billing } = openBilling()
    const request = { key: "order-17", userId: "ana", organizationId: "acme", operation: "signup" }
    const toThrow = (): never => {
      throw new Error("out of stock")
    }
    await expect(billing.withIdempotencyKey(request, toThrow)).rejects.toThrow("out of stock")
    let acts = 0
    const act = () => ({ acts: ++acts }) as never
    for (const replayed of [false, true, true]) {
      expect(await billing.withIdempotencyKey(request, act)).toEqual({ answer: { acts: 1 }, replayed })
    }
  })

  it("is kept where JSON cannot write what was given, and says so to whoever comes again", async () => {
    const { billing, time } = openBilling()
    const request = { key: "order-17", userId: "ana", organizationId: "acme", operation: "signup" }
    let acts = 0
    const act = async () => ({ acts: BigInt(++acts) })
    expect(await billing.withIdempotencyKey(request, act)).toMatchObject({ answer: { acts: 1n } })
    time.at += 60 * 60_000
    await expect(billing.withIdempotencyKey(request, act)).rejects.toThrow(/gave what JSON cannot write/)
    expect(acts).toBe(1)
  })
})

describe("the end", () => {
  it("refuses calls at once, also while engines stop", async () => {
    const { billing } = openBilling()
    const { organizationId, invoiceId } = await subscribed(billing)
    billing.engine.start({ everyMillis: 1 })
    const closing = billing.close()
    await expect(billing.invoices.pay({ organizationId, invoiceId })).rejects.toThrow(
      /was called after close/,
    )
    await closing
  })

  it("waits for a payment that an engine has begun, however short its drain is", async () => {
    const begun = Promise.withResolvers<void>()
    const goOn = Promise.withResolvers<void>()
    const { scripted, options, time } = openBilling()
    const inner = asPromises<PaymentGatewayPort>(scripted.gateway, () => null)
    const gateway: PaymentGatewayPort = {
      ...inner,
      charge: async (charge, options) => {
        begun.resolve()
        await goOn.promise
        return (await inner.charge(charge, options)) as PaymentAttempt.GatewayAnswer
      },
    }
    const billing = createBilling({ ...options, gateway })
    const { organizationId } = await subscribed(billing)
    time.at += 32 * 86_400_000
    const engine = billing.engine.start({ everyMillis: 1, drainMillis: 1 })
    await begun.promise
    await engine.stop()
    let isClosed = false
    const closing = billing.close().then(() => {
      isClosed = true
    })
    await new Promise((resolve) => setImmediate(resolve))
    expect(isClosed).toBe(false)
    goOn.resolve()
    await closing
    const { billing: other } = openBilling({ ...options })
    expect(await other.invoices.list({ organizationId })).toMatchObject({ items: [{ status: "PAID" }] })
  })
})

describe("the end, where a port does not answer", () => {
  afterEach(() => void vi.useRealTimers())

  it("names what has not ended, a minute later, and at once where all has", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
    const { options } = openBilling()
    const store = { ...options.store, plans: () => new Promise<never>(() => undefined) }
    const billing = createBilling({ ...options, store })
    void billing.plans.list()
    const closing = billing.close().catch((error: Error) => error.message)
    const soon = () => Promise.race([closing, new Promise((resolve) => setImmediate(resolve, "waits"))])
    await vi.advanceTimersByTimeAsync(59_999)
    expect(await soon()).toBe("waits")
    await vi.advanceTimersByTimeAsync(1)
    expect(await soon()).toMatch(/^close\(\): after 60 s these have not ended: plans\.list\. A port/)
    expect(vi.getTimerCount()).toBe(0)
    await createBilling(options).close()
    expect(vi.getTimerCount()).toBe(0)
  })
})

describe("a refusal", () => {
  it("is thrown with the fact, the status and the body of the contract", async () => {
    const { billing } = openBilling()
    const { organizationId, invoiceId } = await subscribed(billing, "tok_charge_declined")
    const refused = await billing.invoices.pay({ organizationId, invoiceId }).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(BillingRejected)
    expect(refused).toMatchObject({
      call: "invoices.pay",
      status: 402,
      rejection: { _tag: "PaymentDeclined", declineCode: "card_declined" },
      body: { statusCode: 402, code: "payment.declined", declineCode: "card_declined" },
    })
    expect(String(refused)).toMatch(
      /^BillingRejected: invoices.pay is refused with PaymentDeclined \(402 payment.declined\): /,
    )
  })

  it("is a value for whoever asks, and what is none still rejects", async () => {
    const { billing, options } = openBilling()
    const unknown = await billing.subscriptions.check({ organizationId: "nobody" }).outcome()
    expect(unknown).toMatchObject({ ok: false, error: { rejection: { _tag: "OrganizationNotFound" } } })
    expect(await billing.plans.list().outcome()).toEqual({ ok: true, data: { items: [], totalItems: 0 } })
    const store = { ...options.store, plans: () => Promise.reject(new Error("gone")) }
    await expect(
      createBilling({ ...options, store })
        .plans.list()
        .outcome(),
    ).rejects.toThrow("gone")
  })

  it("says by the given clock when to try again", async () => {
    const secrets = {
      otpCode: () => "123456",
      digest: ({ text }: { readonly text: string }) => text,
      matches: () => false,
      refreshToken: () => "token",
      successor: (token: string) => token,
      sessionOf: () => null,
      webhookSecret: () => "whsec_",
    }
    const { billing } = openBilling({
      secrets,
      otpSender: { send: () => undefined },
      otpPolicy: { liveMax: 1 },
    })
    const request = { email: "ana@example.com", context: "MAGIC_AUTH" } as const
    await billing.auth.requestOtp(request)
    await expect(billing.auth.requestOtp(request)).rejects.toMatchObject({
      status: 429,
      body: { retryAfterSeconds: 600 },
      rejection: { retryAt: START + 600_000 },
    })
  })
})

describe("a call", () => {
  it("that is aborted before it begins reaches no port", async () => {
    const { options } = openBilling()
    let calls = 0
    const store = { ...options.store, plans: async () => ({ items: [], totalItems: ++calls }) }
    const billing = createBilling({ ...options, store })
    const reason = new Error("changed my mind")
    await expect(billing.plans.list({}, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
    expect(calls).toBe(0)
  })

  it("that is aborted during a charge rejects at once, and close waits until the payment is recorded", async () => {
    const { gateway, asked, letThrough } = slowGateway()
    const { billing, options } = openBilling({ gateway })
    const { organizationId, invoiceId } = await subscribed(billing)
    const controller = new AbortController()
    const paying = billing.invoices.pay({ organizationId, invoiceId }, { signal: controller.signal })
    const chargeSignal = await asked
    controller.abort(new Error("the browser is gone"))
    await expect(paying).rejects.toThrow("the browser is gone")
    expect(chargeSignal.aborted).toBe(false)
    let isClosed = false
    const closing = billing.close().then(() => {
      isClosed = true
    })
    await new Promise((resolve) => setImmediate(resolve))
    expect(isClosed).toBe(false)
    letThrough()
    await closing
    const found = await createBilling(options).invoices.get({ organizationId, invoiceId })
    expect(found).toMatchObject({ status: "PAID" })
  })

  it("after close is refused by its name, and close can be called again", async () => {
    const { billing } = openBilling()
    await billing.close()
    await expect(billing.plans.list()).rejects.toThrow(/^plans\.list was called after close\(\)/)
    await billing.close()
  })

  it("whose port throws rejects with that error", async () => {
    const { options } = openBilling()
    const fault = new Error("no connection")
    const thrown: Array<unknown> = []
    const store = {
      ...options.store,
      plans: () => {
        throw fault
      },
    }
    const onPortError = (error: unknown, member: string) => thrown.push([error, member])
    await expect(createBilling({ ...options, store, onPortError }).plans.list()).rejects.toBe(fault)
    expect(thrown).toEqual([[fault, "store.plans"]])
  })

  it("whose port throws rejects with that error, also where the listener is broken", async () => {
    const { options } = openBilling()
    const fault = new Error("no connection")
    const store = { ...options.store, plans: () => Promise.reject(fault) }
    const toThrow = (): never => {
      throw new Error("the pager is away")
    }
    for (const onPortError of [toThrow, async () => toThrow()]) {
      await expect(createBilling({ ...options, store, onPortError }).plans.list()).rejects.toBe(fault)
    }
  })
})
