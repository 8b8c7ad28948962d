// A gateway that several processes share: its charges are rows of a table beside those of the store, so that a process
// that is killed takes none with it.
import * as Effect from "effect/Effect"
import type pg from "pg"
import type { Account, PaymentGateway } from "../../../src/index.ts"

/** The table of its charges. */
export const CHARGES = `CREATE TABLE IF NOT EXISTS charges (attempt_id text PRIMARY KEY, invoice_id text NOT NULL,
  organization_id text NOT NULL, amount bigint NOT NULL, at bigint NOT NULL)`

/** A gateway that approves each charge once, and answers after some milliseconds. */
export const makeTableGateway = (
  pool: pg.Pool,
  options: { readonly millis: number; readonly now: () => number },
): PaymentGateway["Service"] => {
  const { millis, now } = options
  const query = (sql: string, values: ReadonlyArray<string | number>) =>
    Effect.promise(() => pool.query(sql, [...values]))
  const found = ({ attemptId }: Account.Charge) =>
    Effect.map(query("SELECT FROM charges WHERE attempt_id = $1", [attemptId]), ({ rowCount }) =>
      rowCount === 0 ? ({ _tag: "NotFound" } as const) : ({ _tag: "Approved" } as const),
    )
  return {
    tokenize: () => Effect.fail({ _tag: "CardTokenInvalid" }),
    charge: (charge) => {
      const { attemptId, invoiceId, organizationId, amount } = charge
      const made = query("INSERT INTO charges VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING", [
        attemptId,
        invoiceId,
        organizationId,
        amount,
        now(),
      ])
      const answered = Effect.as(made, { _tag: "Approved" } as const)
      return millis === 0 ? answered : Effect.delay(answered, millis)
    },
    lookup: found,
    cancel: found,
  }
}
