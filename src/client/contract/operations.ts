// How each operation is called.
// Written from the contract: UPDATE_DOCS=1 npx vitest run test/client/contract.test.ts

/** What a call of an operation has to know of it. */
export interface StudioOperation {
  readonly method: string
  /** `:name` segments are parameters. */
  readonly path: string
  /** It wants an access token. */
  readonly isSecured?: boolean
  /** The permission that it wants. */
  readonly permission?: string
  /** It takes an `Idempotency-Key`. */
  readonly isKeyed?: boolean
  /** It answers a page of a list. */
  readonly isPaged?: boolean
  /** It answers without a body. */
  readonly isEmpty?: boolean
}

/** Every operation, by group and name. */
export const operations: Readonly<Record<string, Readonly<Record<string, StudioOperation>>>> = {
  auth: {
    requestOtp: { method: "POST", path: "/studio/auth/otp" },
    validateOtp: { method: "POST", path: "/studio/auth/otp/:otpId/validate", isEmpty: true },
    signIn: { method: "POST", path: "/studio/auth/sign-in/magic-auth" },
    refresh: { method: "POST", path: "/studio/auth/refresh" },
    signOut: { method: "POST", path: "/studio/auth/sign-out", isEmpty: true },
  },
  plans: {
    list: { method: "GET", path: "/studio/plans", isSecured: true, permission: "plan:read", isPaged: true },
  },
  paymentMethods: {
    add: {
      method: "POST",
      path: "/studio/organizations/:organizationId/payment-methods",
      isSecured: true,
      permission: "payment_method:write",
      isKeyed: true,
    },
    list: {
      method: "GET",
      path: "/studio/organizations/:organizationId/payment-methods",
      isSecured: true,
      permission: "payment_method:read",
      isPaged: true,
    },
    get: {
      method: "GET",
      path: "/studio/organizations/:organizationId/payment-methods/:paymentMethodId",
      isSecured: true,
      permission: "payment_method:read",
    },
    update: {
      method: "PATCH",
      path: "/studio/organizations/:organizationId/payment-methods/:paymentMethodId",
      isSecured: true,
      permission: "payment_method:write",
    },
    remove: {
      method: "DELETE",
      path: "/studio/organizations/:organizationId/payment-methods/:paymentMethodId",
      isSecured: true,
      permission: "payment_method:write",
      isEmpty: true,
    },
  },
  subscriptions: {
    create: {
      method: "POST",
      path: "/studio/organizations/:organizationId/subscriptions",
      isSecured: true,
      permission: "subscription:write",
      isKeyed: true,
    },
    check: {
      method: "GET",
      path: "/studio/organizations/:organizationId/subscriptions",
      isSecured: true,
      permission: "subscription:read",
    },
    previewUpcomingInvoice: {
      method: "GET",
      path: "/studio/organizations/:organizationId/subscriptions/upcoming-invoice",
      isSecured: true,
      permission: "subscription:read",
    },
    update: {
      method: "PATCH",
      path: "/studio/organizations/:organizationId/subscriptions",
      isSecured: true,
      permission: "subscription:write",
    },
    pause: {
      method: "POST",
      path: "/studio/organizations/:organizationId/subscriptions/pause",
      isSecured: true,
      permission: "subscription:write",
      isKeyed: true,
    },
    resume: {
      method: "POST",
      path: "/studio/organizations/:organizationId/subscriptions/resume",
      isSecured: true,
      permission: "subscription:write",
      isKeyed: true,
    },
    cancel: {
      method: "POST",
      path: "/studio/organizations/:organizationId/subscriptions/cancel",
      isSecured: true,
      permission: "subscription:write",
      isKeyed: true,
    },
    undoCancel: {
      method: "POST",
      path: "/studio/organizations/:organizationId/subscriptions/undo-cancel",
      isSecured: true,
      permission: "subscription:write",
    },
    changePlan: {
      method: "POST",
      path: "/studio/organizations/:organizationId/subscriptions/change-plan",
      isSecured: true,
      permission: "subscription:write",
      isKeyed: true,
    },
    changeQuantity: {
      method: "POST",
      path: "/studio/organizations/:organizationId/subscriptions/change-quantity",
      isSecured: true,
      permission: "subscription:write",
      isKeyed: true,
    },
    list: {
      method: "GET",
      path: "/studio/organizations/:organizationId/subscriptions/history",
      isSecured: true,
      permission: "subscription:read",
      isPaged: true,
    },
    get: {
      method: "GET",
      path: "/studio/organizations/:organizationId/subscriptions/:subscriptionId",
      isSecured: true,
      permission: "subscription:read",
    },
  },
  invoices: {
    list: {
      method: "GET",
      path: "/studio/organizations/:organizationId/invoices",
      isSecured: true,
      permission: "invoice:read",
      isPaged: true,
    },
    get: {
      method: "GET",
      path: "/studio/organizations/:organizationId/invoices/:invoiceId",
      isSecured: true,
      permission: "invoice:read",
    },
    pay: {
      method: "POST",
      path: "/studio/organizations/:organizationId/invoices/:invoiceId/pay",
      isSecured: true,
      permission: "invoice:pay",
      isKeyed: true,
    },
  },
  coupons: {
    checkAvailability: {
      method: "GET",
      path: "/studio/coupons/:code/availability",
      isSecured: true,
      permission: "coupon:read",
    },
    list: {
      method: "GET",
      path: "/studio/organizations/:organizationId/coupons",
      isSecured: true,
      permission: "coupon:read",
      isPaged: true,
    },
  },
  vouchers: {
    list: {
      method: "GET",
      path: "/studio/organizations/:organizationId/vouchers",
      isSecured: true,
      permission: "voucher:read",
      isPaged: true,
    },
    get: {
      method: "GET",
      path: "/studio/organizations/:organizationId/vouchers/:voucherId",
      isSecured: true,
      permission: "voucher:read",
    },
    listUsages: {
      method: "GET",
      path: "/studio/organizations/:organizationId/vouchers/:voucherId/usages",
      isSecured: true,
      permission: "voucher:read",
      isPaged: true,
    },
  },
  thresholds: {
    get: {
      method: "GET",
      path: "/studio/organizations/:organizationId/billing-threshold",
      isSecured: true,
      permission: "billing_threshold:read",
    },
    set: {
      method: "PUT",
      path: "/studio/organizations/:organizationId/billing-threshold",
      isSecured: true,
      permission: "billing_threshold:write",
    },
    remove: {
      method: "DELETE",
      path: "/studio/organizations/:organizationId/billing-threshold",
      isSecured: true,
      permission: "billing_threshold:write",
      isEmpty: true,
    },
  },
  profile: {
    get: { method: "GET", path: "/studio/profile", isSecured: true },
    switchOrganization: { method: "POST", path: "/studio/profile/switch-organization", isSecured: true },
  },
}
