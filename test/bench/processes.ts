// Processes of a measurement: servers, and the load generator.
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { createInterface } from "node:readline"
import { text } from "node:stream/consumers"
import { fileURLToPath } from "node:url"
import type { Job, Load } from "./load.ts"

/** A server that listens. */
export interface Server {
  readonly port: number
  readonly process: ChildProcess
  /** The line with which it said so. */
  readonly said: Readonly<Record<string, unknown>>
}

const pathOf = (file: string): string => fileURLToPath(new URL(file, import.meta.url))

/** Starts a server of `servers/` and hands it its input. */
export const startServer = async (name: string, input: unknown = null): Promise<Server> => {
  const child = spawn(process.execPath, [pathOf(`servers/${name}.ts`)], {
    stdio: ["pipe", "pipe", "inherit"],
  })
  child.stdin.end(JSON.stringify(input))
  const [line] = await once(createInterface({ input: child.stdout }), "line")
  const said = JSON.parse(String(line)) as Server["said"]
  return { port: Number(said.port), process: child, said }
}

/** Runs the load generator. */
export const runLoad = async (job: Job): Promise<Load> => {
  const child = spawn(process.execPath, [pathOf("load.ts")], { stdio: ["pipe", "pipe", "inherit"] })
  child.stdin.end(JSON.stringify(job))
  const answer = await text(child.stdout)
  if (answer === "") throw new Error("The load generator failed")
  return JSON.parse(answer) as Load
}
