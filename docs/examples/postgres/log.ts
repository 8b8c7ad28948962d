// The log: a line of JSON for each entry, on standard output.
import * as Cause from "effect/Cause"

/** Writes an entry. */
export const log = (entry: object): void => void process.stdout.write(`${JSON.stringify(entry)}\n`)

/** Writes what went wrong. A cause may quote an adapter: this log is for operators alone. */
export const logFault = (what: object, cause: Cause.Cause<unknown>): void =>
  log({ ...what, cause: Cause.pretty(cause) })
