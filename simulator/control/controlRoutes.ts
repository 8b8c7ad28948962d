// The control plane of a world as routes: each call of its contract with its handler, behind one guard. The order of the
// checks: who may call, the parameters, media type, size and shape of the body, and then the call. Answers are sent as the
// handlers make them; the compiler and the tests hold them against the contract.
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as Schema from "effect/Schema"
import {
  compile,
  type Endpoint,
  type ResponseValue,
  type Route,
  type RouteRequest,
  readJson,
  respondEmpty,
  respondError,
  respondJson,
} from "../../src/http/index.ts"
import { strictDecoder } from "../world/state/strictDecoder.ts"
import {
  type ControlHandlers,
  type ControlledWorld,
  type ControlServices,
  RawAnswer,
} from "./ControlledWorld.ts"
import { ControlApi } from "./contract/ControlApi.ts"
import { BodyRule } from "./contract/call.ts"
import { type ControlError, controlError } from "./contract/errors.ts"
import type { Guard } from "./guard.ts"
import { accessHandlers } from "./handlers/access.ts"
import { accountHandlers } from "./handlers/accounts.ts"
import { assumptionHandlers } from "./handlers/assumptions.ts"
import { catalogueHandlers } from "./handlers/catalogue.ts"
import { clockHandlers } from "./handlers/clock.ts"
import { faultHandlers } from "./handlers/faults.ts"
import { invoiceHandlers } from "./handlers/invoices.ts"
import { organizationHandlers } from "./handlers/organizations.ts"
import { stateHandlers } from "./handlers/state.ts"
import { webhookHandlers } from "./handlers/webhooks.ts"
import { worldHandlers } from "./handlers/world.ts"

/** Every call of the control plane. */
export const controlEndpoints: ReadonlyArray<Endpoint> = compile(ControlApi, {
  decoderOf: (schema, _options, part) => strictDecoder(schema, part),
  encoderOf: (successes) => {
    const [[status, schemas] = [204, []]] = successes
    const isEmpty = schemas.every(({ ast }) => HttpApiSchema.isNoContent(ast))
    return (value) => (isEmpty ? respondEmpty(status) : respondJson(status, value))
  },
})

/** The routes under `/_simulator`. */
export const controlRoutes = (
  world: ControlledWorld,
  guard: Guard,
): ReadonlyArray<Route<ControlServices>> => {
  const handlers = handlersOf(world) as unknown as Record<string, Record<string, Handler>>
  return controlEndpoints.map((endpoint) => {
    const handler = handlers[endpoint.group]?.[endpoint.name]
    if (handler === undefined) throw new Error(`No handler for ${endpoint.group}.${endpoint.name}`)
    return {
      method: endpoint.method,
      path: endpoint.path,
      handle: (request) => {
        const refusal = guard(request)
        if (refusal !== null) return Effect.fail(refusal)
        const call = Effect.andThen(world.webhooks.published, answer(endpoint, handler, request))
        return Effect.catch(call, (error) => Effect.sync(() => respondError(error)))
      },
    }
  })
}

type Handler = (input: object) => Effect.Effect<unknown, ControlError, ControlServices>

const handlersOf = (world: ControlledWorld): ControlHandlers => ({
  world: worldHandlers(world),
  clock: clockHandlers(world),
  access: accessHandlers(world),
  organizations: organizationHandlers(world),
  accounts: accountHandlers(world),
  catalogue: catalogueHandlers(world),
  invoices: invoiceHandlers(world),
  webhooks: webhookHandlers(world),
  state: stateHandlers(world),
  faults: faultHandlers(world),
  assumptions: assumptionHandlers(world),
})

const answer = (
  endpoint: Endpoint,
  handler: Handler,
  request: RouteRequest,
): Effect.Effect<ResponseValue, ControlError, ControlServices> =>
  inputOf(endpoint, request).pipe(
    Effect.flatMap(handler),
    Effect.map((value) => (value instanceof RawAnswer ? value.response : endpoint.encode(value))),
  )

const inputOf = (endpoint: Endpoint, request: RouteRequest): Effect.Effect<object, ControlError> => {
  if (endpoint.takesBody) {
    const { bytesMax, required } = Context.get(endpoint.annotations, BodyRule as never) as BodyRule["Service"]
    return Effect.flatMap(readJson(request, bytesMax), (body) =>
      checked(endpoint.decode(request, body ?? (required ? undefined : {}))),
    )
  }
  const input = checked(endpoint.decode(request, undefined))
  return endpoint.method === "GET" ? input : Effect.tap(input, () => readNothing(request))
}

const checked = <A>(
  decoded: ReturnType<ReturnType<typeof strictDecoder<A, unknown>>>,
): Effect.Effect<A, ControlError> =>
  Effect.mapError(Effect.fromResult(decoded), (errors) => controlError("validation_error", { errors }))

// A struct without members would take any object.
const decodeNothing = strictDecoder(
  Schema.Record(
    Schema.String,
    Schema.Unknown.check(Schema.makeFilter(() => false, { message: "Unknown member" })),
  ),
)

/** Reads the body of a call that takes none: it may be an empty object. */
const readNothing = (request: RouteRequest): Effect.Effect<unknown, ControlError> =>
  Effect.flatMap(readJson(request), (body) => checked(decodeNothing(body ?? {})))
