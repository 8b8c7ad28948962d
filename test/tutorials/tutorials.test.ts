// Each tutorial is played as its reader plays it: in an empty folder, with the package as it is packed, built now. What the
// reader installs is linked from here, and nothing else; `npm run test:recipes` installs it from the registry.
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs"
import { tmpdir } from "node:os"
import { delimiter, dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { hasChromium } from "../browser/browser.ts"
import { makeStranger, run, type Stranger } from "../package/packed.ts"
import { thorough } from "../support/thorough.ts"
import { read } from "../tidy/source.ts"
import { play, type Step, stepsOf, tutorials } from "./tutorials.ts"

const modules = fileURLToPath(new URL("../../node_modules", import.meta.url))

let stranger: Stranger

/** A reader knows nothing of the vitest that this runs in, and has a Node that the package supports. */
const env = {
  ...Object.fromEntries(Object.entries(process.env).filter(([key]) => !/TEST|NODE_OPTIONS/.test(key))),
  PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}`,
  CHROMIUM: process.env.CHROMIUM ?? "/usr/bin/chromium",
}

/** Links what was installed here or packed, by its name. */
const installInto = (folder: string) => async (packages: ReadonlyArray<string>) => {
  for (const name of packages) {
    const from = join(name === "studio-billing" ? join(stranger.folder, "node_modules") : modules, name)
    if (!existsSync(from)) throw new Error(`${name} is not installed here`)
    const link = join(folder, "node_modules", name)
    mkdirSync(dirname(link), { recursive: true })
    symlinkSync(from, link)
  }
}

/** What keeps the types of a project from being right, as the compiler's words. */
const typeFaults = (folder: string, steps: ReadonlyArray<Step>): Promise<string> => {
  const sources = steps.flatMap((step) =>
    step.does === "write" && step.path.endsWith(".ts") ? [step.path] : [],
  )
  const strict = ["--strict", "--exactOptionalPropertyTypes", "--noUncheckedIndexedAccess", "--skipLibCheck"]
  const target = ["--noEmit", "--module", "nodenext", "--target", "es2024", "--allowImportingTsExtensions"]
  const types = ["--types", "node", "--typeRoots", join(modules, "@types")]
  const args = [join(modules, "typescript/bin/tsc"), ...strict, ...target, ...types, ...sources]
  return run(process.execPath, args, folder).then(({ stdout }) => stdout)
}

/** The steps of a page; without a browser those that need none. */
const steps = (page: string): ReadonlyArray<Step> =>
  stepsOf(page).filter((step) => hasChromium || step.does !== "run" || !/playwright/.test(step.command))

// It takes long: .ci/run takes it.
describe.runIf(thorough)("a tutorial", () => {
  beforeAll(async () => {
    stranger = await makeStranger()
  })
  afterAll(() => stranger.remove())
  let folder = ""
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "tutorial-"))
    mkdirSync(join(folder, "node_modules"))
    symlinkSync(join(modules, ".bin"), join(folder, "node_modules/.bin"))
  })
  afterEach(() => rmSync(folder, { recursive: true }))
  const played = (page: string) => play(steps(page), { folder, env, install: installInto(folder) })

  it.each([...tutorials])("does what it says, and its types are right: %s", async (_, page) => {
    await played(page)
    expect(await typeFaults(folder, steps(page))).toBe("")
  })

  it.each([
    ["fails", "```sh run\nfalse\n```\n"],
    ["does not fail", "```sh fails\ntrue\n```\n"],
    ["prints something else", "```sh run\necho a\n```\n\n```text prints\nb\n```\n"],
    ["changes what is not there", "```js file a.js\n1\n```\n\n```diff file a.js\n-2\n+3\n```\n"],
    ["installs what is not tested", "```sh install\nnpm install left-pad\n```\n"],
  ])("would be found out if a step %s", async (_, page) => {
    await expect(played(page)).rejects.toThrow()
  })
})

it.each([...tutorials])("is one page of numbered steps: %s", (_, page) => {
  const numbers = Array.from(page.matchAll(/^## (\d+)\. /gm), ([, number]) => Number(number))
  expect(numbers.length).toBeGreaterThan(3)
  expect(numbers).toEqual(numbers.map((_, index) => index + 1))
})

/** The files of a page whose name is not in the lines above them: what stands behind a fence is not shown to a reader. */
const unnamed = (page: string): ReadonlyArray<string> =>
  Array.from(page.matchAll(/^(.*(?:\n.+)*)\n\n```\w+ (?:file|recipe [\w-]+\/)\s?(\S+)$/gm)).flatMap(
    ([, above = "", path = ""]) =>
      above.includes(`\`${path}\``) || above.endsWith("further down:") ? [] : [path],
  )

it.each([...tutorials, ["recipes", read("docs/recipes.md").text] as const])(
  "names each file above it: %s",
  (_, page) => {
    expect(unnamed(page)).toEqual([])
    expect(unnamed(page.replaceAll(/^(.*)`([^`]+)`:$/gm, "$1:"))).not.toEqual([])
  },
)
