// The Effect form of the client: the one that the library makes of the contract, with an access token where an operation
// wants one. Refusals are its typed errors; it never makes another request by itself.
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as HttpClient from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as HttpApiClient from "effect/http-api/HttpApiClient"
import * as HttpApiMiddleware from "effect/http-api/HttpApiMiddleware"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { Authorization, SignedIn } from "../api/operations/authorization.ts"
import { StudioApi } from "../api/StudioApi.ts"
import { isBearerToken, NO_BEARER_TOKEN } from "./token.ts"

/** Where the service is, and as whom to call it. */
export interface StudioEffectOptions {
  /** What comes before `/studio`. Without it the `HttpClient` has to know, as that of a simulator does. */
  readonly baseUrl?: string
  /** The access token. Operations of sign-in are called without one. */
  readonly accessToken?: string | Redacted.Redacted
  /** Asked for the access token before each call that wants one, in place of `accessToken`. */
  readonly getAccessToken?: Effect.Effect<string | Redacted.Redacted>
  /** Whatever else is to be done with each request. */
  readonly transformClient?: (client: HttpClient.HttpClient) => HttpClient.HttpClient
}

/** The operations of the contract as Effects, by group and endpoint. */
export type StudioEffectClient = HttpApiClient.ForApi<typeof StudioApi>

/** A client as a service. */
export class Studio extends Context.Service<Studio, StudioEffectClient>()("studio-billing/Studio") {}

/**
 * A client over the `HttpClient` of the context. What is no bearer token is a defect that does not repeat it.
 *
 * Its `headers` are the contract's: `idempotency-key`, which a POST that moves money should be given, and the same again
 * when it is tried again.
 */
export const makeStudioClient = (
  options: StudioEffectOptions = {},
): Effect.Effect<StudioEffectClient, never, HttpClient.HttpClient> => {
  const { baseUrl, transformClient } = options
  const client = HttpApiClient.make(StudioApi, { baseUrl, transformClient })
  return Effect.provide(client, authorizing(options))
}

/** A client for all that need one. */
export const layerStudio = (
  options: StudioEffectOptions = {},
): Layer.Layer<Studio, never, HttpClient.HttpClient> => Layer.effect(Studio, makeStudioClient(options))

const authorizing = ({ accessToken, getAccessToken }: StudioEffectOptions) => {
  const token = getAccessToken ?? Effect.succeed(accessToken)
  const bearer: HttpApiMiddleware.HttpApiMiddlewareClient<never, never, never> = ({ request, next }) =>
    Effect.flatMap(token, (given) => {
      if (given === undefined) return next(request)
      const text = Redacted.isRedacted(given) ? Redacted.value(given) : given
      return isBearerToken(text)
        ? next(HttpClientRequest.bearerToken(request, text))
        : Effect.die(new Error(NO_BEARER_TOKEN))
    })
  return Layer.mergeAll(
    HttpApiMiddleware.layerClient(Authorization, bearer),
    HttpApiMiddleware.layerClient(SignedIn, bearer),
  )
}
