import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { expect, it } from "vitest"
import { diagnosticsOf, projectOf } from "./diagnostics.ts"

const root = fileURLToPath(new URL("../..", import.meta.url))

it("finds an effect that nobody runs, by the options of this project", () => {
  const folder = mkdtempSync(join(tmpdir(), "diagnostics-"))
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"))
  const file = join(folder, "floating.ts")
  const lost = 'Effect.log("lost")'
  writeFileSync(file, `import * as Effect from "effect/Effect"\n\n${lost}\nexport const kept = ${lost}\n`)
  const { options } = projectOf(join(root, "tsconfig.json"))
  const found = diagnosticsOf({ fileNames: [file], options })
  rmSync(folder, { recursive: true })
  expect(found.map(({ start, length }) => [start, length])).toEqual([[41, lost.length]])
})
