// The use cases over PostgreSQL beside a floor that is written by hand, and one organization to which everybody sends.
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { makeScriptedGateway } from "../../simulator/adapters/gateway/ScriptedGateway.ts"
import { makeMemoryIdSource } from "../../simulator/adapters/memory/MemoryIdSource.ts"
import { applyDue } from "../../src/app/execution/applyDue.ts"
import {
  BillingStore,
  IdSource,
  PaymentGateway,
  payInvoice,
  previewUpcomingInvoice,
  recordUsage,
} from "../../src/index.ts"
import { fromPg, fromPgPrepared, makePostgresBillingStore } from "../../src/postgres/index.ts"
import { makeEngineWorld } from "../scale/engine/world.ts"
import { startAt } from "../support/billing.ts"
import { boundary } from "../support/chargeScenes.ts"
import { inTurn, ROUNDS, type Row, rowOf } from "./measure.ts"
import { capturing, commitsFor, type Ids, type Payload, runFloor } from "./postgres/floor.ts"
import { measureHot } from "./postgres/hot.ts"

/** How many organizations a round has on each side, and how many of them are under way at once. */
const CALLS = 200
const AT_ONCE = 8

type World = Awaited<ReturnType<typeof makeEngineWorld>>
type Ports = BillingStore | IdSource | PaymentGateway
type Act = (ids: Ids) => Effect.Effect<unknown, unknown, Ports>

const portsAt = (store: BillingStore["Service"], now: number) => {
  const clock: Clock.Clock = {
    currentTimeMillisUnsafe: () => now,
    currentTimeMillis: Effect.succeed(now),
    currentTimeNanosUnsafe: () => BigInt(now) * 1_000_000n,
    currentTimeNanos: Effect.succeed(BigInt(now) * 1_000_000n),
    monotonicTimeNanosUnsafe: () => BigInt(now) * 1_000_000n,
    monotonicTimeNanos: Effect.succeed(BigInt(now) * 1_000_000n),
    sleep: () => Effect.yieldNow,
  }
  return Context.make(BillingStore, store).pipe(
    Context.add(IdSource, makeMemoryIdSource({ seed: "bench" })),
    Context.add(PaymentGateway, makeScriptedGateway().gateway),
    Context.add(Clock.Clock, clock),
  )
}

/** Does something for each of these, so many at once. */
const each = async <A>(all: ReadonlyArray<A>, act: (one: A) => Promise<unknown>): Promise<void> => {
  const left = [...all]
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let one = left.pop(); one !== undefined; one = left.pop()) await act(one)
    }),
  )
}

const idsIn = async ({ server }: World): Promise<ReadonlyArray<Ids>> => {
  const { rows } = await server.pool.query(
    `SELECT s.organization_id AS "organizationId", subscription_id AS "subscriptionId",
       payment_method_id AS "paymentMethodId"
     FROM studio_billing.subscriptions s JOIN studio_billing.payment_methods m USING (organization_id)`,
  )
  return rows
}

/** Measures a use case against its floor: calls a second, and the processor time that a call takes in this process. */
const beside = async (
  world: World,
  name: string,
  options: {
    readonly organizations: Array<Ids>
    readonly now: number
    readonly act: Act
    /** How often it can be done for one organization; what is warm for longer is measured better. */
    readonly times?: number
  },
): Promise<ReadonlyArray<Row>> => {
  const { organizations, now, act, times = 1 } = options
  const { pool } = world.server
  const take = (count: number): ReadonlyArray<Ids> => organizations.splice(0, count)
  const payloads: Array<Payload> = []
  const [sample] = take(1)
  if (sample === undefined) throw new Error("There are too few organizations")
  const { rows: plans } = await pool.query("SELECT doc::text AS doc FROM studio_billing.plans")
  await Effect.runPromise(
    Effect.provideContext(
      act(sample),
      portsAt(capturing(makePostgresBillingStore(fromPg(pool)), payloads), now),
    ),
  )
  const shared = JSON.stringify(plans)
  const ports = portsAt(makePostgresBillingStore(fromPgPrepared(pool)), now)
  const cpu = { ours: [] as Array<number>, theirs: [] as Array<number> }
  const timed = async (side: "ours" | "theirs", work: (ids: Ids) => Promise<unknown>) => {
    const some = take(CALLS)
    if (some.length < CALLS) throw new Error("There are too few organizations")
    const made = new Map(
      side === "ours" ? [] : some.map((to) => [to, commitsFor(payloads, { from: sample, to, shared })]),
    )
    const [start, cpuStart] = [performance.now(), process.cpuUsage()]
    const calls = Array.from({ length: times }, () => some).flat()
    await each(calls, (ids) => (side === "ours" ? work(ids) : runFloor(pool, made.get(ids) ?? [], ids)))
    const { user, system } = process.cpuUsage(cpuStart)
    cpu[side].push((user + system) / 1000 / calls.length)
    return (calls.length * 1000) / (performance.now() - start)
  }
  const ourCall = (ids: Ids) => Effect.runPromise(Effect.provideContext(act(ids), ports))
  const { ours, theirs } = await inTurn({
    ours: () => timed("ours", ourCall),
    theirs: () => timed("theirs", ourCall),
  })
  return [
    rowOf({ name: `${name} over PostgreSQL`, ours, theirs, unit: "calls/s", target: { atLeast: 0.6 } }),
    rowOf({
      name: `${name} over PostgreSQL, processor time of the client`,
      ours: cpu.ours.slice(1),
      theirs: cpu.theirs.slice(1),
      unit: "ms",
    }),
  ]
}

const hotRows = async (world: World): Promise<ReadonlyArray<Row>> => {
  const rows: Array<Row> = []
  for (const processes of [1, 3]) {
    for (const events of [1, 10]) {
      const told = await measureHot(world.server, { processes, senders: 64, events, requests: 150 })
      const { accepted, refused, stored, eventsPerSecond } = told
      if (refused.length > 0 || stored.events !== accepted || stored.counted !== accepted) {
        throw new Error(`Events were refused, lost or doubled: ${JSON.stringify(told)}`)
      }
      const name = `one organization, 64 senders in ${processes === 1 ? "one process" : `${processes} processes`}, ${events} to a request`
      const [ours, theirs] = [[eventsPerSecond], [2_000]]
      rows.push(rowOf({ name, ours, theirs, unit: "events/s", target: { atLeast: 1 } }))
    }
  }
  return rows
}

let eventsSent = 0

/** `npm run bench -- postgres` */
export const measurePostgres = async (): Promise<ReadonlyArray<Row>> => {
  const perCase = 2 * CALLS * (ROUNDS + 1) + 1
  const world = await makeEngineWorld(3 * perCase)
  try {
    const organizations = [...(await idsIn(world))]
    const now = startAt + 3_600_000
    const invoiceIds = new Map<string, string>()
    const paying = organizations.slice(perCase, 2 * perCase)
    const ports = portsAt(makePostgresBillingStore(fromPg(world.server.pool)), now)
    await each(paying, async ({ organizationId }) => {
      const preview = previewUpcomingInvoice(organizationId)
      const { invoiceId } = await Effect.runPromise(Effect.provideContext(preview, ports))
      invoiceIds.set(organizationId, invoiceId)
    })
    const usage: Act = ({ organizationId }) =>
      recordUsage({
        organizationId,
        events: [{ eventId: `event-${eventsSent++}`, meter: "messages", quantity: 1, occurredAt: now }],
      })
    const pay: Act = ({ organizationId }) =>
      payInvoice({
        organizationId,
        invoiceId: invoiceIds.get(organizationId) ?? "",
        paymentMethodId: null,
        expectedPayableAmount: null,
      })
    const due: Act = ({ organizationId }) => applyDue({ organizationId })
    return [
      ...(await beside(world, "recordUsage", {
        organizations: organizations.slice(0, perCase),
        now,
        act: usage,
        times: 10,
      })),
      ...(await beside(world, "payInvoice", { organizations: paying, now, act: pay })),
      ...(await beside(world, "a boundary with its charge", {
        organizations: organizations.slice(2 * perCase),
        now: boundary,
        act: due,
      })),
      ...(await hotRows(world)),
    ]
  } finally {
    await world.stop()
  }
}
