import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { SCHEMA_VERSION } from "../../../simulator/world/state/schemas/document.ts"
import { type Migration, migrate, migrations } from "../../../simulator/world/state/versions/migrate.ts"

const steps: ReadonlyArray<Migration> = [
  ({ name, ...rest }) => ({ ...rest, names: [name] }),
  (document) => ({ ...document, third: true }),
]

describe("migration", () => {
  it("ends in the version that is written", () => {
    expect(migrations).toHaveLength(SCHEMA_VERSION - 1)
  })

  it.each([
    [
      { schemaVersion: 1, name: "a" },
      { schemaVersion: 3, names: ["a"], third: true },
    ],
    [
      { schemaVersion: 2, names: ["b"] },
      { schemaVersion: 3, names: ["b"], third: true },
    ],
    [
      { schemaVersion: 3, names: [] },
      { schemaVersion: 3, names: [] },
    ],
  ])("takes the steps that are left: %j", (document, expected) => {
    const before = structuredClone(document)
    expect(migrate(document, steps)).toEqual(Result.succeed(expected))
    expect(document).toEqual(before)
  })

  it.each([4, 0, -1, 1.5, Number.NaN])("knows no version %d", (schemaVersion) => {
    expect(migrate({ schemaVersion }, steps)).toEqual(
      Result.fail({ message: "Expected a version that is known: one from 1 to 3", path: "schemaVersion" }),
    )
  })

  it.each([[null], ["x"], [[]], [{}], [{ schemaVersion: "1" }]])("leaves %j to the schema", (document) => {
    expect(migrate(document, steps)).toEqual(Result.succeed(document))
  })
})
