// Writes the vectors: `npm run vectors`.
import { writeFileSync } from "node:fs"
import { vectorFiles } from "./make/vectorFiles.ts"

for (const [name, text] of vectorFiles()) {
  writeFileSync(new URL(`../../vectors/${name}`, import.meta.url), text)
}
