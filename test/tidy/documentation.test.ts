// What a file says about itself: it opens with its concept, and whatever it exports says its rule.
import ts from "typescript"
import { describe, expect, it } from "vitest"
import { type File, parse, placeOf, sourcesUnder } from "./source.ts"

const filesWithoutHeader = (files: ReadonlyArray<File>): ReadonlyArray<string> =>
  files.filter(({ text }) => !/^(?:#!.*\n)?\/\/ \S/.test(text)).map(({ path }) => path)

const isExported = (statement: ts.Statement): boolean =>
  ts.canHaveModifiers(statement) &&
  (ts.getModifiers(statement) ?? []).some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)

const namesOf = (statement: ts.Statement): ReadonlyArray<string> => {
  if (ts.isVariableStatement(statement)) {
    return statement.declarationList.declarations.map(({ name }) => name.getText())
  }
  const { name } = statement as ts.DeclarationStatement
  return name === undefined ? ["default"] : [name.text]
}

const isDocumented = (statement: ts.Statement): boolean =>
  ts.getJSDocCommentsAndTags(statement).some((doc) => ts.isJSDoc(doc) && doc.comment !== undefined)

/** Exports without a docstring. A type that has the name of a documented value is told there. */
const undocumentedExports = (files: ReadonlyArray<File>): ReadonlyArray<string> =>
  files.flatMap((file) => {
    const source = parse(file)
    const exported = source.statements.filter(isExported)
    const documented = new Set(exported.filter(isDocumented).flatMap(namesOf))
    return exported.flatMap((statement) =>
      namesOf(statement)
        .filter((name) => !documented.has(name))
        .map((name) => `${placeOf(source, statement)} ${name}`),
    )
  })

describe("files", () => {
  it("open with a comment", () => {
    expect(filesWithoutHeader(sourcesUnder("src", "simulator", "docs"))).toEqual([])
  })

  it.each(['import "x"', "/** The rule. */\nexport const x = 1", "//\nexport {}", ""])(
    "that open with something else are found: %j",
    (text) => {
      expect(filesWithoutHeader([{ path: "src/x.ts", text }])).toEqual(["src/x.ts"])
    },
  )
})

describe("exports", () => {
  it("have a docstring", () => {
    const folders = [
      "src/core",
      "src/ports",
      "src/app",
      "src/api",
      "src/client",
      "src/webhooks",
      "src/testing",
      "docs",
    ]
    expect(undocumentedExports(sourcesUnder(...folders))).toEqual([])
  })

  it.each([
    "export const x = 1",
    "// Not a docstring.\nexport const x = 1",
    "/** */\nexport const x = 1",
    "/** Documented. */\nconst y = 1\nexport interface x {}",
    "export class x {}",
    "export function x() {}",
  ])("without one are found: %j", (text) => {
    expect(undocumentedExports([{ path: "src/x.ts", text }]).map((place) => place.slice(-2))).toEqual([" x"])
  })

  it("of a value speak for the type of the same name", () => {
    const text = "/** The rule. */\nexport const X = 1\nexport type X = typeof X"
    expect(undocumentedExports([{ path: "src/x.ts", text }])).toEqual([])
  })
})
