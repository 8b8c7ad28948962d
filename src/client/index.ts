// The typed client of the /studio interface: one form of Promises, written from the contract, and one of Effects.
export * from "./callsOf.ts"
export type * from "./contract/errors.ts"
export type * from "./contract/groups.ts"
export type * from "./contract/records.ts"
export type * from "./contract/refusals.ts"
export type * from "./contract/requests.ts"
export type * from "./contract/StudioClient.ts"
export { createStudioClient } from "./createStudioClient.ts"
export {
  type RefusalContext,
  StudioApiError,
  type StudioApiErrorOf,
  StudioClientError,
} from "./errors.ts"
export * from "./makeStudioClient.ts"
export type * from "./options.ts"
export { type AnyRequest, type Operation, urlOf } from "./request.ts"
export type * from "./StudioAnswer.ts"
export { strictAnswers } from "./strictAnswers.ts"
