// Decodes input that may be large: unknown members are faults, and the faults are listed. To look for all of them is slow,
// so it is done only where there is one, and not in a large input.
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { type FieldError, fieldErrors } from "../../../src/api/index.ts"

/** The most values of an input whose faults are all looked for. */
export const VALUES_MAX = 100_000

/** A decoder that gives the value of an input, or its faults. `part` is the part of a request that it is, if it is one. */
export const strictDecoder = <A, I>(
  schema: Schema.Codec<A, I>,
  part?: string,
): ((input: unknown) => Result.Result<A, ReadonlyArray<FieldError>>) => {
  const all = Schema.decodeUnknownResult(schema, { errors: "all", onExcessProperty: "error" })
  const first = Schema.decodeUnknownResult(schema, { errors: "first", onExcessProperty: "error" })
  return (input) => {
    const decoded = first(input)
    if (Result.isSuccess(decoded)) return Result.succeed(decoded.success)
    const complete = holdsMoreThan(input, VALUES_MAX) ? decoded : all(input)
    return Result.mapError(complete, ({ issue }) => fieldErrors(issue, part))
  }
}

/** Tells whether a JSON value has more values in it than this. It looks at no more of them than that. */
const holdsMoreThan = (value: unknown, valuesMax: number): boolean => {
  const pending: Array<unknown> = [value]
  let seen = 0
  for (let next = pending.pop(); seen <= valuesMax; next = pending.pop()) {
    seen += 1
    if (typeof next === "object" && next !== null) {
      const members = Array.isArray(next) ? next : Object.values(next)
      if (members.length > valuesMax) return true
      for (const member of members) pending.push(member)
    }
    if (pending.length === 0) return false
  }
  return true
}
