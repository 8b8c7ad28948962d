// The simulator's pages, taken apart: their fenced blocks with what they print, and their tables.
import { readFileSync, writeFileSync } from "node:fs"
import { type Table, tablesUnder } from "../markdown.ts"
import { writtenCalls } from "./controlCalls.ts"

/** The pages in the order in which their shell examples are run. */
export const names = [
  ...["running", "time", "control-plane", "watching", "worlds-and-state", "faults", "audit", "assumptions"],
  ...["calling", "in-tests", "seed", "console", "mcp"],
]

const fileOf = (name: string): URL => new URL(`../../../docs/simulator/${name}.md`, import.meta.url)
const textOf = (name: string): string => readFileSync(fileOf(name), "utf8")

const calls = "control-plane"
if (process.env.UPDATE_DOCS === "1") writeFileSync(fileOf(calls), writtenCalls(textOf(calls)))

const pages = names.map(textOf)

/** All pages as one text. */
export const page = pages.join("\n")

/** The page with the calls of the control plane. */
export const callsPage = textOf(calls)

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

/** A table under a heading of any page. */
export const tableUnder = (heading: string, index = 0): Table => {
  const table = pages.flatMap((text) => tablesUnder(text, heading))[index]
  if (table === undefined) throw new Error(`No page has such a table under ${heading}`)
  return table
}

/** The rows of a table by their first cell. */
export const rowsUnder = (heading: string, index = 0) => Object.fromEntries(tableUnder(heading, index).rows)

/** A text as code. */
export const code = (text: string): string => `\`${text}\``
