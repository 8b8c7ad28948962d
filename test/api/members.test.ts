// The OpenAPI document says of every member what it means: its unit, and when it is null or absent; and at its beginning what
// holds of all operations. A client is made of the document alone.
import { expect, it } from "vitest"
import { studioDocument } from "../../src/api/index.ts"

interface Described {
  readonly $ref?: string
  readonly description?: string
}

const document = studioDocument()

/** Every member in a part of the document, at its place. */
const membersIn = (
  node: unknown,
  path: ReadonlyArray<string>,
): ReadonlyArray<readonly [string, Described]> => {
  if (typeof node !== "object" || node === null) return []
  const { properties } = node as { readonly properties?: Readonly<Record<string, Described>> }
  const own = Object.entries(properties ?? {}).map(
    ([name, schema]) => [[...path, name].join("."), schema] as const,
  )
  const within = Object.entries(node).flatMap(([key, value]) =>
    ["example", "examples", "parameters"].includes(key) ? [] : membersIn(value, [...path, key]),
  )
  return [...own, ...within]
}

const members = membersIn({ ...document.components.schemas, ...document.paths }, [])

it("says of every member what it means", () => {
  expect(members.length).toBeGreaterThan(500)
  expect(members.filter(([, { $ref, description }]) => $ref === undefined && !description)).toEqual([])
})

interface Typed extends Described {
  readonly type?: string | ReadonlyArray<string>
  readonly anyOf?: ReadonlyArray<Typed>
}

const isNullable = ({ type = [], anyOf = [] }: Typed): boolean =>
  [type].flat().includes("null") || anyOf.some(isNullable)

it("says of what may be null when it is", () => {
  const nullable = members.filter(([, schema]) => isNullable(schema))
  expect(nullable.length).toBeGreaterThan(50)
  expect(nullable.filter(([, { description }]) => !description?.includes("null"))).toEqual([])
})

it.each([
  ["Invoice.payableAmount", "minor unit"],
  ["InvoiceLine.amount", "`unitPrice` times `quantity`"],
  ["PlanInterval.amount", "minor unit"],
  ["Tokens.expiresIn", "in seconds"],
  ["Subscription.pastDueReason", "else null"],
  ["PaymentDeclined.code", "for programs"],
  ["PaymentAttempt.status", "still open"],
  ["Subscription.usageAllowed", "your service has to heed it"],
  ["SubscriptionCoupon.anyOf.0.createdAt", "redeemed"],
  ["SubscriptionCoupon.anyOf.1.amount", "the subscription's currency"],
])("says of %s: %s", (place, words) => {
  expect(members.find(([at]) => at === place)?.[1].description).toContain(words)
})

it.each(["minor unit", "UTC", "`code`", "`page`", "Idempotency-Key", "Retry-After", "further members"])(
  "tells at its beginning of %s",
  (words) => {
    expect(document.info.description).toContain(words)
  },
)
