// What control calls are given, checked by schema. Members and parameters that a call does not know are refused: they
// are misspelt ones.
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { type ApiError, apiError, type FieldError } from "../../src/api/index.ts"
import { queryOf, type RequestValue, type RouteRequest, readJson } from "../../src/http/index.ts"
import { Iso } from "../../src/index.ts"
import { strictDecoder } from "../strictDecoder.ts"

type Read<A> = (request: RequestValue) => Effect.Effect<A, ApiError>

const decoder = <A, I>(schema: Schema.Codec<A, I>) => {
  const decode = strictDecoder(schema)
  return (input: unknown): Effect.Effect<A, ApiError> => {
    const decoded = decode(input)
    return Result.isSuccess(decoded)
      ? Effect.succeed(decoded.success)
      : Effect.fail(apiError("validation_error", { errors: decoded.failure }))
  }
}

/** Reads a JSON body; none is the same as an empty object. */
export const bodyOf = <A, I>(schema: Schema.Codec<A, I>, bytesMax?: number): Read<A> => {
  const decode = decoder(schema)
  return (request) =>
    Effect.flatMap(readJson(request, bytesMax), (body) => decode(body === undefined ? {} : body))
}

/** Reads the query. */
export const parametersOf = <A, I>(schema: Schema.Codec<A, I>): Read<A> => {
  const decode = decoder(schema)
  return (request) => Effect.suspend(() => decode(queryOf(request)))
}

// A struct without members would take any object.
const Nothing = Schema.Record(
  Schema.String,
  Schema.Unknown.check(Schema.makeFilter(() => false, { message: "Unknown member" })),
)

/** Reads a body that has no members. */
export const readNothing = bodyOf(Nothing)

/** Reads a query that has no parameters. */
export const readNoParameters = parametersOf(Nothing)

/** Reads the parameters of the path. */
export const pathOf = <A, I>(schema: Schema.Codec<A, I>) => {
  const decode = decoder(schema)
  return ({ params }: RouteRequest): Effect.Effect<A, ApiError> => decode(params)
}

/** The refusal of one member. */
export const invalidAt = (path: string, message: string): ApiError => {
  const errors: ReadonlyArray<FieldError> = [{ message, path }]
  return apiError("validation_error", { errors })
}

/** A time as text, in any zone. */
export const Time = Schema.String.check(
  Schema.makeFilter((text: string) => Result.isSuccess(Iso.fromIso(text)), {
    expected: "an ISO 8601 time, such as 2026-01-31T00:00:00.000Z",
  }),
)

/** The instant of a `Time`. */
export const instantOf = (time: string): number => Result.getOrThrow(Iso.fromIso(time))
