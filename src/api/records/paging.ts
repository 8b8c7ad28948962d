// Lists are pages: which page is asked for, and what a page looks like. GAP-04
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as SchemaGetter from "effect/SchemaGetter"
import { Count } from "./wire.ts"

/** The bounds and defaults of the paging parameters, as JSON Schema. GAP-04 */
export const pagingBounds = {
  page: { type: "integer", minimum: 1, maximum: 999_999_999, default: 1 },
  limit: { type: "integer", minimum: 1, maximum: 100, default: 20 },
} as const

const parameter = ({ maximum, default: value }: (typeof pagingBounds)[keyof typeof pagingBounds]) => {
  const expected = `an integer from 1 to ${maximum}`
  return Schema.String.check(Schema.isPattern(/^[1-9]\d{0,8}$/u, { expected })).pipe(
    Schema.decodeTo(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum }, { expected })), {
      decode: SchemaGetter.Number(),
      encode: SchemaGetter.String(),
    }),
    Schema.withDecodingDefaultKey(Effect.succeed(String(value))),
  )
}

/** The query of a list: `page` from 1 (default 1) and `limit` from 1 to 100 (default 20). Out of range is 400. GAP-04 */
export const paging = { page: parameter(pagingBounds.page), limit: parameter(pagingBounds.limit) }

/** The number of a page, and the size of its list. */
export const WirePageMeta = Schema.Struct({
  page: Count,
  limit: Count,
  totalItems: Count,
  totalPages: Count,
}).annotate({ identifier: "PageMeta" })

/** A page of records. One after the last is empty, not missing. GAP-04, GAP-74 */
export const pageOf = <S extends Schema.Top>(record: S) =>
  Schema.Struct({ data: Schema.Array(record), meta: WirePageMeta })

/** A page of `A`. */
export interface WirePage<A> {
  readonly data: ReadonlyArray<A>
  readonly meta: typeof WirePageMeta.Type
}
