// Processes of a measurement: servers, and the load generator.
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { createInterface } from "node:readline"
import { text } from "node:stream/consumers"
import { fileURLToPath } from "node:url"
import type { Job, Load, Shot } from "./load.ts"

/** A server that listens. */
export interface Server {
  readonly port: number
  readonly process: ChildProcess
  /** The line with which it said so. */
  readonly said: Readonly<Record<string, unknown>>
  /** The processor time that it has used so far, of the user and of the system, in microseconds. */
  readonly cpuMicros: () => Promise<number>
}

const pathOf = (file: string): string => fileURLToPath(new URL(file, import.meta.url))

/** Starts a server of `servers/` and hands it its input. `flags` are those of its Node. */
export const startServer = async (
  name: string,
  input: unknown = null,
  flags: ReadonlyArray<string> = [],
): Promise<Server> => {
  const args = [...flags, "--import", pathOf("servers/told.ts"), pathOf(`servers/${name}.ts`)]
  const child = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "inherit", "ipc"] })
  const { stdin, stdout } = child
  if (stdin === null || stdout === null) throw new Error("Expected an input and an output")
  stdin.end(JSON.stringify(input))
  const [line] = await once(createInterface({ input: stdout }), "line")
  const said = JSON.parse(String(line)) as Server["said"]
  const cpuMicros = async (): Promise<number> => {
    child.send("cpu")
    const [micros] = await once(child, "message")
    return Number(micros)
  }
  return { port: Number(said.port), process: child, said, cpuMicros }
}

/** What was measured of a server under load. */
export interface ServerLoad extends Load {
  /** Processor time of the server a request, in microseconds. */
  readonly cpuMicros: number
}

/** Runs the load generator against a server; what is sent first counts in nothing. */
export const loadServer = async (
  { port, cpuMicros }: Server,
  { first = [], ...job }: Omit<Job, "port"> & { readonly first?: ReadonlyArray<Shot> },
): Promise<ServerLoad> => {
  if (first.length > 0) await runLoad({ ...job, port, shots: first, times: 1, status: 200 })
  const before = await cpuMicros()
  const load = await runLoad({ ...job, port })
  return { ...load, cpuMicros: ((await cpuMicros()) - before) / load.requests }
}

/** Runs the load generator. */
const runLoad = async (job: Job): Promise<Load> => {
  const child = spawn(process.execPath, [pathOf("load.ts")], { stdio: ["pipe", "pipe", "inherit"] })
  child.stdin.end(JSON.stringify(job))
  const answer = await text(child.stdout)
  if (answer === "") throw new Error("The load generator failed")
  return JSON.parse(answer) as Load
}
