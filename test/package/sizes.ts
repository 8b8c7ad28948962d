// What an embedding service pays in bytes for what it imports from the package as it is installed, by each bundler. The
// table stands in docs/performance.md: what grows beyond it fails, and UPDATE_DOCS=1 writes it anew, for all to see.
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { tablesUnder } from "../docs/markdown.ts"
import { entries } from "../support/entries.ts"
import { thorough } from "../support/thorough.ts"
import { type Bundle, bundlers } from "./bundlers.ts"
import type { Stranger } from "./packed.ts"

/** Single things that somebody imports, and the most that they may be with any bundler, in bytes. */
const single: ReadonlyMap<string, readonly [module: string, most: number]> = new Map([
  ["computeInvoice", ['export { computeInvoice } from "studio-billing"', 20_000]],
  ["Rating", ['export { Rating } from "studio-billing"', 20_000]],
  ["Proration", ['export { Proration } from "studio-billing"', 20_000]],
  ["BillingCycle", ['export { BillingCycle } from "studio-billing"', 20_000]],
  ["Subscription", ['export { Subscription } from "studio-billing"', 25_000]],
  ["createStudioClient", ['export { createStudioClient } from "studio-billing/client"', 15_000]],
])

/** What is bundled, by the first cell of its row: what runs in vitest alone never is. */
const modules: ReadonlyMap<string, string> = new Map([
  ...Array.from(single, ([name, [module]]) => [`\`${name}\``, module] as const),
  ...[...entries.keys()]
    .filter((name) => name !== "studio-billing/vitest")
    .map((name) => [`all of \`${name}\``, `export * from "${name}"`] as const),
])

const runtime = /effect\/(?:dist|src)\/(?:Effect|Fiber|Layer|Schema|Schedule|internal\/(?:effect|schema))/

const page = new URL("../../docs/performance.md", import.meta.url)
const HEADING = "What an import weighs"
const names = Object.keys(bundlers) as ReadonlyArray<keyof typeof bundlers>

/** The table of a page, replaced. */
const withTable = (text: string, rows: ReadonlyArray<ReadonlyArray<string>>): string => {
  const [before = "", rest = ""] = text.split(`\n## ${HEADING}\n`)
  const titles = ["Import", ...names]
  const table = [titles, titles.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`)
  return `${before}\n## ${HEADING}\n${rest.replace(/(?:^\|.*\n)+/m, `${table.join("\n")}\n`)}`
}

const kilobytes = (bytes: number): string => (bytes / 1000).toFixed(1)
const cellOf = ({ bytes, gzipped }: Bundle): string => `${kilobytes(bytes)} (${kilobytes(gzipped)})`
const bytesOf = (cell: string): ReadonlyArray<number> =>
  cell.split(/[ ()]+/, 2).map((part) => Number(part) * 1000)

/** How much more something may be before its row has to be written anew. */
const SLACK = 1.02

/** The tests of sizes, over a package that is installed by then. */
export const testSizes = (stranger: () => Stranger): void => {
  const bundled = (module: string, ...by: typeof names): Promise<ReadonlyArray<Bundle>> => {
    stranger().write({ "bundled.js": module })
    return Promise.all(by.map((name) => bundlers[name](join(stranger().folder, "bundled.js"))))
  }

  describe("an import", () => {
    it.runIf(thorough || process.env.UPDATE_DOCS === "1")(
      "weighs with each bundler what its page says; UPDATE_DOCS=1 writes it anew",
      async () => {
        const measured = new Map<string, ReadonlyArray<Bundle>>()
        for (const [row, module] of modules) measured.set(row, await bundled(module, ...names))
        if (process.env.UPDATE_DOCS === "1") {
          const rows = Array.from(measured, ([row, bundles]) => [row, ...bundles.map(cellOf)])
          writeFileSync(page, withTable(readFileSync(page, "utf8"), rows))
        }
        const [table] = tablesUnder(readFileSync(page, "utf8"), HEADING)
        expect([...(table?.rows.keys() ?? [])]).toEqual([...modules.keys()])
        const unlike = Array.from(measured).flatMap(([row, bundles]) =>
          bundles.flatMap((bundle, index) => {
            const said = table?.rows.get(row)?.[index] ?? ""
            const [bytes = 0, gzipped = 0] = bytesOf(said)
            const isAsSaid = (is: number, was: number) => is <= was * SLACK && is >= was / SLACK ** 4
            return isAsSaid(bundle.bytes, bytes) && isAsSaid(bundle.gzipped, gzipped)
              ? []
              : [`${row}, ${names[index]}: ${cellOf(bundle)}, and the page says ${said}`]
          }),
        )
        expect(unlike).toEqual([])
        const heavy = Array.from(single).flatMap(([name, [, most]]) =>
          (measured.get(`\`${name}\``) ?? []).filter(({ bytes }) => bytes > most).map(() => name),
        )
        expect(heavy).toEqual([])
      },
      300_000,
    )

    it.each(names)("of computeInvoice has no runtime of Effect in it: %s", async (name) => {
      const has = async (value: string): Promise<ReadonlyArray<boolean>> => {
        const [bundle] = await bundled(`export { ${value} } from "studio-billing"`, name)
        const inputs = bundle?.inputs ?? []
        return [
          inputs.some((path) => path.includes(`${value}.js`)),
          inputs.some((path) => runtime.test(path)),
        ]
      }
      expect(await has("computeInvoice")).toEqual([true, false])
      expect(await has("payInvoice")).toEqual([true, true])
    })
  })
}
