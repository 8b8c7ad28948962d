// Where things lie: no circle of imports, types included; no two names that differ in case only; no folder and no file
// that is too large to look through.
import { posix } from "node:path"
import { describe, expect, it } from "vitest"
import { type File, importsOf, sourcesUnder } from "./source.ts"

const FILES_MAX = 15
const LINES_MAX = 300

/** The circles of imports, each as the files that lead to one another. */
const circlesOf = (files: ReadonlyArray<File>): ReadonlyArray<ReadonlyArray<string>> => {
  const targets = new Map(
    files.map((file) => [file.path, importsOf(file).flatMap(({ target }) => target ?? [])] as const),
  )
  const done = new Set<string>()
  const circles: Array<ReadonlyArray<string>> = []
  const visit = (path: string, above: ReadonlyArray<string>): void => {
    const from = above.indexOf(path)
    if (from !== -1) circles.push(above.slice(from))
    if (done.has(path) || from !== -1) return
    for (const target of targets.get(path) ?? []) visit(target, [...above, path])
    done.add(path)
  }
  for (const { path } of files) visit(path, [])
  return circles
}

const grouped = (paths: ReadonlyArray<string>, keyOf: (path: string) => string) => {
  const groups = new Map<string, ReadonlyArray<string>>()
  for (const path of paths) groups.set(keyOf(path), [...(groups.get(keyOf(path)) ?? []), path])
  return [...groups]
}

/** Files of the rules and use cases whose names differ in case only, wherever they lie. */
const twinsOf = (paths: ReadonlyArray<string>): ReadonlyArray<ReadonlyArray<string>> =>
  grouped(
    paths.filter((path) => /^src\/(core|app)\//.test(path)),
    (path) => posix.basename(path).toLowerCase(),
  ).flatMap(([, twins]) => (twins.length > 1 ? [twins] : []))

const crowded = (paths: ReadonlyArray<string>): ReadonlyArray<string> =>
  grouped(paths, posix.dirname).flatMap(([folder, inside]) => (inside.length > FILES_MAX ? [folder] : []))

/** What is written by a test is read by its parts, in hovers. */
const isWritten = (path: string): boolean => path.startsWith("src/client/contract/")

const long = (files: ReadonlyArray<File>): ReadonlyArray<string> =>
  files.flatMap(({ path, text }) =>
    text.split("\n").length - 1 > LINES_MAX && !isWritten(path) ? [path] : [],
  )

describe("the house", () => {
  const files = sourcesUnder("src", "simulator")
  const paths = files.map(({ path }) => path)

  it("has no circle of imports", () => {
    expect(circlesOf(files)).toEqual([])
  })

  it("has no two names that differ in case only", () => {
    expect(twinsOf(paths)).toEqual([])
  })

  it(`has no folder of more than ${FILES_MAX} files, and no file of more than ${LINES_MAX} lines`, () => {
    expect(crowded(paths)).toEqual([])
    expect(long(files)).toEqual([])
  })

  it("is seen as it is where it is in disorder", () => {
    const file = (path: string, text: string): File => ({ path, text })
    const a = file("src/core/a.ts", 'import type { B } from "./b.ts"')
    const b = file("src/core/b.ts", 'export * from "./c.ts"')
    const c = file("src/core/c.ts", 'type A = import("./a.ts").A')
    expect(circlesOf([a, b, c])).toEqual([["src/core/a.ts", "src/core/b.ts", "src/core/c.ts"]])
    expect(circlesOf([a, b])).toEqual([])
    expect(twinsOf(["src/core/Dunning.ts", "src/app/x/dunning.ts", "simulator/dunning.ts"])).toEqual([
      ["src/core/Dunning.ts", "src/app/x/dunning.ts"],
    ])
    const many = Array.from({ length: FILES_MAX + 1 }, (_, index) => `src/x/${index}.ts`)
    expect([crowded(many), crowded(many.slice(1))]).toEqual([["src/x"], []])
    const lines = (count: number): File => file("src/y.ts", "\n".repeat(count))
    expect([long([lines(LINES_MAX + 1)]), long([lines(LINES_MAX)])]).toEqual([["src/y.ts"], []])
  })
})
