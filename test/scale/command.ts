// The command of the simulator as a process with a file of its state, and what it takes: time, memory, silence.
import { spawn } from "node:child_process"
import { once } from "node:events"
import { readFileSync } from "node:fs"
import { createInterface } from "node:readline"
import { setTimeout as wait } from "node:timers/promises"
import { fileURLToPath } from "node:url"

const main = fileURLToPath(new URL("../../simulator/cli/bin.ts", import.meta.url))

/** A simulator that runs. */
export interface Running {
  readonly url: string
  readonly pid: number
  /** The body of an answer, read or not. Rejects where its status is no success. */
  readonly call: (method: string, path: string, body?: unknown, token?: string) => Promise<Response>
  /** Sends a signal and waits for the end. */
  readonly end: (signal: "SIGTERM" | "SIGKILL") => Promise<number | null>
}

/** Starts the command with a file of its state and a clock that stands. Rejects with what it said where it does not start. */
export const startCommand = async (file: string): Promise<Running> => {
  const args = [main, "--port", "0", "--log", "json", "--clock", "manual", "--state", file]
  const child = spawn(process.execPath, [...args, "--now", "2026-01-31T00:00:00.000Z"], {
    stdio: ["ignore", "pipe", "pipe"],
  })
  let stderr = ""
  child.stderr.on("data", (chunk) => {
    stderr += chunk
  })
  const ended = once(child, "close")
  const lines = createInterface({ input: child.stdout })
  const [first] = await Promise.race([once(lines, "line"), ended.then(() => [null])])
  if (first === null) throw new Error(stderr)
  // What it logs of requests has to go somewhere.
  lines.on("line", () => undefined)
  const { url } = JSON.parse(String(first)) as { readonly url: string }
  return {
    url,
    pid: child.pid as number,
    call: async (method, path, body, token) => {
      const response = await fetch(url + path, {
        method,
        headers: {
          ...(method !== "GET" && { "content-type": "application/json" }),
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
      return response
    },
    end: async (signal) => {
      child.kill(signal)
      const [status] = await ended
      return status
    },
  }
}

/** The most memory that a process had, in bytes; null where the system does not tell. */
export const peakMemoryOf = (pid: number): number | null => {
  try {
    const [, kilobytes] = /^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? []
    return kilobytes === undefined ? null : Number(kilobytes) * 1024
  } catch {
    return null
  }
}

/** Does something while it asks every 20 ms whether the simulator is well: how long each took. */
export const probed = async <A>(
  { call }: Running,
  work: () => Promise<A>,
): Promise<{ readonly value: A; readonly millis: number; readonly worstProbeMillis: number }> => {
  let going = true
  let worst = 0
  const probe = async (): Promise<void> => {
    while (going) {
      const began = performance.now()
      await (await call("GET", "/_simulator/health")).arrayBuffer()
      worst = Math.max(worst, performance.now() - began)
      await wait(20)
    }
  }
  const began = performance.now()
  const probing = probe()
  try {
    const value = await work()
    return { value, millis: performance.now() - began, worstProbeMillis: worst }
  } finally {
    going = false
    await probing
  }
}
