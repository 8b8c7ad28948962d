// The part of docs/testing.md that says what the laws of invoices catch.
import { before } from "./before.ts"
import { groups } from "./index.ts"

/** How many seeds the table counts, and how many of them have to catch each wrong calculator. */
export const SEEDS = 100
export const CAUGHT_MIN = 99

/** The heading that the tables are under. */
export const HEADING = "What the laws of invoices catch"

const countOf = (caught: Readonly<Record<string, number>>) => ({
  always: Object.values(caught).filter((count) => count >= CAUGHT_MIN).length,
  never: Object.values(caught).filter((count) => count === 0).length,
})

/** A name as a cell of a table has it. */
export const cell = (name: string): string => name.replaceAll("*", "\\*").replaceAll("^", "\\^")

/** The section, from how many seeds catch each wrong calculator. */
export const written = (after: Readonly<Record<string, number>>): string => {
  const [then, now] = [countOf(before), countOf(after)]
  const tables = Object.entries(groups).map(([group, mutants]) => {
    const rows = Object.keys(mutants).map(
      (name) => `| ${cell(name)} | ${before[name] ?? "–"} | ${after[name]} |`,
    )
    return [`| ${group} | Before | Now |`, "|---|---|---|", ...rows].join("\n")
  })
  return `## ${HEADING}

The repository keeps ${Object.keys(after).length} wrong calculators, each with one bug. Every law is tried a hundred times with each of a hundred seeds, and the tables
say with how many seeds a law found the bug. \`npm run test:catch\`, from a checkout, counts anew and writes this section. *Before* is what the
laws caught when their input was in BRL only and hard cases came by chance: ${then.always} of them with ${CAUGHT_MIN} seeds or more, ${then.never} with none. Now ${now.always} are caught with
${CAUGHT_MIN} or more.

${tables.join("\n\n")}
`
}
