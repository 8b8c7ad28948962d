// studio-billing/testing: what a host tests its own billing with: random values of the public types, the laws of the
// rules, and the contracts of the ports. It knows no test runner, and needs fast-check.
export * as Arbitraries from "./arbitraries.ts"
export * from "./contracts/billingStoreContract.ts"
export type * from "./contracts/payment-gateway/GatewayHost.ts"
export * from "./contracts/paymentGatewayContract.ts"
export * from "./contracts/webhookSenderContract.ts"
export * from "./Law.ts"
export * from "./laws/calendarLaws.ts"
export * from "./laws/invoiceLaws.ts"
