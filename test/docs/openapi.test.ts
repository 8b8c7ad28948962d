// docs/openapi.json is the contract's document, and docs/openapi-control.json the control plane's, for readers without a
// simulator. With UPDATE_DOCS=1 they are written anew.
import { readFileSync, writeFileSync } from "node:fs"
import * as OpenApi from "effect/http-api/OpenApi"
import { expect, it } from "vitest"
import { ControlApi } from "../../simulator/control/contract/ControlApi.ts"
import { studioDocument } from "../../src/api/index.ts"

it.each([
  ["openapi.json", studioDocument()],
  ["openapi-control.json", OpenApi.fromApi(ControlApi)],
])("%s is the document of its API; UPDATE_DOCS=1 writes it anew", (name, document) => {
  const file = new URL(`../../docs/${name}`, import.meta.url)
  const written = `${JSON.stringify(document, null, 2)}\n`
  if (process.env.UPDATE_DOCS === "1") writeFileSync(file, written)
  // Compared as texts, and told shortly: a difference of so long a text would not be read.
  expect(readFileSync(file, "utf8") === written).toBe(true)
})
