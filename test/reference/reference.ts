// The reference of every public export, as typedoc makes it of the docstrings. What a module is about stands in the
// comment that its file opens with; here it becomes the text of the module's page.
import { readFileSync } from "node:fs"
import { relative } from "node:path"
import { fileURLToPath } from "node:url"
import {
  Application,
  Comment,
  type Context,
  Converter,
  type DeclarationReflection,
  type ProjectReflection,
  ReflectionKind,
  type TypeDocOptions,
} from "typedoc"
import { entries } from "../support/entries.ts"

const ROOT = fileURLToPath(new URL("../..", import.meta.url))

const names = new Map(Array.from(entries, ([name, path]) => [path, name]))

/** The words of the comment that a file opens with. */
export const headerOf = (text: string): string =>
  (/^(?:#!.*\n)?((?:\/\/.*\n)+)/.exec(text)?.[1] ?? "").replaceAll(/^\/\/ ?/gm, "").trim()

const describeModule = (_: Context, reflection: DeclarationReflection): void => {
  if (!reflection.kindOf(ReflectionKind.SomeModule) || reflection.hasComment()) return
  const file = reflection.sources?.[0]?.fullFileName
  if (file === undefined) return
  if (reflection.kind === ReflectionKind.Module) {
    reflection.name = names.get(relative(ROOT, file)) ?? reflection.name
  }
  const header = headerOf(readFileSync(file, "utf8"))
  if (header !== "") reflection.comment = new Comment([{ kind: "text", text: header }])
}

/** Reads the sources of all entries. */
export const readSources = async (
  options: Partial<TypeDocOptions> = {},
): Promise<{ readonly app: Application; readonly project: ProjectReflection }> => {
  const app = await Application.bootstrap({
    name: "studio-billing",
    entryPoints: Array.from(entries.values(), (path) => `${ROOT}${path}`),
    tsconfig: `${ROOT}tsconfig.json`,
    basePath: ROOT,
    readme: `${ROOT}README.md`,
    excludeExternals: true,
    // `npm run check:types` says what is wrong.
    skipErrorChecking: true,
    // Where a declaration stands is for the check; a page knows no repository.
    disableGit: true,
    sourceLinkTemplate: "{path}",
    validation: { notExported: false, invalidLink: false },
    logLevel: "Error",
    ...options,
  })
  app.converter.on(Converter.EVENT_CREATE_DECLARATION, describeModule)
  const project = await app.convert()
  if (project === undefined) throw new Error("typedoc could not read the sources")
  return { app, project }
}

/** Writes the reference as pages into a folder. */
export const writePages = async (folder: string): Promise<void> => {
  const { app, project } = await readSources()
  for (const reflection of Object.values(project.reflections)) {
    if (reflection.isDeclaration() || reflection.isSignature()) delete reflection.sources
  }
  await app.generateDocs(project, folder)
}
