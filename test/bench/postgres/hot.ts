// One organization to which everybody sends usage at once: events a second, by the number of processes.
import { spawn } from "node:child_process"
import { text } from "node:stream/consumers"
import { fileURLToPath } from "node:url"
import { billingOn } from "../../postgres/billing.ts"
import type { Server } from "../../postgres/server.ts"
import { organizationId, startAt, subscribed } from "../../support/billing.ts"
import type { SenderInput, SenderLine } from "./sender.ts"

/** What some processes did together. */
export interface Hot {
  readonly eventsPerSecond: number
  readonly requests: number
  readonly accepted: number
  readonly duplicates: number
  readonly refused: ReadonlyArray<string>
  readonly commits: number
  readonly conflicts: number
  readonly cpuMillis: number
  /** What is stored in the end: events, and units in the billing period. Each accepted event is one of both. */
  readonly stored: { readonly events: number; readonly counted: number }
}

/** Lets processes send usage of one organization. */
export const measureHot = async (
  server: Server,
  options: {
    readonly processes: number
    readonly senders: number
    readonly events: number
    /** Of each sender. */
    readonly requests: number
  },
): Promise<Hot> => {
  const { processes, senders, events, requests } = options
  const billing = await billingOn(server.pool)
  await billing.run(subscribed())
  const { schema } = billing
  const shared = { port: server.port, schema, organizationId, now: startAt + 3_600_000, events, requests }
  const lines = await Promise.all(
    Array.from({ length: processes }, (_, index) => {
      // Senders that cannot be shared out evenly: the first processes have one more.
      const own = Math.floor((senders + processes - 1 - index) / processes)
      return runSender({ ...shared, name: `process-${index}`, senders: own })
    }),
  )
  const sum = (of: (line: SenderLine) => number): number => lines.reduce((total, line) => total + of(line), 0)
  const { rows } = await server.pool.query(
    `SELECT (SELECT count(*)::int FROM ${schema}.usage_events) AS events, (
       SELECT sum((used ->> 'quantity')::int)::int FROM ${schema}.billing_periods,
         json_array_elements(doc -> 'segments') segment, json_array_elements(segment -> 'usage') used) AS counted`,
  )
  const accepted = sum((line) => line.accepted)
  return {
    eventsPerSecond: (accepted * 1000) / Math.max(...lines.map((line) => line.millis)),
    requests: sum((line) => line.requests),
    accepted,
    duplicates: sum((line) => line.duplicates),
    refused: lines.flatMap((line) => line.refused),
    commits: sum((line) => line.commits),
    conflicts: sum((line) => line.conflicts),
    cpuMillis: sum((line) => line.cpuMillis),
    stored: rows[0],
  }
}

const runSender = async (input: SenderInput): Promise<SenderLine> => {
  const path = fileURLToPath(new URL("./sender.ts", import.meta.url))
  const child = spawn(process.execPath, [path, JSON.stringify(input)], {
    stdio: ["ignore", "pipe", "inherit"],
  })
  return JSON.parse(await text(child.stdout)) as SenderLine
}
