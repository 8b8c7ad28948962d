// An example of each operation, or several: what is sent, and what is answered. They are what the OpenAPI document shows;
// the type wants one of each, so an endpoint without an example does not compile.
import type * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import type { StudioApi } from "../StudioApi.ts"
import * as records from "./exampleRecords.ts"

const { ids, now, periodEnd, pageOf, billingDetails, card, boleto, subscription } = records

/** A call and its answer. */
export interface Case<Body = unknown, Answer = unknown> {
  /** The result, as a sentence. */
  readonly summary: string
  /** The body that is sent; absent where none is. */
  readonly body?: Body
  readonly status: 200 | 201 | 202 | 204
  /** The body that is answered; absent with 204. */
  readonly answer?: Answer
}

/** The calls of an operation. */
export interface Example<Body = unknown, Answer = unknown> {
  /** The parameters of the path, except the organization. */
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string | number>>
  readonly cases: Readonly<Record<string, Case<Body, Answer>>>
  /** The missing member in the example of a `validation_error`; by default the first member of the body. */
  readonly wanting?: string
}

type ExampleOf<Endpoint extends HttpApiEndpoint.Constraint> = Example<
  HttpApiEndpoint.Payload<Endpoint>["Type"],
  Endpoint["~Success"]["Type"]
>

type Groups = (typeof StudioApi)["groups"]

const one = <const Body = never, const Answer = never>(example: Case<Body, Answer>) => ({
  cases: { example },
})

const address = {
  line1: "Rua das Flores, 100",
  city: "São Paulo",
  state: "SP",
  postalCode: "01310-100",
  country: "BR",
}
const code = "123456"
const email = "owner@example.com"
const context = "MAGIC_AUTH"
const threshold = { value: 50000, currency: "BRL" } as const
const grant = { type: "GRANT", amount: 2000, invoiceId: null, createdAt: now } as const

/** The examples, by group and endpoint. */
export const examples: {
  readonly [Group in keyof Groups]: {
    readonly [Name in keyof Groups[Group]["endpoints"]]: Groups[Group]["endpoints"][Name] extends infer Endpoint extends
      HttpApiEndpoint.Constraint
      ? ExampleOf<Endpoint>
      : never
  }
} = {
  auth: {
    requestOtp: one({
      summary: "A code was sent.",
      body: { email, context },
      status: 201,
      answer: { otpId: ids.otp, expiresAt: "2026-03-02T12:10:00.000Z" },
    }),
    validateOtp: {
      params: { otpId: ids.otp },
      ...one({ summary: "The OTP is verified.", body: { email, code, context }, status: 204 }),
    },
    signIn: one({
      summary: "Tokens for the only organization of the user.",
      body: { otpId: ids.otp, code },
      status: 200,
      answer: records.tokens.first,
    }),
    refresh: one({
      summary: "New tokens.",
      body: { refreshToken: records.tokens.first.refreshToken },
      status: 200,
      answer: records.tokens.next,
    }),
    signOut: one({
      summary: "The refresh token is revoked.",
      body: { refreshToken: records.tokens.next.refreshToken },
      status: 204,
    }),
  },
  plans: {
    list: {
      query: { status: "ACTIVE", limit: 1 },
      ...one({
        summary: "The first of four plans.",
        status: 200,
        answer: { data: [records.plan], meta: { page: 1, limit: 1, totalItems: 4, totalPages: 4 } },
      }),
    },
  },
  paymentMethods: {
    add: {
      wanting: "cardToken",
      cases: {
        card: {
          summary: "A card is stored.",
          body: { type: "CARD", cardToken: "tok_visa", isDefault: true, billingDetails },
          status: 201,
          answer: card,
        },
        boleto: {
          summary: "A boleto is stored.",
          body: { type: "BOLETO", billingDetails: { ...billingDetails, address } },
          status: 201,
          answer: boleto,
        },
      },
    },
    list: one({ summary: "A card and a boleto.", status: 200, answer: pageOf(card, boleto) }),
    get: { params: { paymentMethodId: ids.card }, ...one({ summary: "A card.", status: 200, answer: card }) },
    update: {
      params: { paymentMethodId: ids.card },
      ...one({
        summary: "The card, which has a phone number now.",
        body: { isDefault: true, billingDetails: { phone: "+5511987654321" } },
        status: 200,
        answer: card,
      }),
    },
    remove: {
      params: { paymentMethodId: ids.card },
      ...one({ summary: "The payment method is gone.", status: 204 }),
    },
  },
  subscriptions: {
    create: one({
      summary: "The subscription; nothing is charged yet.",
      body: {
        planId: ids.plan,
        planIntervalId: ids.interval,
        paymentMethodId: ids.card,
        coupon: { code: "WELCOME10" },
      },
      status: 201,
      answer: subscription,
    }),
    check: one({ summary: "The live subscription.", status: 200, answer: subscription }),
    previewUpcomingInvoice: one({
      summary: "Fee and usage, less a coupon and a voucher.",
      status: 200,
      answer: records.upcomingInvoice,
    }),
    update: one({
      summary: "The subscription, which is charged to that method from now on.",
      body: { paymentMethodId: ids.card },
      status: 200,
      answer: subscription,
    }),
    pause: one({
      summary: "The subscription, paused.",
      status: 200,
      answer: { ...subscription, status: "PAUSED", usageAllowed: false, pausedAt: now },
    }),
    resume: one({ summary: "The subscription, active again.", status: 200, answer: subscription }),
    cancel: one({
      summary: "The subscription, which goes on until its period ends.",
      body: { atPeriodEnd: true },
      status: 200,
      answer: { ...subscription, cancelAt: periodEnd },
    }),
    undoCancel: one({ summary: "The subscription, which goes on.", status: 200, answer: subscription }),
    changePlan: one({
      summary: "The subscription, with a change that waits for the end of its period.",
      body: { planId: ids.nextPlan, planIntervalId: ids.nextInterval, when: "PERIOD_END" },
      status: 200,
      answer: records.changing,
    }),
    changeQuantity: one({
      summary: "The subscription, with five units from now on.",
      body: { quantity: 5 },
      status: 200,
      answer: records.seated,
    }),
    list: one({ summary: "The only one so far.", status: 200, answer: pageOf(subscription) }),
    get: {
      params: { subscriptionId: ids.subscription },
      ...one({ summary: "The subscription.", status: 200, answer: subscription }),
    },
  },
  invoices: {
    list: {
      query: { status: "PAID" },
      ...one({ summary: "The only one that is paid.", status: 200, answer: pageOf(records.paidInvoice) }),
    },
    get: {
      params: { invoiceId: ids.invoice },
      ...one({ summary: "A paid invoice.", status: 200, answer: records.paidInvoice }),
    },
    pay: {
      params: { invoiceId: ids.invoice },
      cases: {
        card: {
          summary: "Paid by the default payment method, a card.",
          body: { expectedPayableAmount: 7891 },
          status: 200,
          answer: records.paidInvoice,
        },
        boleto: {
          summary: "A slip to pay; the outcome is open.",
          body: { paymentMethodId: ids.boleto },
          status: 202,
          answer: records.openInvoice,
        },
      },
    },
  },
  coupons: {
    checkAvailability: {
      params: { code: "WELCOME10" },
      query: { planId: ids.plan, planIntervalId: ids.interval },
      cases: {
        available: {
          summary: "The organization can use it.",
          status: 200,
          answer: { coupon: records.coupon, meta: { available: true, reason: null } },
        },
        unavailable: {
          summary: "There is no such coupon.",
          status: 200,
          answer: { coupon: null, meta: { available: false, reason: "not_found" } },
        },
      },
    },
    list: one({
      summary: "One coupon, which two invoices had.",
      status: 200,
      answer: pageOf(records.redeemedCoupon),
    }),
  },
  vouchers: {
    list: {
      query: { status: "DEPLETED" },
      ...one({ summary: "The only one that is used up.", status: 200, answer: pageOf(records.voucher) }),
    },
    get: {
      params: { voucherId: ids.voucher },
      ...one({ summary: "A voucher that is used up.", status: 200, answer: records.voucher }),
    },
    listUsages: {
      params: { voucherId: ids.voucher },
      ...one({
        summary: "It was granted, and an invoice took it.",
        status: 200,
        answer: pageOf(
          { type: "CONSUME", amount: 2000, invoiceId: ids.invoice, createdAt: now } as const,
          grant,
        ),
      }),
    },
  },
  thresholds: {
    get: one({ summary: "A threshold of 500.00 BRL.", status: 200, answer: threshold }),
    set: one({ summary: "A threshold of 500.00 BRL.", body: threshold, status: 200, answer: threshold }),
    remove: one({ summary: "There is no threshold any more.", status: 204 }),
  },
  profile: {
    get: one({ summary: "The user, a member of one organization.", status: 200, answer: records.profile }),
    switchOrganization: one({
      summary: "Tokens for the other organization.",
      body: { organizationId: ids.otherOrganization },
      status: 200,
      answer: records.tokens.other,
    }),
  },
}
