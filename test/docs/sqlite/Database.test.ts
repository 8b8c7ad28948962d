// The database of the example: its schema moves forward only, its statements look at what they ask for, processes meet in
// it, and what may be forgotten is.
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { Worker } from "node:worker_threads"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { afterAll, describe, expect, it } from "vitest"
import { type Database, openDatabase } from "../../../docs/examples/sqlite/Database.ts"
import { migrations } from "../../../docs/examples/sqlite/migrations.ts"
import { makeSqliteBillingStore } from "../../../docs/examples/sqlite/SqliteBillingStore.ts"
import { makeSqliteWebhookStore } from "../../../docs/examples/sqlite/SqliteWebhookStore.ts"
import {
  DELIVERIES_KEPT_MILLIS,
  EVENTS_KEPT,
  FORGOTTEN_MAX,
  LETTERS_KEPT_MILLIS,
  sweep,
} from "../../../docs/examples/sqlite/sweep.ts"
import { BillingStore, type Commit, defaultPolicy, type Put } from "../../../src/index.ts"
import {
  addressOf,
  commitWith,
  idempotencyKeyOf,
  organizationOf,
  sessionOf,
  undeliveredOtpOf,
} from "../../../src/testing/contracts/records.ts"
import { billingStoreContract } from "../../../src/testing/index.ts"

const folder = mkdtempSync(join(tmpdir(), "sqlite-"))
afterAll(() => rmSync(folder, { recursive: true }))

const schemaOf = (path: string) => {
  const sqlite = new DatabaseSync(path)
  const { user_version: version } = sqlite.prepare("PRAGMA user_version").get() ?? {}
  const tables = sqlite.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").all()
  sqlite.close()
  return { version, tables: tables.map(({ name }) => String(name)) }
}

describe("the schema", () => {
  it("is made once, and is there for whoever opens the file again", () => {
    const path = join(folder, "again.sqlite")
    const database = openDatabase(path)
    database.run("INSERT INTO users VALUES ('u', 'a@example.com', '{}')")
    database.close()
    const again = openDatabase(path)
    expect(again.first("SELECT user_id AS id FROM users")).toEqual({ id: "u" })
    again.close()
    expect(schemaOf(path).version).toBe(migrations.length)
  })

  it("has nothing in its file of what was deleted, and neither has a copy", async () => {
    const [path, copy] = [join(folder, "deleted.sqlite"), join(folder, "copy.sqlite")]
    const database = openDatabase(path)
    for (let user = 0; user < 300; user += 1) {
      const values = { user: `${user}`, email: `ana${user}@souza.example` }
      database.run("INSERT INTO users VALUES (:user, :email, '{}')", values)
    }
    database.run("UPDATE users SET email = user_id WHERE user_id < '2'")
    database.run("DELETE FROM users WHERE user_id >= '2'")
    await database.backup(copy)
    database.close()
    for (const file of [path, copy]) expect(readFileSync(file).includes("souza.example")).toBe(false)
  })

  it("of a later program is not touched", () => {
    const path = join(folder, "later.sqlite")
    const sqlite = new DatabaseSync(path)
    sqlite.exec("PRAGMA user_version = 99")
    sqlite.close()
    expect(() => openDatabase(path)).toThrow("The database has schema 99, which is unknown here")
    expect(schemaOf(path)).toEqual({ version: 99, tables: [] })
  })
})

/** How SQLite goes about each statement of those that the whole contract runs. */
const plans = async (): Promise<ReadonlyArray<string>> => {
  const statements = new Set<string>()
  const recording = (database: Database): Database => {
    const noting =
      <Args extends ReadonlyArray<unknown>, A>(run: (sql: string, ...rest: Args) => A) =>
      (sql: string, ...rest: Args): A => {
        statements.add(sql)
        return run(sql, ...rest)
      }
    return {
      ...database,
      all: noting(database.all) as Database["all"],
      first: noting(database.first) as Database["first"],
      run: noting(database.run),
    }
  }
  const makeLayer = () =>
    Layer.sync(BillingStore, () => makeSqliteBillingStore(recording(openDatabase(":memory:"))))
  for (const { check } of billingStoreContract(makeLayer)) await check()
  const database = recording(openDatabase(":memory:"))
  const webhooks = makeSqliteWebhookStore(database)
  Effect.runSync(webhooks.endpoints)
  Effect.runSync(webhooks.ready({ endpointId: "one", now: 0, limit: 1 }))
  Effect.runSync(webhooks.nextReadyAt(0))
  Effect.runSync(webhooks.removeEndpoint("one"))
  Effect.runSync(sweep(database, 0, defaultPolicy))
  const empty = new DatabaseSync(":memory:")
  for (const step of migrations) empty.exec(step)
  const found = [...statements].flatMap((sql) =>
    empty
      .prepare(`EXPLAIN QUERY PLAN ${sql}`)
      .all()
      .map(({ detail }) => String(detail)),
  )
  empty.close()
  expect(statements.size).toBeGreaterThan(50)
  return [...new Set(found)].sort()
}

describe("a statement", () => {
  it("looks at what it asks for, and at a whole table only to list plans and endpoints", async () => {
    const scans = (await plans()).flatMap((plan) => /^SCAN (?!json_each|CONSTANT)(\w+)/.exec(plan)?.[1] ?? [])
    expect([...new Set(scans)]).toEqual(["plans", "webhook_endpoints"])
  })

  it("looks at all that an organization has where that is small, or comes page by page", async () => {
    const searches = (await plans()).flatMap(
      (plan) => /^SEARCH (\w+) USING .+ \(organization_id=\?\)$/.exec(plan)?.[1] ?? [],
    )
    const paged = ["invoices", "subscriptions", "vouchers"]
    const small = [
      "billing_thresholds",
      "coupon_uses",
      "due",
      "organizations",
      "payment_methods",
      "receivables",
    ]
    expect([...new Set(searches)]).toEqual([...paged, ...small].sort())
  })
})

const put = (...puts: ReadonlyArray<Put>): Commit => commitWith({ puts })
const organizationPut: Put = { kind: "Organization", record: organizationOf("org-1") }
const organization = { kind: "organization", id: "org-1" } as const

/** What each of several threads gets that open a file at one moment: null, or why it could not. */
const openedAtOnce = (path: string, count: number): Promise<ReadonlyArray<string | null>> => {
  const ready = new SharedArrayBuffer(4)
  const url = new URL("./opens.ts", import.meta.url)
  const open = () =>
    new Promise<string | null>((resolve, reject) => {
      new Worker(url, { workerData: { path, count, ready } }).once("message", resolve).once("error", reject)
    })
  return Promise.all(Array.from({ length: count }, open))
}

describe("two processes", () => {
  it("can begin at one moment, on a file that neither has seen", async () => {
    for (const name of ["a", "b", "c", "d"]) {
      const path = join(folder, `begun-${name}.sqlite`)
      expect(await openedAtOnce(path, 3)).toEqual([null, null, null])
      expect(schemaOf(path).version).toBe(migrations.length)
    }
  })

  it("meet in a file: of commits on one version one succeeds, and the other one sees it", () => {
    const path = join(folder, "shared.sqlite")
    const [one, two] = [openDatabase(path), openDatabase(path)]
    const [first, second] = [makeSqliteBillingStore(one), makeSqliteBillingStore(two)]
    const change = commitWith({ expects: [{ scope: organization, version: 0 }], puts: [organizationPut] })
    Effect.runSync(first.commit(change))
    expect(Effect.runSync(Effect.flip(second.commit(change)))).toEqual({
      _tag: "VersionConflict",
      scope: organization,
    })
    expect(Effect.runSync(second.account("org-1"))?.version).toBe(1)
    one.close()
    two.close()
  })

  it("see an account at one moment, whatever the other commits meanwhile", () => {
    const path = join(folder, "snapshot.sqlite")
    const [one, two] = [openDatabase(path), openDatabase(path)]
    const store = makeSqliteBillingStore(two)
    Effect.runSync(store.commit(put(organizationPut)))
    const seen = one.snapshot(() => {
      const before = one.first<{ count: number }>("SELECT count(*) AS count FROM plans")
      one.first("SELECT doc FROM organizations")
      Effect.runSync(store.commit(commitWith({ expects: [{ scope: organization, version: 0 }] })))
      return [before?.count, one.all("SELECT version FROM versions").length]
    })
    expect(seen).toEqual([0, 0])
    expect(one.all("SELECT version FROM versions")).toHaveLength(1)
    one.close()
    two.close()
  })
})

it("a write that throws leaves nothing, and the next one goes on", () => {
  const database = openDatabase(":memory:")
  const count = () => database.all("SELECT * FROM plans").length
  const insert = () => database.run("INSERT INTO plans (plan_id, status, doc) VALUES ('a', 'ACTIVE', '{}')")
  const broken = () =>
    database.write(() => {
      insert()
      throw new Error("the disk is full")
    })
  expect(broken).toThrow("the disk is full")
  expect(count()).toBe(0)
  database.write(insert)
  expect(count()).toBe(1)
  database.close()
})

describe("a sweep", () => {
  const now = 100 * 86_400_000
  const sizes = (database: Database, ...tables: ReadonlyArray<string>) =>
    tables.map((table) => database.first<{ count: number }>(`SELECT count(*) AS count FROM ${table}`)?.count)

  it("forgets what is over with its version, and nothing that is not", () => {
    const database = openDatabase(":memory:")
    const store = makeSqliteBillingStore(database)
    const usage = { organizationId: "org-1", meter: "calls", quantity: 1 }
    const late = now - defaultPolicy.usageLateMillis
    Effect.runSync(
      store.commit(
        commitWith({
          expects: [
            { scope: { kind: "session", id: "over" }, version: 0 },
            { scope: { kind: "session", id: "open" }, version: 0 },
          ],
          puts: [
            organizationPut,
            { kind: "Session", record: { ...sessionOf("over", "user-1"), expiresAt: now } },
            { kind: "Session", record: { ...sessionOf("open", "user-1"), expiresAt: now + 1 } },
            { kind: "OtpAddress", record: addressOf("a@example.com", ["otp-1"]) },
            { kind: "IdempotencyKey", record: idempotencyKeyOf("over") },
            { kind: "UsageEvent", record: { ...usage, eventId: "old", occurredAt: late - 1, billedAt: 0 } },
            { kind: "UsageEvent", record: { ...usage, eventId: "new", occurredAt: late, billedAt: 0 } },
          ],
        }),
      ),
    )
    Effect.runSync(sweep(database, now + defaultPolicy.clockSkewMillis, defaultPolicy))
    expect(Effect.runSync(store.session("over"))).toBeNull()
    expect(Effect.runSync(store.session("open"))?.version).toBe(1)
    expect(sizes(database, "versions", "otp_addresses", "otps", "idempotency_keys")).toEqual([1, 0, 0, 0])
    const left = Effect.runSync(store.account("org-1", { eventIds: ["old", "new"] }))?.usageEvents
    expect(left?.map(({ eventId }) => eventId)).toEqual(["new"])
    database.close()
  })

  it("forgets the letter of a code that was given up 30 days ago", () => {
    const database = openDatabase(":memory:")
    const store = makeSqliteBillingStore(database)
    const givenUpAt = now - LETTERS_KEPT_MILLIS
    const letters = [
      { ...undeliveredOtpOf("old"), givenUpAt: givenUpAt - 1 },
      { ...undeliveredOtpOf("new"), givenUpAt },
    ]
    Effect.runSync(Effect.orDie(store.commit(commitWith({ outbox: letters }))))
    Effect.runSync(sweep(database, now + defaultPolicy.clockSkewMillis, defaultPolicy))
    const left = Effect.runSync(store.outbox({ kind: "OTP_UNDELIVERED", limit: 10 }))
    expect(left).toEqual(letters.slice(1))
    database.close()
  })

  it("takes a bounded bite, of the webhooks too", () => {
    const database = openDatabase(":memory:")
    const old = now - DELIVERIES_KEPT_MILLIS - 1
    const many = (count: number) =>
      `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})`
    database.write(() => {
      database.run(
        `${many(FORGOTTEN_MAX + 1)} INSERT INTO idempotency_keys SELECT 'key ' || i, 0, '{}' FROM n`,
      )
      database.run(
        `${many(FORGOTTEN_MAX + 1)} INSERT INTO webhook_deliveries
         (delivery_id, endpoint_id, pending, created_at, next, ready_at, doc)
         SELECT 'delivery ' || i, 'one', i = 1, ${old}, 0, 0, '{}' FROM n`,
      )
      database.run(
        `${many(EVENTS_KEPT + FORGOTTEN_MAX + 1)} INSERT INTO webhook_events (event_id) SELECT 'event ' || i FROM n`,
      )
    })
    const tables = ["idempotency_keys", "webhook_deliveries", "webhook_events"]
    Effect.runSync(sweep(database, now + defaultPolicy.clockSkewMillis, defaultPolicy))
    expect(sizes(database, ...tables)).toEqual([1, 1, EVENTS_KEPT + 1])
    Effect.runSync(sweep(database, now + defaultPolicy.clockSkewMillis, defaultPolicy))
    expect(sizes(database, ...tables)).toEqual([0, 1, EVENTS_KEPT])
    database.close()
  })
})
