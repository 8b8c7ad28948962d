// Holds the answers of the service and of its control plane against their contracts: their status, every member, and the
// codes of the control plane's refusals. All that tests call in process goes through here.
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { ControlApi } from "../../simulator/control/contract/ControlApi.ts"
import { StudioApi } from "../../src/api/index.ts"
import { makeRouter } from "../../src/http/router.ts"

type Fits = (json: unknown) => Result.Result<unknown, { readonly message: string }>

const fitsOf = (schemas: ReadonlyArray<Schema.Top>): Fits => {
  const isEmpty = schemas.every(({ ast }) => HttpApiSchema.isNoContent(ast))
  const decode = Schema.decodeUnknownResult(Schema.Union(schemas) as unknown as Schema.Codec<unknown>, {
    onExcessProperty: "error",
  })
  return (json) => {
    if (!isEmpty) return decode(json)
    return json === null ? Result.succeed(null) : Result.fail({ message: "Expected no body" })
  }
}

interface Call {
  readonly method: string
  readonly path: `/${string}`
  readonly answers: ReadonlyMap<number, Fits>
}

const calls: Array<Call> = []
const remember: Parameters<typeof HttpApi.reflect>[1] = {
  onGroup: () => undefined,
  onEndpoint: ({ endpoint: { method, path }, successes, errors }) => {
    const answers = [...successes, ...errors].map(([status, schemas]) => [status, fitsOf(schemas)] as const)
    calls.push({
      method,
      path: path.replace(/:(\w+)/g, "{$1}") as `/${string}`,
      answers: new Map(answers),
    })
  },
}
HttpApi.reflect(ControlApi, remember)
HttpApi.reflect(StudioApi, remember)
const find = makeRouter(calls)

/** What of an answer the contract does not have; null where it has all of it, and for calls that are none of it. */
export const breachOf = (
  { method, url }: { readonly method: string; readonly url: string },
  { status, json }: { readonly status: number; readonly json: unknown },
): string | null => {
  const path = url
    .replace(/^https?:\/\/[^/]+/, "")
    .replace(/^\/w\/[^/]+/, "")
    .split("?", 1)[0] as string
  const call = find(path)?.methods.get(method)
  // Faults of tests answer refusals of their own in place of the service.
  if (call === undefined || (status >= 400 && call.path.startsWith("/studio/"))) return null
  const fits = call.answers.get(status)
  if (fits === undefined) return `${method} ${call.path} does not declare ${status}: ${JSON.stringify(json)}`
  const fit = fits(json)
  return Result.isSuccess(fit)
    ? null
    : `${method} ${call.path} declares another answer with ${status}: ${fit.failure.message}`
}
