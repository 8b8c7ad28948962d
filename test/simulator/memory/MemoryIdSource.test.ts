import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import { makeMemoryIdSource, uuidV5 } from "../../../simulator/adapters/memory/MemoryIdSource.ts"

const uuid = (version: number) =>
  new RegExp(`^[0-9a-f]{8}-[0-9a-f]{4}-${version}[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$`)
const take = (ids: ReturnType<typeof makeMemoryIdSource>, count: number) =>
  Array.from({ length: count }, () => Effect.runSync(ids.next))

describe("ids", () => {
  it("are the UUIDs of the RFC: its example in the namespace of domain names", () => {
    const namespace = "6ba7b810-9dad-11d1-80b4-00c04fd430c8"
    expect(uuidV5(namespace)("www.example.com")).toBe("2ed6657d-e927-568b-95e1-2665a8aea6a2")
  })

  it("that are derived are the same for the same key, from any source, and differ by key", () => {
    const ids = makeMemoryIdSource()
    expect(ids.derive("a")).toBe(makeMemoryIdSource({ seed: "other" }).derive("a"))
    expect(ids.derive("a")).toMatch(uuid(5))
    expect(ids.derive("a")).not.toBe(ids.derive("b"))
  })

  it("that are fresh never come twice", () => {
    const ids = take(makeMemoryIdSource(), 1_000)
    expect(new Set(ids).size).toBe(1_000)
    for (const id of ids) expect(id).toMatch(uuid(4))
  })

  it("that are fresh are the same series for the same seed", () => {
    const ids = take(makeMemoryIdSource({ seed: "world" }), 100)
    expect(take(makeMemoryIdSource({ seed: "world" }), 100)).toEqual(ids)
    expect(take(makeMemoryIdSource({ seed: "other" }), 100)).not.toEqual(ids)
    expect(new Set(ids).size).toBe(100)
    for (const id of ids) expect(id).toMatch(uuid(4))
  })
})
