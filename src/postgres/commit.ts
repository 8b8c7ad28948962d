// Making a commit. It is made or it is not, and whoever asked is told which: where the answer of the server is lost, the
// commit is looked for by its token, and given up where it is not there.
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import type { Commit, Scope, VersionConflict } from "../ports/BillingStore.ts"
import type { PostgresClient, PostgresFailure } from "./PostgresClient.ts"
import { rowsOf } from "./rows.ts"
import { CONFLICT } from "./schema/commitFunction.ts"
import { defectOf, isPassing } from "./statements.ts"

/** How often a commit is made again that was surely not made, because the server was not there or two waited for each other. */
const TRIES_MAX = 5

/** The waits for an answer about a lost commit: it takes a server a while to start again. About a minute in all. */
const LOOKING = { schedule: Schedule.exponential("50 millis"), times: 10 }

/** Commits over a client, in a schema. */
export const makeCommit =
  (client: PostgresClient, schema: string) =>
  (commit: Commit): Effect.Effect<void, VersionConflict> => {
    const payload = JSON.stringify({
      expects: commit.expects.map(({ scope, version }) => ({ ...scope, version })),
      rows: rowsOf(commit.puts),
      deletes: commit.deletes,
      couponCounts: commit.couponCounts,
      outbox: commit.outbox,
      due: commit.due,
    })

    const attempt = (tries: number): Effect.Effect<void, VersionConflict> => {
      const token = crypto.randomUUID()
      const made = client.query(`SELECT ${schema}.do_commit($1, $2::json)::text AS result`, [token, payload])
      const again = (failure: PostgresFailure) =>
        tries < TRIES_MAX ? attempt(tries + 1) : Effect.die(defectOf(failure))
      return Effect.catch(Effect.asVoid(made), (failure): Effect.Effect<void, VersionConflict> => {
        const conflict = conflictOf(commit, failure)
        if (conflict !== null) return Effect.fail(conflict)
        if (failure.sqlState === null) {
          return Effect.flatMap(wasCommitted(token), (isMade) => (isMade ? Effect.void : again(failure)))
        }
        return isPassing(failure) ? again(failure) : Effect.die(defectOf(failure))
      })
    }

    /** Finds out whether a commit was made. From then on it cannot be made any more. */
    const wasCommitted = (token: string): Effect.Effect<boolean> =>
      client.query(`SELECT ${schema}.was_committed($1) AS result`, [token]).pipe(
        Effect.retry(LOOKING),
        Effect.map(([row]) => row?.result === "yes"),
        Effect.catch((failure) => Effect.die(defectOf(failure))),
      )

    return attempt(1)
  }

/** The conflict that a failure tells of; null where it tells of none. */
const conflictOf = (
  { puts }: Commit,
  { sqlState, detail, constraint }: PostgresFailure,
): VersionConflict | null => {
  if (sqlState === CONFLICT) {
    return { _tag: "VersionConflict", scope: JSON.parse(detail ?? "{}") as Scope }
  }
  // Two that take one address or code at the same moment: the loser finds the other one when it loads again.
  const kind = sqlState === "23505" ? unique[constraint ?? ""] : undefined
  if (kind === undefined) return null
  for (const put of puts) {
    if (put.kind === "User" && kind === "user") return conflict({ kind, id: put.record.userId })
    if (put.kind === "Coupon" && kind === "coupon") return conflict({ kind, id: put.record.couponId })
  }
  return null
}

const conflict = (scope: Scope): VersionConflict => ({ _tag: "VersionConflict", scope })

const unique: Readonly<Record<string, "user" | "coupon">> = { users_email: "user", coupons_code: "coupon" }
