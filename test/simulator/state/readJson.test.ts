import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as fc from "fast-check"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { jsonPieces } from "../../../simulator/world/state/jsonPieces.ts"
import { readJson } from "../../../simulator/world/state/readJson.ts"

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "studio-json-"))
})
afterAll(() => rm(folder, { recursive: true }))

const read = async (text: string): Promise<unknown> => {
  const file = join(folder, "document.json")
  await writeFile(file, text)
  return readJson(file)
}

const written = (value: unknown): string => Array.from(jsonPieces(value)).join("")

/** JSON whose members have ordinary names. */
const json = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.string({ unit: "binary" }),
    fc.constantFrom("{", "[", "},", "\u2028", "\n", ": {"),
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie("value")),
    fc.dictionary(
      fc.string({ unit: "binary" }).filter((name) => name !== "__proto__"),
      tie("value"),
      { noNullPrototype: true },
    ),
  ),
})).value

describe("a document", () => {
  it("is read as it was written in pieces", () =>
    fc.assert(
      fc.asyncProperty(json, async (value) => {
        expect(await read(written(value))).toEqual(JSON.parse(JSON.stringify(value)))
      }),
      { numRuns: 300 },
    ))

  it("of other lines is read whole", async () => {
    const value = { a: [1, { b: "x" }], c: {} }
    expect(await read(JSON.stringify(value))).toEqual(value)
    expect(await read(JSON.stringify(value, null, 2))).toEqual(value)
    expect(await read(`\n${JSON.stringify(value, null, "\t")}\n\n`)).toEqual(value)
  })

  it.each(['{ "x": 1 }', "{\n}", "[\n1\n]", "1"])(
    "has %j of __proto__ as a member like any other",
    async (value) => {
      const text = `{\n"a": {\n"__proto__": ${value}\n}\n}\n`
      const { a } = (await read(text)) as { readonly a: object }
      expect(Object.entries(a)).toEqual([["__proto__", JSON.parse(value)]])
      expect("x" in a).toBe(false)
    },
  )

  it.each([
    ["without its end", (text: string) => text.slice(0, -3)],
    ["without a line", (text: string) => text.replace('"a": [\n', "")],
    ["without a comma", (text: string) => text.replace(",\n", "\n")],
    ["with a comma too many", (text: string) => text.replace("2\n", "2,\n")],
    ["with a mark of the other kind", (text: string) => text.replace("]", "}")],
    ["with more after its end", (text: string) => `${text}1\n`],
    ["that is empty", () => ""],
  ])("%s is none", async (_, change) => {
    const text = written({ a: [1, 2], b: { c: true } })
    await expect(read(change(text))).rejects.toBeInstanceOf(SyntaxError)
  })
})
