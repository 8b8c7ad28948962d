// What a test file finds in the place of `vitest` while mutants are tried: its tests are collected, and run again and again
// in one process. `expect` is vitest's own.
import { createRequire } from "node:module"
import { pathToFileURL } from "node:url"

/** A test that was collected. */
export interface CollectedTest {
  readonly id: string
  readonly run: () => unknown
}

type Body = (...args: ReadonlyArray<unknown>) => unknown

const real = createRequire(import.meta.url)
  .resolve("vitest/package.json")
  .replace(/package\.json$/, "dist/index.js")

export const { expect, expectTypeOf } = await import(pathToFileURL(real).href)

/** All tests, in the order of their files. */
export const collected: Array<CollectedTest> = []

let path: ReadonlyArray<string> = []

/** Collects the tests of a file under its name. */
export const collecting = async (file: string, load: () => Promise<unknown>): Promise<void> => {
  path = [file]
  await load()
}

const rowsOf =
  (rows: ReadonlyArray<unknown>, add: (name: string, body: Body) => void) =>
  (name: string, body: Body): void => {
    for (const [index, row] of rows.entries()) {
      const args = Array.isArray(row) ? row : [row]
      add(`${name} (${index + 1})`, () => body(...args))
    }
  }

const addTest = (name: string, body: Body): void => {
  // Two tests of one name are two tests.
  collected.push({ id: `${[...path, name].join(" > ")} #${collected.length}`, run: body })
}

const addGroup = (name: string, body: Body): void => {
  const before = path
  path = [...path, name]
  body()
  path = before
}

export const it = Object.assign(addTest, { each: (rows: ReadonlyArray<unknown>) => rowsOf(rows, addTest) })

export const describe = Object.assign(addGroup, {
  each: (rows: ReadonlyArray<unknown>) => rowsOf(rows, addGroup),
})

/** What is printed in the end is printed by the tests themselves. */
export const afterAll = (): void => undefined
