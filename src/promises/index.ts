// studio-billing/promises: the use cases of billing as functions that return Promises, for hosts that do not know Effect.
export type * from "./Billing.ts"
export {
  type BillingAnswer,
  type BillingOutcome,
  BillingRejected,
  type RefusalBody,
} from "./BillingRejected.ts"
export type * from "./Call.ts"
export { createBilling } from "./createBilling.ts"
export type * from "./groups/catalogue.ts"
export type * from "./groups/customers.ts"
export type * from "./groups/invoices.ts"
export type * from "./groups/subscriptions.ts"
export type * from "./groups/webhooks.ts"
export type * from "./groups/workers.ts"
export type * from "./options.ts"
export { defaultIds } from "./ports/ids.ts"
export type * from "./ports/ports.ts"
export * from "./ports/portsLayer.ts"
export type * from "./requests.ts"
export { toPromise } from "./toPromise.ts"
export { withEqualTimes } from "./withEqualTimes.ts"
