// The tables of a document, as texts.

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
