// What debt costs: a batch of usage and a preview of an organization that has paid nothing for four years, against those
// of one that paid the same invoices, in memory and on the SQLite example.
import * as Effect from "effect/Effect"
import { openDatabase } from "../../docs/examples/sqlite/Database.ts"
import { makeSqliteBillingStore } from "../../docs/examples/sqlite/SqliteBillingStore.ts"
import {
  BillingStore,
  type Put,
  previewUpcomingInvoice,
  recordUsage,
  runDue,
  setThreshold,
} from "../../src/index.ts"
import { makeBilling, organizationId, plan, startAt, subscribed } from "../support/billing.ts"
import { inTurn, type Row, rowOf } from "./measure.ts"

const MONTHS = 48
const CUTS = 15
const TIMES = 50
/** The best of so many counts: what other processes take is left out. */
const TRIES = 20
const HOUR = 3_600_000

const organization: Put = {
  kind: "Organization",
  record: { organizationId, name: "One", currency: "BRL", status: "ACTIVE" },
}

/** An organization after four years of fifteen cuts a month, by a card that pays or one that is refused. */
const yearsOf = async (cardToken: string, store?: BillingStore["Service"]) => {
  const billing = makeBilling({
    pause: Effect.void,
    ...(store !== undefined && { wrapStore: () => store }),
  })
  const puts: ReadonlyArray<Put> = [organization, { kind: "Plan", record: plan }]
  const nothing = { expects: [], deletes: [], outbox: [], couponCounts: [], due: [] }
  await billing.run(Effect.flatMap(BillingStore, (kept) => Effect.orDie(kept.commit({ ...nothing, puts }))))
  await billing.run(subscribed({ cardToken }))
  let next = 0
  const use = (count: number) =>
    recordUsage({
      organizationId,
      events: Array.from({ length: count }, () => ({
        eventId: String(next++),
        meter: "messages",
        quantity: 1,
        occurredAt: null,
      })),
    })
  const threshold = (value: number) => setThreshold({ organizationId, value, currency: "BRL" })
  await billing.run(threshold(1))
  for (let month = 0; month < MONTHS; month++) {
    const from = Date.UTC(2026, month + 1, 1)
    for (let cut = 0; cut < CUTS; cut++) {
      billing.setNow(Math.max(startAt + HOUR, from) + cut * HOUR)
      await billing.run(runDue(billing.now()))
      await billing.run(use(1))
    }
  }
  await billing.run(threshold(1_000_000_000))
  const millisOf = (effect: () => ReturnType<typeof use> | ReturnType<typeof preview>) => async () => {
    let best = Number.POSITIVE_INFINITY
    for (let count = 0; count < TRIES; count++) {
      const start = performance.now()
      for (let time = 0; time < TIMES; time++) await billing.run<unknown, unknown>(effect())
      best = Math.min(best, (performance.now() - start) / TIMES)
    }
    return best
  }
  const preview = () => previewUpcomingInvoice(organizationId)
  const list = { page: 1, limit: 1, status: null }
  const { totalItems } = await billing.run(
    Effect.flatMap(BillingStore, (kept) => kept.invoices(organizationId, list)),
  )
  if (totalItems < MONTHS * CUTS) throw new Error(`There are ${totalItems} invoices only`)
  return { batch: millisOf(() => use(10)), preview: millisOf(preview) }
}

const rowsOn = async (
  name: string,
  makeStore: () => BillingStore["Service"] | undefined,
  target?: { readonly atMost: number },
): Promise<ReadonlyArray<Row>> => {
  const owing = await yearsOf("tok_charge_declined", makeStore())
  const paying = await yearsOf("tok_visa", makeStore())
  const batch = await inTurn({ owing: owing.batch, paying: paying.batch })
  const preview = await inTurn({ owing: owing.preview, paying: paying.preview })
  const row = (what: string, { owing: ours, paying: theirs }: typeof batch): Row =>
    rowOf({
      name: `${what} after 48 unpaid months against paid ones, ${name}`,
      ours,
      theirs,
      unit: "ms",
      ...(target !== undefined && { target }),
    })
  return [row("a usage batch", batch), row("a preview", preview)]
}

/** What a decision costs where much is owed. */
export const debtRows = async (): Promise<ReadonlyArray<Row>> => [
  ...(await rowsOn("in memory", () => undefined, { atMost: 1.5 })),
  ...(await rowsOn("SQLite", () => makeSqliteBillingStore(openDatabase(":memory:")))),
]
