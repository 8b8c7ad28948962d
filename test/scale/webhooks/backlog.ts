// A backlog of events for three endpoints over PostgreSQL: how fast it is delivered, and whether each organization has its
// events in their order.
import { spawn } from "node:child_process"
import { once } from "node:events"
import { createInterface } from "node:readline"
import { setTimeout as wait } from "node:timers/promises"
import { fileURLToPath } from "node:url"
import * as Effect from "effect/Effect"
import type { OutboxMessage } from "../../../src/index.ts"
import {
  fromPg,
  makePostgresBillingStore,
  makePostgresWebhookStore,
  migrate,
} from "../../../src/postgres/index.ts"
import { commitWith } from "../../../src/testing/contracts/records.ts"
import { startServer } from "../../postgres/server.ts"

const ENDPOINTS = 3
const ORGANIZATIONS = 500

/** What was delivered. */
export interface Delivered {
  readonly deliveries: number
  readonly seconds: number
  readonly deliveriesPerSecond: number
  readonly again: number
  /** Events that came before an earlier one of their organization. */
  readonly disordered: number
  readonly peakBytes: number
}

const startProcess = async (file: string, args: ReadonlyArray<string> = []) => {
  const child = spawn(process.execPath, [fileURLToPath(new URL(file, import.meta.url)), ...args], {
    stdio: ["pipe", "pipe", "inherit"],
  })
  // biome-ignore lint/suspicious/noExplicitAny: each process says lines of its own
  let said: any = null
  const lines = createInterface({ input: child.stdout })
  lines.on("line", (line) => {
    said = JSON.parse(line)
  })
  await once(lines, "line")
  return {
    said: () => said,
    stop: async () => {
      child.kill()
      await once(child, "close")
    },
  }
}

/** The messages from one number to another: those of an organization are numbered from 1 on. */
const messages = (from: number, to: number): ReadonlyArray<OutboxMessage> =>
  Array.from({ length: to - from }, (_, index) => {
    const number = from + index
    const organizationId = `org-${number % ORGANIZATIONS}`
    return {
      kind: "EVENT",
      messageId: `${organizationId}/${Math.floor(number / ORGANIZATIONS) + 1}`,
      organizationId,
      billingEvent: { type: "invoice.issued" },
    } as unknown as OutboxMessage
  })

/** Lets so many processes deliver a backlog of so many events. */
export const deliverBacklog = async (options: {
  readonly events: number
  readonly processes: number
}): Promise<Delivered> => {
  const { events, processes } = options
  const server = await startServer()
  const client = fromPg(server.pool)
  await Effect.runPromise(migrate(client))
  const receiver = await startProcess("./receiver.ts")
  const { addEndpoint } = makePostgresWebhookStore(client)
  for (let number = 1; number <= ENDPOINTS; number += 1) {
    const url = `http://127.0.0.1:${receiver.said().port}/${number}`
    const secret = `whsec_${Buffer.alloc(24, number).toString("base64")}`
    await Effect.runPromise(
      addEndpoint({ endpointId: `endpoint-${number}`, url, secret, types: null, createdAt: 0 }),
    )
  }
  const { commit } = makePostgresBillingStore(client)
  for (let from = 0; from < events; from += 1_000) {
    const outbox = messages(from, Math.min(from + 1_000, events))
    await Effect.runPromise(Effect.orDie(commit(commitWith({ outbox }))))
  }
  await server.pool.query("ANALYZE")
  const began = performance.now()
  const senders = await Promise.all(
    Array.from({ length: processes }, () => startProcess("./sender.ts", [String(server.port)])),
  )
  const deliveries = events * ENDPOINTS
  let peakBytes = 0
  for (let [before, patience] = [0, 300]; (receiver.said().received ?? 0) < deliveries; ) {
    await wait(100)
    const { received = 0 } = receiver.said()
    patience = received > before ? 300 : patience - 1
    before = received
    if (patience === 0) throw new Error(`Nothing more came after ${received} of ${deliveries}`)
    for (const { said } of senders) peakBytes = Math.max(peakBytes, said().bytes ?? 0)
  }
  const seconds = (performance.now() - began) / 1000
  const { again, disordered } = receiver.said()
  await Promise.all([...senders, receiver].map(({ stop }) => stop()))
  await server.stop()
  const deliveriesPerSecond = Math.round(deliveries / seconds)
  return { deliveries, seconds: Math.round(seconds), deliveriesPerSecond, again, disordered, peakBytes }
}
