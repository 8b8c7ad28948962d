// What a prepaid voucher costs that has paid a thousand invoices, against one that is new: the boundary that issues the next
// invoice, and paying it ahead, in memory and on the SQLite example.
import * as Effect from "effect/Effect"
import { openDatabase } from "../../docs/examples/sqlite/Database.ts"
import { makeSqliteBillingStore } from "../../docs/examples/sqlite/SqliteBillingStore.ts"
import {
  BillingStore,
  grantVoucher,
  type Put,
  payInvoice,
  previewUpcomingInvoice,
  runDue,
  viewVoucher,
} from "../../src/index.ts"
import { makeBilling, organizationId, plan, startAt, subscribed } from "../support/billing.ts"
import { inTurn, type Row, rowOf } from "./measure.ts"

const USES = 1000

/** How many uses are measured at a time. */
const TIMES = 25

const organization: Put = {
  kind: "Organization",
  record: { organizationId, name: "One", currency: "BRL", status: "ACTIVE" },
}

const ALL = { expects: [], deletes: [], outbox: [], couponCounts: [], due: [] }

/** An organization with a subscription by the month, and a voucher that pays for longer than anybody measures. */
const prepaid = async (store?: BillingStore["Service"]) => {
  const billing = makeBilling({
    pause: Effect.void,
    ...(store !== undefined && { wrapStore: () => store }),
  })
  const puts: ReadonlyArray<Put> = [organization, { kind: "Plan", record: plan }]
  await billing.run(Effect.flatMap(BillingStore, (kept) => Effect.orDie(kept.commit({ ...ALL, puts }))))
  const { voucherId } = await billing.run(
    grantVoucher({
      organizationId,
      voucherId: null,
      name: "Prepaid",
      amount: 1_000_000_000_000,
      currency: "BRL",
      effectiveAt: null,
      expiresAt: null,
    }),
  )
  await billing.run(subscribed())
  let months = 0
  const toNextMonth = () => {
    months += 1
    billing.setNow(new Date(startAt).setUTCMonth(months + 1, 5))
  }
  const boundary = async (): Promise<number> => {
    toNextMonth()
    const start = performance.now()
    await billing.run(runDue(billing.now()))
    return performance.now() - start
  }
  const pay = async (): Promise<number> => {
    await boundary()
    const { invoiceId } = await billing.run(previewUpcomingInvoice(organizationId))
    const payment = { organizationId, invoiceId, paymentMethodId: null, expectedPayableAmount: 0 }
    const start = performance.now()
    await billing.run(payInvoice(payment))
    return performance.now() - start
  }
  return {
    boundary,
    pay,
    used: async () => (await billing.run(viewVoucher({ organizationId, voucherId }))).version - 1,
  }
}

type Prepaid = Awaited<ReturnType<typeof prepaid>>

/** The best of so many uses: what else the machine does is left out. */
const millisOf = async (use: () => Promise<number>): Promise<number> => {
  let best = Number.POSITIVE_INFINITY
  for (let count = 0; count < TIMES; count++) best = Math.min(best, await use())
  return best
}

const rowsOn = async (name: string, make: () => Promise<Prepaid>): Promise<ReadonlyArray<Row>> => {
  const old = await make()
  while ((await old.used()) < USES) await old.boundary()
  const measured = async (use: "boundary" | "pay") =>
    inTurn({ old: () => millisOf(old[use]), young: async () => millisOf((await make())[use]) })
  const row = (what: string, { old, young }: Awaited<ReturnType<typeof measured>>): Row =>
    rowOf({
      name: `${what} by a prepaid voucher after ${USES.toLocaleString("en")} uses against the first, ${name}`,
      ours: old,
      theirs: young,
      unit: "ms",
      target: { atMost: 1.5 },
    })
  return [row("boundary", await measured("boundary")), row("pay ahead", await measured("pay"))]
}

/** What a voucher costs that was used often. */
export const prepaidRows = async (): Promise<ReadonlyArray<Row>> => [
  ...(await rowsOn("in memory", () => prepaid())),
  ...(await rowsOn("on SQLite", () => prepaid(makeSqliteBillingStore(openDatabase(":memory:"))))),
]
