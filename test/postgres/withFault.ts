// A use case in which one statement meets a fault, and what is left then.
import * as Effect from "effect/Effect"
import { fromPg, type PostgresClient, type PostgresFailure } from "../../src/postgres/index.ts"
import type { Server } from "./server.ts"
import { openStudio } from "./studio.ts"
import { runEngineOnce, useCases } from "./useCases.ts"

/** What becomes of a statement. */
export type Fault = (statement: ReturnType<PostgresClient["query"]>) => ReturnType<PostgresClient["query"]>

/** What a client tells of a statement that the server refused with a code, or that got no answer. */
const failureOf = (sqlState: string | null): PostgresFailure => ({
  _tag: "PostgresFailure",
  sqlState,
  detail: null,
  constraint: null,
  cause: new Error(sqlState ?? "the connection broke"),
})

/** The connection broke: nobody knows what happened. */
export const noAnswer = failureOf(null)

/** The server refuses a statement with a code, and does nothing. */
export const refusing =
  (sqlState: string): Fault =>
  () =>
    Effect.fail(failureOf(sqlState))

/**
 * Does a use case whose nth statement, counted from 1, meets a fault, by a connection to `port`; gives what came of it, and
 * how many statements it had. `again` does it once more in the end, after an engine had its time.
 */
export const withFault = async (
  server: Server,
  wish: {
    readonly name: string
    readonly nth: number
    readonly fault: Fault
    readonly port?: number
    readonly again?: boolean
  },
) => {
  const { name, nth, fault, port = server.port, again = false } = wish
  const [prepare] = useCases[name] ?? []
  if (prepare === undefined) throw new Error(`There is no use case ${name}`)
  const pool = server.connect({ port })
  const inner = fromPg(pool)
  let isCounting = false
  let statements = 0
  const client: PostgresClient = {
    query: (sql, parameters) =>
      Effect.suspend(() => {
        const statement = inner.query(sql, parameters)
        if (!isCounting) return statement
        statements += 1
        return statements === nth ? fault(statement) : statement
      }),
  }
  const studio = await openStudio(server, client)
  const act = await prepare(studio)
  isCounting = true
  let came = await (again ? act().catch(() => null) : act())
  isCounting = false
  if (again) {
    await runEngineOnce(studio)
    came = await act()
  }
  const { charges: _, ...left } = await studio.audit()
  await studio.close?.()
  await pool.end()
  return { statements, end: { came, ...left } }
}

/** What is left where nothing is wrong. */
export const whole = { unrecorded: 0, chargedTwice: 0, findings: [] }
