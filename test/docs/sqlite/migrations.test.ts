// A database of before ledgers were records, brought to the latest schema: what its documents become is what the simulator
// makes of the same year. Only the simulator takes back what a payment that was charged back had given, and counts less of
// a coupon: in a service these are for a person to decide.
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { gunzipSync } from "node:zlib"
import * as Effect from "effect/Effect"
import { afterAll, expect, it } from "vitest"
import { openDatabase } from "../../../docs/examples/sqlite/Database.ts"
import { migrations } from "../../../docs/examples/sqlite/migrations.ts"
import { makeSqliteBillingStore } from "../../../docs/examples/sqlite/SqliteBillingStore.ts"
import { withBillingWords } from "../../../simulator/world/state/versions/withBillingWords.ts"
import { withLedgersApart } from "../../../simulator/world/state/versions/withLedgersApart.ts"
import type { Put } from "../../../src/index.ts"
import { waitingOtpOf } from "../../../src/testing/contracts/records.ts"

const folder = mkdtempSync(join(tmpdir(), "migrations-"))
afterAll(() => rmSync(folder, { recursive: true }))

const file = new URL("../../simulator/state/version1.json.gz", import.meta.url)
const before = JSON.parse(gunzipSync(readFileSync(file)).toString("utf8"))
const after: ReadonlyArray<Put> = (
  withBillingWords(withLedgersApart(before) as typeof before) as typeof before
).store.records

/** The columns of a row of before; those of which the steps read nothing are as they may be. */
const rows: Readonly<Record<string, readonly [table: string, columns: string]>> = {
  Organization: ["organizations", "organization_id, doc"],
  Subscription: ["subscriptions", "organization_id, subscription_id, live, created_at, doc"],
  BillingGroup: ["billing_groups", "organization_id, subscription_id, cycle, settled, doc"],
  Invoice: [
    "invoices",
    "organization_id, invoice_id, subscription_id, cycle, status, unresolved, issued_at, doc",
  ],
  Voucher: ["vouchers", "organization_id, voucher_id, balance, effective_at, expires_at, created_at, doc"],
  UsageEvent: ["usage_events", "organization_id, event_id, meter, quantity, occurred_at"],
}

const databaseOfBefore = (path: string): void => {
  const sqlite = new DatabaseSync(path)
  for (const step of migrations.slice(0, 2)) sqlite.exec(step)
  for (const { kind, record } of before.store.records) {
    const [table, columns] = rows[kind] ?? []
    if (table === undefined || columns === undefined) continue
    const names = columns.split(", ")
    const values = names.map((name) => {
      if (name === "doc") return JSON.stringify(record)
      const value = record[name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase())] ?? 0
      return typeof value === "boolean" ? Number(value) : value
    })
    sqlite.prepare(`INSERT INTO ${table} (${columns}) VALUES (${names.map(() => "?").join()})`).run(...values)
  }
  sqlite.exec("PRAGMA user_version = 2")
  sqlite.close()
}

it("brings ledgers, receipts, credits and usage to their present form", () => {
  const path = join(folder, "before.sqlite")
  databaseOfBefore(path)
  const database = openDatabase(path)
  const store = makeSqliteBillingStore(database)
  let compared = 0
  for (const put of after) {
    if (put.kind === "Voucher" && put.record.revokedAt === null) {
      const { organizationId, voucherId, version } = put.record
      expect(Effect.runSync(store.voucher(organizationId, voucherId))).toEqual(put.record)
      const found = Effect.runSync(store.voucherEntries(organizationId, voucherId, { page: 1, limit: 100 }))
      const entries = after.flatMap((one) =>
        one.kind === "VoucherEntry" && one.record.voucherId === voucherId ? one.record : [],
      )
      expect(found.totalItems).toBe(version)
      expect(found.items.map((entry) => ({ ...entry, organizationId }))).toEqual(entries.toReversed())
      compared += 1
    }
    if (put.kind === "Invoice") {
      const { organizationId, invoiceId } = put.record
      expect(Effect.runSync(store.invoice(organizationId, invoiceId))).toEqual(put.record)
      compared += 1
    }
    if (put.kind === "BillingPeriod" && put.record.credits.length > 0) {
      const { organizationId, subscriptionId, cycle } = put.record
      const document = after.find(
        (one) =>
          one.kind === "Invoice" &&
          one.record.subscriptionId === subscriptionId &&
          one.record.cycle === cycle,
      )
      const invoiceIds = document?.kind === "Invoice" ? [document.record.invoiceId] : []
      const account = Effect.runSync(store.account(organizationId, { invoiceIds }))?.value
      const period = account?.periods.find(
        (one) => one.subscriptionId === subscriptionId && one.cycle === cycle,
      )
      expect(period?.credits).toEqual(put.record.credits)
      compared += 1
    }
    if (put.kind === "UsageEvent") {
      const { organizationId, ...event } = put.record
      expect(
        Effect.runSync(store.account(organizationId, { eventIds: [event.eventId] }))?.usageEvents,
      ).toEqual([event])
      compared += 1
    }
  }
  expect(compared).toBeGreaterThan(25)
  database.close()
})

it("lets a code on its way be tried from its first attempt", async () => {
  const path = join(folder, "codes.sqlite")
  const sqlite = new DatabaseSync(path)
  for (const step of migrations.slice(0, 5)) sqlite.exec(step)
  const { attempts, readyAt, ...before } = waitingOtpOf("1")
  const insert = sqlite.prepare("INSERT INTO outbox (message_id, kind, doc) VALUES ('1', 'OTP', ?)")
  insert.run(JSON.stringify(before))
  sqlite.exec("PRAGMA user_version = 5")
  sqlite.close()
  const database = openDatabase(path)
  const ready = await Effect.runPromise(makeSqliteBillingStore(database).readyOtps({ now: 0, limit: 10 }))
  expect(ready).toEqual([{ ...before, attempts: 0, readyAt: 0 }])
  database.close()
})
