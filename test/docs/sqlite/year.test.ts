// A year of every story on the store of the example and on the one in memory: both tell the same of it in the end.
import * as Effect from "effect/Effect"
import { expect, it } from "vitest"
import { openDatabase } from "../../../docs/examples/sqlite/Database.ts"
import { makeSqliteBillingStore } from "../../../docs/examples/sqlite/SqliteBillingStore.ts"
import { makeMemoryBillingStore } from "../../../simulator/adapters/memory/MemoryBillingStore.ts"
import { type BillingStore, runDue } from "../../../src/index.ts"
import { coupon, lastOne, makeBilling, plan, pro, startAt } from "../../support/billing.ts"
import { stories } from "../../support/stories.ts"

const DAY = 86_400_000
const everything = { page: 1, limit: 1000, status: null }

/** One organization after the other: with several at once their events are in the order of their commits. */
const inOrder = { catchUp: true, concurrency: 1 }

/** A year of all stories, told by what the store shows of each of them in the end. */
const yearOn = async (store: BillingStore["Service"]) => {
  const billing = makeBilling({ wrapStore: () => store })
  const organizations = stories.map(({ organizationId }) => ({
    kind: "Organization" as const,
    record: { organizationId, name: "One", currency: "BRL", status: "ACTIVE" as const },
  }))
  const catalogue = [
    { kind: "Plan" as const, record: plan },
    { kind: "Plan" as const, record: pro },
    { kind: "Coupon" as const, record: coupon },
    { kind: "Coupon" as const, record: lastOne },
  ]
  const nothing = { expects: [], deletes: [], outbox: [], couponCounts: [], due: [] }
  await Effect.runPromise(store.commit({ ...nothing, puts: [...organizations, ...catalogue] }))
  const commands = stories.flatMap((story) => story.commands).sort(([a], [b]) => a - b)
  for (const [day, command] of commands) {
    const at = startAt + day * DAY
    billing.setNow(at)
    expect((await billing.run(runDue(at, inOrder))).failures).toEqual([])
    await billing.run(Effect.orDie(command))
  }
  const end = startAt + 365 * DAY
  billing.setNow(end)
  expect((await billing.run(runDue(end, inOrder))).failures).toEqual([])
  const shownOf = (organizationId: string) =>
    Effect.all({
      account: store.account(organizationId, { eventIds: ["e1", "e2", "e3", "e4", "e5", "e6", "e7"] }),
      invoices: store.invoices(organizationId, everything),
      subscriptions: store.subscriptions(organizationId, everything),
      vouchers: store.vouchers(organizationId, { ...everything, at: end }),
    })
  return Effect.runPromise(
    Effect.all({
      organizations: Effect.forEach(stories, ({ organizationId }) => shownOf(organizationId)),
      coupons: store.couponsById([coupon.couponId, lastOne.couponId]),
      outbox: store.outbox({ kind: "EVENT", limit: 10_000 }),
      due: store.due({ until: end + 365 * DAY, limit: 100 }),
    }),
  )
}

/** As JSON, since a row has no prototype, and without the references of cards, which the gateway draws. */
const comparable = (told: Awaited<ReturnType<typeof yearOn>>) => {
  const withoutReference = (name: string, value: unknown) => (name === "gatewayReference" ? null : value)
  return JSON.parse(JSON.stringify(told, withoutReference))
}

it("a year on SQLite is the year in memory", async () => {
  const database = openDatabase(":memory:")
  const onSqlite = await yearOn(makeSqliteBillingStore(database))
  const inMemory = await yearOn(makeMemoryBillingStore({ pause: Effect.yieldNow }).store)
  expect(inMemory.outbox.length).toBeGreaterThan(200)
  expect(comparable(onSqlite)).toEqual(comparable(inMemory))
  database.close()
})
