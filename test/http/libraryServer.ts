// The contract served by `effect/http-api` itself, with the same handlers and the same authentication.

import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServer from "effect/http/HttpServer"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as HttpApiMiddleware from "effect/http-api/HttpApiMiddleware"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import {
  AnyOperation,
  type ApiError,
  Authorization,
  apiError,
  Caller,
  fieldErrors,
  type Handlers,
  RequiredPermission,
  SignedIn,
  StudioApi,
} from "../../src/api/index.ts"
import type { Authenticate } from "../../src/http/server/authenticate.ts"

/** A function from a web request to its response. */
export const libraryServer = (options: {
  readonly handlers: Handlers
  readonly authenticate: Authenticate
}) => {
  const { handlers, authenticate } = options
  const groups = (Object.keys(StudioApi.groups) as Array<keyof Handlers>).map((group) =>
    HttpApiBuilder.group(StudioApi, group, (unimplemented) =>
      unimplemented.handleAll(handlers[group] as never),
    ),
  )
  const anyOperation = HttpApiMiddleware.layerSchemaErrorTransform(AnyOperation, (error) =>
    Effect.fail(
      apiError("validation_error", {
        errors: fieldErrors(error.cause.issue, error.kind.toLowerCase()),
      }),
    ),
  )
  const secured: Context.Service.Shape<typeof Authorization> = {
    bearer: (operation, { credential, endpoint }) =>
      Effect.gen(function* () {
        const { params } = yield* HttpRouter.RouteContext
        const token = Redacted.value(credential)
        // That of the contract's own tokens gives an Effect.
        const authenticating = authenticate({
          authorization: token === "" ? undefined : `Bearer ${token}`,
          organizationId: params.organizationId ?? null,
          required: Context.getUnsafe(endpoint.annotations as never, RequiredPermission),
        })
        const caller = yield* authenticating as Effect.Effect<Caller["Service"], ApiError>
        return yield* Effect.provideService(operation, Caller, caller)
      }) as never,
  }
  const security = [Layer.succeed(Authorization, secured), Layer.succeed(SignedIn, secured)] as const
  const layer = HttpApiBuilder.layer(StudioApi).pipe(
    Layer.provide(groups as never),
    Layer.provide([anyOperation, ...security]),
    Layer.provide(HttpServer.layerServices),
  )
  return HttpRouter.toWebHandler(layer as never, { disableLogger: true })
}
