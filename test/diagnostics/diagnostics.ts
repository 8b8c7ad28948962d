// What the language service of Effect says against sources, by its transformer, and the compiler: on one program with all
// of them. Its own command loads the whole project anew for every fifty files, which takes three times as long.
import { createRequire } from "node:module"
import { dirname } from "node:path"
import ts from "typescript"

/** The transformer, as compilers that take plugins call it: it adds errors and warnings, and transforms nothing. */
type Transformer = (
  program: ts.Program,
  config: object,
  extras: { readonly addDiagnostic: (diagnostic: ts.Diagnostic) => void; readonly ts: typeof ts },
) => (context: null) => (file: ts.SourceFile) => ts.SourceFile

const NAME = "@effect/language-service"
const { default: transformer }: { readonly default: Transformer } = createRequire(import.meta.url)(
  `${NAME}/transform`,
)

/** The files and the options of a `tsconfig.json`. */
export const projectOf = (path: string): Pick<ts.ParsedCommandLine, "fileNames" | "options"> => {
  const { config, error } = ts.readConfigFile(path, ts.sys.readFile)
  if (error !== undefined) throw new Error(ts.flattenDiagnosticMessageText(error.messageText, "\n"))
  return ts.parseJsonConfigFileContent(config, ts.sys, dirname(path))
}

/**
 * Errors and warnings of Effect in those of these files that `asks` names, by the configuration of the plugin in the options;
 * with `types` those of the compiler in all of them, too.
 */
export const diagnosticsOf = (
  { fileNames, options }: ReturnType<typeof projectOf>,
  {
    types = false,
    asks = () => true,
  }: { readonly types?: boolean; readonly asks?: (fileName: string) => boolean } = {},
): ReadonlyArray<ts.Diagnostic> => {
  const { plugins = [] } = options as { readonly plugins?: ReadonlyArray<ts.PluginImport> }
  const config = plugins.find(({ name }) => name === NAME)
  if (config === undefined) throw new Error(`No plugin ${NAME} in these options`)
  const program = ts.createProgram(fileNames, options)
  const found: Array<ts.Diagnostic> = types ? [...ts.getPreEmitDiagnostics(program)] : []
  const look = transformer(program, config, { addDiagnostic: (one) => void found.push(one), ts })(null)
  for (const fileName of fileNames.filter(asks)) {
    const file = program.getSourceFile(fileName)
    if (file === undefined) throw new Error(`${fileName} is not in its program`)
    look(file)
  }
  return found
}
