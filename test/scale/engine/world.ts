// Organizations in a server of PostgreSQL whose cycle is about to end, and processes that bring them up to date.
import { type ChildProcess, spawn } from "node:child_process"
import { randomUUID } from "node:crypto"
import { once } from "node:events"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"
import * as Effect from "effect/Effect"
import type { Commit, Put } from "../../../src/index.ts"
import { fromPg, makePostgresBillingStore, migrate } from "../../../src/postgres/index.ts"
import { type Server, startServer } from "../../postgres/server.ts"
import { makeBilling, organizationId, subscribed } from "../../support/billing.ts"
import { boundary } from "../../support/chargeScenes.ts"
import { CHARGES } from "./gateway.ts"
import type { WorkerInput, WorkerLine } from "./worker.ts"

const COMPILED = join(tmpdir(), "studio-billing-compiled")

/** A process with an engine. */
export interface Worker {
  /** What it said last. */
  readonly said: () => WorkerLine
  /** Puts its clock so far ahead of the real one. */
  readonly setAhead: (millis: number) => void
  readonly kill: () => Promise<void>
}

/** A server with organizations, all of which are due at one instant. */
export interface EngineWorld {
  readonly server: Server
  /** How far a clock is ahead of the real one a minute before they fall due. */
  readonly aheadBefore: number
  readonly start: (input: Omit<WorkerInput, "port">) => Promise<Worker>
  readonly stop: () => Promise<void>
}

/** Makes the organizations, each with a card and a subscription. */
export const makeEngineWorld = async (organizations: number): Promise<EngineWorld> => {
  const server = await startServer()
  const client = fromPg(server.pool)
  await Effect.runPromise(migrate(client))
  await server.pool.query(CHARGES)
  const { commit } = makePostgresBillingStore(client)
  const commits = await commitsOf(organizations)
  await Effect.runPromise(Effect.forEach(commits, commit, { concurrency: 8, discard: true }))
  return {
    server,
    aheadBefore: boundary - 60_000 - Date.now(),
    start: (input) => startWorker({ ...input, port: server.port }),
    stop: server.stop,
  }
}

/** One organization as the rules make it, many times, each with ids of its own. */
export const commitsOf = async (count: number): Promise<ReadonlyArray<Commit>> => {
  const billing = makeBilling()
  await billing.seeded()
  const { subscription, paymentMethodId } = await billing.run(subscribed())
  const { records, due } = billing.state.snapshot()
  const shared = records.filter(({ kind }) => kind === "Plan")
  const owned = records.filter(({ kind }) => kind !== "Plan" && kind !== "Coupon")
  const empty = { expects: [], deletes: [], outbox: [], couponCounts: [] }
  const commits: Array<Commit> = [{ ...empty, puts: shared, due: [] }]
  for (let index = 0; index < count; index += 1) {
    let text = JSON.stringify({ puts: owned, due })
    for (const id of [organizationId, subscription.subscriptionId, paymentMethodId]) {
      text = text.replaceAll(id, randomUUID())
    }
    commits.push({ ...empty, ...(JSON.parse(text) as { puts: Array<Put>; due: Commit["due"] }) })
  }
  return commits
}

/** Starts a process with an engine. */
export const startWorker = async (input: WorkerInput): Promise<Worker> => {
  const path = fileURLToPath(new URL("./worker.ts", import.meta.url))
  const child: ChildProcess = spawn(process.execPath, [path, JSON.stringify(input)], {
    stdio: ["pipe", "pipe", "inherit"],
    // A process that is started again and again reads its modules as they were compiled before.
    env: { ...process.env, NODE_COMPILE_CACHE: COMPILED },
  })
  if (child.stdout === null) throw new Error("The process has no output")
  let said: WorkerLine | null = null
  const ended = once(child, "close")
  const lines = createInterface({ input: child.stdout })
  lines.on("line", (line) => {
    said = JSON.parse(line) as WorkerLine
  })
  await once(lines, "line")
  return {
    said: () => said ?? { ran: 0, failed: 0, conflicts: 0, residentBytes: 0 },
    setAhead: (millis) => void child.stdin?.write(`${millis}\n`),
    kill: async () => {
      child.kill("SIGKILL")
      await ended
    },
  }
}
