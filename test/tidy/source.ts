// The project's own files as texts, and what the TypeScript compiler sees in them. Every check of this folder is a
// function over such texts, so that it can be shown a planted fault.
import { readdirSync, readFileSync } from "node:fs"
import { join, posix } from "node:path"
import { fileURLToPath } from "node:url"
import ts from "typescript"

/** A file by its path from the project's root, with forward slashes. */
export interface File {
  readonly path: string
  readonly text: string
}

const ROOT = fileURLToPath(new URL("../..", import.meta.url))
const SKIPPED = new Set([".git", "node_modules", "dist", "dist-docs", "coverage"])

const walk = (folder: string): ReadonlyArray<string> =>
  readdirSync(join(ROOT, folder), { withFileTypes: true })
    .filter((entry) => !SKIPPED.has(entry.name))
    .flatMap((entry) => {
      const path = posix.join(folder, entry.name)
      return entry.isDirectory() ? walk(path) : entry.isFile() ? [path] : []
    })

/** One file of the project. */
export const read = (path: string): File => ({ path, text: readFileSync(join(ROOT, path), "utf8") })

/** Every file under these folders; "." is the project without what is installed or built. */
export const filesUnder = (...folders: ReadonlyArray<string>): ReadonlyArray<File> =>
  folders.flatMap(walk).map(read)

/** Every TypeScript file under these folders. */
export const sourcesUnder = (...folders: ReadonlyArray<string>): ReadonlyArray<File> =>
  folders
    .flatMap(walk)
    .filter((path) => /\.tsx?$/.test(path))
    .map(read)

/** The file as the compiler reads it. */
export const parse = ({ path, text }: File): ts.SourceFile =>
  ts.createSourceFile(
    path,
    text,
    ts.ScriptTarget.Latest,
    true,
    path.endsWith(".tsx") ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
  )

/** `path:line` of a node. */
export const placeOf = (source: ts.SourceFile, node: ts.Node): string =>
  `${source.fileName}:${source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1}`

/** What a file imports, or exports from elsewhere. */
export interface Import {
  readonly place: string
  readonly specifier: string
  /** The path from the root for a relative specifier, else null. */
  readonly target: string | null
  /** Whether the whole statement vanishes when types are stripped. */
  readonly typeOnly: boolean
}

const known = new Map<string, { readonly text: string; readonly imports: ReadonlyArray<Import> }>()

/** Every import of a file: statements, re-exports, `import()` and `import("…").Type`. A file is read once, unless it changes. */
export const importsOf = ({ path, text }: File): ReadonlyArray<Import> => {
  const before = known.get(path)
  if (before?.text === text) return before.imports
  const imports = importsIn({ path, text })
  known.set(path, { text, imports })
  return imports
}

const importsIn = (file: File): ReadonlyArray<Import> => {
  const source = parse(file)
  const imports: Array<Import> = []
  const add = (node: ts.Node, name: ts.Node | undefined, typeOnly: boolean): void => {
    if (name === undefined || !ts.isStringLiteralLike(name)) return
    const specifier = name.text
    const target = specifier.startsWith(".") ? posix.join(posix.dirname(file.path), specifier) : null
    imports.push({ place: placeOf(source, node), specifier, target, typeOnly })
  }
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) {
      add(node, node.moduleSpecifier, node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword)
    } else if (ts.isExportDeclaration(node)) {
      add(node, node.moduleSpecifier, node.isTypeOnly)
    } else if (ts.isImportTypeNode(node)) {
      add(node, ts.isLiteralTypeNode(node.argument) ? node.argument.literal : undefined, true)
    } else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      add(node, node.arguments[0], false)
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return imports
}

/** A token of a program: no comment, no text, no regular expression. */
export interface Token {
  readonly place: string
  readonly text: string
}

/** The tokens of a file in their order. */
export const tokensOf = (file: File): ReadonlyArray<Token> => {
  const source = parse(file)
  const tokens: Array<Token> = []
  const visit = (node: ts.Node): void => {
    if (ts.isJSDoc(node) || ts.isStringLiteralLike(node) || ts.isRegularExpressionLiteral(node)) return
    if (ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node)) return
    const children = node.getChildren(source)
    for (const child of children) visit(child)
    const text = children.length === 0 ? node.getText(source) : ""
    if (text !== "") tokens.push({ place: placeOf(source, node), text })
  }
  visit(source)
  return tokens
}
