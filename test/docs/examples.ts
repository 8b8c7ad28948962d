// The examples of docstrings: found, compiled against the package's entry, run, and compared with the results that
// they state behind `//`, on the line of the expression or on the lines right after it.
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { compileFunction } from "node:vm"
import ts from "typescript"
import type { File } from "../tidy/source.ts"

const ROOT = fileURLToPath(new URL("../..", import.meta.url))

/** An example; `code` is null where it is not fenced as TypeScript. */
export interface Example {
  readonly place: string
  readonly code: string | null
}

/** The examples of a file's docstrings. */
export const examplesOf = ({ path, text }: File): ReadonlyArray<Example> =>
  Array.from(text.matchAll(/^ *\* @example\n((?: *\*(?! @|\/).*\n)*)/gm), ({ index, 1: block = "" }) => {
    const plain = block.replaceAll(/^ *\* ?/gm, "")
    return {
      place: `${path}:${text.slice(0, index).split("\n").length}`,
      code: /^```ts\n([\s\S]*?)^```$/m.exec(plain)?.[1] ?? null,
    }
  })

const optionsOf = (): ts.CompilerOptions => {
  const { config } = ts.readConfigFile(join(ROOT, "tsconfig.json"), ts.sys.readFile)
  const { options } = ts.parseJsonConfigFileContent({ ...config, files: [] }, ts.sys, ROOT)
  return { ...options, noUnusedLocals: false }
}

/** Files that were read for a program: no other one reads them again. */
const parsed = new Map<string, ts.SourceFile>()

/** What the compiler says against the codes: one message a fault, with the index of the code. */
export const compileFaults = (codes: ReadonlyArray<string>): ReadonlyArray<string> => {
  const options = optionsOf()
  const host = ts.createCompilerHost(options)
  const texts = new Map(codes.map((code, index) => [join(ROOT, `example-${index}.ts`), code]))
  const { getSourceFile, fileExists, readFile } = host
  host.fileExists = (name) => texts.has(name) || fileExists(name)
  host.readFile = (name) => texts.get(name) ?? readFile(name)
  host.getSourceFile = (name, languageVersion, ...rest) => {
    const text = texts.get(name)
    if (text !== undefined) return ts.createSourceFile(name, text, languageVersion)
    const file = parsed.get(name) ?? getSourceFile(name, languageVersion, ...rest)
    if (file !== undefined) parsed.set(name, file)
    return file
  }
  const program = ts.createProgram(Array.from(texts.keys()), options, host)
  return Array.from(texts.keys()).flatMap((name, index) => {
    const source = program.getSourceFile(name)
    const found = [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)]
    return found.map(({ messageText }) => `${index}: ${ts.flattenDiagnosticMessageText(messageText, "\n")}`)
  })
}

const isExpression = (text: string): boolean => {
  const { diagnostics = [] } = ts.transpileModule(`void (${text}\n)`, { reportDiagnostics: true })
  return text !== "" && diagnostics.length === 0
}

/** What is said behind a statement, to the end of the comment. */
const saidAfter = (text: string, end: number): string => {
  const lines = /^[ \t]*(?:\n[ \t]*)?((?:\/\/.*(?:\n|$))+)/.exec(text.slice(end))?.[1] ?? ""
  return lines.replaceAll(/^\/\/ ?/gm, "").trim()
}

/** The code with each expression whose result is stated as a call of `check`. */
const withChecks = (code: string): string => {
  const source = ts.createSourceFile("example.ts", code, ts.ScriptTarget.Latest, true)
  let checked = code
  for (const statement of source.statements.toReversed()) {
    if (!ts.isExpressionStatement(statement)) continue
    const [start, end] = [statement.getStart(source), statement.getEnd()]
    const stated = saidAfter(code, end)
    if (!isExpression(stated)) continue
    checked = `${checked.slice(0, start)}check(${statement.expression.getText(source)}, ${stated})\n${checked.slice(end)}`
  }
  return checked
}

/** A result of an example, and what the example says that it is. */
export interface Stated {
  readonly actual: unknown
  readonly stated: unknown
}

/** Runs an example that may import these modules; results may be stated in terms of them by their last name. */
export const runExample = (
  code: string,
  modules: ReadonlyMap<string, object>,
  scope: Readonly<Record<string, unknown>>,
): ReadonlyArray<Stated> => {
  const results: Array<Stated> = []
  const { outputText } = ts.transpileModule(withChecks(code), {
    compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2024 },
  })
  const names = Object.keys(scope).filter((name) => !new RegExp(`\\bas ${name} from\\b`).test(code))
  const run = compileFunction(outputText, ["require", "exports", "check", ...names])
  const require = (name: string): object => {
    const found = modules.get(name)
    if (found === undefined) throw new Error(`An example imports ${name}`)
    return found
  }
  const check = (actual: unknown, stated: unknown): void => void results.push({ actual, stated })
  run(require, {}, check, ...names.map((name) => scope[name]))
  return results
}
