import { describe, expect, it } from "vitest"
import { makeBillingState } from "../../../simulator/adapters/memory/BillingState.ts"
import { makeTables, putRecords, type Tables } from "../../../simulator/adapters/memory/Tables.ts"

type Organizations = Tables["organizations"]

const named = (number: number) => `organization-${String(number).padStart(5, "0")}`

/** Ten thousand organizations, and how many of them were looked at. */
const many = () => {
  const tables = makeTables()
  putRecords(
    tables,
    Array.from({ length: 10_000 }, (_, number) => ({
      kind: "Organization" as const,
      record: { organizationId: named(number), name: "Nova", currency: "BRL", status: "ACTIVE" as const },
    })),
  )
  const { organizations } = tables
  const seen: Array<string> = []
  const counted: Pick<Organizations, keyof Organizations> = {
    size: () => organizations.size(),
    get: (key) => {
      seen.push(key)
      return organizations.get(key)
    },
    placed: (key) => organizations.placed(key),
    set: (key, value) => organizations.set(key, value),
    delete: (key) => organizations.delete(key),
    keys: (from, count) => organizations.keys(from, count),
    values: () => Array.from(organizations.keys(0, 10_000), (key) => counted.get(key)).flatMap(present),
    list: () => Array.from(counted.values()),
    entries: () => organizations.keys(0, 10_000).map((key) => [key, counted.get(key)] as never),
  }
  return { state: makeBillingState({ ...tables, organizations: counted as Organizations }), seen }
}

const everyone = { search: null, planId: null, subscriptionStatus: null }

const present = <A>(value: A | undefined): ReadonlyArray<A> => (value === undefined ? [] : [value])

describe("a page of ten thousand organizations", () => {
  it("looks at no more of them than are on it", () => {
    const { state, seen } = many()
    const { items, totalItems } = state.organizationPage({ page: 400, limit: 20, ...everyone })
    const ids = Array.from({ length: 20 }, (_, index) => named(399 * 20 + index))
    expect(items.map(({ organization }) => organization.organizationId)).toEqual(ids)
    expect({ totalItems, seen }).toEqual({ totalItems: 10_000, seen: ids })
  })

  it("looks at each once to search them", () => {
    const { state, seen } = many()
    const { items, totalItems } = state.organizationPage({ page: 1, limit: 20, ...everyone, search: "-0999" })
    expect({ items: items.length, totalItems }).toEqual({ items: 10, totalItems: 10 })
    expect(seen.length).toBe(10_000 + 10)
  })
})
