// Whether the search of the built site finds what people look for: by the library and the index that the site itself has.
import { readdirSync } from "node:fs"
import { createRequire } from "node:module"
import { join } from "node:path"
import { pathToFileURL } from "node:url"

/**
 * How much a page counts: those that explain before those that list, and code last. It stands alone, because the site gets
 * it as a text.
 */
export const boostOf = (id: string): number =>
  /^\/(?:examples\/|changelog)/.test(id)
    ? 0.15
    : /^\/(?:gaps|bug-catalogue|decisions\/|reliability)/.test(id)
      ? 0.4
      : 1

/** How the search of the site looks, here and on the site. */
export const searchOptions = {
  fuzzy: 0.2,
  prefix: true,
  boost: { title: 4, text: 2, titles: 1 },
  boostDocument: boostOf,
}

/** What is looked for, and the page that has to be among the first five. */
export const wanted: ReadonlyArray<readonly [words: string, page: string]> = [
  ["threshold", "/golden-year.html"],
  ["idempotency key", "/client.html"],
  ["lost answer", "/simulator/faults.html"],
  ["PgBouncer", "/operations.html"],
  ["move time", "/simulator/time.html"],
  ["test cards", "/simulator/seed.html"],
  ["AbortSignal", "/promises.html"],
  ["coupons, vouchers, rounding", "/bug-catalogue.html"],
  ["claimDue", "/decisions/0032-due-organizations-are-claimed.html"],
  ["webhook signature", "/webhooks.html"],
]

/** The searches that do not find their page. */
export const missedBySearch = async (site: string): Promise<ReadonlyArray<string>> => {
  const chunks = join(site, "assets/chunks")
  const name = readdirSync(chunks).find((file) => file.startsWith("@localSearchIndexroot"))
  if (name === undefined) return ["The site has no index of its pages"]
  const { default: index } = (await import(pathToFileURL(join(chunks, name)).href)) as { default: string }
  const require = createRequire(new URL("./package.json", import.meta.url))
  const { default: MiniSearch } = await import(pathToFileURL(require.resolve("minisearch")).href)
  const search = MiniSearch.loadJSON(index, {
    fields: ["title", "titles", "text"],
    storeFields: ["title", "titles"],
    searchOptions,
  })
  return wanted.flatMap(([words, page]) => {
    const found: ReadonlyArray<string> = search
      .search(words)
      .map(({ id }: { readonly id: string }) => id.split("#", 1)[0] ?? "")
    const first = Array.from(new Set(found)).slice(0, 5)
    return first.includes(page) ? [] : [`${words}: ${page} is not among ${first.join(", ")}`]
  })
}
