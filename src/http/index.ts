// The contract served over any ports: routes that check, decode and answer each call by its use case, and a dispatcher
// that runs them. A host brings the ports, and the server or the function that requests arrive at.
export type { StudioPorts } from "./answer.ts"
export { ClientLeft } from "./ClientLeft.ts"
export { CurrentRequest, type RequestInHand } from "./CurrentRequest.ts"
export { type Cors, makeCors } from "./cors.ts"
export {
  type Amend,
  type Defect,
  type Dispatcher,
  makeDispatcher,
  makeFrame,
  type Recording,
} from "./dispatcher.ts"
export { type Compiling, compile, type Endpoint, endpoints } from "./endpoints.ts"
export * from "./exchange.ts"
export { type Fetch, makeFetch } from "./makeFetch.ts"
export { isNoAnswer, noAnswer } from "./noAnswer.ts"
export { type Limited, makeMemoryRateLimitStore, makeRateLimit, type RateLimit } from "./rateLimit.ts"
export type { Authenticate } from "./server/authenticate.ts"
export { type CountedDispatcher, countInFlight } from "./server/countInFlight.ts"
export { keysRoute } from "./server/keysRoute.ts"
export {
  makeStudioServer,
  type StudioServer,
  type StudioServerOptions,
  type WithoutSignIn,
  type WithSignIn,
} from "./server/makeStudioServer.ts"
export { CurrentRequestObserver, type RequestObserver } from "./server/RequestObserver.ts"
export { requestIdOf } from "./server/requestId.ts"
export { type Answered, withAnswerLog } from "./server/withAnswerLog.ts"
export { billingRoutes, studioRoutes } from "./studioRoutes.ts"
export { type JwtTokenIssuer, makeJwtTokenIssuer } from "./tokens/JwtTokenIssuer.ts"
export { makeSigningKeys, type SigningKey, type SigningKeys } from "./tokens/SigningKeys.ts"
