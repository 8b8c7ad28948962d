// The scalars of stored records: plain JSON, checked and never transformed, so that a record is read as it was written.
import * as Schema from "effect/Schema"
import { WirePlanInterval } from "../../../../src/api/index.ts"
import { Instant, Permission as Permissions } from "../../../../src/index.ts"

/** An instant in epoch milliseconds. */
export const At = Schema.Int.check(
  Schema.isBetween(
    { minimum: Instant.MIN_INSTANT, maximum: Instant.MAX_INSTANT },
    { expected: "an instant in milliseconds" },
  ),
)

/** An instant, or none. */
export const AtOrNull = Schema.NullOr(At)

/** Money in minor units, a quantity or a number of times: a whole number from 0 up. */
export const Natural = Schema.Int.check(
  Schema.isGreaterThanOrEqualTo(0, { expected: "a whole number from 0 up" }),
)

/** A permission. */
export const Permission = Schema.Literals(Permissions.ALL_PERMISSIONS)

/** The interval of a fee. */
export const Interval = WirePlanInterval.fields.interval

/** The member that everything has which an organization owns. */
export const owner = { organizationId: Schema.String }
