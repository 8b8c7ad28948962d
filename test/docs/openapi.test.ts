// docs/openapi.json is the contract's document, for readers without a simulator. With UPDATE_DOCS=1 it is written anew.
import { readFileSync, writeFileSync } from "node:fs"
import * as OpenApi from "effect/http-api/OpenApi"
import { expect, it } from "vitest"
import { StudioApi } from "../../src/api/index.ts"

const file = new URL("../../docs/openapi.json", import.meta.url)
const written = `${JSON.stringify(OpenApi.fromApi(StudioApi), null, 2)}\n`
if (process.env.UPDATE_DOCS === "1") writeFileSync(file, written)

it("is the document of the contract; UPDATE_DOCS=1 writes it anew", () => {
  // Compared as texts, and told shortly: a difference of so long a text would not be read.
  expect(readFileSync(file, "utf8") === written).toBe(true)
})
