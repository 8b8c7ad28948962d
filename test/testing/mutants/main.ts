// `npm run test:catch`: counts how often the laws catch each wrong calculator, and writes it into docs/testing.md.
import { readFileSync, writeFileSync } from "node:fs"
import { catches } from "./catchRate.ts"
import { groups } from "./index.ts"
import { CAUGHT_MIN, HEADING, SEEDS, written } from "./table.ts"

const file = new URL("../../../docs/testing.md", import.meta.url)
const page = readFileSync(file, "utf8")
const after: Record<string, number> = {}
for (const mutants of Object.values(groups)) {
  for (const [name, wrong] of Object.entries(mutants)) {
    const caught = await catches(wrong, SEEDS)
    after[name] = caught
    if (caught < CAUGHT_MIN) {
      process.exitCode = 1
      console.error(`${caught} of ${SEEDS} seeds: ${name}`)
    }
  }
}
const [above = "", below = ""] = page.split(`## ${HEADING}\n`)
const next = below.indexOf("\n## ")
writeFileSync(file, `${above}${written(after)}${below.slice(next)}`)
