// `npm run check:types` says what the compiler and the language service of Effect find in all sources, and ends with status 1
// where that is anything. What the language service says of tests is asked by THOROUGH=1 alone: that takes half a minute, and the
// compiler looks at them in any case.
import { fileURLToPath } from "node:url"
import ts from "typescript"
import { thorough } from "../support/thorough.ts"
import { diagnosticsOf, projectOf } from "./diagnostics.ts"

const project = projectOf(fileURLToPath(new URL("../../tsconfig.json", import.meta.url)))
const tests = fileURLToPath(new URL("../", import.meta.url))
const found = diagnosticsOf(project, {
  types: true,
  asks: (fileName) => thorough || !fileName.startsWith(tests),
})
process.stdout.write(
  ts.formatDiagnosticsWithColorAndContext(found, {
    getCanonicalFileName: (name) => name,
    getCurrentDirectory: ts.sys.getCurrentDirectory,
    getNewLine: () => "\n",
  }),
)
process.stdout.write(`${found.length} errors and warnings in ${project.fileNames.length} files\n`)
process.exitCode = found.length === 0 ? 0 : 1
