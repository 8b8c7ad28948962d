// `npm run build`: the package in `dist`, or in the folder of `--out`.
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { copyFile, mkdir, writeFile } from "node:fs/promises"
import { dirname, join, relative, resolve } from "node:path"
import { parseArgs } from "node:util"
import { type BuildOptions, build, type Plugin } from "esbuild"
import { rollup } from "rollup"
import { dts } from "rollup-plugin-dts"
import ts from "typescript"
import { bundleConsole } from "../simulator/server/bundleConsole.ts"
import { entries } from "../test/support/entries.ts"

const root = resolve(import.meta.dirname, "..")
const { out } = parseArgs({ options: { out: { type: "string", default: join(root, "dist") } } }).values

/**
 * The library as the compiler makes it, a file for each source: whoever bundles it gets the modules that are used, and no
 * others. The declarations of the simulator lie beside its bundles.
 */
const compile = (): void => {
  const { config } = ts.readConfigFile(join(root, "tsconfig.json"), ts.sys.readFile)
  const { options } = ts.parseJsonConfigFileContent({ ...config, files: [] }, ts.sys, root)
  const program = ts.createProgram(
    Array.from(entries.values(), (source) => join(root, source)),
    {
      ...options,
      noEmit: false,
      declaration: true,
      rewriteRelativeImportExtensions: true,
      rootDir: root,
      outDir: out,
    },
  )
  const { emitSkipped } = program.emit(undefined, (path, text) => {
    const isDeclaration = path.endsWith(".d.ts")
    if (!isDeclaration && path.startsWith(join(out, "simulator/"))) return
    mkdirSync(dirname(path), { recursive: true })
    // The compiler leaves the extensions of sources in declarations.
    writeFileSync(
      path,
      isDeclaration ? text.replaceAll(/(["'])(\.{1,2}\/[^"'\n]+)\.ts\1/g, "$1$2.js$1") : text,
    )
  })
  if (emitSkipped) throw new Error("The library could not be written")
}

const doc = String.raw`(?:/\*\*(?:(?!\*/)[^])*\*/\n)?`

/** A decider stands under the name of its record, and is all that brings Effect into the declarations of records. */
const ofEffect = [
  new RegExp(String.raw`^${doc}declare const \w+: Decider<[^;]+>;\n`, "gm"),
  new RegExp(String.raw`^${doc}interface Decider<(?:[^]*?)\n}\n`, "gm"),
  /^import .* from 'effect\/.*;\n/gm,
]

/**
 * The declarations of the Promise form in one file, in which every type is plain: whoever uses it never loads those of
 * Effect, nor those of the rules.
 */
const rollDeclarations = async (): Promise<void> => {
  const folder = join(out, "src/promises")
  const input = join(folder, "index.d.ts")
  const bundle = await rollup({
    input,
    external: /^effect/,
    plugins: [dts({ tsconfig: join(root, "tsconfig.json") })],
  })
  const { output } = await bundle.generate({ format: "es" })
  const plain = ofEffect.reduce((text, pattern) => text.replaceAll(pattern, ""), output[0].code)
  for (const name of readdirSync(folder)) if (name.endsWith(".d.ts")) rmSync(join(folder, name))
  writeFileSync(input, plain)
}

/**
 * Modules that a bundle loads from beside it. What users are thrown is of one class, whichever entry they import it from, so
 * that `instanceof` is true.
 */
const beside: Readonly<Record<string, string>> = {
  "simulator/plain.ts": "./plain.js",
  "src/client/errors.ts": "../src/client/errors.js",
}

const leavingOut = (...modules: ReadonlyArray<string>): Plugin => ({
  name: "leaving out",
  setup: ({ onResolve }) =>
    onResolve({ filter: /^\./ }, ({ path, resolveDir }) => {
      const module = relative(root, join(resolveDir, path))
      const found = modules.includes(module) ? beside[module] : undefined
      return found === undefined ? undefined : { path: found, external: true, sideEffects: false }
    }),
})

/** In the place of what makes the console, which is made here: only a copy without its folder beside it ever asks. */
const withoutBuilder: Plugin = {
  name: "without what makes the console",
  setup: ({ onLoad }) =>
    onLoad({ filter: /[/\\]bundleConsole\.ts$/ }, () => ({
      contents: `export const bundleConsole = async () => {
        throw new Error("The console is missing: its folder lies beside the code of studio-billing/simulator")
      }`,
    })),
}

const bundled = {
  absWorkingDir: root,
  outdir: join(out, "simulator"),
  format: "esm",
  target: "node22",
  platform: "node",
  bundle: true,
  splitting: true,
  logLevel: "warning",
} satisfies BuildOptions

/** What the bundles of the simulator load as it is installed. */
const external = ["jose", "standardwebhooks", "vitest"]

/**
 * The command, the fixture and the functions, with what they use of Effect inside: to find and read the hundreds of files
 * that Effect is made of takes longer than all that a start does.
 */
const bundleSimulator = async (): Promise<void> => {
  await build({
    ...bundled,
    external,
    plugins: [withoutBuilder, leavingOut("src/client/errors.ts")],
    entryPoints: [
      "simulator/cli/about.ts",
      "simulator/cli/bin.ts",
      "simulator/cli/main.ts",
      "simulator/plain.ts",
      "simulator/vitest.ts",
    ].map((path) => ({ in: path, out: path.replace(/^.*\/|\.ts$/g, "") })),
  })
  await copyFile(join(root, "node_modules/effect/LICENSE"), join(bundled.outdir, "LICENSE-effect"))
}

/** The entry of the simulator: what is made of Effect runs on the Effect of whoever imports it. */
const bundleEntry = () =>
  build({
    ...bundled,
    external: [...external, "effect"],
    plugins: [withoutBuilder, leavingOut("simulator/plain.ts", "src/client/errors.ts")],
    entryPoints: ["simulator/index.ts"],
  })

/** The console, beside the bundles. */
const writeConsole = async (): Promise<void> => {
  const folder = join(bundled.outdir, "console")
  await mkdir(folder)
  for (const [name, contents] of Object.entries(await bundleConsole()))
    await writeFile(join(folder, name), contents)
}

rmSync(out, { recursive: true, force: true })
compile()
await rollDeclarations()
await bundleSimulator()
await bundleEntry()
await writeConsole()
