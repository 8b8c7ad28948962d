// `npm run docs:api` writes the reference as pages into `dist-docs`; `npm run check:docs` says which public exports lack
// documentation, and ends with status 1 where one does. Reading all sources takes typedoc some ten seconds, which is why
// it is a command of its own and no unit test.
import { fileURLToPath } from "node:url"
import { readSources, writePages } from "./reference.ts"
import { told, undocumented } from "./undocumented.ts"

if (process.argv.includes("--check")) {
  const { project } = await readSources()
  const missing = undocumented(project)
  for (const place of missing) process.stdout.write(`${place}\n`)
  process.stdout.write(
    `${missing.length} of ${told(project)} public exports and members lack documentation\n`,
  )
  process.exitCode = missing.length === 0 ? 0 : 1
} else {
  const folder = fileURLToPath(new URL("../../dist-docs", import.meta.url))
  await writePages(folder)
  process.stdout.write(`${folder}/index.html\n`)
}
