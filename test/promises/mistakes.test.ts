// Mistakes of whoever has no types: told at the call, with the name of the member, and never with its value.
import { describe, expect, it } from "vitest"
import type { Billing, BillingOptions } from "../../src/promises/index.ts"
import { createBilling } from "../../src/promises/index.ts"
import { openBilling } from "./support.ts"

const { billing, options } = openBilling()
const created = (changes: object) => () => createBilling({ ...options, ...changes } as BillingOptions)
type Call = (...args: ReadonlyArray<unknown>) => Promise<unknown>
type Loose = Readonly<Record<string, Readonly<Record<string, Call>>>>

describe("createBilling", () => {
  it.each<readonly [string, () => unknown, RegExp]>([
    ["nothing", () => createBilling(undefined as never), /needs \{ store, gateway \}/],
    [
      "a missing port",
      created({ store: undefined }),
      /^createBilling: store has to be an object; give the storage/,
    ],
    ["a port that is a text", created({ gateway: "stripe" }), /^createBilling: gateway has to be an object/],
    [
      "a port without a function",
      created({ store: { ...options.store, commit: undefined } }),
      /store\.commit has to be a function; a port of store has account, /,
    ],
    [
      "an unknown option",
      created({ gatewy: {} }),
      /^createBilling: gatewy is unknown; did you mean gateway\?/,
    ],
    [
      "an option that is like none",
      created({ database: {} }),
      /database is unknown; its members are store, gateway/,
    ],
    [
      "an unknown member of the policy",
      created({ policy: { graceMilis: 1 } }),
      /policy\.graceMilis is unknown; did you mean graceMillis\?/,
    ],
    [
      "a policy that is null",
      created({ policy: null }),
      /^createBilling: policy has to be an object, and is null$/,
    ],
    [
      "a policy that is a list",
      created({ policy: [] }),
      /^createBilling: policy has to be an object, and is an array$/,
    ],
    [
      "a policy that cannot be kept",
      created({ policy: { graceMillis: "1" } }),
      /policy cannot be kept: Expected number\n {2}at \["graceMillis"\]/,
    ],
    [
      "a bound that is a text",
      created({ otpPolicy: { digits: "6" } }),
      /otpPolicy\.digits has to be an integer, and is a string/,
    ],
    [
      "a code without digits",
      created({ otpPolicy: { digits: 0 } }),
      /OTP policy cannot be kept: digits \(0\), give a whole number from 4 to 12/,
    ],
    [
      "a clock that is no function",
      created({ clock: Date.now() }),
      /clock has to be a function, and is an integer/,
    ],
    [
      "a clock of seconds",
      created({ clock: () => Date.now() / 1000 }),
      /clock has to give milliseconds, as Date.now does, and seems to give seconds/,
    ],
    [
      "a clock of microseconds",
      created({ clock: () => Date.now() * 1000 }),
      /clock has to give milliseconds, as Date.now does, and seems to give microseconds/,
    ],
  ])("is told of %s", (_, act, message) => {
    expect(act).toThrow(message)
  })

  it("takes the members of the policy that have no default", () => {
    expect(created({ policy: { quantityChangesMax: 3, trialNoticeMillis: 0 } })).not.toThrow()
  })

  it("has the default of what the policy has as undefined", () => {
    expect(created({ policy: { slipDueDays: undefined } })).not.toThrow()
  })
})

describe("a call", () => {
  const pay = { organizationId: "o", invoiceId: "i" }
  const keyed = { key: "k", userId: "u", organizationId: "o", operation: "pay i" }
  const loose = billing as unknown as Loose
  const { withIdempotencyKey } = billing as unknown as { readonly withIdempotencyKey: Call }
  const call =
    (group: keyof Billing, name: string, ...args: ReadonlyArray<unknown>) =>
    () =>
      loose[group]?.[name]?.(...args)
  it.each<readonly [string, () => Promise<unknown> | undefined, string]>([
    [
      "a wrong member",
      call("invoices", "pay", { ...pay, invoiceID: "i" }),
      "invoices.pay: invoiceID is unknown; did you mean invoiceId?",
    ],
    [
      "a missing member",
      call("invoices", "pay", { organizationId: "o" }),
      "invoices.pay: invoiceId has to be a string, and is missing",
    ],
    [
      "a text that not every store can keep",
      call("invoices", "pay", { organizationId: "o", invoiceId: "i\0" }),
      "invoices.pay: invoiceId has to be a text without U+0000 and without half of a surrogate pair",
    ],
    [
      "no request",
      call("invoices", "pay"),
      "invoices.pay: organizationId has to be a string, and is missing",
    ],
    [
      "an amount that is a text",
      call("invoices", "refund", { ...pay, amount: "1990" }),
      "invoices.refund: amount has to be an integer in the currency's minor unit (1990 for 19.90), and is a string",
    ],
    [
      "an amount with a fraction",
      call("invoices", "refund", { ...pay, amount: 19.9 }),
      "invoices.refund: amount has to be an integer in the currency's minor unit (1990 for 19.90), and is a number with a fraction",
    ],
    [
      "an amount that is NaN",
      call("invoices", "refund", { ...pay, amount: Number.NaN }),
      "invoices.refund: amount has to be an integer in the currency's minor unit (1990 for 19.90), and is NaN",
    ],
    [
      "an amount that is infinite",
      call("invoices", "refund", { ...pay, amount: Number.POSITIVE_INFINITY }),
      "invoices.refund: amount has to be an integer in the currency's minor unit (1990 for 19.90), and is infinite",
    ],
    [
      "an amount that is too large",
      call("invoices", "refund", { ...pay, amount: 2 ** 53 }),
      "invoices.refund: amount has to be an integer in the currency's minor unit (1990 for 19.90), and is too large for an exact integer",
    ],
    [
      "a Date",
      call("vouchers", "grant", {
        organizationId: "o",
        name: "n",
        currency: "BRL",
        amount: 1,
        expiresAt: new Date(0),
      }),
      "vouchers.grant: expiresAt has to be an instant in milliseconds since 1970, as Date.now() gives it, and is an object",
    ],
    [
      "a member deep inside",
      call("usage", "record", { organizationId: "o", events: [{ eventId: "e", meter: "m", quantity: "3" }] }),
      "usage.record: events[0].quantity has to be an integer, and is a string",
    ],
    [
      "a hole in a list",
      call("usage", "record", { organizationId: "o", events: Array(1) }),
      "usage.record: events[0] has to be an object, and is missing",
    ],
    [
      "a hole in a list that may be left out",
      call("subscriptions", "import", {
        importId: "i",
        organization: { organizationId: "o", name: "n", currency: "BRL" },
        planId: "p",
        planIntervalId: "m",
        anchor: { at: 0 },
        period: { startAt: 0, endAt: 1, feePaid: true },
        credits: Array(1),
        owedAmount: 0,
        paymentMethods: [],
      }),
      "subscriptions.import: credits[0] has to be an object, and is missing",
    ],
    [
      "a kind that there is not",
      call("paymentMethods", "add", { organizationId: "o", type: "PIX" }),
      "paymentMethods.add: type has to be one of CARD, BOLETO, and is a string",
    ],
    [
      "news of a gateway that cannot be read",
      call("invoices", "hear", {
        ...pay,
        _tag: "Answered",
        attemptId: "a",
        answer: { _tag: "Pending", slip: { barcode: "9", digitableLine: "9", expiresAt: 1.8e15 } },
      }),
      "invoices.hear: answer cannot be read: it has to be Approved, Declined or Pending, and a slip needs its digits and an instant in milliseconds",
    ],
    [
      "a text in place of the request",
      call("subscriptions", "check", "o"),
      "subscriptions.check has to be an object, and is a string",
    ],
    [
      "a signal that is none",
      call("plans", "list", {}, { signal: {} }),
      "plans.list: options.signal has to be an AbortSignal",
    ],
    [
      "an unknown option",
      call("plans", "list", {}, { timeout: 3 }),
      "plans.list: options.timeout is unknown; its members are signal",
    ],
    [
      "a page before the first",
      call("plans", "list", { page: 0 }),
      "plans.list: page has to be an integer from 1 to 999999999",
    ],
    [
      "a page that no list has",
      call("vouchers", "listUsages", { organizationId: "o", voucherId: "v", page: Number.MAX_SAFE_INTEGER }),
      "vouchers.listUsages: page has to be an integer from 1 to 999999999",
    ],
    [
      "a page of fewer than one record",
      call("invoices", "list", { organizationId: "o", limit: -1 }),
      "invoices.list: limit has to be an integer from 1 to 1000000",
    ],
    [
      "a page of too many records",
      call("invoices", "list", { organizationId: "o", limit: 1_000_001 }),
      "invoices.list: limit has to be an integer from 1 to 1000000",
    ],
    [
      "work on nothing at once",
      call("engine", "runDue", { concurrency: 0 }),
      "engine.runDue: concurrency has to be an integer from 1 to 1000",
    ],
    [
      "a body that JSON cannot write",
      () => withIdempotencyKey({ ...keyed, body: { amount: 1990n } }, async () => null),
      "withIdempotencyKey: body has to be what JSON can write, without a bigint and without a circle",
    ],
    [
      "a key that says nothing",
      () => withIdempotencyKey({ ...keyed, key: "" }, async () => null),
      "withIdempotencyKey: key has to be a text that is not empty",
    ],
    [
      "a port that was not given",
      call("auth", "refresh", { refreshToken: "secret" }),
      "auth.refresh needs secrets, which createBilling was not given: add it to its options",
    ],
  ])("is told of %s", async (_, act, message) => {
    const fault = await act()?.catch((error: unknown) => error)
    expect(fault).toBeInstanceOf(TypeError)
    expect(String(fault)).toBe(`TypeError: ${message}`)
  })

  const long = "x".repeat(201)
  const price = { amount: 1, currency: "BRL", interval: "MONTHLY" }
  const named = { name: "n", currency: "BRL" }
  const catalogued = { name: "n", description: "", status: "ACTIVE", prices: [] }
  const discounting = {
    name: "n",
    discount: { type: "PERCENTAGE", basisPoints: 1 },
    duration: { type: "ONCE" },
  }
  it.each<readonly [keyof Billing, string, string, object]>([
    ["organizations", "create", "organizationId", { ...named, status: "ACTIVE", organizationId: long }],
    [
      "users",
      "create",
      "userId",
      { userId: long, email: "a@example.com", emailVerified: true, memberships: [] },
    ],
    ["plans", "define", "planId", { ...catalogued, planId: long, intervals: [price] }],
    ["plans", "define", "intervals[0].id", { ...catalogued, intervals: [{ ...price, id: long }] }],
    ["coupons", "define", "couponId", { ...discounting, code: "c", couponId: long }],
    ["coupons", "define", "code", { ...discounting, code: long }],
    ["vouchers", "grant", "voucherId", { ...named, organizationId: "o", amount: 1, voucherId: long }],
  ])("of %s.%s is told that its %s is too long", async (group, name, member, request) => {
    const fault = await call(group, name, request)()?.catch((error: unknown) => error)
    expect(String(fault)).toBe(
      `TypeError: ${group}.${name}: ${member} has to be a text of at most 200 characters`,
    )
  })

  it("of a user is told that its address is too long", async () => {
    const user = { email: "x".repeat(255), emailVerified: true, memberships: [] }
    await expect(call("users", "create", user)()).rejects.toThrow(
      "users.create: email has to be a text of at most 254 characters",
    )
  })

  it("fills in what may be left out", async () => {
    const { billing: another } = openBilling()
    const organization = await another.organizations.create({
      name: "Acme",
      currency: "BRL",
      status: "ACTIVE",
    })
    const { organizationId } = organization
    const method = await another.paymentMethods.add({ organizationId, type: "CARD", cardToken: "tok_visa" })
    expect(method).toMatchObject({ isDefault: true, billingDetails: { name: null, email: null } })
    const changed = {
      organizationId,
      paymentMethodId: method.paymentMethodId,
      billingDetails: { name: "Ana" },
    }
    expect(await another.paymentMethods.update(changed)).toMatchObject({
      billingDetails: { name: "Ana", email: null },
    })
  })
})

describe("a port", () => {
  it("that rejects with a conflict is told to resolve to it, and that conflict alone", async () => {
    const organization = { name: "Acme", currency: "BRL", status: "ACTIVE" } as const
    const createdWith = (fault: unknown) => {
      const store = { ...options.store, commit: () => Promise.reject(fault) }
      return createBilling({ ...options, store }).organizations.create(organization)
    }
    await expect(createdWith({ _tag: "VersionConflict", scope: { kind: "plan", id: "1" } })).rejects.toThrow(
      "store.commit has to resolve to the VersionConflict, and not to reject with it",
    )
    await expect(createdWith(new Error("disk full"))).rejects.toThrow("disk full")
  })

  it("that resolves a commit to something else is told so", async () => {
    const store = { ...options.store, commit: async () => ({ conflict: true }) as never }
    const made = createBilling({ ...options, store })
    const organization = { name: "Acme", currency: "BRL", status: "ACTIVE" } as const
    await expect(made.organizations.create(organization)).rejects.toThrow(
      'store.commit has to resolve to null, or to { _tag: "VersionConflict", scope }',
    )
  })
})
