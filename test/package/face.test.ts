// What can be imported from each entry, values and types, by name: a change of it shows in review as a change of the list.
import { readFileSync, writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import ts from "typescript"
import { expect, it } from "vitest"
import { entries } from "../support/entries.ts"

const list = new URL("./face.txt", import.meta.url)
const root = fileURLToPath(new URL("../../", import.meta.url))

const faceOf = (program: ts.Program, path: string): ReadonlyArray<string> => {
  const checker = program.getTypeChecker()
  const source = program.getSourceFile(root + path)
  const symbol = source && checker.getSymbolAtLocation(source)
  if (symbol === undefined) throw new Error(`${path} is no module`)
  return checker
    .getExportsOfModule(symbol)
    .map((one) => {
      const meant = one.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(one) : one
      const isType = one.declarations?.some(ts.isTypeOnlyExportDeclaration) ?? false
      return meant.flags & ts.SymbolFlags.Value && !isType ? one.name : `type ${one.name}`
    })
    .toSorted()
}

it("the face of the package is the one that was chosen (UPDATE_FACE=1 writes it anew)", () => {
  const { options } = ts.parseJsonConfigFileContent(
    ts.readConfigFile(`${root}tsconfig.json`, ts.sys.readFile).config,
    ts.sys,
    root,
  )
  const program = ts.createProgram(
    Array.from(entries.values(), (path) => root + path),
    { ...options, noEmit: true },
  )
  const faces = Array.from(entries, ([name, path]) => {
    const names = faceOf(program, path)
    return `# ${name}: ${names.length}\n${names.join("\n")}\n`
  }).join("\n")
  if (process.env.UPDATE_FACE === "1") writeFileSync(list, faces)
  expect(faces).toBe(readFileSync(list, "utf8"))
})
