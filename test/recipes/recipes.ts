// What the recipes of docs/recipes.md need: the tools that each installs, and the commands that run it. Their files stand
// on the page, in blocks whose first line names them.
import { readFileSync } from "node:fs"
import { fencesOf } from "../docs/fences.ts"

/** A recipe: whose files of the page it has (its own unless said), what it installs, and how it is run. */
export interface Recipe {
  readonly files?: string
  readonly install: ReadonlyArray<string>
  readonly commands: ReadonlyArray<ReadonlyArray<string>>
}

const vitest = (version: string): Recipe => ({
  files: "vitest",
  install: [`vitest@${version}`],
  commands: [["npx", "vitest", "run"]],
})
const nodeTest = ["node", "--test"]

/** Every recipe, by its name. */
export const recipes: Readonly<Record<string, Recipe>> = {
  "node-test": { install: [], commands: [nodeTest] },
  "vitest-5": vitest("5.1.0"),
  "vitest-4": vitest("4.1.12"),
  "vitest-3": vitest("3.2.7"),
  "vitest-dom": { install: ["vitest@5.1.0", "happy-dom@21.0.4"], commands: [["npx", "vitest", "run"]] },
  "jest-esm": {
    install: ["jest@30.5.2"],
    commands: [["node", "--experimental-vm-modules", "node_modules/jest/bin/jest.js"]],
  },
  "jest-swc": {
    install: ["jest@30.5.2", "@swc/jest@0.2.39", "@swc/core@1.16.22"],
    commands: [["npx", "jest"]],
  },
  "jest-cjs": { install: ["jest@30.5.2"], commands: [["npx", "jest"]] },
  playwright: { install: ["@playwright/test@1.65.1"], commands: [["npx", "playwright", "test"]] },
  msw: { install: ["msw@3.0.5"], commands: [nodeTest] },
  "openapi-fetch": {
    install: ["openapi-fetch@0.17.0", "openapi-typescript@7.13.0", "typescript@5.9.3"],
    commands: [
      ["node", "document.mjs"],
      ["npx", "openapi-typescript", "openapi.json", "--output", "studio.d.ts"],
      ["node", "--experimental-strip-types", "plans.ts"],
    ],
  },
  python: { install: [], commands: [["python3", "-m", "unittest"]] },
}

const page = readFileSync(new URL("../../docs/recipes.md", import.meta.url), "utf8")

/** The recipe, the path and the text of every file on the page. */
export const files = fencesOf(page).flatMap(({ info, text }) => {
  const [, recipe = "", path = ""] = / recipe ([\w-]+)\/(\S+)$/.exec(info) ?? []
  return recipe === "" ? [] : [{ recipe, path, text }]
})

/** The files of a recipe, as path and text. */
export const recipeFiles = (name: string): ReadonlyArray<readonly [path: string, text: string]> =>
  files.filter(({ recipe }) => recipe === name).map(({ path, text }) => [path, text])
