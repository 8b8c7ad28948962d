// Whether every link of the built site leads to a page and a heading that are there. The generator looks at pages alone.
import { existsSync, readFileSync } from "node:fs"
import { join, posix } from "node:path"
import { filesIn } from "./pages.ts"

/** The links of a page to this site, each with the file and the anchor that it leads to. */
const linksOf = (file: string, html: string) =>
  Array.from(html.matchAll(/<a\b[^>]*? href="([^"]+)"/g), ([, href = ""]) => href)
    .filter((href) => !/^[a-z]+:/.test(href))
    .map((href) => {
      const [path = "", anchor = ""] = href.split("#", 2)
      const target = path.startsWith("/") ? path.slice(1) : posix.join(posix.dirname(file), path)
      const page = path === "" ? file : target === "" || target.endsWith("/") ? `${target}index.html` : target
      return { href, page, anchor: decodeURIComponent(anchor) }
    })

/** The links that lead nowhere, each with its page. Those of the types are left to the tool that makes them. */
export const brokenLinks = (site: string): ReadonlyArray<string> => {
  const ids = new Map<string, ReadonlySet<string>>()
  const idsOf = (page: string): ReadonlySet<string> => {
    const known = ids.get(page)
    if (known !== undefined) return known
    const html = readFileSync(join(site, page), "utf8")
    const found = new Set(Array.from(html.matchAll(/ id="([^"]+)"/g), ([, id = ""]) => id))
    ids.set(page, found)
    return found
  }
  return filesIn(site)
    .filter((file) => file.endsWith(".html") && !file.startsWith("api/"))
    .flatMap((file) =>
      linksOf(file, readFileSync(join(site, file), "utf8"))
        .filter(
          ({ page, anchor }) => !existsSync(join(site, page)) || (anchor !== "" && !idsOf(page).has(anchor)),
        )
        .map(({ href }) => `${file}: ${href}`),
    )
}
