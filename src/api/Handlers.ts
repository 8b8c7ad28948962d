// The implementation of an API: one function an endpoint, by group and endpoint, as plain data. The dispatcher runs it, and so
// does the server of `effect/http-api`.
import type * as Effect from "effect/Effect"
import type * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import type * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import type { ApiError } from "./errors/errors.ts"
import type { StudioApi } from "./StudioApi.ts"

/** The decoded request of an endpoint: `params`, `query`, `payload` and `headers`, as far as it has them. */
export type RequestOf<Endpoint extends HttpApiEndpoint.Constraint> = Omit<
  Endpoint["~Request"],
  "request" | "endpoint" | "group"
>

/**
 * Implements an endpoint, with services `R`. A secured one has the `Caller` in scope; a code that it does not declare is
 * a defect. An answer that no schema describes, such as a stream, is a `Raw`.
 */
export type Handler<Endpoint extends HttpApiEndpoint.Constraint, R = never, E = ApiError, Raw = never> = (
  request: RequestOf<Endpoint>,
) => Effect.Effect<Endpoint["~Success"]["Type"] | Raw, E, HttpApiEndpoint.MiddlewareProvides<Endpoint> | R>

/** An implementation of every endpoint of an API, with services `R`. */
export type HandlersOf<
  Api extends { readonly groups: Readonly<Record<string, HttpApiGroup.Constraint>> },
  R = never,
  E = ApiError,
  Raw = never,
> = {
  readonly [Group in keyof Api["groups"]]: {
    readonly [Name in keyof Api["groups"][Group]["endpoints"]]: Api["groups"][Group]["endpoints"][Name] extends infer Endpoint extends
      HttpApiEndpoint.Constraint
      ? Handler<Endpoint, R, E, Raw>
      : never
  }
}

/** An implementation of the whole contract, with services `R`. */
export type Handlers<R = never> = HandlersOf<typeof StudioApi, R>
