// The pages of the site: those of docs/, the README and the vectors, and one for each example with its files.
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join, posix } from "node:path"

/** Files under a folder, as paths from there with slashes. */
export const filesIn = (folder: string): ReadonlyArray<string> =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) =>
      join(parentPath, name)
        .slice(folder.length + 1)
        .replaceAll("\\", "/"),
    )
    .toSorted()

/** Where a file of the repository is on the site; the same path unless it is one of these. */
const moved: Readonly<Record<string, string>> = {
  "README.md": "start.md",
  "docs/README.md": "index.md",
  "vectors/README.md": "vectors.md",
  "docs/openapi.json": "reference/openapi.json",
  "docs/openapi-control.json": "reference/openapi-control.json",
}

/** The page of a file of the repository, as a path from the root of the site; null where it has none. */
export const pageOf = (file: string): string | null => {
  const known = moved[file]
  if (known !== undefined) return known
  const example = /^docs\/examples\/([\w-]+)(?:\/(.+))?$/.exec(file)
  if (example !== null)
    return `examples/${example[1]}.md${example[2] === undefined ? "" : `#${slug(example[2])}`}`
  return /^docs\/.*\.(?:md|png|svg|json)$/.test(file) ? file.slice("docs/".length) : null
}

/** The anchor of a heading that is the name of a file. */
const slug = (name: string): string => name.toLowerCase().replace(/[^\w]+/g, "-")

/** The text of a file, with links that lead to the pages of the site. What has no page stays as its words. */
export const withLinks = (file: string, text: string): string =>
  text.replaceAll(
    /(!?)\[((?:[^\]\\]|\\.)*)\]\(([^)\s]+)\)/g,
    (whole, bang: string, words: string, target: string) => {
      if (/^(?:[a-z]+:|#)/.test(target)) return whole
      const [path = "", anchor] = target.split("#", 2)
      const page = pageOf(posix.normalize(posix.join(posix.dirname(file), path)).replace(/\/$/, ""))
      if (page === null) return words
      return `${bang}[${words}](/${page}${anchor === undefined ? "" : `#${anchor}`})`
    },
  )

const languages: Readonly<Record<string, string>> = { ts: "ts", py: "python", csv: "csv", json: "json" }

/** A page with the files of an example. */
export const exampleText = (
  name: string,
  files: ReadonlyArray<readonly [name: string, text: string]>,
): string =>
  [
    `# ${name}`,
    `The example \`docs/examples/${name}\`, file by file. It is in the package as well.`,
    ...files.map(
      ([file, text]) =>
        `## ${file} {#${slug(file)}}\n\n\`\`\`\`${languages[file.split(".").at(-1) ?? ""] ?? "text"}\n${text.trimEnd()}\n\`\`\`\``,
    ),
  ].join("\n\n")

/** Writes all pages into a folder, and gives their paths. */
export const writePages = (root: string, folder: string): ReadonlyArray<string> => {
  rmSync(folder, { recursive: true, force: true })
  const write = (page: string, text: string): void => {
    mkdirSync(dirname(join(folder, page)), { recursive: true })
    writeFileSync(join(folder, page), text)
  }
  const read = (file: string): string => readFileSync(join(root, file), "utf8")
  const documents = [
    "README.md",
    "vectors/README.md",
    ...filesIn(join(root, "docs")).map((path) => `docs/${path}`),
  ]
  for (const file of documents) {
    const page = pageOf(file)
    if (file.startsWith("docs/examples/") || page === null) continue
    if (page.endsWith(".md")) write(page, withLinks(file, read(file)))
    else {
      mkdirSync(dirname(join(folder, page)), { recursive: true })
      cpSync(join(root, file), join(folder, page))
    }
  }
  for (const name of readdirSync(join(root, "docs/examples"))) {
    const base = `docs/examples/${name}`
    const files = filesIn(join(root, base)).map((path) => [path, read(`${base}/${path}`)] as const)
    write(`examples/${name}.md`, exampleText(name, files))
  }
  return filesIn(folder)
}
