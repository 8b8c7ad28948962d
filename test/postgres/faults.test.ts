// What goes wrong between a process and PostgreSQL: a commit is made once or not at all, and an operator reads what it was.
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import {
  fromPg,
  makePostgresBillingStore,
  makePostgresWebhookStore,
  migrate,
  type PostgresClient,
  type PostgresFailure,
} from "../../src/postgres/index.ts"
import { commitWith, organizationOf } from "../../src/testing/contracts/records.ts"
import { endpointOf } from "../app/webhooks/support.ts"
import { type Server, startServer } from "./server.ts"
import { noAnswer } from "./withFault.ts"

let server: Server
beforeAll(async () => {
  server = await startServer()
  await Effect.runPromise(migrate(fromPg(server.pool)))
})
afterAll(() => server.stop())

let organizations = 0
/** A commit that makes an organization, or changes it from a version on. */
const making = (id: string, version = 0) =>
  commitWith({
    expects: [{ scope: { kind: "organization", id }, version }],
    puts: [{ kind: "Organization", record: organizationOf(id) }],
  })
const fresh = (): string => {
  organizations += 1
  return `org-${organizations}`
}

/** A client that loses the nth statement, before it arrives or its answer. */
const losing = (nth: number, when: "before" | "after", times = 1): PostgresClient => {
  const inner = fromPg(server.pool)
  let count = 0
  return {
    query: (sql, parameters) =>
      Effect.suspend(() => {
        count += 1
        if (count < nth || count >= nth + times) return inner.query(sql, parameters)
        const lost = Effect.fail(noAnswer)
        return when === "before" ? lost : Effect.andThen(inner.query(sql, parameters), lost)
      }),
  }
}

const versionOf = async (id: string): Promise<number> => {
  const { rows } = await server.pool.query(
    "SELECT version::int AS version FROM studio_billing.versions WHERE kind = 'organization' AND id = $1",
    [id],
  )
  return rows[0]?.version ?? 0
}

/** What an operator reads of a defect. */
const told = async (work: Effect.Effect<unknown, unknown>): Promise<string> => {
  const exit = await Effect.runPromiseExit(work)
  return Exit.isFailure(exit) ? Cause.pretty(exit.cause) : "it succeeded"
}

describe("a commit whose answer is lost", () => {
  it.each(["before", "after"] as const)("%s it was made, is made once", async (when) => {
    const id = fresh()
    const store = makePostgresBillingStore(losing(1, when))
    await Effect.runPromise(Effect.orDie(store.commit(making(id))))
    expect(await versionOf(id)).toBe(1)
  })

  it("and the answer about it too, is made once", async () => {
    const id = fresh()
    const store = makePostgresBillingStore(losing(1, "after", 3))
    await Effect.runPromise(Effect.orDie(store.commit(making(id))))
    expect(await versionOf(id)).toBe(1)
  })

  it.each(["before", "after"] as const)("%s an endpoint was added, adds it once", async (when) => {
    const endpointId = fresh()
    const store = makePostgresWebhookStore(losing(1, when))
    await Effect.runPromise(store.addEndpoint(endpointOf(endpointId)))
    const endpoints = await Effect.runPromise(store.endpoints)
    expect(endpoints.filter((endpoint) => endpoint.endpointId === endpointId)).toHaveLength(1)
  })

  it.each([
    ["before it is made again", 2],
    ["after it was made again", 3],
  ])("does not arrive any more once it was given up, %s", async (_, arrivesAfter) => {
    const id = fresh()
    const inner = fromPg(server.pool)
    let late: Effect.Effect<unknown, PostgresFailure> = Effect.void
    let lateEnd: Exit.Exit<unknown, unknown> | null = null
    let count = 0
    const client: PostgresClient = {
      query: (sql, parameters) =>
        Effect.gen(function* () {
          count += 1
          const statement = inner.query(sql, parameters)
          if (count === 1) {
            late = statement
            return yield* Effect.fail(noAnswer)
          }
          const rows = yield* statement
          if (count === arrivesAfter) lateEnd = yield* Effect.exit(late)
          return rows
        }),
    }
    const made = await Effect.runPromiseExit(makePostgresBillingStore(client).commit(making(id)))
    expect([Exit.isSuccess(made), lateEnd !== null && Exit.isFailure(lateEnd)]).toEqual([true, true])
    expect(await versionOf(id)).toBe(1)
  })
})

describe("the lost answer of a claim", () => {
  it("leaves what it took alone until the claim ends, and then gives it to the next one", async () => {
    const [first, second] = ["claimed-a", "claimed-b"]
    const store = makePostgresBillingStore(fromPg(server.pool))
    const due = [first, second].map((organizationId, at) => ({ organizationId, at }))
    await Effect.runPromise(Effect.orDie(store.commit({ ...making(first), due })))
    const claimed = async ({ claimDue }: typeof store, now: number) => {
      const claims = await Effect.runPromise(claimDue({ now, limit: 1, leaseMillis: 10, clockSkewMillis: 0 }))
      return claims.map(({ organizationId }) => organizationId)
    }
    expect(await claimed(makePostgresBillingStore(losing(1, "after")), 100)).toEqual([second])
    expect(await claimed(store, 109)).toEqual([])
    expect(await claimed(store, 110)).toEqual([first])
  })
})

describe("a connection that the server ends", () => {
  it("while a commit waits for another one leaves it made once", async () => {
    const id = fresh()
    await Effect.runPromise(Effect.orDie(makePostgresBillingStore(fromPg(server.pool)).commit(making(id))))
    const holder = await server.pool.connect()
    await holder.query("BEGIN")
    await holder.query("UPDATE studio_billing.versions SET version = version WHERE id = $1", [id])
    const pool = server.connect({ application_name: "victim" })
    const committing = Effect.runPromise(
      Effect.orDie(makePostgresBillingStore(fromPg(pool)).commit(making(id, 1))),
    )
    const kill = async (): Promise<number> => {
      const { rows } = await server.pool.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE application_name = 'victim' AND wait_event_type = 'Lock'`,
      )
      return rows.length
    }
    while ((await kill()) === 0);
    await holder.query("COMMIT")
    holder.release()
    await committing
    expect(await versionOf(id)).toBe(2)
    await pool.end()
  })
})

describe("two commits that would wait for each other", () => {
  it("are made or refused by their versions, whatever their order", async () => {
    const [a, b] = [fresh(), fresh()]
    const store = makePostgresBillingStore(fromPg(server.pool))
    const both = (ids: ReadonlyArray<string>) =>
      commitWith({
        expects: ids.map((id) => ({ scope: { kind: "organization", id } as const, version: 0 })),
        puts: ids.map((id) => ({ kind: "Organization" as const, record: organizationOf(id) })),
      })
    const exits = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        Effect.runPromiseExit(store.commit(both(index % 2 === 0 ? [a, b] : [b, a]))),
      ),
    )
    expect(exits.filter(Exit.isSuccess)).toHaveLength(1)
    expect(await Promise.all([versionOf(a), versionOf(b)])).toEqual([1, 1])
  })
})

describe("what an operator reads", () => {
  it("of a wrong password has its code, and neither password nor values", async () => {
    const pool = server.connect({ password: "guess-guess" })
    const text = await told(makePostgresBillingStore(fromPg(pool)).organization("org-secret"))
    expect(text).toContain("PostgreSQL answered 28P01")
    expect(text).not.toMatch(/guess-guess|org-secret/)
    await pool.end()
  })

  it("of no server says that it gave no answer", async () => {
    const pool = server.connect({ port: 1 })
    expect(await told(makePostgresBillingStore(fromPg(pool)).organization("o"))).toContain(
      "PostgreSQL gave no answer",
    )
    await pool.end()
  })

  it("of a database that was not migrated says what is missing", async () => {
    const store = makePostgresBillingStore(fromPg(server.pool), { schema: "nothing" })
    expect(await told(store.organization("o"))).toContain("PostgreSQL answered 42P01")
    expect(await told(store.account("o"))).toContain("PostgreSQL answered 3F000")
  })

  it.each([
    ["a read", (client: PostgresClient) => makePostgresBillingStore(client).organization("o")],
    ["a commit", (client: PostgresClient) => makePostgresBillingStore(client).commit(making("o"))],
    ["a migration", (client: PostgresClient) => migrate(client)],
  ])("of %s through a pool in place of a client says how to make one", async (_, ask) => {
    const pool = { query: async () => Promise.reject(new Error("nobody waits for it")) }
    expect(await told(ask(pool as never))).toContain(
      "query of the client of PostgreSQL has to give an Effect: make the client of a pool by fromPg",
    )
  })

  it.each([
    ["with their number", [[{ result: "yes" }], 1]],
    ["as arrays", [["yes"]]],
    ["that are none", { rows: [] }],
  ])("of rows %s says what they have to be", async (_, rows) => {
    const client = { query: () => Effect.succeed(rows) }
    expect(await told(makePostgresBillingStore(client as never).commit(making("o")))).toContain(
      "query of the client of PostgreSQL has to give the rows of every statement",
    )
  })

  it("of a read-only server says so, and nothing is written", async () => {
    const id = fresh()
    const pool = server.connect({ options: "-c default_transaction_read_only=on" })
    expect(await told(makePostgresBillingStore(fromPg(pool)).commit(making(id)))).toContain(
      "PostgreSQL answered 25006",
    )
    expect(await versionOf(id)).toBe(0)
    await pool.end()
  })
})

describe("a migration", () => {
  const options = { schema: "migrated" }

  it("of many processes that start at once is made once", async () => {
    const client = fromPg(server.pool)
    const versions = await Promise.all(
      Array.from({ length: 6 }, () => Effect.runPromise(migrate(client, options))),
    )
    expect(new Set(versions).size).toBe(1)
  })

  it.each([
    ["read\\ committed", false],
    ["repeatable\\ read", true],
  ])("under %s goes on from what it waited for", async (level, isBegun) => {
    const schema = isBegun ? "begun" : "waited"
    const pool = server.connect({ max: 1, options: `-c default_transaction_isolation=${level}` })
    // A connection that has migrated keeps in mind what there was not.
    await Effect.runPromise(migrate(fromPg(pool), { schema: `${schema}_before` }))
    if (isBegun) {
      await server.pool.query(
        `CREATE SCHEMA ${schema}; CREATE TABLE ${schema}.migrations (step integer PRIMARY KEY)`,
      )
    }
    const first = await server.pool.connect()
    await first.query("BEGIN")
    const version = await Effect.runPromise(migrate(fromPg(first), { schema }))
    const second = Effect.runPromise(migrate(fromPg(pool), { schema }))
    const waiting = "SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"
    while ((await server.pool.query(waiting)).rowCount === 0);
    await first.query("COMMIT")
    first.release()
    expect(await second).toBe(version)
    await pool.end()
  })

  it("that has nothing to do needs rights on what is in the schema alone", async () => {
    await server.pool.query(`CREATE ROLE teller;
      GRANT USAGE ON SCHEMA migrated TO teller; GRANT SELECT ON ALL TABLES IN SCHEMA migrated TO teller`)
    const pool = server.connect({ options: "-c role=teller" })
    const latest = await Effect.runPromise(migrate(fromPg(server.pool), options))
    expect(await Effect.runPromise(migrate(fromPg(pool), options))).toBe(latest)
    expect(await told(migrate(fromPg(pool), { schema: "another" }))).toContain("PostgreSQL answered 42501")
    await pool.end()
  })

  it("leaves the database of a later program as it is, and says which one it found", async () => {
    await server.pool.query("INSERT INTO migrated.migrations (step) VALUES (99)")
    expect(await Effect.runPromise(Effect.flip(migrate(fromPg(server.pool), options)))).toMatchObject({
      _tag: "SchemaTooNew",
      found: 99,
    })
  })

  it("makes a schema of any name that PostgreSQL takes, a word of SQL too", async () => {
    const client = fromPg(server.pool)
    for (const schema of ["user", "select", "_1"]) {
      const came = await Effect.runPromiseExit(migrate(client, { schema }))
      expect([schema, Exit.isSuccess(came)]).toEqual([schema, true])
      const store = makePostgresBillingStore(client, { schema })
      await Effect.runPromise(Effect.orDie(store.commit(making("org-1"))))
      expect(await Effect.runPromise(store.organization("org-1"))).toEqual(organizationOf("org-1"))
    }
  })

  it.each(["pg_billing", "Billing", "1st", "a-b", '"a"', "", "a".repeat(64)])(
    "of a schema that cannot be called %j is refused, with what to give instead",
    (schema) => {
      expect(() => makePostgresBillingStore(fromPg(server.pool), { schema })).toThrow(
        "schema: expected a name of small letters, digits and _ that does not begin with pg_, not",
      )
    },
  )

  it("of a schema that is no text is refused by its kind", () => {
    expect(() => makePostgresBillingStore(fromPg(server.pool), { schema: 5 as never })).toThrow(
      /^schema: expected a name of small letters, .*, not a number$/,
    )
  })

  it("that breaks off leaves nothing behind, and is made by the next start", async () => {
    const broken = losing(4, "before")
    expect(await told(migrate(broken, { schema: "half" }))).toContain("gave no answer")
    expect(await Effect.runPromise(migrate(fromPg(server.pool), { schema: "half" }))).toBeGreaterThan(0)
    const store = makePostgresWebhookStore(fromPg(server.pool), { schema: "half" })
    await Effect.runPromise(store.addEndpoint(endpointOf("one")))
    expect(await Effect.runPromise(store.endpoints)).toHaveLength(1)
  })
})
