// What an embedding service pays in bytes: an entry with nothing but `computeInvoice` stays small and holds no Effect
// runtime, and each entry as a whole keeps to a budget.
import { fileURLToPath } from "node:url"
import { build } from "esbuild"
import { describe, expect, it } from "vitest"
import { entries } from "../support/entries.ts"

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

/**
 * The most that an entry is, minified: all of it with what it depends on, and its own code alone. What grows beyond that
 * needs a reason, and a larger number here.
 */
const budgets: Readonly<Record<string, readonly [whole: number, own: number]>> = {
  "studio-billing": [260_000, 125_000],
  "studio-billing/api": [212_000, 60_000],
  "studio-billing/http": [330_000, 170_000],
  "studio-billing/client": [230_000, 36_000],
  "studio-billing/webhooks": [45_000, 3_000],
  "studio-billing/testing": [210_000, 76_000],
  // With the contract of its control plane, of which it shows the document and a page.
  "studio-billing/simulator": [715_000, 404_000],
}

const root = fileURLToPath(new URL("../..", import.meta.url))

/** How many bytes an entry has, all of them and those of this package. */
const sizeOf = async (source: string) => {
  const { outputFiles, metafile } = await build({
    entryPoints: [source],
    absWorkingDir: root,
    outdir: "nowhere",
    bundle: true,
    minify: true,
    format: "esm",
    platform: "node",
    write: false,
    metafile: true,
  })
  const inputs = Object.entries(Object.values(metafile.outputs)[0]?.inputs ?? {})
  const own = inputs.filter(([path]) => /^(?:src|simulator)\//.test(path))
  return {
    whole: outputFiles[0]?.contents.byteLength ?? 0,
    own: own.reduce((sum, [, { bytesInOutput }]) => sum + bytesInOutput, 0),
  }
}

describe("an entry", () => {
  // What runs in vitest alone is never bundled.
  const bundled = [...entries].filter(([name]) => name !== "studio-billing/vitest")

  it.each(bundled)("keeps to its budget: %s", async (name, source) => {
    const [whole = 0, own = 0] = budgets[name] ?? []
    const size = await sizeOf(source)
    expect(size.own).toBeGreaterThan(own / 2)
    expect(size.own).toBeLessThan(own)
    expect(size.whole).toBeLessThan(whole)
  })
})
