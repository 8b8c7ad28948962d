import { mkdirSync, writeFileSync } from "node:fs"
import { copyFile } from "node:fs/promises"
import { dirname, join, relative } from "node:path"
import { build } from "esbuild"
import { defineConfig } from "tsup"
import ts from "typescript"
import { buildConsole } from "./simulator/server/consoleAssets.ts"

/** What can be imported. */
const libraries = {
  index: "src/index.ts",
  "api/index": "src/api/index.ts",
  "client/index": "src/client/index.ts",
  "http/index": "src/http/index.ts",
  "webhooks/index": "src/webhooks/index.ts",
  "testing/index": "src/testing/index.ts",
  "simulator/index": "simulator/index.ts",
  "vitest/index": "simulator/vitest.ts",
}

const root = import.meta.dirname

const shared = { format: "esm", target: "node22", platform: "node" } as const

/** It makes the console from its sources, which the package does not have. */
const makesTheConsole = ["esbuild"]

/**
 * The command with what it uses of effect in it: to find and read the hundreds of files that effect is made of takes longer
 * than all that a start does.
 */
const buildCommand = async (outdir: string): Promise<void> => {
  await build({
    ...shared,
    external: [...makesTheConsole, "jose", "standardwebhooks"],
    entryPoints: ["simulator/cli/bin.ts", "simulator/cli/main.ts"],
    bundle: true,
    splitting: true,
    outdir,
  })
  await copyFile("node_modules/effect/LICENSE", `${outdir}/LICENSE-effect`)
}

/**
 * Writes the declarations as the compiler makes them, a file for each source, and for each entry one that leads there. A
 * bundle of declarations would lose the types of what is a value as well, such as `Invoice.Invoice`.
 */
const writeDeclarations = (outDir: string): void => {
  const { config } = ts.readConfigFile(join(root, "tsconfig.json"), ts.sys.readFile)
  const { options } = ts.parseJsonConfigFileContent({ ...config, files: [] }, ts.sys, root)
  const types = join(outDir, "types")
  const program = ts.createProgram(
    Object.values(libraries).map((source) => join(root, source)),
    { ...options, noEmit: false, declaration: true, emitDeclarationOnly: true, rootDir: root, outDir: types },
  )
  const { emitSkipped } = program.emit(undefined, (path, text) => {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text.replaceAll(/(["'])(\.{1,2}\/[^"'\n]+)\.ts\1/g, "$1$2.js$1"))
  })
  if (emitSkipped) throw new Error("The declarations could not be written")
  for (const [name, source] of Object.entries(libraries)) {
    const path = join(outDir, name)
    const target = relative(dirname(path), join(types, source)).replace(/\.ts$/, ".js")
    writeFileSync(`${path}.d.ts`, `export * from "${target.startsWith(".") ? target : `./${target}`}"\n`)
  }
}

export default defineConfig(({ outDir = "dist" }) => ({
  ...shared,
  entry: libraries,
  external: makesTheConsole,
  splitting: true,
  clean: true,
  onSuccess: async () => {
    writeDeclarations(outDir)
    await buildCommand(`${outDir}/simulator`)
    await buildConsole(new URL("simulator/console/", import.meta.url), `${outDir}/simulator/console`)
  },
}))
