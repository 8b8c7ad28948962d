// `npm run scale:webhooks [-- --events 10000] [--processes 1]`: a backlog of events for three endpoints over PostgreSQL.
import { parseArgs } from "node:util"
import { deliverBacklog } from "./backlog.ts"

const { values } = parseArgs({
  options: {
    events: { type: "string", default: "10000" },
    processes: { type: "string", default: "1" },
  },
})
const delivered = await deliverBacklog({
  events: Number(values.events),
  processes: Number(values.processes),
})
process.stdout.write(`${JSON.stringify(delivered)}\n`)
process.exitCode = delivered.disordered === 0 ? 0 : 1
