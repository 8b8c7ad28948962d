import { expect, it } from "vitest"
import { files, recipes } from "./recipes.ts"

const owners = new Set(Object.entries(recipes).map(([name, recipe]) => recipe.files ?? name))

it("every recipe has files on the page, and every file there belongs to a recipe", () => {
  expect(new Set(files.map(({ recipe }) => recipe))).toEqual(owners)
})

it("no recipe has a file twice, and every tool has an exact version", () => {
  const paths = files.map(({ recipe, path }) => `${recipe}/${path}`)
  expect(paths.toSorted()).toEqual(Array.from(new Set(paths)).toSorted())
  const tools = Object.values(recipes).flatMap(({ install }) => install)
  expect(tools.filter((tool) => !/.@\d+\.\d+\.\d+$/.test(tool))).toEqual([])
})
