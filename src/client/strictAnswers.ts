// Whether an answer is one of the contract, by its schemas: for tests. It stands apart since the schemas are many times as
// large as the client.
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { StudioApi } from "../api/StudioApi.ts"
import type { AnswerCheck } from "./options.ts"

type Decode = (body: unknown) => Result.Result<unknown, { readonly message: string }>

const decoders = (): ReadonlyMap<string, Decode> => {
  const found = new Map<string, Decode>()
  HttpApi.reflect(StudioApi, {
    onGroup: () => undefined,
    onEndpoint: ({ group, endpoint, successes, errors }) => {
      for (const [status, schemas] of [...successes, ...errors]) {
        found.set(`${group.identifier}.${endpoint.identifier} ${status}`, decodeOf(schemas))
      }
    },
  })
  return found
}

const decodeOf = (schemas: ReadonlyArray<Schema.Top>): Decode => {
  const isEmpty = schemas.some(({ ast }) => HttpApiSchema.isNoContent(ast))
  let decode: Decode | undefined
  return (body) => {
    if (isEmpty)
      return body === undefined ? Result.succeed(body) : Result.fail({ message: "Expected no body" })
    // Compiled when first used: few of them are needed.
    decode ??= Schema.decodeUnknownResult(Schema.Union(schemas) as unknown as Schema.Codec<unknown>)
    return decode(body)
  }
}

let compiled: ReadonlyMap<string, Decode> | undefined

/**
 * What an answer has that the contract does not, or null: the `strict` of a client whose tests are to find each
 * difference from the contract, as an unknown status, code or value.
 */
export const strictAnswers: AnswerCheck = (operation, statusCode, body) => {
  compiled ??= decoders()
  const decoded = compiled.get(`${operation} ${statusCode}`)?.(body)
  if (decoded === undefined) return `the status ${statusCode} is not declared`
  return Result.isSuccess(decoded) ? null : decoded.failure.message
}
