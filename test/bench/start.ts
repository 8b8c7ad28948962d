// From the start of a process to its first answer, and what it holds in memory then: the simulator as it is built, beside
// an empty `node:http` server.
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { readFileSync } from "node:fs"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"
import { inTurn, type Row, rowOf } from "./measure.ts"

const pathOf = (file: string): string => fileURLToPath(new URL(file, import.meta.url))

interface Started {
  readonly millis: number
  readonly kilobytes: number
}

const started = async (
  args: ReadonlyArray<string>,
  portOf: (line: string) => number,
  path: string,
): Promise<Started> => {
  const start = performance.now()
  const child: ChildProcess = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] })
  if (child.stdout === null) throw new Error("Expected an output")
  const [line] = await once(createInterface({ input: child.stdout }), "line")
  const response = await fetch(`http://127.0.0.1:${portOf(String(line))}${path}`)
  await response.text()
  const millis = performance.now() - start
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, "utf8")) ?? []
  child.kill()
  await once(child, "close")
  if (response.status !== 200) throw new Error(`${response.status} in place of 200`)
  return { millis, kilobytes: Number(kilobytes) }
}

const simulator = () =>
  started(
    [pathOf("../../dist/simulator/bin.js"), "--port", "0", "--log", "json"],
    (line) => Number(new URL(JSON.parse(line).url).port),
    "/_simulator/health",
  )

const hello = () => started([pathOf("servers/hello.ts")], (line) => JSON.parse(line).port, "/")

/** Start and memory. It needs the build, and Linux to read the memory. */
export const measureStart = async (): Promise<ReadonlyArray<Row>> => {
  const memory = { ours: [] as number[], theirs: [] as number[] }
  const { ours, theirs } = await inTurn({
    ours: async () => {
      const { millis, kilobytes } = await simulator()
      memory.ours.push(kilobytes / 1024)
      return millis
    },
    theirs: async () => {
      const { millis, kilobytes } = await hello()
      memory.theirs.push(kilobytes / 1024)
      return millis
    },
  })
  return [
    rowOf({ name: "start to the first answer, built", ours, theirs, unit: "ms", target: { atMost: 2.2 } }),
    rowOf({ name: "memory after the start", ...memory, unit: "MB", target: { atMost: 1.6 } }),
  ]
}
