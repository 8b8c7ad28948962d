// What a module becomes in a bundle that is minified, by each bundler as its own page says to use it for a library.
import { dirname } from "node:path"
import { gzipSync } from "node:zlib"
import commonjsModule from "@rollup/plugin-commonjs"
import { nodeResolve } from "@rollup/plugin-node-resolve"
import { build as esbuild, transform } from "esbuild"
import { type RollupCache, rollup } from "rollup"
import { build as vite } from "vite"

/** A bundle: its bytes, what is left of them when they are compressed, and the files that are in it. */
export interface Bundle {
  readonly bytes: number
  readonly gzipped: number
  readonly inputs: ReadonlyArray<string>
}

interface Chunk {
  readonly code: string
  readonly inputs: ReadonlyArray<string>
}

const bundleOf = (chunks: ReadonlyArray<Chunk>): Bundle => ({
  bytes: chunks.reduce((sum, { code }) => sum + Buffer.byteLength(code), 0),
  gzipped: chunks.reduce((sum, { code }) => sum + gzipSync(code).byteLength, 0),
  inputs: chunks.flatMap(({ inputs }) => inputs),
})

/** What nobody bundles: the modules of Node. */
const outside = /^node:/

const byEsbuild = async (path: string): Promise<Bundle> => {
  const { outputFiles, metafile } = await esbuild({
    entryPoints: [path],
    bundle: true,
    splitting: true,
    minify: true,
    format: "esm",
    platform: "neutral",
    mainFields: ["module", "main"],
    external: ["node:*"],
    outdir: "nowhere",
    write: false,
    metafile: true,
  })
  const inputs = Object.values(metafile.outputs).map((output) =>
    Object.entries(output.inputs).flatMap(([input, { bytesInOutput }]) => (bytesInOutput > 0 ? [input] : [])),
  )
  return bundleOf(outputFiles.map(({ text }, index) => ({ code: text, inputs: inputs[index] ?? [] })))
}

const inputsOf = (modules: Readonly<Record<string, { readonly renderedLength: number }>>) =>
  Object.entries(modules).flatMap(([input, { renderedLength }]) => (renderedLength > 0 ? [input] : []))

/** Its types say of a module of CommonJS what is true of its module of ECMAScript. */
const commonjs = commonjsModule as unknown as typeof commonjsModule.default

const byVite = async (path: string): Promise<Bundle> => {
  const result = await vite({
    root: dirname(path),
    configFile: false,
    logLevel: "error",
    build: {
      write: false,
      // As an application: a library's spaces are left in by Vite.
      rolldownOptions: { input: path, external: outside, preserveEntrySignatures: "strict" },
    },
  })
  const [first] = Array.isArray(result) ? result : [result]
  if (first === undefined || !("output" in first)) throw new Error("Vite has bundled nothing")
  return bundleOf(
    first.output.flatMap((one) =>
      one.type === "chunk" ? [{ code: one.code, inputs: inputsOf(one.modules) }] : [],
    ),
  )
}

let cache: RollupCache | undefined

const byRollup = async (path: string): Promise<Bundle> => {
  const bundle = await rollup({
    input: path,
    external: outside,
    plugins: [nodeResolve(), commonjs()],
    logLevel: "silent",
    cache,
  })
  cache = bundle.cache
  const { output } = await bundle.generate({ format: "es" })
  const chunks = output.flatMap((one) => (one.type === "chunk" ? [one] : []))
  return bundleOf(
    await Promise.all(
      chunks.map(async ({ code, modules }) => ({
        code: (await transform(code, { minify: true, format: "esm" })).code,
        inputs: inputsOf(modules),
      })),
    ),
  )
}

/** Each bundler by its name; Rollup, which has none, with the minifier of esbuild. */
export const bundlers = { esbuild: byEsbuild, Vite: byVite, Rollup: byRollup } as const
