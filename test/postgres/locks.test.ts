// Refusals that the server itself makes: a deadlock, and a transaction that cannot be put in an order. The commit is made
// again, or told which version it met.
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Result from "effect/Result"
import { afterAll, beforeAll, expect, it } from "vitest"
import {
  fromPg,
  makePostgresBillingStore,
  migrate,
  type PostgresClient,
  type PostgresFailure,
} from "../../src/postgres/index.ts"
import { commitWith, organizationOf } from "../../src/testing/contracts/records.ts"
import { type Server, startServer } from "./server.ts"

let server: Server
beforeAll(async () => {
  server = await startServer()
  await Effect.runPromise(migrate(fromPg(server.pool)))
})
afterAll(() => server.stop())

/** A commit that changes organizations which are at a version. */
const changing = (ids: ReadonlyArray<string>, version: number) =>
  commitWith({
    expects: ids.map((id) => ({ scope: { kind: "organization", id } as const, version })),
    puts: ids.map((id) => ({ kind: "Organization" as const, record: organizationOf(id) })),
  })

/** A session of an operator that holds the row of an organization, and a commit of another process that waits for it. */
const meeting = async (ids: readonly [string, string], settings: string) => {
  const own = makePostgresBillingStore(fromPg(server.pool))
  await Effect.runPromise(Effect.orDie(own.commit(changing(ids, 0))))
  const holder = await server.pool.connect()
  const hold = (id: string, change = "version") =>
    holder.query(`UPDATE studio_billing.versions SET version = ${change} WHERE id = $1`, [id])
  const pool = server.connect({ application_name: "waiter", options: settings })
  const inner = fromPg(pool)
  const codes: Array<string | null> = []
  const client: PostgresClient = {
    query: (sql, parameters) =>
      Effect.tapError(inner.query(sql, parameters), ({ sqlState }: PostgresFailure) =>
        Effect.sync(() => void codes.push(sqlState)),
      ),
  }
  await holder.query("BEGIN")
  return {
    hold,
    commit: () => Effect.runPromise(Effect.result(makePostgresBillingStore(client).commit(changing(ids, 1)))),
    /** When the commit waits for a lock. */
    waits: async () => {
      const waiting = () =>
        server.pool.query(
          "SELECT FROM pg_stat_activity WHERE application_name = 'waiter' AND wait_event_type = 'Lock'",
        )
      while ((await waiting()).rowCount === 0);
    },
    end: async () => {
      await holder.query("COMMIT")
      holder.release()
    },
    codes,
    close: () => pool.end(),
  }
}

it("a deadlock with another session is undone, and the commit is made again", async () => {
  const { hold, commit, waits, end, codes, close } = await meeting(
    ["dead-a", "dead-b"],
    "-c deadlock_timeout=500ms",
  )
  await hold("dead-b")
  const committing = commit()
  await waits()
  // The commit has the other row, and the server finds that it waits in a circle.
  await hold("dead-a")
  await end()
  expect(Result.isSuccess(await committing)).toBe(true)
  expect(codes).toEqual(["40P01"])
  await close()
})

it("a transaction that cannot be put in an order is begun again, and meets the version", async () => {
  const { hold, commit, waits, end, codes, close } = await meeting(
    ["order-a", "order-b"],
    "-c default_transaction_isolation=serializable",
  )
  await hold("order-b", "version + 1")
  const committing = commit()
  await waits()
  await end()
  expect(Result.getFailure(await committing)).toMatchObject({
    value: { _tag: "VersionConflict", scope: { kind: "organization", id: "order-b" } },
  })
  expect(codes).toEqual(["40001", "SB001"])
  await close()
})

it("a claim passes over an organization that another session has under its hands", async () => {
  const own = makePostgresBillingStore(fromPg(server.pool))
  const due = ["claim-a", "claim-b"].map((organizationId) => ({ organizationId, at: 1 }))
  await Effect.runPromise(Effect.orDie(own.commit(commitWith({ due }))))
  const holder = await server.pool.connect()
  await holder.query("BEGIN")
  await holder.query("SELECT FROM studio_billing.due WHERE organization_id = 'claim-a' FOR UPDATE")
  const pool = server.connect({ options: "-c lock_timeout=200ms" })
  const claiming = makePostgresBillingStore(fromPg(pool)).claimDue({
    now: 1,
    limit: 10,
    leaseMillis: 10,
    clockSkewMillis: 0,
  })
  const claimed = await Effect.runPromise(Effect.exit(claiming))
  await holder.query("COMMIT")
  holder.release()
  await pool.end()
  expect(claimed).toEqual(Exit.succeed([{ organizationId: "claim-b", at: 1, until: 11 }]))
})

it("a forgotten transaction on one organization holds up no commit of another one that went with it", async () => {
  const [held, free] = ["idle-a", "idle-b"] as const
  const { hold, end, close } = await meeting([held, free], "")
  await hold(held)
  const store = makePostgresBillingStore(fromPg(server.pool))
  const committing = (id: string, version: number) =>
    Effect.runPromise(Effect.result(store.commit(changing([id], version))))
  // Those that come while one is under way go together.
  const [, first, second] = [committing("idle-c", 0), committing(held, 1), committing(free, 1)]
  expect(Result.isSuccess(await second)).toBe(true)
  await end()
  expect(Result.isSuccess(await first)).toBe(true)
  await close()
})
