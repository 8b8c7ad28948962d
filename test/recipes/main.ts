// `npm run test:recipes`: each recipe of docs/recipes.md, and each tutorial, in an empty folder, with the packed package and
// the tools that it names, as a user would install them from the registry. Names of recipes or tutorials run these alone.
import { execFile } from "node:child_process"
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { play, stepsOf, tutorials } from "../tutorials/tutorials.ts"
import { recipeFiles, recipes } from "./recipes.ts"

const root = fileURLToPath(new URL("../..", import.meta.url))
const wanted = process.argv.slice(2)
const names = [...Object.keys(recipes), ...tutorials.keys()]
const unknown = wanted.filter((name) => !names.includes(name))
if (unknown.length > 0) {
  process.stderr.write(`No recipe ${unknown.join(", ")}. There are: ${names.join(", ")}\n`)
  process.exit(2)
}

const run = async (command: string, args: ReadonlyArray<string>, cwd: string): Promise<string> => {
  const { stdout } = await promisify(execFile)(command, args, { cwd, maxBuffer: 1e8 })
  return stdout
}

const folder = mkdtempSync(join(tmpdir(), "recipes-"))
const [packed] = JSON.parse(await run("npm", ["pack", "--json", "--pack-destination", folder], root))
const tarball = join(folder, packed.filename)

const { devDependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"))

/** Packages as the page names them, in the versions that are tested here. */
const pinned = (packages: ReadonlyArray<string>): ReadonlyArray<string> =>
  packages.map((name) => (name === "studio-billing" ? tarball : `${name}@${devDependencies[name]}`))

const install = async (packages: ReadonlyArray<string>, project: string): Promise<void> =>
  void (await run("npm", ["install", "--no-audit", "--no-fund", ...packages], project))

const runRecipe = async (name: string, project: string): Promise<void> => {
  const { files = name, install: tools, commands } = recipes[name] as (typeof recipes)[string]
  for (const [path, text] of recipeFiles(files)) {
    mkdirSync(dirname(join(project, path)), { recursive: true })
    writeFileSync(join(project, path), text)
  }
  writeFileSync(join(project, "package.json"), '{ "private": true }')
  await install([...pinned(["studio-billing", "effect"]), ...tools], project)
  for (const [command, ...args] of commands) await run(command as string, args, project)
}

const runTutorial = (page: string, project: string): Promise<void> =>
  play(stepsOf(page), {
    folder: project,
    env: { CHROMIUM: "/usr/bin/chromium", ...process.env },
    install: (packages) => install(pinned(packages), project),
  })

let failed = 0
for (const name of wanted.length > 0 ? wanted : names) {
  const project = join(folder, name)
  mkdirSync(project)
  const begun = performance.now()
  const page = tutorials.get(name)
  try {
    await (page === undefined ? runRecipe(name, project) : runTutorial(page, project))
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
