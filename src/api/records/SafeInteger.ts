// The integers of the contract. JSON can write larger ones, which would be others once they are read.
import * as Schema from "effect/Schema"

/** An integer up to 2^53 − 1 on either side of 0. Its refusal says how large it may be. */
export const SafeInteger = Schema.Number.check(
  Schema.isInt({ expected: `an integer of at most ${Number.MAX_SAFE_INTEGER}` }),
)
