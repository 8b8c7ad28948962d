// The typed client of the /studio interface, made from the contract: one form of Promises, one of Effects.
export * from "./createStudioClient.ts"
export { StudioApiError, StudioClientError } from "./errors.ts"
export * from "./makeStudioClient.ts"
export { type AnyRequest, type Operation, urlOf } from "./operations.ts"
