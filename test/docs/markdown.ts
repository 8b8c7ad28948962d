// The tables and the links of a document, as texts.
import { posix } from "node:path"

/** A table: the titles of its columns, and its rows by the text of their first cell. */
export interface Table {
  readonly columns: ReadonlyArray<string>
  readonly rows: ReadonlyMap<string, ReadonlyArray<string>>
}

const cellsOf = (line: string): ReadonlyArray<string> =>
  line
    .split("|")
    .slice(1, -1)
    .map((cell) => cell.trim())

/** The tables under a heading, up to the next heading of its level. */
export const tablesUnder = (document: string, heading: string): ReadonlyArray<Table> => {
  const [, section = ""] = document.split(`\n## ${heading}\n`)
  const [own = ""] = section.split("\n## ")
  return own
    .split("\n\n")
    .map((block) => block.split("\n").filter((line) => line.startsWith("|")))
    .filter((lines) => lines.length > 2)
    .map(([titles = "", , ...rows]) => ({
      columns: cellsOf(titles).slice(1),
      rows: new Map(rows.map(cellsOf).map(([name = "", ...cells]) => [name, cells])),
    }))
}

/** A document without its fenced blocks. */
export const withoutCode = (text: string): string => text.replaceAll(/^```[\s\S]*?^```$/gm, "")

/** A link to something of this repository. */
export interface Link {
  readonly link: string
  /** The path that it leads to, from the root. */
  readonly target: string
  /** The heading, where it leads to one. */
  readonly anchor: string | undefined
}

/** The links of a document at a path, without those that lead elsewhere. */
export const linksOf = (path: string, text: string): ReadonlyArray<Link> =>
  Array.from(withoutCode(text).matchAll(/\]\(([^)\s]+)\)/g), ([, link = ""]) => link)
    .filter((link) => !/^https?:/.test(link))
    .map((link) => {
      const [file = "", anchor] = link.split("#", 2)
      return { link, anchor, target: file === "" ? path : posix.join(posix.dirname(path), file) }
    })
