// docs/openapi.json is the contract's document, and docs/openapi-control.json the control plane's, for readers without a
// simulator. With UPDATE_DOCS=1 they are written anew. Generators of clients can read both.
import { readFileSync, writeFileSync } from "node:fs"
import * as OpenApi from "effect/http-api/OpenApi"
import { describe, expect, it } from "vitest"
import { ControlApi } from "../../simulator/control/contract/ControlApi.ts"
import { studioDocument } from "../../src/api/index.ts"

const documents: ReadonlyArray<readonly [name: string, document: object]> = [
  ["openapi.json", studioDocument()],
  ["openapi-control.json", OpenApi.fromApi(ControlApi)],
]

it.each(documents)("%s is the document of its API; UPDATE_DOCS=1 writes it anew", (name, document) => {
  const file = new URL(`../../docs/${name}`, import.meta.url)
  const written = `${JSON.stringify(document, null, 2)}\n`
  if (process.env.UPDATE_DOCS === "1") writeFileSync(file, written)
  // Compared as texts, and told shortly: a difference of so long a text would not be read.
  expect(readFileSync(file, "utf8") === written).toBe(true)
})

describe("what generators cannot take", () => {
  /** Every object in a document, examples left out, with the keys that lead to it. */
  const nodesIn = (node: unknown, path: ReadonlyArray<string> = []): ReadonlyArray<[string, object]> =>
    typeof node !== "object" || node === null
      ? []
      : [
          [path.join("/"), node],
          ...Object.entries(node).flatMap(([key, value]) =>
            key === "example" || key === "examples" ? [] : nodesIn(value, [...path, key]),
          ),
        ]

  // Go and PCRE refuse \u, and a generator that writes it as the character itself makes a binary file of its source.
  const hardPatterns = (document: object) =>
    nodesIn(document).flatMap(([path, { pattern }]: [string, { pattern?: unknown }]) =>
      typeof pattern === "string" && /\\(?![dx+])/.test(pattern) ? [`${path} ${pattern}`] : [],
    )

  // A part of a union or of an intersection that has no type of its own becomes `unknown`.
  const untyped = (document: object) =>
    nodesIn(document).flatMap(([path, schema]) =>
      /\/(allOf|anyOf|oneOf)\/\d+$/.test(path) &&
      !["type", "$ref", "anyOf", "oneOf"].some((key) => key in schema)
        ? [path]
        : [],
    )

  it.each(documents)("is not in %s", (_, document) => {
    expect(hardPatterns(document)).toEqual([])
    expect(untyped(document)).toEqual([])
  })

  it("would be found", () => {
    const part = { schema: { pattern: "^[^\\u0000]*$", allOf: [{ oneOf: [{ required: ["email"] }] }] } }
    expect(hardPatterns(part)).toEqual(["schema ^[^\\u0000]*$"])
    expect(untyped(part)).toEqual(["schema/allOf/0/oneOf/0"])
  })
})
