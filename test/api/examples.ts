// For every endpoint of the contract a good request, a bad one and the values its handler can succeed with. The type
// wants an example of each, so an endpoint without one does not compile.
import type { FieldError, Handlers } from "../../src/api/index.ts"
import * as records from "./records.ts"

/** A request as the client sees it: what it puts into the path, the query, the headers and the body. */
export interface ExampleRequest {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
}

export interface Example {
  readonly request: ExampleRequest
  /** What the handler then takes. */
  readonly decoded: object
  /** Each success of the handler with its status. */
  readonly successes: ReadonlyArray<readonly [status: number, value: unknown]>
  /** Bad in one place, so that every server finds the same faults. Null where no input can be bad. */
  readonly invalid: readonly [request: ExampleRequest, errors: ReadonlyArray<FieldError>] | null
}

const { organizationId, subscriptionId, invoiceId, planId, planIntervalId, voucherId } = records
const inOrganization = { params: { organizationId } }
const billingDetails = { name: "Ana Souza", email: "ana@example.com" }
const newCard = { type: "CARD", cardToken: "tok_visa", isDefault: true, billingDetails } as const
const planChange = { planId, planIntervalId, when: "PERIOD_END" } as const
const quantityChange = { quantity: 5, when: "PERIOD_END" } as const
const newSubscription = { planId, planIntervalId, paymentMethodId: "pm_1", coupon: { code: "WELCOME10" } }

export const examples: {
  readonly [Group in keyof Handlers]: { readonly [Name in keyof Handlers[Group]]: Example }
} = {
  auth: {
    requestOtp: {
      request: { body: { email: "ana@example.com", context: "MAGIC_AUTH" } },
      decoded: { payload: { email: "ana@example.com", context: "MAGIC_AUTH" } },
      successes: [[201, records.otp]],
      invalid: [{ body: { context: "MAGIC_AUTH" } }, [{ message: "Required", path: "email" }]],
    },
    validateOtp: {
      request: {
        params: { otpId: "otp_1" },
        body: { email: "ana@example.com", code: "123456", context: "MAGIC_AUTH" },
      },
      decoded: {
        params: { otpId: "otp_1" },
        payload: { email: "ana@example.com", code: "123456", context: "MAGIC_AUTH" },
      },
      successes: [[204, undefined]],
      invalid: [
        { params: { otpId: "otp_1" }, body: { email: "ana", code: 123456 } },
        [
          { message: "Expected an e-mail address", path: "email" },
          { message: "Expected a string", path: "code" },
          { message: "Required", path: "context" },
        ],
      ],
    },
    signIn: {
      request: { body: { otpId: "otp_1", code: "123456" } },
      decoded: { payload: { otpId: "otp_1", code: "123456" } },
      successes: [[200, records.tokens]],
      invalid: [
        { body: { otpId: "otp_1", code: "123456", organizationId: "mine" } },
        [{ message: "Expected a UUID", path: "organizationId" }],
      ],
    },
    refresh: {
      request: { body: { refreshToken: "r3fr35h" } },
      decoded: { payload: { refreshToken: "r3fr35h" } },
      successes: [[200, records.tokens]],
      invalid: [{ body: {} }, [{ message: "Required", path: "refreshToken" }]],
    },
    signOut: {
      request: { body: { refreshToken: "r3fr35h", unknown: "ignored" } },
      decoded: { payload: { refreshToken: "r3fr35h" } },
      successes: [[204, undefined]],
      invalid: [
        { body: { refreshToken: "" } },
        [{ message: "Expected a text of 1 to 4096 characters", path: "refreshToken" }],
      ],
    },
  },
  plans: {
    list: {
      request: { query: "?status=ACTIVE&page=2&limit=100" },
      decoded: { query: { status: "ACTIVE", page: 2, limit: 100 } },
      successes: [[200, records.pageOf(records.plan)]],
      invalid: [
        { query: "?status=SOLD&page=0&limit=101" },
        [
          { message: "Expected an integer from 1 to 999999999", path: "page" },
          { message: "Expected an integer from 1 to 100", path: "limit" },
          { message: 'Expected "ACTIVE" or "INACTIVE"', path: "status" },
        ],
      ],
    },
  },
  paymentMethods: {
    add: {
      request: { ...inOrganization, body: newCard },
      decoded: { ...inOrganization, headers: {}, payload: newCard },
      successes: [
        [201, records.card],
        [201, records.boleto],
      ],
      invalid: [
        { ...inOrganization, body: { ...newCard, cardtoken: "tok_visa" } },
        [{ message: "Unknown member", path: "cardtoken" }],
      ],
    },
    list: {
      request: inOrganization,
      decoded: { ...inOrganization, query: { page: 1, limit: 20 } },
      successes: [[200, records.pageOf(records.card, records.boleto)]],
      invalid: [
        { ...inOrganization, query: "?page=1&page=2" },
        [{ message: "Expected once, and it is there several times", path: "page" }],
      ],
    },
    get: {
      request: { params: { organizationId, paymentMethodId: "pm_1" } },
      decoded: { params: { organizationId, paymentMethodId: "pm_1" } },
      successes: [[200, records.card]],
      invalid: null,
    },
    update: {
      request: {
        params: { organizationId, paymentMethodId: "pm_1" },
        body: { isDefault: true, billingDetails: { name: "Ana Souza", phone: null } },
      },
      decoded: {
        params: { organizationId, paymentMethodId: "pm_1" },
        payload: { isDefault: true, billingDetails: { name: "Ana Souza", phone: null } },
      },
      successes: [
        [200, records.card],
        [200, records.boleto],
      ],
      invalid: [
        {
          params: { organizationId, paymentMethodId: "pm_1" },
          body: { isDefault: false, billingDetails: { name: "", email: null, phone: "119" }, cardToken: "x" },
        },
        [
          { message: "Unknown member", path: "cardToken" },
          { message: "Expected true", path: "isDefault" },
          { message: "Expected a text of 1 to 200 characters", path: "billingDetails.name" },
          { message: "Expected a phone number in international format", path: "billingDetails.phone" },
        ],
      ],
    },
    remove: {
      request: { params: { organizationId, paymentMethodId: "pm_1" } },
      decoded: { params: { organizationId, paymentMethodId: "pm_1" } },
      successes: [[204, undefined]],
      invalid: null,
    },
  },
  subscriptions: {
    create: {
      request: { ...inOrganization, body: newSubscription },
      decoded: { ...inOrganization, headers: {}, payload: newSubscription },
      successes: [[201, records.subscription]],
      invalid: [
        { ...inOrganization, body: { planId: 7, coupon: { code: "", kind: "x" }, paymentMethodID: "pm_1" } },
        [
          { message: "Unknown member", path: "paymentMethodID" },
          { message: "Expected a string", path: "planId" },
          { message: "Required", path: "planIntervalId" },
          { message: "Required", path: "paymentMethodId" },
          { message: "Unknown member", path: "coupon.kind" },
          { message: "Expected a text of 1 to 200 characters", path: "coupon.code" },
        ],
      ],
    },
    check: {
      request: inOrganization,
      decoded: inOrganization,
      successes: [[200, records.subscription]],
      invalid: null,
    },
    previewUpcomingInvoice: {
      request: inOrganization,
      decoded: inOrganization,
      successes: [[200, records.invoice]],
      invalid: null,
    },
    update: {
      request: { ...inOrganization, body: { paymentMethodId: "pm_1", unknown: "ignored" } },
      decoded: { ...inOrganization, payload: { paymentMethodId: "pm_1" } },
      successes: [[200, records.subscription]],
      invalid: [
        { ...inOrganization, body: { paymentMethodID: "pm_1" } },
        [{ message: "Required", path: "paymentMethodId" }],
      ],
    },
    pause: {
      request: inOrganization,
      decoded: { ...inOrganization, headers: {}, payload: undefined },
      successes: [[200, records.subscription]],
      invalid: null,
    },
    resume: {
      request: { ...inOrganization, body: {} },
      decoded: { ...inOrganization, headers: {}, payload: {} },
      successes: [[200, records.subscription]],
      invalid: null,
    },
    cancel: {
      request: { ...inOrganization, body: { atPeriodEnd: true } },
      decoded: { ...inOrganization, headers: {}, payload: { atPeriodEnd: true } },
      successes: [[200, records.subscription]],
      invalid: [
        { ...inOrganization, body: { atPeriodEnd: "yes", atPeriodend: true } },
        [
          { message: "Unknown member", path: "atPeriodend" },
          { message: "Expected true or false", path: "atPeriodEnd" },
        ],
      ],
    },
    undoCancel: {
      request: inOrganization,
      decoded: { ...inOrganization, payload: undefined },
      successes: [[200, records.subscription]],
      invalid: null,
    },
    changePlan: {
      request: { ...inOrganization, body: planChange },
      decoded: { ...inOrganization, headers: {}, payload: planChange },
      successes: [[200, records.scheduled]],
      invalid: [
        { ...inOrganization, body: { ...planChange, when: "LATER", coupon: "WELCOME10" } },
        [
          { message: "Unknown member", path: "coupon" },
          { message: 'Expected "NOW" or "PERIOD_END"', path: "when" },
        ],
      ],
    },
    changeQuantity: {
      request: { ...inOrganization, body: quantityChange },
      decoded: { ...inOrganization, headers: {}, payload: quantityChange },
      successes: [
        [
          200,
          {
            ...records.scheduled,
            quantity: 3,
            scheduledQuantityChange: { quantity: 5, effectiveAt: records.scheduled.currentPeriodEnd },
          },
        ],
      ],
      invalid: [
        { ...inOrganization, body: { quantity: 1_000_001, when: "LATER" } },
        [
          { message: "Expected a whole number from 1 to 1,000,000", path: "quantity" },
          { message: 'Expected "NOW" or "PERIOD_END"', path: "when" },
        ],
      ],
    },
    list: {
      request: { ...inOrganization, query: "?page=2&limit=1" },
      decoded: { ...inOrganization, query: { page: 2, limit: 1 } },
      successes: [[200, records.pageOf(records.subscription, records.scheduled)]],
      invalid: [
        { ...inOrganization, query: "?limit=0" },
        [{ message: "Expected an integer from 1 to 100", path: "limit" }],
      ],
    },
    get: {
      request: { params: { organizationId, subscriptionId } },
      decoded: { params: { organizationId, subscriptionId } },
      successes: [[200, records.subscription]],
      invalid: [
        { params: { organizationId, subscriptionId: "latest" } },
        [{ message: "Expected a UUID", path: "subscriptionId" }],
      ],
    },
  },
  thresholds: {
    get: {
      request: inOrganization,
      decoded: inOrganization,
      successes: [[200, records.threshold]],
      invalid: null,
    },
    set: {
      request: { ...inOrganization, body: { ...records.threshold, unknown: "ignored" } },
      decoded: { ...inOrganization, payload: records.threshold },
      successes: [[200, records.threshold]],
      invalid: [
        { ...inOrganization, body: { value: 0, currency: "XXX" } },
        [
          { message: "Expected a positive integer", path: "value" },
          { message: 'Expected "BRL" or "USD" or "EUR"', path: "currency" },
        ],
      ],
    },
    remove: {
      request: inOrganization,
      decoded: inOrganization,
      successes: [[204, undefined]],
      invalid: null,
    },
  },
  invoices: {
    list: {
      request: { ...inOrganization, query: "?status=PAYMENT_FAILED" },
      decoded: { ...inOrganization, query: { status: "PAYMENT_FAILED", page: 1, limit: 20 } },
      successes: [[200, records.pageOf(records.paidInvoice, records.pendingInvoice)]],
      invalid: [
        { ...inOrganization, query: "?limit=1e1" },
        [{ message: "Expected an integer from 1 to 100", path: "limit" }],
      ],
    },
    get: {
      request: { params: { organizationId, invoiceId } },
      decoded: { params: { organizationId, invoiceId } },
      successes: [[200, records.invoice]],
      invalid: [
        { params: { organizationId, invoiceId: "upcoming" } },
        [{ message: "Expected a UUID", path: "invoiceId" }],
      ],
    },
    pay: {
      request: { params: { organizationId, invoiceId }, headers: { "idempotency-key": "order-17" } },
      decoded: {
        params: { organizationId, invoiceId },
        headers: { "idempotency-key": "order-17" },
        payload: undefined,
      },
      successes: [
        [200, records.paidInvoice],
        [202, records.pendingInvoice],
      ],
      invalid: [
        {
          params: { organizationId, invoiceId },
          body: { paymentMethodID: "pm_1", expectedPayableAmount: -1 },
        },
        [
          { message: "Unknown member", path: "paymentMethodID" },
          { message: "Expected a non-negative integer", path: "expectedPayableAmount" },
        ],
      ],
    },
  },
  coupons: {
    checkAvailability: {
      request: {
        params: { code: "WELCOME10" },
        query: `?planId=${planId}&planIntervalId=${planIntervalId}`,
      },
      decoded: { params: { code: "WELCOME10" }, query: { planId, planIntervalId } },
      successes: [
        [200, records.couponAvailability],
        [200, { coupon: records.fixedCoupon, meta: { available: true, reason: null } }],
        [200, { coupon: null, meta: { available: false, reason: "not_found" } }],
      ],
      invalid: [
        { params: { code: "WELCOME10" }, query: `?planId=${planId}` },
        [{ message: "Required", path: "planIntervalId" }],
      ],
    },
    list: {
      request: { ...inOrganization, query: "?page=2" },
      decoded: { ...inOrganization, query: { page: 2, limit: 20 } },
      successes: [[200, records.pageOf(records.redeemedCoupon)]],
      invalid: [
        { ...inOrganization, query: "?limit=0" },
        [{ message: "Expected an integer from 1 to 100", path: "limit" }],
      ],
    },
  },
  vouchers: {
    list: {
      request: { ...inOrganization, query: "?status=PENDING&limit=5" },
      decoded: { ...inOrganization, query: { status: "PENDING", page: 1, limit: 5 } },
      successes: [[200, records.pageOf(records.voucher)]],
      invalid: [
        { ...inOrganization, query: "?status=OPEN" },
        [
          {
            message: 'Expected "PENDING" or "ACTIVE" or "FROZEN" or "DEPLETED" or "EXPIRED" or "REVOKED"',
            path: "status",
          },
        ],
      ],
    },
    get: {
      request: { params: { organizationId, voucherId } },
      decoded: { params: { organizationId, voucherId } },
      successes: [[200, records.voucher]],
      invalid: [
        { params: { organizationId, voucherId: "goodwill" } },
        [{ message: "Expected a UUID", path: "voucherId" }],
      ],
    },
    listUsages: {
      request: { params: { organizationId, voucherId } },
      decoded: { params: { organizationId, voucherId }, query: { page: 1, limit: 20 } },
      successes: [[200, records.pageOf(records.voucherUsage, records.voucherGrant)]],
      invalid: [
        { params: { organizationId, voucherId }, query: "?page=-1" },
        [{ message: "Expected an integer from 1 to 999999999", path: "page" }],
      ],
    },
  },
  profile: {
    get: { request: {}, decoded: {}, successes: [[200, records.profile]], invalid: null },
    switchOrganization: {
      request: { body: { organizationId, unknown: "ignored" } },
      decoded: { payload: { organizationId } },
      successes: [[200, records.tokens]],
      invalid: [
        { body: { organizationId: "mine" } },
        [{ message: "Expected a UUID", path: "organizationId" }],
      ],
    },
  },
}
