// `npm run test:recipes`: each recipe of docs/recipes.md in an empty folder, with the packed package and the tools that it
// names, as a user would install them from the registry. Names of recipes run these alone.
import { execFile } from "node:child_process"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { recipeFiles, recipes } from "./recipes.ts"

const root = fileURLToPath(new URL("../..", import.meta.url))
const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !(name in recipes))
if (unknown.length > 0) {
  process.stderr.write(`No recipe ${unknown.join(", ")}. There are: ${Object.keys(recipes).join(", ")}\n`)
  process.exit(2)
}

const run = async (command: string, args: ReadonlyArray<string>, cwd: string): Promise<string> => {
  const { stdout } = await promisify(execFile)(command, args, { cwd, maxBuffer: 1e8 })
  return stdout
}

const folder = mkdtempSync(join(tmpdir(), "recipes-"))
const [packed] = JSON.parse(await run("npm", ["pack", "--json", "--pack-destination", folder], root))
const tarball = join(folder, packed.filename)

let failed = 0
for (const name of wanted.length > 0 ? wanted : Object.keys(recipes)) {
  const { files = name, install, commands } = recipes[name] as (typeof recipes)[string]
  const project = join(folder, name)
  for (const [path, text] of recipeFiles(files)) {
    mkdirSync(dirname(join(project, path)), { recursive: true })
    writeFileSync(join(project, path), text)
  }
  writeFileSync(join(project, "package.json"), '{ "private": true }')
  const begun = performance.now()
  try {
    const effect = "effect@4.1.0"
    await run("npm", ["install", "--no-audit", "--no-fund", tarball, effect, ...install], project)
    for (const [command, ...args] of commands) await run(command as string, args, project)
    process.stdout.write(`${name}: passed in ${((performance.now() - begun) / 1000).toFixed(1)} s\n`)
  } catch (fault) {
    failed += 1
    const { stdout = "", stderr = "", message } = fault as Error & { stdout?: string; stderr?: string }
    process.stdout.write(`${name}: failed. ${message}\n${stdout}${stderr}\n`)
  }
}
rmSync(folder, { recursive: true, force: true })
process.stdout.write(failed === 0 ? "Every recipe passed.\n" : `${failed} recipes failed.\n`)
process.exitCode = failed === 0 ? 0 : 1
