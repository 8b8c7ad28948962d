// Commits and accounts of different organizations that one process asks for at once: one statement, and each is answered as if
// it had come alone.
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { BillingStore, Commit } from "../../src/index.ts"
import {
  fromPg,
  makePostgresBillingStore,
  migrate,
  type PostgresClient,
  type PostgresFailure,
} from "../../src/postgres/index.ts"
import { commitWith, couponOf, organizationOf, subscriptionOf } from "../../src/testing/contracts/records.ts"
import { type Server, startServer } from "./server.ts"
import { noAnswer } from "./withFault.ts"

let server: Server
beforeAll(async () => {
  server = await startServer()
  await Effect.runPromise(migrate(fromPg(server.pool)))
})
afterAll(() => server.stop())

const scope = (id: string) => ({ kind: "organization", id }) as const
const conflictOf = (id: string) => Exit.fail({ _tag: "VersionConflict", scope: scope(id) })

/** An event of an organization. */
const eventOf = (organizationId: string, name = "made"): Commit["outbox"][number] => ({
  kind: "EVENT",
  messageId: `${name} ${organizationId}`,
  organizationId,
  billingEvent: {
    type: "subscription.created",
    at: 0,
    subscription: subscriptionOf("sub-1", { organizationId }),
  },
})

let rounds = 0
/** Ids that no other test has. */
const freshIds = (count: number): ReadonlyArray<string> => {
  rounds += 1
  return Array.from({ length: count }, (_, index) => `${rounds}-${index}`)
}

/** A commit that makes an organization, with an event and an instant at which it is due. */
const making = (id: string, version = 0, more: Partial<Commit> = {}): Commit =>
  commitWith({
    expects: [{ scope: scope(id), version }],
    puts: [{ kind: "Organization", record: organizationOf(id) }],
    outbox: [eventOf(id)],
    due: [{ organizationId: id, at: 7 }],
    ...more,
  })

type Query = PostgresClient["query"]

/** A store that counts its statements, and what the server refused of them. */
const counting = (wrap: (query: Query, count: number) => Query = (query) => query) => {
  const inner = fromPg(server.pool)
  const seen = { statements: 0, codes: [] as Array<string | null> }
  const client: PostgresClient = {
    query: (sql, parameters) =>
      Effect.suspend(() => {
        seen.statements += 1
        return Effect.tapError(
          wrap(inner.query, seen.statements)(sql, parameters),
          ({ sqlState }: PostgresFailure) => Effect.sync(() => void seen.codes.push(sqlState)),
        )
      }),
  }
  return { store: makePostgresBillingStore(client), seen }
}

/** Makes commits at once, and gives how each ended. */
const makeAll = (store: BillingStore["Service"], commits: ReadonlyArray<Commit>) =>
  Effect.runPromise(
    Effect.forEach(commits, (commit) => Effect.exit(store.commit(commit)), { concurrency: "unbounded" }),
  )

const versionsOf = async (ids: ReadonlyArray<string>): Promise<ReadonlyArray<number>> => {
  const { rows } = await server.pool.query(
    `SELECT coalesce(version, 0)::int AS version FROM unnest($1::text[]) WITH ORDINALITY AS asked (id, place)
     LEFT JOIN studio_billing.versions v ON v.kind = 'organization' AND v.id = asked.id ORDER BY place`,
    [ids],
  )
  return rows.map(({ version }) => version)
}

/** What is there of organizations: records, events and instants at which they are due. */
const countsOf = async (ids: ReadonlyArray<string>) => {
  const { rows } = await server.pool.query(
    `SELECT (SELECT count(*)::int FROM studio_billing.organizations WHERE organization_id = ANY ($1)) AS records,
       (SELECT count(*)::int FROM studio_billing.outbox WHERE doc ->> 'organizationId' = ANY ($1)) AS events,
       (SELECT count(*)::int FROM studio_billing.due WHERE organization_id = ANY ($1) AND at = 7) AS due`,
    [ids],
  )
  return rows[0]
}

const made = Exit.void

describe("commits of one moment", () => {
  it("are the first one by itself, and all others in one statement", async () => {
    const ids = freshIds(20)
    const { store, seen } = counting()
    expect(
      await makeAll(
        store,
        ids.map((id) => making(id)),
      ),
    ).toEqual(ids.map(() => made))
    expect(seen).toEqual({ statements: 2, codes: [] })
    expect(await versionsOf(ids)).toEqual(ids.map(() => 1))
    expect(await countsOf(ids)).toEqual({ records: 20, events: 20, due: 20 })
  })

  it("are made although some of them met other commits, which are told so", async () => {
    const ids = freshIds(9)
    const lost = new Set([ids[3], ids[6]])
    const { store, seen } = counting()
    const ends = await makeAll(
      store,
      ids.map((id) => making(id, lost.has(id) ? 5 : 0)),
    )
    expect(ends).toEqual(ids.map((id) => (lost.has(id) ? conflictOf(id) : made)))
    // The first one, all others, and again each that met nobody.
    expect(seen).toEqual({ statements: 8, codes: ["SB001"] })
    expect(await versionsOf(ids)).toEqual(ids.map((id) => (lost.has(id) ? 0 : 1)))
    expect(await countsOf(ids)).toEqual({ records: 7, events: 7, due: 7 })
  })

  it("of one organization do not go together: one of them is made, and those beside them are made once", async () => {
    const [id = "", ...ids] = freshIds(6)
    const { store, seen } = counting()
    const twice = ["a", "b"].map((name) => making(id, 0, { outbox: [eventOf(id, name)] }))
    const [before = "", ...others] = ids
    const ends = await makeAll(store, [making(before), ...twice, ...others.map((other) => making(other))])
    const [, one, two, ...beside] = ends
    expect([one, two]).toContainEqual(made)
    expect([one, two]).toContainEqual(conflictOf(id))
    expect(beside).toEqual(others.map(() => made))
    expect(await versionsOf([id])).toEqual([1])
    expect(await countsOf([id])).toEqual({ records: 1, events: 1, due: 1 })
    expect(seen.codes).toEqual(["SB001"])
  })

  it("are made although one of them cannot be stored, which alone is a defect", async () => {
    const ids = freshIds(5)
    const { store } = counting()
    const commits = ids.map((id, index) =>
      index === 2 ? making(id, 0, { due: [{ organizationId: "half \ud800", at: 7 }] }) : making(id),
    )
    const ends = await makeAll(store, commits)
    expect(ends.map(Exit.isSuccess)).toEqual([true, true, false, true, true])
    expect(await versionsOf(ids)).toEqual([1, 1, 0, 1, 1])
  })

  it("are made although the server refuses one of them, which alone is a defect", async () => {
    const ids = freshIds(5)
    const { store, seen } = counting()
    const commits = ids.map((id, index) => making(index === 2 ? `${id}\u0000` : id))
    const ends = await makeAll(store, commits)
    expect(ends.map(Exit.isSuccess)).toEqual([true, true, false, true, true])
    expect(seen.codes).toEqual(["22021", "22021"])
  })

  it.each(["before", "after"] as const)(
    "are made once where their answer is lost %s they were",
    async (when) => {
      const ids = freshIds(6)
      const { store } = counting((query, count) => (sql, parameters) => {
        if (count !== 2) return query(sql, parameters)
        return when === "before"
          ? Effect.fail(noAnswer)
          : Effect.andThen(query(sql, parameters), Effect.fail(noAnswer))
      })
      expect(
        await makeAll(
          store,
          ids.map((id) => making(id)),
        ),
      ).toEqual(ids.map(() => made))
      expect(await versionsOf(ids)).toEqual(ids.map(() => 1))
      expect(await countsOf(ids)).toEqual({ records: 6, events: 6, due: 6 })
    },
  )

  it("that count a coupon for the last time are made once, and the others beside them", async () => {
    const ids = freshIds(4)
    const coupon = couponOf(`coupon of ${ids[0]}`, 1)
    const { couponId } = coupon
    const { store } = counting()
    await Effect.runPromise(store.commit(commitWith({ puts: [{ kind: "Coupon", record: coupon }] })))
    const redeeming = { couponCounts: [{ couponId, redemptions: 1, amount: 100 }] }
    const ends = await makeAll(
      store,
      ids.map((id, index) => making(id, 0, index === 1 || index === 3 ? redeeming : {})),
    )
    const lost = Exit.fail({ _tag: "VersionConflict", scope: { kind: "coupon", id: couponId } })
    expect(ends.filter(Exit.isSuccess)).toHaveLength(3)
    expect([ends[1], ends[3]]).toContainEqual(lost)
    expect([ends[0], ends[2]]).toEqual([made, made])
    const counted = await Effect.runPromise(store.couponByCode(coupon.code))
    expect(counted).toMatchObject({ timesRedeemed: 1, amountRedeemed: 100 })
  })

  it("that take an address or a code go by themselves", async () => {
    const ids = freshIds(3)
    const { store, seen } = counting()
    const commits = ids.map((id) =>
      making(id, 0, { puts: [{ kind: "Coupon", record: couponOf(`coupon of ${id}`, null) }] }),
    )
    expect(await makeAll(store, commits)).toEqual(ids.map(() => made))
    expect(seen.statements).toBe(3)
  })

  it("go on beside those that wait for a row", async () => {
    const [held = "", ...others] = freshIds(7)
    const { store } = counting()
    await makeAll(store, [making(held)])
    const holder = await server.pool.connect()
    await holder.query("BEGIN")
    await holder.query("UPDATE studio_billing.versions SET version = version WHERE id = $1", [held])
    const first = makeAll(store, [making(held, 1)])
    // One about the same organization comes with others, and none of them waits with it.
    const commits = others.toSpliced(3, 0, held).map((id) => making(id, id === held ? 1 : 0))
    const exits = commits.map(async (commit) => (await makeAll(store, [commit]))[0])
    const [second] = exits.splice(3, 1)
    expect(await Promise.all(exits)).toEqual(others.map(() => made))
    expect(await versionsOf([held, ...others])).toEqual([1, ...others.map(() => 1)])
    await holder.query("COMMIT")
    holder.release()
    const [ended] = await first
    expect([ended, await second]).toContainEqual(made)
    expect([ended, await second]).toContainEqual(conflictOf(held))
  })
})

describe("rows of many organizations", () => {
  type Work = (store: BillingStore["Service"], ids: ReadonlyArray<string>) => Promise<unknown>
  const again = (id: string) => making(id, 1, { outbox: [], due: [{ organizationId: id, at: 8 }] })
  const committing: Work = (store, ids) =>
    makeAll(store, [making(`before ${ids[0]}`), ...ids.map((id) => again(id))])
  const moving: Work = (store, ids) => {
    const claims = ids.map((organizationId) => ({ organizationId, at: 7, until: 50 }))
    return Effect.runPromise(store.moveClaims(claims, 60))
  }
  const claimed = { now: 10, limit: 100, leaseMillis: 40, clockSkewMillis: 0 }

  // So no two of them wait for each other in a circle.
  it.each([
    ["versions, by a commit", "versions", "id", committing],
    ["what is due, by a commit", "due", "organization_id", committing],
    ["what is due, where claims are moved", "due", "organization_id", moving],
  ])("are locked in the order of their ids: %s", async (_, table, key, work) => {
    const ids = freshIds(6)
    const [held] = ids.slice(3)
    const { store } = counting()
    // They lie in the tables in another order.
    for (const id of ids.toReversed()) await makeAll(store, [making(id)])
    await Effect.runPromise(store.claimDue(claimed))
    const holder = await server.pool.connect()
    await holder.query("BEGIN")
    await holder.query(`SELECT FROM studio_billing.${table} WHERE ${key} = $1 FOR UPDATE`, [held])
    const working = work(store, ids.toReversed())
    const waiting = () => server.pool.query("SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock'")
    while ((await waiting()).rowCount === 0);
    const { rows: free } = await server.pool.query(
      `SELECT ${key} AS id FROM studio_billing.${table} WHERE ${key} = ANY ($1) ORDER BY 1 FOR UPDATE SKIP LOCKED`,
      [ids],
    )
    await holder.query("COMMIT")
    holder.release()
    await working
    expect(free.map(({ id }) => id)).toEqual(ids.slice(4))
  })
})

describe("accounts of one moment", () => {
  it("are the first one by itself, and all others in one statement, each its own", async () => {
    const ids = freshIds(10)
    const { store, seen } = counting()
    await makeAll(
      store,
      ids.map((id) => making(id)),
    )
    seen.statements = 0
    const asked = ids.toSpliced(4, 0, "unknown")
    const accounts = await Effect.runPromise(
      Effect.forEach(asked, (id) => store.account(id, { invoiceIds: [id] }), { concurrency: "unbounded" }),
    )
    expect(accounts.map((account) => account?.value.organization.organizationId ?? null)).toEqual(
      ids.toSpliced(4, 0, null as never),
    )
    expect(seen.statements).toBe(2)
  })

  it("are given although one of them cannot be asked for, which alone is a defect", async () => {
    const ids = freshIds(4)
    const { store } = counting()
    await makeAll(
      store,
      ids.map((id) => making(id)),
    )
    const asked = ids.toSpliced(2, 0, "nul \u0000")
    const ends = await Effect.runPromise(
      Effect.forEach(asked, (id) => Effect.exit(store.account(id)), { concurrency: "unbounded" }),
    )
    expect(ends.map(Exit.isSuccess)).toEqual([true, true, false, true, true])
  })
})
