import type * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { describe, expect, expectTypeOf, it } from "vitest"
import * as Api from "../../src/api/index.ts"
import type { CouponStatus } from "../../src/core/coupon/Coupon.ts"
import type { InvoiceStatus } from "../../src/core/invoice/Invoice.ts"
import type { AttemptStatus, DeclineCode } from "../../src/core/payment/PaymentAttempt.ts"
import type { PastDueReason, SubscriptionStatus } from "../../src/core/subscription/Subscription.ts"
import type { VoucherEntryKind, VoucherStatus } from "../../src/core/voucher/Voucher.ts"
import { documentedCodes } from "../support/documentedCodes.ts"
import * as records from "./records.ts"

const spec = Api.studioDocument()

interface Operation {
  readonly operationId: string
  readonly summary?: string
  readonly description?: string
  readonly security: ReadonlyArray<object>
  readonly parameters: ReadonlyArray<{ readonly name: string; readonly in: string; readonly schema: object }>
  readonly requestBody?: { readonly required: boolean; readonly content: object }
  readonly responses: { readonly [status: string]: object }
}

const operations = Object.entries(spec.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({
    at: `${method.toUpperCase()} ${path}`,
    operation: operation as unknown as Operation,
  })),
)

const codesIn = documentedCodes(spec)

const anybody = ["validation_error", "rate_limited", "internal_server_error", "service_unavailable"]
const caller = [
  "unauthorized",
  "organization.not_found",
  "user.not_verified",
  "organization.inactive",
  "forbidden",
]
/** In place of a permission: a valid token is enough. */
const anyToken = "any token"
const body = ["payload_too_large", "unsupported_media_type"]
const key = ["idempotency_key.reused", "idempotency_key.in_use"]
const organization = "/studio/organizations/{organizationId}"

// The endpoints of the specification, and those of the register of gaps.
const endpoints: ReadonlyArray<
  readonly [at: string, id: string, permission: string | null, ok: string, codes: ReadonlyArray<string>]
> = [
  ["POST /studio/auth/otp", "auth.requestOtp", null, "201", ["otp.locked", ...body]],
  [
    "POST /studio/auth/otp/{otpId}/validate",
    "auth.validateOtp",
    null,
    "204",
    ["otp.invalid", "otp.expired", "otp.already_used", "otp.locked", ...body],
  ],
  [
    "POST /studio/auth/sign-in/magic-auth",
    "auth.signIn",
    null,
    "200",
    [
      "otp.invalid",
      "otp.expired",
      "otp.already_used",
      "otp.locked",
      "ORGANIZATION_SELECTION_REQUIRED",
      "organization.not_found",
      ...body,
    ],
  ],
  ["POST /studio/auth/refresh", "auth.refresh", null, "200", ["token.invalid", "token.reused", ...body]],
  ["POST /studio/auth/sign-out", "auth.signOut", null, "204", body],
  ["GET /studio/plans", "plans.list", "plan:read", "200", []],
  [
    `POST ${organization}/payment-methods`,
    "paymentMethods.add",
    "payment_method:write",
    "201",
    [
      "payment_method.max_of_3_card_payment_methods_reached",
      "payment_method.max_of_1_boleto_payment_methods_reached",
      ...key,
      ...body,
    ],
  ],
  [`GET ${organization}/payment-methods`, "paymentMethods.list", "payment_method:read", "200", []],
  [
    `GET ${organization}/payment-methods/{paymentMethodId}`,
    "paymentMethods.get",
    "payment_method:read",
    "200",
    ["payment_method.not_found"],
  ],
  [
    `PATCH ${organization}/payment-methods/{paymentMethodId}`,
    "paymentMethods.update",
    "payment_method:write",
    "200",
    ["payment_method.not_found", ...body],
  ],
  [
    `DELETE ${organization}/payment-methods/{paymentMethodId}`,
    "paymentMethods.remove",
    "payment_method:write",
    "204",
    ["payment_method.not_found", "payment_method.in_use"],
  ],
  [
    `POST ${organization}/subscriptions`,
    "subscriptions.create",
    "subscription:write",
    "201",
    [
      "subscription.quantity_not_allowed",
      "plan.not_found",
      "payment_method.not_found",
      "coupon.not_found",
      "plan.inactive",
      "subscription.already_exists",
      "invoice.payment_in_progress",
      "organization.payment_method_required",
      "payment_method.currency_mismatch",
      "billing_threshold.currency_mismatch",
      "coupon.not_for_plan",
      "coupon.not_for_interval",
      "coupon.expired",
      "coupon.depleted",
      "coupon.currency_mismatch",
      "coupon.already_used",
      ...key,
      ...body,
    ],
  ],
  [
    `GET ${organization}/subscriptions`,
    "subscriptions.check",
    "subscription:read",
    "200",
    ["subscription.not_found"],
  ],
  [
    `GET ${organization}/subscriptions/upcoming-invoice`,
    "subscriptions.previewUpcomingInvoice",
    "subscription:read",
    "200",
    ["subscription.not_found", "invoice.no_upcoming"],
  ],
  [
    `PATCH ${organization}/subscriptions`,
    "subscriptions.update",
    "subscription:write",
    "200",
    [
      "subscription.not_found",
      "payment_method.not_found",
      "subscription.invalid_transition",
      "payment_method.currency_mismatch",
      ...body,
    ],
  ],
  ...(
    [
      ["pause", "pause", ["subscription.in_trial", "subscription.too_many_changes", ...key]],
      ["resume", "resume", key],
      ["cancel", "cancel", key],
      ["undo-cancel", "undoCancel", []],
    ] as const
  ).map(
    ([path, name, further]) =>
      [
        `POST ${organization}/subscriptions/${path}`,
        `subscriptions.${name}`,
        "subscription:write",
        "200",
        ["subscription.not_found", "subscription.invalid_transition", ...further, ...body],
      ] as const,
  ),
  [
    `POST ${organization}/subscriptions/change-plan`,
    "subscriptions.changePlan",
    "subscription:write",
    "200",
    [
      "subscription.quantity_not_allowed",
      "subscription.not_found",
      "plan.not_found",
      "plan.inactive",
      "subscription.invalid_transition",
      "subscription.too_many_changes",
      ...key,
      ...body,
    ],
  ],
  [
    `POST ${organization}/subscriptions/change-quantity`,
    "subscriptions.changeQuantity",
    "subscription:write",
    "200",
    [
      "subscription.quantity_not_allowed",
      "subscription.not_found",
      "subscription.invalid_transition",
      "subscription.too_many_changes",
      ...key,
      ...body,
    ],
  ],
  [`GET ${organization}/subscriptions/history`, "subscriptions.list", "subscription:read", "200", []],
  [
    `GET ${organization}/subscriptions/{subscriptionId}`,
    "subscriptions.get",
    "subscription:read",
    "200",
    ["subscription.not_found"],
  ],
  [
    `GET ${organization}/billing-threshold`,
    "thresholds.get",
    "billing_threshold:read",
    "200",
    ["billing_threshold.not_found"],
  ],
  [`PUT ${organization}/billing-threshold`, "thresholds.set", "billing_threshold:write", "200", body],
  [
    `DELETE ${organization}/billing-threshold`,
    "thresholds.remove",
    "billing_threshold:write",
    "204",
    ["billing_threshold.not_found"],
  ],
  [`GET ${organization}/invoices`, "invoices.list", "invoice:read", "200", []],
  [`GET ${organization}/invoices/{invoiceId}`, "invoices.get", "invoice:read", "200", ["invoice.not_found"]],
  [
    `POST ${organization}/invoices/{invoiceId}/pay`,
    "invoices.pay",
    "invoice:pay",
    "200 202",
    [
      "invoice.not_found",
      "payment_method.not_found",
      "payment.declined",
      "invoice.not_payable",
      "invoice.payment_in_progress",
      "invoice.changed",
      "organization.payment_method_required",
      "payment_method.currency_mismatch",
      ...key,
      ...body,
    ],
  ],
  [
    "GET /studio/coupons/{code}/availability",
    "coupons.checkAvailability",
    "coupon:read",
    "200",
    ["plan.not_found", "plan.inactive"],
  ],
  [`GET ${organization}/coupons`, "coupons.list", "coupon:read", "200", []],
  [`GET ${organization}/vouchers`, "vouchers.list", "voucher:read", "200", []],
  [`GET ${organization}/vouchers/{voucherId}`, "vouchers.get", "voucher:read", "200", ["voucher.not_found"]],
  [
    `GET ${organization}/vouchers/{voucherId}/usages`,
    "vouchers.listUsages",
    "voucher:read",
    "200",
    ["voucher.not_found"],
  ],
  ["GET /studio/profile", "profile.get", anyToken, "200", []],
  [
    "POST /studio/profile/switch-organization",
    "profile.switchOrganization",
    anyToken,
    "200",
    ["organization.not_found", ...body],
  ],
]

describe("operations", () => {
  it("are these", () => {
    expect(operations.map(({ at }) => at).sort()).toEqual(endpoints.map(([at]) => at).sort())
  })

  it.each(endpoints)("%s", (at, id, permission, ok, codes) => {
    const operation = operations.find((candidate) => candidate.at === at)?.operation as Operation
    expect(operation).toMatchObject({
      operationId: id,
      summary: expect.stringMatching(/^[A-Z]/),
      description: expect.stringMatching(
        permission === null
          ? /\.$/
          : permission === anyToken
            ? /Requires a valid access token\.$/
            : `Requires \`${permission}\`\\.$`,
      ),
      security: permission === null ? [] : [{ bearer: [] }],
    })
    expect((operation as { readonly "x-required-permission"?: string })["x-required-permission"]).toBe(
      permission === anyToken ? undefined : (permission ?? undefined),
    )
    const statuses = Object.keys(operation.responses).filter((status) => status < "300")
    expect(statuses.join(" ")).toBe(ok)
    const callers = permission === null ? [] : permission === anyToken ? ["unauthorized"] : caller
    const expected = [...anybody, ...callers, ...codes]
    const responses = Object.entries(operation.responses).filter(([status]) => status >= "400")
    expect(responses.flatMap(([, response]) => codesIn(response)).sort()).toEqual(
      [...new Set(expected)].sort(),
    )
  })
})

describe("handlers", () => {
  it("take what was decoded, and only secured ones know the caller", () => {
    type Pay = Api.Handlers["invoices"]["pay"]
    expectTypeOf<Parameters<Pay>[0]>().toEqualTypeOf<{
      readonly params: { readonly organizationId: string; readonly invoiceId: string }
      readonly headers: { readonly "idempotency-key"?: string }
      // biome-ignore lint/suspicious/noConfusingVoidType: no body is void to the library
      readonly payload: Api.WirePayment | void
    }>()
    expectTypeOf<Effect.Services<ReturnType<Pay>>>().toEqualTypeOf<Api.Caller>()
    expectTypeOf<Effect.Services<ReturnType<Api.Handlers["auth"]["signIn"]>>>().toEqualTypeOf<never>()
    expectTypeOf<Effect.Error<ReturnType<Pay>>>().toEqualTypeOf<Api.ApiError>()
  })
})

describe("document", () => {
  it("has a bearer scheme, titles and descriptions", () => {
    expect(spec.info).toMatchObject({ title: "Studio billing", description: expect.any(String) })
    expect(spec.components.securitySchemes).toEqual({
      bearer: {
        type: "http",
        scheme: "Bearer",
        bearerFormat: "JWT",
        description: "The access token that sign-in answers with.",
      },
    })
    expect(spec.tags.map(({ name }) => name)).toEqual([
      "Sign-in",
      "Plans",
      "Payment methods",
      "Subscriptions",
      "Invoices",
      "Coupons",
      "Vouchers",
      "Billing threshold",
      "Profile",
    ])
    expect(spec.tags.every(({ description }) => description !== undefined)).toBe(true)
  })

  it("pages by integers within bounds (GAP-04)", () => {
    const list = operations.find(({ at }) => at === "GET /studio/plans")?.operation
    expect(list?.parameters.map(({ name, schema }) => [name, schema])).toEqual([
      ["page", { type: "integer", minimum: 1, maximum: 999_999_999, default: 1 }],
      ["limit", { type: "integer", minimum: 1, maximum: 100, default: 20 }],
      ["status", { type: "string", enum: ["ACTIVE", "INACTIVE"] }],
    ])
  })

  const closed = (node: object) => JSON.stringify(node).includes('"additionalProperties":false')
  it("checks a coupon for an interval of a plan, or for none (GAP-37)", () => {
    const check = operations.find(({ at }) => at === "GET /studio/coupons/{code}/availability")?.operation
    expect(check?.parameters.map(({ name, in: place }) => [name, place])).toEqual([
      ["code", "path"],
      ["planId", "query"],
      ["planIntervalId", "query"],
    ])
  })

  it("refuses unknown members where money moves, and nowhere else (GAP-05)", () => {
    const bodies = operations.filter(({ operation }) => closed(operation.requestBody ?? {}))
    expect(bodies.map(({ operation }) => operation.operationId)).toEqual([
      "paymentMethods.add",
      "paymentMethods.update",
      "subscriptions.create",
      "subscriptions.cancel",
      "subscriptions.changePlan",
      "subscriptions.changeQuantity",
      "invoices.pay",
    ])
    expect(operations.some(({ operation }) => closed(operation.responses))).toBe(false)
    expect(closed(spec.components)).toBe(false)
  })

  it("takes an idempotency key at every POST that moves money, and nowhere else (GAP-43)", () => {
    // A pause and a resume have no members that could be misspelt.
    const withoutMembers = ["subscriptions.pause", "subscriptions.resume"]
    const moves = ({ operationId, requestBody }: (typeof operations)[number]["operation"]): boolean =>
      withoutMembers.includes(operationId) || closed(requestBody ?? {})
    const moving = operations.filter(({ at, operation }) => at.startsWith("POST ") && moves(operation))
    const keyed = operations.filter(({ operation }) =>
      operation.parameters.some(({ name }) => name === "Idempotency-Key"),
    )
    expect(keyed.map(({ at }) => at)).toEqual(moving.map(({ at }) => at))
    for (const { operation } of operations) {
      const codes = Object.values(operation.responses).flatMap(codesIn)
      expect(key.filter((code) => codes.includes(code))).toEqual(
        keyed.some((one) => one.operation === operation) ? key : [],
      )
    }
    const [parameter] = keyed.flatMap(({ operation }) =>
      operation.parameters.filter(({ name }) => name === "Idempotency-Key"),
    )
    expect(parameter).toMatchObject({ in: "header", required: false, schema: { type: "string" } })
  })

  it("asks for a body, except where every member is optional (GAP-75)", () => {
    const optional = operations.filter(({ operation }) => operation.requestBody?.required === false)
    expect(optional.map(({ operation }) => operation.operationId)).toEqual([
      "paymentMethods.update",
      "subscriptions.pause",
      "subscriptions.resume",
      "subscriptions.cancel",
      "subscriptions.undoCancel",
      "invoices.pay",
    ])
  })
})

describe("records", () => {
  const shapes: ReadonlyArray<readonly [string, Schema.Top, object]> = [
    ["plan", Api.WirePlan, records.plan],
    ["card", Api.WirePaymentMethod, records.card],
    ["boleto", Api.WirePaymentMethod, records.boleto],
    ["subscription", Api.WireSubscription, records.subscription],
    ["scheduled change", Api.WireSubscription, records.scheduled],
    ["threshold", Api.WireBillingThreshold, records.threshold],
    ["coupon", Api.WireSubscriptionCoupon, records.subscription.coupons[0] as object],
    ["invoice", Api.WireInvoice, records.invoice],
    ["paid invoice", Api.WirePaidInvoice, records.paidInvoice],
    ["pending invoice", Api.WirePendingInvoice, records.pendingInvoice],
    ["coupon in percent", Api.WireCoupon, records.coupon],
    ["fixed coupon", Api.WireCoupon, records.fixedCoupon],
    ["redeemed coupon", Api.WireRedeemedCoupon, records.redeemedCoupon],
    ["availability", Api.WireCouponAvailability, records.couponAvailability],
    ["voucher", Api.WireVoucher, records.voucher],
    ["usage of a voucher", Api.WireVoucherUsage, records.voucherUsage],
    ["grant of a voucher", Api.WireVoucherUsage, records.voucherGrant],
    ["profile", Api.WireProfile, records.profile],
    ["tokens", Api.WireTokens, records.tokens],
    ["otp", Api.WireOtp, records.otp],
    ["page", Api.pageOf(Api.WirePlan), records.pageOf(records.plan)],
  ]
  const decoderOf = (schema: Schema.Top) =>
    Schema.decodeUnknownResult(schema as unknown as Schema.Codec<unknown>, { onExcessProperty: "error" })

  it.each(shapes)("a %s is this JSON, and nothing is converted", (_, schema, record) => {
    expect(Result.getOrThrow(decoderOf(schema)(JSON.parse(JSON.stringify(record))))).toEqual(record)
  })

  it.each(shapes)("every member of a %s is there, if only as null", (_, schema, record) => {
    for (const name of Object.keys(record)) {
      const { [name as keyof typeof record]: _removed, ...rest } = record
      expect([name, Result.isFailure(decoderOf(schema)(rest))]).toEqual([name, true])
    }
  })

  it("a boleto has no member of a card (GAP-20)", () => {
    const decode = decoderOf(Api.WirePaymentMethod)
    expect(Result.isFailure(decode({ ...records.boleto, brand: "visa" }))).toBe(true)
  })

  it("a paid invoice is 200, a pending one 202 (GAP-42)", () => {
    const paid = Schema.is(Api.WirePaidInvoice)
    const pending = Schema.is(Api.WirePendingInvoice)
    expect(
      Api.WireInvoiceStatus.literals.map((status) => {
        const invoice = { ...records.invoice, status }
        return [status, paid(invoice) ? 200 : pending(invoice) ? 202 : null]
      }),
    ).toEqual([
      ["DRAFT", null],
      ["OPEN", 202],
      ["PAID", 200],
      ["PAYMENT_FAILED", 202],
      ["UNCOLLECTIBLE", 202],
      ["VOID", null],
      ["EXPIRED", 202],
      ["REFUNDED", null],
      ["PARTIALLY_REFUNDED", null],
      ["DISPUTED", null],
      ["CHARGEBACK", null],
      ["CHARGEBACK_RESOLVED", null],
    ])
  })

  it("speaks the words of the core", () => {
    expectTypeOf<Api.WireInvoice["status"]>().toEqualTypeOf<InvoiceStatus>()
    expectTypeOf<Api.WireInvoice["attempts"][number]["status"]>().toEqualTypeOf<AttemptStatus>()
    expectTypeOf<Api.WireInvoice["attempts"][number]["declineCode"]>().toEqualTypeOf<DeclineCode | null>()
    expectTypeOf<Api.WireSubscription["status"]>().toEqualTypeOf<SubscriptionStatus>()
    expectTypeOf<Api.WireCoupon["status"]>().toEqualTypeOf<CouponStatus>()
    expectTypeOf<Api.WireVoucher["status"]>().toEqualTypeOf<VoucherStatus>()
    expectTypeOf<Api.WireVoucherUsage["type"]>().toEqualTypeOf<VoucherEntryKind>()
    expectTypeOf<Api.WireSubscription["pastDueReason"]>().toEqualTypeOf<PastDueReason | null>()
  })
})

describe("scalars", () => {
  const uuid = "0190a000-0000-7000-8000-000000000001"
  const coupon = (amount: number) => ({ ...records.subscription.coupons[0], amount })

  it.each<readonly [string, Schema.Top, ReadonlyArray<unknown>, ReadonlyArray<unknown>]>([
    [
      "Uuid",
      Api.Uuid,
      [uuid, uuid.toUpperCase()],
      ["", "1", `${uuid}0`, `{${uuid}}`, uuid.replaceAll("-", "")],
    ],
    [
      "Amount",
      Api.Amount,
      [0, 100, Number.MAX_SAFE_INTEGER],
      [-1, 0.5, Number.MAX_SAFE_INTEGER + 1, Number.NaN, "100", null],
    ],
    [
      "Timestamp",
      Api.Timestamp,
      ["2026-03-01T00:00:00.000Z", "2024-02-29T23:59:59.999Z"],
      ["2026-03-01", "2026-03-01T00:00:00Z", "2026-03-01T00:00:00.000+00:00", "2026-13-01T00:00:00.000Z", 0],
    ],
    ["Currency", Api.Currency, ["BRL", "USD", "EUR"], ["brl", "XXX", ""]],
    [
      "Email",
      Api.Email,
      ["a@b.co", "ana.souza+1@mail.example.com"],
      ["", "ana", "ana@", "@b.co", "a@b", "a b@c.de", "a@b..co", `${"a".repeat(250)}@b.co`],
    ],
    ["Text", Api.Text, ["a", "x".repeat(200)], ["", "x".repeat(201), 1]],
    [
      "IdempotencyKeyText",
      Api.IdempotencyKeyText,
      ["a", "x".repeat(255), '"8e03978e-40d5"', "!~"],
      ["", "x".repeat(256), "a b", "a,\tb", "\u00e9", "a\n", 1],
    ],
    [
      "coupon percentage",
      Api.WireSubscriptionCoupon,
      [0, 10, 12.5, 0.01, 100].map(coupon),
      [-1, 0.001, 100.5].map(coupon),
    ],
  ])("%s", (_, schema, good, bad) => {
    const fits = Schema.is(schema)
    expect(good.filter((value) => !fits(value))).toEqual([])
    expect(bad.filter((value) => fits(value))).toEqual([])
  })
})
