// The simulator's page, taken apart: its fenced blocks with what they print, and its tables.
import { readFileSync, writeFileSync } from "node:fs"
import { type Table, tablesUnder } from "../markdown.ts"
import { writtenCalls } from "./controlCalls.ts"

const file = new URL("../../../docs/simulator.md", import.meta.url)
if (process.env.UPDATE_DOCS === "1") writeFileSync(file, writtenCalls(readFileSync(file, "utf8")))

/** The page. */
export const page = readFileSync(file, "utf8")

/** A fenced block. */
export interface Fence {
  readonly info: string
  readonly text: string
}

/** The blocks, in their order. */
export const fences: ReadonlyArray<Fence> = Array.from(
  page.matchAll(/^```(.+)\n([\s\S]*?)^```$/gm),
  ([, info = "", text = ""]) => ({ info, text }),
)

/** The blocks of a language, each with the one right after it, which shows what it prints. */
export const withOutput = (
  info: string,
): ReadonlyArray<{ readonly text: string; readonly output: Fence | null }> =>
  fences.flatMap((fence, index) => {
    const next = fences[index + 1]
    const output = next?.info === "json" || next?.info === "text" ? next : null
    return fence.info === info ? [{ text: fence.text, output }] : []
  })

/** A table under a heading. */
export const tableUnder = (heading: string, index = 0): Table => {
  const table = tablesUnder(page, heading)[index]
  if (table === undefined) throw new Error(`The page has no such table under ${heading}`)
  return table
}

/** The rows of a table by their first cell. */
export const rowsUnder = (heading: string, index = 0) => Object.fromEntries(tableUnder(heading, index).rows)

/** A text as code. */
export const code = (text: string): string => `\`${text}\``
