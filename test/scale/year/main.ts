// `npm run scale:year [-- --organizations 2000] [--processes 2] [--sample 1000]`: a year of many organizations over
// PostgreSQL: what an invoice costs each month, how large the tables become, what the audit finds, and whether a sample of
// the organizations has the same records in memory.
import { parseArgs } from "node:util"
import { yearOf } from "./year.ts"

const { values } = parseArgs({
  options: {
    organizations: { type: "string", default: "2000" },
    processes: { type: "string", default: "2" },
    sample: { type: "string", default: "1000" },
    days: { type: "string", default: "394" },
  },
})
const say = (line: object): void => void process.stdout.write(`${JSON.stringify(line)}\n`)
const year = await yearOf(
  {
    organizations: Number(values.organizations),
    processes: Number(values.processes),
    sample: Number(values.sample),
    days: Number(values.days),
  },
  say,
)
say(year)
const { audit } = year
process.exitCode = audit.unrecorded + audit.chargedTwice + audit.findings + year.different === 0 ? 0 : 1
