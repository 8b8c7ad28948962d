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

/** A log of a mode: lines go to standard output, defects to standard error. */
export const makeLog = (mode: LogMode): Log => {
  const write = (text: string): void => void process.stdout.write(`${text}\n`)
  const nothing = (): void => undefined
  const defect = ({ cause, requestId, method, path }: Defect): void =>
    void process.stderr.write(`${method} ${path} ${requestId} failed: ${Cause.pretty(cause)}\n`)
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
