// studio-billing/promises: the use cases of billing as functions that return Promises, for hosts that do not know Effect.
export * from "./Billing.ts"
export {
  type BillingAnswer,
  type BillingOutcome,
  BillingRejected,
  type RefusalBody,
} from "./BillingRejected.ts"
export { createBilling } from "./createBilling.ts"
export { defaultIds } from "./ids.ts"
export type * from "./options.ts"
export type * from "./ports.ts"
export type * from "./requests.ts"
