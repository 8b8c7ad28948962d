// Making a commit. It is made or it is not, and whoever asked is told which: where the answer of the server is lost, the
// commit is looked for by its token, and given up where it is not there. Commits that come while one is under way are made as one.
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import type { Commit, Scope, VersionConflict } from "../ports/BillingStore.ts"
import { arrayLiteral } from "./arrayLiteral.ts"
import { askClient } from "./askClient.ts"
import type { PostgresClient, PostgresFailure } from "./PostgresClient.ts"
import { addRow, type Row, type Rows, rowsOf } from "./rows.ts"
import { APART, ARRAYS, CONFLICT, ROWS } from "./schema/commitFunction.ts"
import { defectOf, isPassing, WAITS } from "./statements.ts"
import { makeTogether, PATIENCE } from "./together.ts"

/** How often a commit is made again that was surely not made, because the server was not there or two waited for each other. */
const TRIES_MAX = 5

/** The waits for an answer about a lost commit: it takes a server a while to start again. About a minute in all. */
const LOOKING = { schedule: Schedule.exponential("50 millis"), times: 10 }

/** Why a commit was not made. Nothing of it was. */
type NotMade = Met | PostgresFailure | NotStorable

/** It met other commits. */
interface Met {
  readonly _tag: "Met"
  readonly scopes: readonly [Scope, ...ReadonlyArray<Scope>]
}

/** The database cannot store a key of the commit. */
interface NotStorable {
  readonly _tag: "NotStorable"
  readonly cause: unknown
}

/** Commits over a client, in a schema. */
export const makeCommit = (client: PostgresClient, schema: string) => {
  const parameters = Array.from({ length: 3 + ARRAYS.length }, (_, index) => `$${index + 1}`)
  const sql = `SELECT ${schema}.commit_rows(${parameters.join(", ")})::text AS result`

  const attempt = (commit: Commit): Effect.Effect<void, NotMade> =>
    Effect.flatMap(storable(commit), (rows) => {
      const token = crypto.randomUUID()
      const made = Effect.asVoid(askClient(client, sql, [token, ...rows]))
      return Effect.catch(made, (failure): Effect.Effect<void, NotMade> => {
        const scopes = conflictsOf(commit, failure)
        if (scopes !== null) return Effect.fail({ _tag: "Met", scopes })
        if (failure.sqlState !== null) return Effect.fail(failure)
        return Effect.flatMap(wasCommitted(token), (isMade) => (isMade ? Effect.void : Effect.fail(failure)))
      })
    })

  /** Finds out whether a commit was made. From then on it cannot be made any more. */
  const wasCommitted = (token: string): Effect.Effect<boolean> =>
    askClient(client, `SELECT ${schema}.was_committed($1) AS result`, [token]).pipe(
      Effect.retry(LOOKING),
      Effect.map(([row]) => row?.result === "yes"),
      Effect.catch((failure) => Effect.die(defectOf(failure))),
    )

  const one = (commit: Commit): Effect.Effect<void, VersionConflict> =>
    attempt(commit).pipe(
      Effect.retry({
        schedule: WAITS,
        times: TRIES_MAX - 1,
        while: (failure) => failure._tag === "PostgresFailure" && isPassing(failure),
      }),
      Effect.catch((failure) => {
        if (failure._tag === "Met") return Effect.fail(conflictAt(failure.scopes[0]))
        return Effect.die(failure._tag === "NotStorable" ? failure.cause : defectOf(failure))
      }),
    )

  const together = makeTogether<Commit, void, VersionConflict>({
    one,
    many: (commits) =>
      Effect.match(attempt(asOne(commits)), {
        onSuccess: () => commits.map(() => Effect.void),
        // None was made. Those that met others are told so, and the rest is made once more, each by itself.
        onFailure: (failure) => {
          const met = new Set(failure._tag === "Met" ? failure.scopes.map(keyOf) : [])
          return commits.map((commit) => {
            const scope = scopesOf(commit).find((scope) => met.has(keyOf(scope)))
            return scope === undefined ? one(commit) : Effect.fail(conflictAt(scope))
          })
        },
      }),
    patience: PATIENCE,
  })

  /** How many commits about a scope are under way. */
  const underWay = new Map<string, number>()

  return (commit: Commit): Effect.Effect<void, VersionConflict> =>
    Effect.uninterruptibleMask((restore) => {
      const keys = scopesOf(commit).map(keyOf)
      // The second one about a scope will meet the first: those beside it are not to be made twice for that.
      const isSecond = keys.some((key) => underWay.has(key))
      const count = (change: 1 | -1): void => {
        for (const key of keys) {
          const left = (underWay.get(key) ?? 0) + change
          if (left === 0) underWay.delete(key)
          else underWay.set(key, left)
        }
      }
      count(1)
      const committing = isSecond || goesAlone(commit) ? one(commit) : together(commit)
      return Effect.ensuring(
        restore(committing),
        Effect.sync(() => count(-1)),
      )
    })
}

const keyOf = ({ kind, id }: Scope): string => `${kind} ${id}`

/** What a commit is about: the scopes whose versions it expects, and the coupons that it counts. */
const scopesOf = ({ expects, couponCounts }: Commit): ReadonlyArray<Scope> => [
  ...expects.map(({ scope }) => scope),
  ...couponCounts.map(({ couponId }): Scope => ({ kind: "coupon", id: couponId })),
]

/**
 * Whether a commit is never made with others: nothing says what it has in common with them, or it may wait for an address or a
 * code that another one takes, and which of them comes first is in no order.
 */
const goesAlone = ({ expects, puts }: Commit): boolean =>
  expects.length === 0 || puts.some(({ kind }) => kind === "User" || kind === "Coupon")

/** Commits as one. */
const asOne = (commits: ReadonlyArray<Commit>): Commit => ({
  expects: commits.flatMap(({ expects }) => expects),
  puts: commits.flatMap(({ puts }) => puts),
  deletes: commits.flatMap(({ deletes }) => deletes),
  outbox: commits.flatMap(({ outbox }) => outbox),
  couponCounts: commits.flatMap(({ couponCounts }) => couponCounts),
  due: commits.flatMap(({ due }) => due),
})

const storable = (commit: Commit): Effect.Effect<ReadonlyArray<string | null>, NotStorable> =>
  Effect.try({
    try: () => parametersOf(commit),
    catch: (cause): NotStorable => ({ _tag: "NotStorable", cause }),
  })

/** The parameters of a commit after its token: documents, arrays as literals, null for what there is none of, and an object. */
const parametersOf = (commit: Commit): Array<string | null> => {
  const rows = allRowsOf(commit)
  const documents: Array<string> = []
  /** A value as text; of a document its number. */
  const textOf = (value: unknown): string | null => {
    if (value === null || value === undefined) return null
    if (typeof value === "object") return String(documents.push(JSON.stringify(value)))
    const text = String(value)
    // A client would write something else in the place of half of a surrogate pair.
    if (!text.isWellFormed())
      throw new Error("A key has half of a surrogate pair, which no database can store")
    return text
  }
  /** The columns of all rows, one after the other. */
  const columnsOf = (name: string): ReadonlyArray<string | null> => {
    const columns = ROWS[name] ?? []
    return (rows[name] ?? []).flatMap((row) => columns.map((column) => textOf(row[column])))
  }
  const arrays = ARRAYS.map((name) => (rows[name] === undefined ? null : arrayLiteral(columnsOf(name))))
  const seldom = Object.keys(rows).filter((name) => !ARRAYS.includes(name))
  const others =
    seldom.length === 0
      ? null
      : JSON.stringify(Object.fromEntries(seldom.map((name) => [name, columnsOf(name)])))
  return [documents.length === 0 ? null : documents.join(BETWEEN), ...arrays, others]
}

const BETWEEN = String.fromCharCode(APART)

/** All rows of a commit by the names of what they are. */
const allRowsOf = ({ expects, puts, deletes, couponCounts, outbox, due }: Commit): Rows => {
  const rows = rowsOf(puts)
  const add = (name: string, row: Row): void => addRow(rows, name, row)
  // In one order, so that two commits never wait for each other.
  const scopes = expects.length < 2 ? expects : expects.toSorted((a, b) => compare(a.scope, b.scope))
  for (const { scope, version } of scopes) add("scopes", { ...scope, version })
  for (const gone of deletes) {
    const organization_id = gone.organizationId
    if (gone.kind === "BillingThreshold") add("removed_billing_thresholds", { organization_id })
    else add("removed_payment_methods", { organization_id, payment_method_id: gone.paymentMethodId })
  }
  for (const { couponId, ...counts } of couponCounts.toSorted((a, b) => (a.couponId < b.couponId ? -1 : 1))) {
    add("coupon_counts", { coupon_id: couponId, ...counts })
  }
  for (const message of outbox) {
    add("outbox", { message_id: message.messageId, kind: message.kind, doc: message })
  }
  for (const { organizationId, at } of due.toSorted((a, b) => (a.organizationId < b.organizationId ? -1 : 1)))
    add("due", { organization_id: organizationId, at })
  return rows
}

const compare = (a: Scope, b: Scope): number =>
  a.kind < b.kind || (a.kind === b.kind && a.id < b.id) ? -1 : 1

/** The conflicts that a failure tells of; null where it tells of none. */
const conflictsOf = (
  { puts }: Commit,
  { sqlState, detail, constraint }: PostgresFailure,
): Met["scopes"] | null => {
  if (sqlState === CONFLICT) return JSON.parse(detail ?? "[{}]") as Met["scopes"]
  // Two that take one address or code at the same moment: the loser finds the other one when it loads again.
  const kind = sqlState === "23505" ? unique[constraint ?? ""] : undefined
  if (kind === undefined) return null
  for (const put of puts) {
    if (put.kind === "User" && kind === "user") return [{ kind, id: put.record.userId }]
    if (put.kind === "Coupon" && kind === "coupon") return [{ kind, id: put.record.couponId }]
  }
  return null
}

const conflictAt = (scope: Scope): VersionConflict => ({ _tag: "VersionConflict", scope })

const unique: Readonly<Record<string, "user" | "coupon">> = { users_email: "user", coupons_code: "coupon" }
