// What a simulator writes of what it does: where it listens, then a line a request. Queries, headers and bodies are
// not written, because they may hold secrets.
import * as Cause from "effect/Cause"
import type { Answered, Defect } from "../../src/http/index.ts"
import type { Seed } from "../adapters/seed/Seed.ts"
import type { LogMode } from "./options.ts"
import { VERSION } from "./version.ts"

/** The address of a simulator, and its first user and organization. */
export interface Listening {
  readonly url: string
  readonly seed: Seed
  readonly needsControlToken: boolean
}

/** Writes lines. */
export interface Log {
  readonly listening: (started: Listening) => void
  readonly request: (answered: Answered) => void
  /** A fault of the simulator itself; it is written in every mode. */
  readonly defect: (defect: Defect) => void
}

/** A text without characters that a terminal would obey: a seed or a state of somebody else's may have them in any name. */
export const printable = (text: string): string =>
  text.replace(/(?![\n\t])\p{Cc}/gu, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`)

/** The most bytes of lines that wait for their reader. Whoever started a simulator may read its first line and no other. */
export const WAITING_BYTES_MAX = 1_048_576

/** Where lines go. */
type Output = Pick<NodeJS.WritableStream, "write"> & { readonly writableLength?: number }

/** Writes lines, but for those for which there is no room; the line after these says how many they were. */
const makeWrite = (output: Output, omitted: (lines: number) => string): ((text: string) => void) => {
  let lines = 0
  return (text) => {
    if ((output.writableLength ?? 0) > WAITING_BYTES_MAX) {
      lines += 1
      return
    }
    if (lines > 0) output.write(`${omitted(lines)}\n`)
    lines = 0
    output.write(`${printable(text)}\n`)
  }
}

/** A log of a mode: lines go to standard output, defects to standard error. */
export const makeLog = (mode: LogMode, output: Output = process.stdout): Log => {
  const write = makeWrite(output, (lines) =>
    mode === "json" ? JSON.stringify({ event: "omitted", lines }) : `(${lines} lines that nobody read)`,
  )
  const nothing = (): void => undefined
  const defect = ({ cause, requestId, method, path }: Defect): void => {
    const text = `${method} ${path} ${requestId} failed: ${Cause.pretty(cause)}`
    process.stderr.write(`${printable(text)}\n`)
  }
  switch (mode) {
    case "silent":
      return { listening: nothing, request: nothing, defect }
    case "json":
      return {
        listening: ({ url }) => write(JSON.stringify({ event: "listening", url })),
        request: ({ method, path, status, durationMillis: durationMs, requestId }) =>
          write(JSON.stringify({ event: "request", method, path, status, durationMs, requestId })),
        defect,
      }
    case "pretty":
      return {
        listening: (started) => write(welcome(started)),
        request: ({ method, path, status, durationMillis, requestId }) =>
          write(`${method} ${path} ${status} ${durationMillis.toFixed(1)} ms ${requestId}`),
        defect,
      }
  }
}

const welcome = ({ url, seed, needsControlToken }: Listening): string => {
  const token = needsControlToken ? ` -H "Authorization: Bearer $CONTROL_TOKEN"` : ""
  return `studio-simulator ${VERSION} listens on ${url}
  user          ${seed.users[0]?.email ?? "none; POST /_simulator/users makes one"}
  organization  ${seed.organizations[0]?.organizationId}
  console       ${url}/
  control plane ${url}/_simulator/health
Try it:
  TOKEN=$(curl -s -X POST ${url}/_simulator/tokens -H "Content-Type: application/json"${token} | sed 's/.*"accessToken":"\\([^"]*\\)".*/\\1/')
  curl -s ${url}/studio/plans -H "Authorization: Bearer $TOKEN"
`
}
