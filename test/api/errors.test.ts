import * as Schema from "effect/Schema"
import { describe, expect, expectTypeOf, it } from "vitest"
import { type ApiError, apiError, type ErrorCode, errorCodes, failsWith } from "../../src/api/index.ts"
import { organizationId } from "./records.ts"

// GAP-02, GAP-03, GAP-13, GAP-16, GAP-17, GAP-37, GAP-42, GAP-43 and GAP-71 to GAP-73, status by status.
const codes: { readonly [status: number]: ReadonlyArray<ErrorCode> } = {
  400: [
    "validation_error",
    "otp.invalid",
    "otp.expired",
    "otp.already_used",
    "usage_event.too_old",
    "usage_event.in_future",
    "subscription.quantity_not_allowed",
  ],
  401: ["unauthorized", "token.invalid", "token.reused"],
  402: ["payment.declined"],
  403: ["forbidden", "user.not_verified", "organization.inactive", "ORGANIZATION_SELECTION_REQUIRED"],
  404: [
    "route.not_found",
    "organization.not_found",
    "user.not_found",
    "plan.not_found",
    "payment_method.not_found",
    "subscription.not_found",
    "invoice.not_found",
    "invoice.no_upcoming",
    "coupon.not_found",
    "voucher.not_found",
    "invoice_item.not_found",
    "billing_threshold.not_found",
    "webhook_endpoint.not_found",
    "webhook_delivery.not_found",
  ],
  405: ["method_not_allowed"],
  409: [
    "payment_method.max_of_3_card_payment_methods_reached",
    "payment_method.max_of_1_boleto_payment_methods_reached",
    "payment_method.currency_mismatch",
    "payment_method.in_use",
    "organization.payment_method_required",
    "plan.inactive",
    "subscription.already_exists",
    "subscription.invalid_transition",
    "subscription.in_trial",
    "subscription.usage_refused",
    "subscription.too_many_changes",
    "usage_event.conflict",
    "coupon.not_for_plan",
    "coupon.not_for_interval",
    "coupon.expired",
    "coupon.depleted",
    "coupon.currency_mismatch",
    "coupon.already_used",
    "billing_threshold.currency_mismatch",
    "invoice.not_payable",
    "invoice.payment_in_progress",
    "invoice.changed",
    "invoice.invalid_transition",
    "webhook_endpoint.max_of_20_webhook_endpoints_reached",
    "refund.exceeds_paid",
    "voucher.not_usable",
    "voucher.not_payable",
    "voucher.not_revocable",
    "organization.already_exists",
    "user.already_exists",
    "plan.already_exists",
    "subscription.has_coupon",
    "coupon.already_exists",
    "voucher.already_exists",
    "invoice_item.conflict",
    "invoice_item.billed",
    "invoice_item.max_of_200_unbilled_invoice_items_reached",
    "idempotency_key.reused",
    "idempotency_key.in_use",
  ],
  413: ["payload_too_large"],
  415: ["unsupported_media_type"],
  429: ["otp.locked", "rate_limited"],
  500: ["internal_server_error"],
  503: ["service_unavailable"],
}

describe("codes", () => {
  it("have the status of the register", () => {
    const statuses: Record<number, Array<ErrorCode>> = {}
    for (const code of errorCodes) {
      const { statusCode } = apiError(code as "forbidden")
      statuses[statusCode] = [...(statuses[statusCode] ?? []), code]
    }
    expect(statuses).toEqual(codes)
  })
})

describe("apiError", () => {
  it("is the body of GAP-01", () => {
    expect(apiError("invoice.not_found")).toEqual({
      statusCode: 404,
      code: "invoice.not_found",
      message: "The invoice does not exist.",
      errors: [],
    })
  })

  it("carries the members that only its code has", () => {
    expect(apiError("payment.declined", { declineCode: "stolen_card", retryable: false })).toEqual({
      statusCode: 402,
      code: "payment.declined",
      message:
        "The payment was declined and the invoice is still due: pay it again, with another payment method if retryable is false.",
      errors: [],
      declineCode: "stolen_card",
      retryable: false,
    })
    expect(apiError("invoice.changed", { payableAmount: 12990, amountDue: 2990 })).toMatchObject({
      payableAmount: 12990,
      amountDue: 2990,
    })
    const organizations = [{ organizationId, name: "One" }]
    expect(apiError("ORGANIZATION_SELECTION_REQUIRED", { organizations })).toMatchObject({ organizations })
  })

  it("says where the input was invalid", () => {
    const errors = [{ message: "The interval is another plan's", path: "planIntervalId" }]
    expect(apiError("validation_error", { errors })).toMatchObject({ statusCode: 400, errors })
  })

  it("is typed by its code", () => {
    expectTypeOf(apiError("forbidden").statusCode).toEqualTypeOf<403>()
    expectTypeOf(apiError("forbidden")).toExtend<ApiError>()
    // @ts-expect-error a declined payment says why
    expect(apiError("payment.declined")).not.toHaveProperty("declineCode")
    // @ts-expect-error there is no such code
    expect(() => apiError("invoice.lost")).toThrow()
  })
})

describe("failsWith", () => {
  it("makes a schema for each code, once", () => {
    const schemas = failsWith(
      "invoice.not_found",
      "invoice.not_payable",
      "invoice.changed",
      "invoice.not_found",
    )
    const fits = (error: ApiError) => schemas.map((schema) => Schema.is(schema)(error))
    expect(fits(apiError("invoice.not_found"))).toEqual([true, false, false])
    expect(fits(apiError("invoice.not_payable"))).toEqual([false, true, false])
    expect(fits(apiError("invoice.changed", { payableAmount: 1, amountDue: 1 }))).toEqual([
      false,
      false,
      true,
    ])
    expect(fits(apiError("coupon.not_found"))).toEqual([false, false, false])
  })
})
