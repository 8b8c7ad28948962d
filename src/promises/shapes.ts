// The check of a request before its use case runs: for callers without types, who get a `TypeError` that names the call
// and the member. A value is never repeated in it, since it may be secret. The rules check what values mean.
import * as Predicate from "effect/Predicate"
import { isStorable } from "../core/isStorable.ts"
import { EMAIL_LENGTH_MAX, TEXT_LENGTH_MAX } from "../core/isText.ts"

/** Reads a value at a place, such as `invoices.refund: amount`; fills in what may be left out, or throws. */
export type Check<A> = (value: unknown, place: string) => A

/** The checks of the members of a record. */
export type Shape<A> = { readonly [Name in keyof A]-?: Check<A[Name]> }

const wrong = (place: string, expected: string, value: unknown): TypeError =>
  new TypeError(`${place} has to be ${expected}, and is ${kindOf(value)}`)

const kindOf = (value: unknown): string => {
  if (value === undefined) return "missing"
  if (value === null) return "null"
  if (Array.isArray(value)) return "an array"
  if (typeof value === "number") return kindOfNumber(value)
  return typeof value === "object" ? "an object" : `a ${typeof value}`
}

const kindOfNumber = (value: number): string => {
  if (Number.isNaN(value)) return "NaN"
  if (!Number.isFinite(value)) return "infinite"
  if (!Number.isInteger(value)) return "a number with a fraction"
  return Number.isSafeInteger(value) ? "an integer" : "too large for an exact integer"
}

const check =
  <A>(expected: string, isRight: (value: unknown) => boolean): Check<A> =>
  (value, place) => {
    if (!isRight(value)) throw wrong(place, expected, value)
    return value as A
  }

/** A check of a value that has passed another one. */
const refined =
  <A>(inner: Check<A>, expected: string, isRight: (value: A) => boolean): Check<A> =>
  (value, place) => {
    const given = inner(value, place)
    if (isRight(given)) return given
    throw new TypeError(`${place} has to be ${expected}`)
  }

/** A text that every store can keep. GAP-158 */
export const text: Check<string> = refined(
  check("a string", (value) => typeof value === "string"),
  "a text without U+0000 and without half of a surrogate pair",
  isStorable,
)

/** A text that says something: an empty one is what is left of a header that was not there. */
export const filled: Check<string> = refined(text, "a text that is not empty", (given) => given !== "")

const upTo = (lengthMax: number): Check<string> =>
  refined(text, `a text of at most ${lengthMax} characters`, ({ length }) => length <= lengthMax)

/** An id or a code that the caller chooses, short enough for an index of any store. GAP-86 */
export const chosen: Check<string> = upTo(TEXT_LENGTH_MAX)

/** An e-mail address. GAP-86 */
export const email: Check<string> = upTo(EMAIL_LENGTH_MAX)

/** A truth value. */
export const flag: Check<boolean> = check("true or false", (value) => typeof value === "boolean")

/** A whole number that is no amount. */
export const integer: Check<number> = check("an integer", Number.isSafeInteger)

/** A whole number of a range. */
export const between = (min: number, max: number): Check<number> =>
  refined(integer, `an integer from ${min} to ${max}`, (given) => given >= min && given <= max)

/** Money. */
export const amount: Check<number> = check(
  "an integer in the currency's minor unit (1990 for 19.90)",
  Number.isSafeInteger,
)

/** An instant. */
export const instant: Check<number> = check(
  "an instant in milliseconds since 1970, as Date.now() gives it",
  Number.isSafeInteger,
)

/** A function. */
export const callback: Check<(...args: ReadonlyArray<never>) => unknown> = check(
  "a function",
  (value) => typeof value === "function",
)

/** What JSON can write. */
export const json: Check<unknown> = (value, place) => {
  try {
    JSON.stringify(value)
  } catch {
    throw new TypeError(`${place} has to be what JSON can write, without a bigint and without a circle`)
  }
  return value
}

/** One of some texts. */
export const oneOf = <const Texts extends ReadonlyArray<string>>(...texts: Texts): Check<Texts[number]> =>
  check(`one of ${texts.join(", ")}`, (value) => (texts as ReadonlyArray<unknown>).includes(value))

/** What may be null, and is where it is left out. */
export const orNull =
  <A>(inner: Check<A>): Check<A | null> =>
  (value, place) =>
    value === undefined || value === null ? null : inner(value, place)

/** What is `initial` where it is left out. */
export const withDefault =
  <A>(inner: Check<A>, initial: A): Check<A> =>
  (value, place) =>
    value === undefined ? initial : inner(value, place)

/** What stays absent where it is left out: a `record` has no such member then. */
export const optional =
  <A>(inner: Check<A>): Check<A> =>
  (value, place) =>
    value === undefined ? (undefined as never) : inner(value, place)

/** A list. */
export const list =
  <A>(inner: Check<A>): Check<ReadonlyArray<A>> =>
  (value, place) => {
    if (!Array.isArray(value)) throw wrong(place, "an array", value)
    // Unlike `map`, this sees a hole, which is a missing item.
    return Array.from(value, (item, index) => inner(item, `${place}[${index}]`))
  }

/** A record of these members and no others. */
export const record =
  <A>(shape: Shape<A>): Check<A> =>
  (value, place) => {
    if (!Predicate.isObject(value)) throw wrong(place, "an object", value)
    const known = Object.entries<Check<unknown>>(shape)
    refuseUnknown(
      value,
      known.map(([name]) => name),
      place,
    )
    const members = known.map(([name, inner]) => {
      const member = inner(value[name], memberOf(place, name))
      return [name, member] as const
    })
    return Object.fromEntries(members.filter(([, member]) => member !== undefined)) as A
  }

/** The members of a record, with whatever values: for what is checked elsewhere. */
export const membersOf = <A>(example: { readonly [Name in keyof A]-?: unknown }): Shape<A> =>
  Object.fromEntries(Object.keys(example).map((name) => [name, anything])) as Shape<A>

const anything: Check<unknown> = (value) => value

/** One of several records, told apart by the text of a member. */
export const variant =
  <Member extends string, Kinds>(
    member: Member,
    kinds: { readonly [Kind in keyof Kinds]: Shape<Kinds[Kind]> },
  ): Check<{ [Kind in keyof Kinds]: Kinds[Kind] & { readonly [Name in Member]: Kind } }[keyof Kinds]> =>
  (value, place) => {
    const names = Object.keys(kinds)
    const kind = record({ [member]: oneOf(...names) })(pick(value, member), place)[member] as keyof Kinds
    return record({ [member]: text, ...kinds[kind] })(value, place) as never
  }

/** Only a member of a record; what is no record stays what it is. */
const pick = (value: unknown, name: string): unknown =>
  Predicate.isObject(value) ? { [name]: value[name] } : value

/** Throws for a member that nothing knows, with the known one that is spelt nearly so. */
export const refuseUnknown = (value: object, known: ReadonlyArray<string>, place: string): void => {
  const unknown = Object.keys(value).find((name) => !known.includes(name))
  if (unknown === undefined) return
  const meant = known.find((name) => isNear(name, unknown))
  const remedy = meant === undefined ? `its members are ${known.join(", ")}` : `did you mean ${meant}?`
  throw new TypeError(`${memberOf(place, unknown)} is unknown; ${remedy}`)
}

const memberOf = (place: string, name: string): string =>
  place.includes(": ") ? `${place}.${name}` : `${place}: ${name}`

/** Whether two names differ by case, or by a character more, less or other. */
const isNear = (a: string, b: string): boolean => {
  const [one, other] = [a.toLowerCase(), b.toLowerCase()]
  let start = 0
  while (start < one.length && one[start] === other[start]) start += 1
  let end = 0
  while (end < one.length - start && end < other.length - start && one.at(-1 - end) === other.at(-1 - end)) {
    end += 1
  }
  return Math.max(one.length, other.length) - start - end <= 1
}
