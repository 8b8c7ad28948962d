// What implements the contract: one function an endpoint, by group and endpoint, as plain data. The simulator's
// dispatcher runs it, and so does the server of `effect/http-api`.
import type * as Effect from "effect/Effect"
import type * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import type { ApiError } from "./errors.ts"
import type { StudioApi } from "./StudioApi.ts"

type Groups = (typeof StudioApi)["groups"]

/** The decoded request of an endpoint: `params`, `query`, `payload` and `headers`, as far as it has them. */
export type RequestOf<Endpoint extends HttpApiEndpoint.Constraint> = Omit<
  Endpoint["~Request"],
  "request" | "endpoint" | "group"
>

/**
 * Implements an endpoint, with services `R`. A secured one has the `Caller` in scope; a code that it does not declare is
 * a defect.
 */
export type Handler<Endpoint extends HttpApiEndpoint.Constraint, R = never> = (
  request: RequestOf<Endpoint>,
) => Effect.Effect<Endpoint["~Success"]["Type"], ApiError, HttpApiEndpoint.MiddlewareProvides<Endpoint> | R>

/** An implementation of the whole contract, with services `R`. */
export type Handlers<R = never> = {
  readonly [Group in keyof Groups]: {
    readonly [Name in keyof Groups[Group]["endpoints"]]: Groups[Group]["endpoints"][Name] extends infer Endpoint extends
      HttpApiEndpoint.Constraint
      ? Handler<Endpoint, R>
      : never
  }
}
