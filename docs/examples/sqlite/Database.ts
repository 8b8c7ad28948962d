// A SQLite file, opened for billing: journalled, durable, brought to the latest schema. A statement is one synchronous
// call, so that within a process nothing stands between two of them; between processes a transaction keeps them together.
import { existsSync } from "node:fs"
import { backup, DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite"
import { migrations } from "./migrations.ts"

/** Values of a statement by the names of its parameters, without their colons. */
export type Values = Readonly<Record<string, SQLInputValue>>

/** What the stores need of a database. A row is read as what its statement selects. */
export interface Database {
  readonly all: <Row>(sql: string, values?: Values) => ReadonlyArray<Row>
  /** The first row, or null. */
  readonly first: <Row>(sql: string, values?: Values) => Row | null
  /** How many rows were written. */
  readonly run: (sql: string, values?: Values) => number
  /** Runs reads that all see the same moment. */
  readonly snapshot: <A>(reads: () => A) => A
  /** Runs writes that happen all or, where they throw or `refused` says so of what they give, not at all. */
  readonly write: <A>(writes: () => A, refused?: (result: A) => boolean) => A
  /**
   * Writes a copy of all that was committed to a file that is not there yet, while others go on. A copy of the file itself
   * would lack what is still in its journal beside it (`-wal`), which may be all of it.
   */
  readonly backup: (path: string) => Promise<void>
  readonly close: () => void
}

/** Opens a file, or with `:memory:` a database that ends with its process, and migrates it. */
export const openDatabase = (path: string): Database => {
  // Two writers wait for each other, also where both of them open a new file.
  const sqlite = new DatabaseSync(path, { timeout: 5000 })
  journal(sqlite)
  // What was committed survives a loss of power.
  sqlite.exec("PRAGMA synchronous = FULL")
  // What was deleted is written over. Else an address that was forgotten would stay in the file, and in each copy of it.
  sqlite.exec("PRAGMA secure_delete = ON")
  const statements = new Map<string, StatementSync>()
  const prepared = (sql: string): StatementSync => {
    const known = statements.get(sql)
    if (known !== undefined) return known
    const statement = sqlite.prepare(sql)
    statements.set(sql, statement)
    return statement
  }
  const all = <Row>(sql: string, values: Values = {}) =>
    prepared(sql).all(values) as ReadonlyArray<unknown> as ReadonlyArray<Row>
  const inTransaction = <A>(begin: string, work: () => A, refused: (result: A) => boolean): A => {
    sqlite.exec(begin)
    try {
      const result = work()
      sqlite.exec(refused(result) ? "ROLLBACK" : "COMMIT")
      return result
    } finally {
      if (sqlite.isTransaction) sqlite.exec("ROLLBACK")
    }
  }
  const never = () => false
  const database: Database = {
    all,
    first: <Row>(sql: string, values?: Values) => all<Row>(sql, values)[0] ?? null,
    run: (sql, values = {}) => Number(prepared(sql).run(values).changes),
    snapshot: (reads) => inTransaction("BEGIN", reads, never),
    // Takes the lock at once: a transaction that first reads and then finds that another one wrote would have to end.
    write: (writes, refused = never) => inTransaction("BEGIN IMMEDIATE", writes, refused),
    backup: async (copy) => {
      if (existsSync(copy)) throw new Error(`${copy} is there already`)
      await backup(sqlite, copy)
    },
    close: () => sqlite.close(),
  }
  database.write(() => migrate(sqlite))
  // From here on nothing else in the process waits for long: `whenFree` asks again.
  sqlite.exec(`PRAGMA busy_timeout = ${BUSY_MILLIS}`)
  return database
}

/** https://www.sqlite.org/rescode.html#busy */
const SQLITE_BUSY = 5

/** How long a statement waits for the lock of another process: meanwhile nothing else runs in this one. */
const BUSY_MILLIS = 20

/** How often a new file is asked for its journal. */
const TRIES_MAX = 100

/**
 * Has readers and the writer not wait for each other. Of several that ask a new file for it at once all but one are
 * refused, which SQLite does not wait for by itself; the file has it for whoever asks again.
 */
const journal = (sqlite: DatabaseSync): void => {
  const pause = new Int32Array(new SharedArrayBuffer(4))
  for (let tries = 1; ; tries += 1) {
    try {
      sqlite.exec("PRAGMA journal_mode = WAL")
      return
    } catch (fault) {
      if (tries === TRIES_MAX || !isBusy(fault)) throw fault
      Atomics.wait(pause, 0, 0, 10)
    }
  }
}

/** Tells whether a statement was refused because another process writes. Nothing of its transaction happened. */
export const isBusy = (fault: unknown): boolean =>
  fault instanceof Error && "errcode" in fault && fault.errcode === SQLITE_BUSY

/** Takes the steps that the file has not taken yet; a file of a later program is not touched. */
const migrate = (sqlite: DatabaseSync): void => {
  const { user_version: taken } = sqlite.prepare("PRAGMA user_version").get() as { user_version: number }
  if (taken > migrations.length) throw new Error(`The database has schema ${taken}, which is unknown here`)
  for (const step of migrations.slice(taken)) sqlite.exec(step)
  sqlite.exec(`PRAGMA user_version = ${migrations.length}`)
}
