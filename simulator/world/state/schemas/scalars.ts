// What stored records are made of: plain JSON, checked and never transformed, so that what is read is what was written.
import * as Schema from "effect/Schema"
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

/** What may be done. */
export const Permission = Schema.Literals(Permissions.ALL_PERMISSIONS)

/** How often a fee is due. */
export const Interval = Schema.Literals(["MONTHLY", "YEARLY"])

/** The member that everything has which an organization owns. */
export const owner = { organizationId: Schema.String }
