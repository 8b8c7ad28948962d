// Where a text is in a database: tables with the paths of columns and of members of their documents.
import type { PGlite } from "@electric-sql/pglite"

/** The tables, each with its rows. */
export const tablesOf = async (database: PGlite) => {
  const { rows } = await database.query<{ name: string }>(
    "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'studio_billing' ORDER BY 1",
  )
  const tables = new Map<string, ReadonlyArray<unknown>>()
  for (const { name } of rows) {
    tables.set(name, (await database.query(`SELECT * FROM studio_billing.${name}`)).rows)
  }
  return tables
}

/** The places of all texts in a value, also of those in a text of JSON. Members of a list have the place of the list. */
const textsIn = (value: unknown, path: string): ReadonlyArray<readonly [path: string, text: string]> => {
  if (typeof value === "string") {
    const inner = readJson(value)
    return inner === null ? [[path, value]] : textsIn(inner, path)
  }
  if (Array.isArray(value)) return value.flatMap((item) => textsIn(item, path))
  if (typeof value !== "object" || value === null) return []
  return Object.entries(value).flatMap(([name, member]) => [
    [path, name] as const,
    ...textsIn(member, path === "" ? name : `${path}.${name}`),
  ])
}

const readJson = (text: string): object | null => {
  if (!/^[[{]/.test(text)) return null
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** The places in each table, by its name, at which one of the texts is. */
export const placesOf = (tables: ReadonlyMap<string, ReadonlyArray<unknown>>, texts: ReadonlyArray<string>) =>
  new Map(
    Array.from(tables, ([name, rows]) => {
      const found = rows.flatMap((row) => textsIn(row, ""))
      const paths = found.flatMap(([path, text]) => (texts.some((one) => text.includes(one)) ? [path] : []))
      return [name, Array.from(new Set(paths)).toSorted()] as const
    }).filter(([, paths]) => paths.length > 0),
  )
