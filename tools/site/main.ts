// `npm run docs`: the site of the documents, in dist-docs/site. Its generator has an install of its own, which the first run
// makes. `npm run docs -- --check` looks as well whether the search finds what it should, and whether every link leads to a
// page and a heading.
import { execFileSync } from "node:child_process"
import { existsSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { writePages as writeTypes } from "../../test/reference/reference.ts"
import { brokenLinks } from "./anchors.ts"
import { llmsText } from "./llms.ts"
import { writePages } from "./pages.ts"
import { writeReferences } from "./references.ts"
import { missedBySearch } from "./search.ts"

const root = fileURLToPath(new URL("../..", import.meta.url))
const here = join(root, "tools/site")
const site = join(root, "dist-docs/site")
const run = (command: string, args: ReadonlyArray<string>): void =>
  void execFileSync(command, args, { cwd: here, stdio: ["ignore", "ignore", "inherit"] })

if (!existsSync(join(here, "node_modules"))) run("npm", ["ci"])
const pages = join(here, "pages")
writePages(root, pages)
run(process.execPath, [join(here, "node_modules/vitepress/bin/vitepress.js"), "build"])
await writeTypes(join(site, "api"))
await writeReferences(join(site, "reference"))
writeFileSync(join(site, "llms.txt"), llmsText(pages))
process.stdout.write(`${join(site, "index.html")}\n`)

if (process.argv.includes("--check")) {
  const missed = await missedBySearch(site)
  for (const line of missed) process.stdout.write(`${line}\n`)
  process.stdout.write(`The search misses ${missed.length} of what it should find\n`)
  const broken = brokenLinks(site)
  for (const line of broken) process.stdout.write(`${line}\n`)
  process.stdout.write(`${broken.length} links lead nowhere\n`)
  process.exitCode = missed.length + broken.length === 0 ? 0 : 1
}
