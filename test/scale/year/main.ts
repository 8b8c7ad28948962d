// `npm run scale:year [-- --organizations 2000] [--processes 2] [--sample 1000]`: a year of many organizations over
// PostgreSQL: what an invoice costs each month, how large the tables become, what the audit finds, and whether a sample of
// the organizations has the same records in memory. `--directory` keeps the data and how far the year is: `--minutes`, or
// SIGUSR2 to this process, ends a run after a whole day, and the same command goes on.
import { resolve } from "node:path"
import { parseArgs } from "node:util"
import { yearOf } from "./year.ts"

const { values } = parseArgs({
  options: {
    organizations: { type: "string", default: "2000" },
    processes: { type: "string", default: "2" },
    sample: { type: "string", default: "1000" },
    days: { type: "string", default: "394" },
    directory: { type: "string" },
    minutes: { type: "string", default: "Infinity" },
  },
})
const { directory } = values
if (directory === undefined && values.minutes !== "Infinity") {
  throw new Error("A part of a year is lost without --directory: name one")
}
const endsAt = performance.now() + Number(values.minutes) * 60_000
let isTold = false
if (directory !== undefined) {
  process.on("SIGUSR2", () => {
    isTold = true
  })
}
const say = (line: object): void => void process.stdout.write(`${JSON.stringify(line)}\n`)
const year = await yearOf(
  {
    organizations: Number(values.organizations),
    processes: Number(values.processes),
    sample: Number(values.sample),
    days: Number(values.days),
    directory: directory === undefined ? null : resolve(directory),
    isEnough: () => isTold || performance.now() >= endsAt,
  },
  say,
)
if (year !== null) {
  say(year)
  const { audit } = year
  process.exitCode = audit.unrecorded + audit.chargedTwice + audit.findings + year.different === 0 ? 0 : 1
}
