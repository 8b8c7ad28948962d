// What a simulator writes of what it does: where it listens, then a line a request. Queries, headers and bodies are
// not written, because they may hold secrets.
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import type { Defect, Dispatcher } from "../../src/http/index.ts"
import type { Seed } from "../adapters/seed/Seed.ts"
import type { LogMode } from "./options.ts"
import { VERSION } from "./version.ts"

/** A request with its answer. */
export interface RequestEntry {
  readonly method: string
  readonly path: string
  readonly status: number
  readonly durationMs: number
  readonly requestId: string
}

/** The address of a simulator, and its first user and organization. */
export interface Listening {
  readonly url: string
  readonly seed: Seed
  readonly needsControlToken: boolean
}

/** Writes lines. */
export interface Log {
  readonly listening: (started: Listening) => void
  readonly request: (entry: RequestEntry) => void
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
        request: (entry) => write(JSON.stringify({ event: "request", ...entry })),
        defect,
      }
    case "pretty":
      return {
        listening: (started) => write(welcome(started)),
        request: ({ method, path, status, durationMs, requestId }) =>
          write(`${method} ${path} ${status} ${durationMs.toFixed(1)} ms ${requestId}`),
        defect,
      }
  }
}

/** The dispatcher, with each of its answers logged. */
export const logged =
  (dispatcher: Dispatcher, log: Log): Dispatcher =>
  (request) =>
    Effect.suspend(() => {
      const startedAt = performance.now()
      return Effect.tap(dispatcher(request), ({ status, headers }) =>
        Effect.sync(() =>
          log.request({
            method: request.method,
            path: request.url.split("?", 1)[0] as string,
            status,
            durationMs: Math.round((performance.now() - startedAt) * 100) / 100,
            requestId: headers["x-request-id"] ?? "",
          }),
        ),
      )
    })

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
