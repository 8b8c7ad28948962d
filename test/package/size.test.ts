// What an embedding service pays for the invoice computation alone: an entry with nothing but `computeInvoice` stays
// small and holds no Effect runtime.
import { build } from "esbuild"
import { expect, it } from "vitest"

const bundle = async (contents: string) => {
  const { outputFiles, metafile } = await build({
    stdin: { contents, resolveDir: import.meta.dirname, loader: "ts" },
    bundle: true,
    minify: true,
    format: "esm",
    platform: "neutral",
    mainFields: ["module", "main"],
    write: false,
    metafile: true,
  })
  const inputs = Object.entries(Object.values(metafile.outputs)[0]?.inputs ?? {})
  const used = inputs.flatMap(([path, { bytesInOutput }]) => (bytesInOutput > 0 ? [path] : []))
  return { bytes: outputFiles[0]?.contents.byteLength ?? 0, used }
}

const runtime = /effect\/(dist|src)\/(Effect|Fiber|Layer|Schema|Schedule|internal\/(effect|schema))/

it("computeInvoice alone bundles to under 20 kB and holds no Effect runtime", async () => {
  const { bytes, used } = await bundle('export { computeInvoice } from "../../src/index.ts"')
  expect(used.filter((path) => path.includes("computeInvoice"))).toHaveLength(1)
  expect(bytes).toBeLessThan(20_000)
  expect(used.filter((path) => runtime.test(path))).toEqual([])
})

it("the check for the runtime finds it where it is", async () => {
  const { used } = await bundle('export { payInvoice } from "../../src/index.ts"')
  expect(used.some((path) => runtime.test(path))).toBe(true)
})
