// An API compiled, once: what to read from a request, and what may leave as an answer. Of the contract only what is
// declared leaves; anything else is a defect of the handler.
import "effect/schema/SchemaJITCompiler/enable"
import * as Context from "effect/Context"
import * as HttpApi from "effect/http-api/HttpApi"
import type * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import type * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import {
  type ApiError,
  FIELD_ERRORS_MAX,
  type FieldError,
  fieldErrors,
  type Permission,
  RequiredPermission,
  StudioApi,
} from "../api/index.ts"
import {
  queryOf,
  type ResponseValue,
  type RouteRequest,
  respondEmpty,
  respondError,
  respondJson,
} from "./exchange.ts"

/** An endpoint, ready to run. */
export interface Endpoint {
  readonly group: string
  readonly name: string
  readonly method: string
  /** `{name}` segments are parameters. */
  readonly path: `/${string}`
  /** Null where a valid token is enough, undefined where none is needed. */
  readonly required: Permission | null | undefined
  readonly takesBody: boolean
  /** The statuses of the refusals that it declares. */
  readonly refusals: ReadonlySet<number>
  /** Its annotations. */
  readonly annotations: Context.Context<never>
  /** Gives the input of the handler, or all faults of the request. `payload` is undefined without a body. */
  readonly decode: (
    request: RouteRequest,
    payload: object | undefined,
  ) => Result.Result<object, ReadonlyArray<FieldError>>
  /** The answer of a success. Throws when the value has none of the declared shapes. */
  readonly encode: (value: unknown) => ResponseValue
  /** The answer of a refusal. Throws when the endpoint does not declare it. */
  readonly encodeError: (error: ApiError) => ResponseValue
}

/** Another way to decode requests and encode answers than that of the contract. */
export interface Compiling {
  /** Makes the decoder of a part of a request, such as `query`. */
  readonly decoderOf: (schema: Codec, options: Options, part: string) => (input: unknown) => Decoded
  /** Makes the encoder of answers that have one of these schemas. */
  readonly encoderOf: (successes: Schemas) => Endpoint["encode"]
}

type Codec = Schema.Codec<unknown, unknown>
type Decoded = Result.Result<unknown, ReadonlyArray<FieldError>>
type Options = SchemaAST.ParseOptions | undefined
type Read = (request: RouteRequest, payload: object | undefined) => unknown

const inputDecoderOf = (
  endpoint: HttpApiEndpoint.Top,
  decoderOf: Compiling["decoderOf"],
  { options, payloadOptions }: { readonly options: Options; readonly payloadOptions: Options },
) => {
  const payload = endpoint.payload.get("application/json")
  const parts: ReadonlyArray<readonly [string, Schema.Top | undefined, Options, Read]> = [
    ["params", endpoint.params, options, ({ params }) => params],
    ["query", queryCodecOf(endpoint, options), options, queryOf],
    ["headers", endpoint.headers, options, ({ headers }) => headers],
    ["payload", payload && Schema.Union(payload.schemas), payloadOptions, bodyOf(payload?.schemas ?? [])],
  ]
  const steps = parts.flatMap(([part, schema, options, read]) =>
    schema === undefined
      ? []
      : [{ part, read, decode: decoderOf(schema as unknown as Codec, options, part) }],
  )
  return (request: RouteRequest, body: object | undefined) => {
    const input: Record<string, unknown> = {}
    const faults: Array<FieldError> = []
    for (const { part, read, decode } of steps) {
      const decoded = decode(read(request, body))
      if (Result.isSuccess(decoded)) input[part] = decoded.success
      else faults.push(...decoded.failure)
    }
    return faults.length === 0 ? Result.succeed(input) : Result.fail(faults.slice(0, FIELD_ERRORS_MAX))
  }
}

/** Undefined where whatever the query says plays no part. */
const queryCodecOf = (endpoint: HttpApiEndpoint.Top, options: Options): Schema.Top | undefined => {
  if (endpoint.query !== undefined) return Schema.toCodecArrayFromSingle(endpoint.query)
  return options?.onExcessProperty === "error" ? NoParameters : undefined
}

/** The query of an endpoint without parameters, in an API that refuses unknown ones. A schema of nothing takes anything. */
const NoParameters = Schema.Struct({}).check(
  Schema.makeFilter((query: object) =>
    Object.keys(query).map((name) => ({ path: [name], issue: "Unknown member" })),
  ),
)

/** Looks for all that is wrong, which is slow, only where something is. */
const decoderOf: Compiling["decoderOf"] = (schema, options, part) => {
  const first = Schema.decodeUnknownResult(schema, { ...options, errors: "first" })
  const all = Schema.decodeUnknownResult(schema, options)
  return (input: unknown) => {
    const decoded = first(input)
    return Result.mapError(Result.isSuccess(decoded) ? decoded : all(input), ({ issue }) =>
      fieldErrors(issue, part),
    )
  }
}

/** An endpoint that can do without a body has null for none: that is how JSON writes the schema of nothing. */
const bodyOf = (schemas: ReadonlyArray<Schema.Top>): Read => {
  const nothing = schemas.some(({ ast }) => SchemaAST.isNull(SchemaAST.toEncoded(ast))) ? null : undefined
  return (_, payload) => payload ?? nothing
}

/** The schemas of answers, by their status. */
export type Schemas = ReadonlyMap<number, ReadonlyArray<Schema.Top>>

const encoderOf: Compiling["encoderOf"] = (successes) => {
  const shapes = Array.from(successes, ([status, schemas]) => ({
    status,
    empty: schemas.every(({ ast }) => HttpApiSchema.isNoContent(ast)),
    encode: Schema.encodeUnknownResult(Schema.Union(schemas) as unknown as Codec),
  }))
  return (value) => {
    let failure: unknown
    for (const { status, empty, encode } of shapes) {
      const encoded = encode(value)
      if (Result.isSuccess(encoded))
        return empty ? respondEmpty(status) : respondJson(status, encoded.success)
      failure = encoded.failure
    }
    throw failure
  }
}

const errorEncoderOf = (errors: Schemas): Endpoint["encodeError"] => {
  const schema = Schema.Union(Array.from(errors.values()).flat())
  const encode = Schema.encodeUnknownResult(schema as unknown as Schema.Codec<ApiError, ApiError>)
  return (error) => {
    const encoded = encode(error)
    if (Result.isSuccess(encoded)) return respondError(encoded.success)
    throw new Error(`The endpoint does not declare ${error.code}`)
  }
}

/** The endpoints of an API, in its order. */
export const compile = <Id extends string, Groups extends HttpApiGroup.Constraint>(
  api: HttpApi.HttpApi<Id, Groups>,
  { decoderOf, encoderOf }: Compiling = way,
): ReadonlyArray<Endpoint> => {
  const endpoints: Array<Endpoint> = []
  HttpApi.reflect(api, {
    onGroup: () => undefined,
    onEndpoint: ({ group, endpoint, mergedAnnotations, successes, errors }) => {
      const options = Context.getOrUndefined(mergedAnnotations, HttpApi.ParseOptions)
      const payloadOptions = Context.getOrUndefined(mergedAnnotations, HttpApi.PayloadParseOptions) ?? options
      endpoints.push({
        group: group.identifier,
        name: endpoint.identifier,
        method: endpoint.method,
        path: endpoint.path.replace(/:(\w+)/g, "{$1}") as `/${string}`,
        required: Context.getOrUndefined(mergedAnnotations, RequiredPermission),
        takesBody: endpoint.payload.size > 0,
        refusals: new Set(errors.keys()),
        annotations: mergedAnnotations,
        decode: inputDecoderOf(endpoint, decoderOf, { options, payloadOptions }),
        encode: encoderOf(successes),
        encodeError: errorEncoderOf(errors),
      })
    },
  })
  return endpoints
}

const way: Compiling = { decoderOf, encoderOf }

/** Every endpoint of the contract. */
export const endpoints: ReadonlyArray<Endpoint> = compile(StudioApi)
