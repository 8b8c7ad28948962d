// `npm run bench`: every measurement in one run, as ratios, beside what they are measured against. With `--json` as data;
// with names only those. The process says by its status whether it could measure, and not whether targets are met.
import { parseArgs } from "node:util"
import { measureGrowth } from "./growth.ts"
import { measureHttp } from "./http.ts"
import { measureInProcess } from "./inProcess.ts"
import { measureInvoice } from "./invoice.ts"
import type { Row } from "./measure.ts"
import { measureObserved } from "./observed.ts"
import { measurePostgres } from "./postgres.ts"
import { measureServer } from "./server.ts"
import { measureStart } from "./start.ts"

const suites: Readonly<Record<string, () => Promise<ReadonlyArray<Row>>>> = {
  invoice: measureInvoice,
  http: measureHttp,
  server: measureServer,
  observed: measureObserved,
  "in-process": measureInProcess,
  growth: measureGrowth,
  start: measureStart,
  postgres: measurePostgres,
}

const figure = (value: number): string =>
  value >= 100 ? Math.round(value).toLocaleString("en") : value.toPrecision(3)

const lineOf = ({ name, ours, theirs, unit, ratio, spread, target, met }: Row): string =>
  `| ${name} | ${figure(ours)} | ${figure(theirs)} | ${unit} | ${ratio.toFixed(2)} | ${spread.map((end) => end.toFixed(2)).join(" to ")} | ${target ?? ""} | ${met === null ? "" : met ? "yes" : "no"} |`

const { values, positionals } = parseArgs({ allowPositionals: true, options: { json: { type: "boolean" } } })
const unknown = positionals.filter((name) => suites[name] === undefined)
if (unknown.length > 0) {
  process.stderr.write(
    `bench: no such measurement: ${unknown.join(", ")}; there are ${Object.keys(suites).join(", ")}\n`,
  )
  process.exit(2)
}
const rows: Array<Row> = []
if (!values.json) {
  process.stdout.write(
    "| What | Ours | Theirs | | Ratio | Of the rounds | Target | Met |\n|---|---|---|---|---|---|---|---|\n",
  )
}
for (const [name, measure] of Object.entries(suites)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue
  for (const row of await measure()) {
    rows.push(row)
    if (!values.json) process.stdout.write(`${lineOf(row)}\n`)
  }
}
if (values.json) process.stdout.write(`${JSON.stringify(rows, null, 2)}\n`)
