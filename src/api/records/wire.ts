// The scalars that every record on the wire is made of: plain JSON on both sides, checked, never transformed. Rules 2,
// 6 and 7 of the specification.
import * as Schema from "effect/Schema"
import { isStorable } from "../../core/isStorable.ts"
import { EMAIL, EMAIL_LENGTH_MAX, TEXT_LENGTH_MAX } from "../../core/isText.ts"
import { WIRE_CURRENCIES } from "../../core/money/Currency.ts"
import { DECLINE_CODES } from "../../core/payment/PaymentAttempt.ts"
import { QUANTITY_MAX } from "../../core/subscription/Quantity.ts"
import { SafeInteger } from "./SafeInteger.ts"

/** An identifier of a plan, plan interval, organization, subscription, invoice, coupon or user; compared as a text. GAP-184 */
export const Uuid = Schema.String.check(
  Schema.isUUID(undefined, { toJsonSchema: () => ({ format: "uuid" }) }),
)

/**
 * A string that every store can keep. GAP-158
 *
 * The document writes U+0000 as `\x00`: Go and PCRE read no `\u`, and some generators write `\u0000` as the character.
 */
export const Storable = Schema.String.check(
  Schema.makeFilter(isStorable, {
    expected: "a text without U+0000 and without half of a surrogate pair",
    toJsonSchema: () => ({ pattern: "^[^\\x00]*$" }),
  }),
)

/** A string of 1 to 200 characters: names, and opaque identifiers. GAP-86 */
export const Text = Storable.check(
  Schema.isBetweenLength(1, TEXT_LENGTH_MAX, { expected: `a text of 1 to ${TEXT_LENGTH_MAX} characters` }),
)

/** A non-negative safe integer in the currency's minor unit: 100 is 1.00 BRL. */
export const Amount = SafeInteger.check(
  Schema.isGreaterThanOrEqualTo(0, { expected: "a non-negative integer" }),
)

/** A percentage of at most two decimals: 10, 12.5. */
export const Percent = Schema.Finite.check(
  Schema.makeFilter((value: number) => value >= 0 && value <= 100 && Number(value.toFixed(2)) === value, {
    expected: "a percentage with at most two decimals",
    toJsonSchema: () => ({ minimum: 0, maximum: 100 }),
  }),
)

/** A non-negative safe integer that is not money. */
export const Count = Amount

/** How many units of a plan: a whole number from 1 to 1,000,000. GAP-170 */
export const Quantity = Schema.Int.check(
  Schema.isBetween({ minimum: 1, maximum: QUANTITY_MAX }, { expected: "a whole number from 1 to 1,000,000" }),
)

/** The ISO 4217 code of a currency of the catalogue. */
export const Currency = Schema.Literals(WIRE_CURRENCIES)

/** An instant in UTC with milliseconds: `2026-03-01T00:00:00.000Z`. */
export const Timestamp = Schema.String.check(
  Schema.isPattern(
    /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/u,
    { expected: "a timestamp in UTC with milliseconds", toJsonSchema: () => ({ format: "date-time" }) },
  ),
)

/** An e-mail address, by its shape. */
export const Email = Storable.check(
  Schema.isPattern(EMAIL, {
    expected: "an e-mail address",
    toJsonSchema: () => ({ format: "email", maxLength: EMAIL_LENGTH_MAX }),
  }),
)

/** The reason for which a gateway refused a charge. */
export const DeclineCode = Schema.Literals(DECLINE_CODES)

/** The path parameter of everything that belongs to an organization. */
export const organizationParams = { organizationId: Uuid }
