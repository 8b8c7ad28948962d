// An API compiled for calling it: where an operation is, whether it takes a token, and what its answers mean. A request
// is sent as its types say, and the service judges it; only what would go to another path is held back.
import * as Context from "effect/Context"
import * as HttpApi from "effect/http-api/HttpApi"
import type * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type { ApiError } from "../api/errors/errors.ts"
import { RequiredPermission } from "../api/operations/authorization.ts"
import { StudioClientError } from "./errors.ts"

/** An operation, ready to be called. */
export interface Operation {
  readonly group: string
  readonly name: string
  readonly method: string
  /** `:name` segments are parameters. */
  readonly path: string
  /** Whether it wants an access token. */
  readonly secured: boolean
  /** What an answer says, or null where the contract does not know it. The body is undefined where there is none. */
  readonly read: (status: number, body: unknown) => Result.Result<unknown, ApiError> | null
}

type Schemas = ReadonlyMap<number, ReadonlyArray<Schema.Top>>

const decodersOf = (schemas: Schemas) => {
  const decoders = new Map<number, (body: unknown) => Result.Result<unknown, unknown>>()
  // Compiled when first used: a page needs few of them.
  return (status: number, body: unknown): Result.Result<unknown, unknown> | null => {
    const known = schemas.get(status)
    if (known === undefined) return null
    if (body === undefined) {
      return known.some(({ ast }) => HttpApiSchema.isNoContent(ast)) ? Result.succeed(undefined) : null
    }
    const decode =
      decoders.get(status) ??
      Schema.decodeUnknownResult(Schema.Union(known) as unknown as Schema.Codec<unknown>)
    decoders.set(status, decode)
    return decode(body)
  }
}

const readerOf = (successes: Schemas, errors: Schemas): Operation["read"] => {
  const success = decodersOf(successes)
  const refusal = decodersOf(errors)
  return (status, body) => {
    const succeeded = success(status, body)
    if (succeeded !== null) return Result.isSuccess(succeeded) ? Result.succeed(succeeded.success) : null
    const refused = refusal(status, body)
    return refused !== null && Result.isSuccess(refused) ? Result.fail(refused.success as ApiError) : null
  }
}

/** The operations of an API. */
export const operationsOf = <Id extends string, Groups extends HttpApiGroup.Constraint>(
  api: HttpApi.HttpApi<Id, Groups>,
): ReadonlyArray<Operation> => {
  const operations: Array<Operation> = []
  HttpApi.reflect(api, {
    onGroup: () => undefined,
    onEndpoint: ({ group, endpoint, mergedAnnotations, successes, errors }) => {
      operations.push({
        group: group.identifier,
        name: endpoint.identifier,
        method: endpoint.method,
        path: endpoint.path,
        secured: Context.getOrUndefined(mergedAnnotations, RequiredPermission) !== undefined,
        read: readerOf(successes, errors),
      })
    },
  })
  return operations
}

/** Any request, as far as it matters for sending it. */
export interface AnyRequest {
  readonly params?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly payload?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
}

/**
 * The path of a request, with its parameters and its query. Throws where a parameter would make it another path: it is
 * empty, or a dot segment.
 */
export const urlOf = ({ path }: Operation, { params, query = {} }: AnyRequest): string => {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) search.set(name, String(value))
  }
  return search.size === 0 ? pathOf(path, params) : `${pathOf(path, params)}?${search}`
}

const pathOf = (template: string, params: Readonly<Record<string, unknown>> = {}): string =>
  template.replace(/:(\w+)/g, (_, name: string) => {
    const value = String(params[name] ?? "")
    if (/^\.{0,2}$/.test(value)) throw new StudioClientError("NOT_SENT", `params.${name} names nothing`)
    return encodeURIComponent(value)
  })
