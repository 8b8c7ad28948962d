// `npm run check:types` says what the compiler and the language service of Effect find in all sources, and ends with status 1
// where that is anything.
import { fileURLToPath } from "node:url"
import ts from "typescript"
import { diagnosticsOf, projectOf } from "./diagnostics.ts"

const project = projectOf(fileURLToPath(new URL("../../tsconfig.json", import.meta.url)))
const found = diagnosticsOf(project, { types: true })
process.stdout.write(
  ts.formatDiagnosticsWithColorAndContext(found, {
    getCanonicalFileName: (name) => name,
    getCurrentDirectory: ts.sys.getCurrentDirectory,
    getNewLine: () => "\n",
  }),
)
process.stdout.write(`${found.length} errors and warnings in ${project.fileNames.length} files\n`)
process.exitCode = found.length === 0 ? 0 : 1
