// Whoever has the package has no repository: a document that is packed leads to what is packed, too.
import { execFileSync } from "node:child_process"
import { fileURLToPath } from "node:url"
import { expect, it } from "vitest"
import { linksOf } from "../docs/markdown.ts"
import { read } from "../tidy/source.ts"

it("every link of a packed document leads to a packed file", () => {
  const cwd = fileURLToPath(new URL("../..", import.meta.url))
  const told = execFileSync("npm", ["pack", "--dry-run", "--ignore-scripts", "--json"], {
    cwd,
    stdio: "pipe",
  })
  const [{ files }] = JSON.parse(String(told)) as [{ files: ReadonlyArray<{ path: string }> }]
  const paths = files.map(({ path }) => path)
  const links = paths
    .filter((path) => path.endsWith(".md"))
    .flatMap((path) => linksOf(path, read(path).text).map(({ target }) => ({ path, target })))
  expect(links.length).toBeGreaterThan(300)
  const isPacked = (target: string) =>
    paths.some((path) => path === target || path.startsWith(`${target.replace(/\/$/, "")}/`))
  expect(links.filter(({ target }) => !isPacked(target))).toEqual([])
})
