// The entries of the package by the names under which they are imported, each with its source from the root, as the
// compiler is told them: the one list for whatever else has to find them.
import { readFileSync } from "node:fs"

const { compilerOptions } = JSON.parse(
  readFileSync(new URL("../../tsconfig.json", import.meta.url), "utf8"),
) as {
  readonly compilerOptions: { readonly paths: Readonly<Record<string, readonly [path: string]>> }
}

/** `studio-billing/api` with `src/api/index.ts`, and so on. */
export const entries: ReadonlyMap<string, string> = new Map(
  Object.entries(compilerOptions.paths).map(([name, [path]]) => [name, path.replace(/^\.\//, "")]),
)
