// What the page about personal data does to forget somebody leaves nothing in a file of SQLite, either.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import { expect, it } from "vitest"
import { openDatabase } from "../../../docs/examples/sqlite/Database.ts"
import { makeSqliteBillingStore } from "../../../docs/examples/sqlite/SqliteBillingStore.ts"
import { makeSqliteRateLimitStore } from "../../../docs/examples/sqlite/SqliteRateLimitStore.ts"
import { makeSqliteWebhookStore } from "../../../docs/examples/sqlite/SqliteWebhookStore.ts"
import { sweep } from "../../../docs/examples/sqlite/sweep.ts"
import { DAY, live, PERSON, POLICY, serve } from "../personalData/life.ts"
import { forgetCustomer, forgetUser } from "../personalData/page.ts"

it("is nowhere in the files, once somebody was forgotten and the last process is gone", async () => {
  const folder = mkdtempSync(join(tmpdir(), "sqlite-person-"))
  const database = openDatabase(join(folder, "billing.sqlite"))
  const service = serve({
    store: makeSqliteBillingStore(database),
    webhookStore: makeSqliteWebhookStore(database),
    rateLimits: makeSqliteRateLimitStore(database),
  })
  const { billing, time } = service
  const { organizationId, userId, customer } = await live(service)
  /** What is of the person in all files, as bytes. */
  const found = (): ReadonlyArray<string> => {
    const files = readdirSync(folder).map((name) => readFileSync(join(folder, name)))
    return Object.values(PERSON).filter((part) => files.some((file) => file.includes(part)))
  }
  expect(found()).toEqual([PERSON.name, PERSON.email, PERSON.phone, PERSON.line1])

  for (const id of [organizationId, customer.organization.organizationId]) {
    await billing.subscriptions.cancel({ organizationId: id, atPeriodEnd: false })
    await forgetCustomer(billing, id, async () => undefined)
  }
  await forgetUser(billing, userId)
  time.at += DAY + POLICY.clockSkewMillis
  await billing.auth.deliverOtps()
  await billing.auth.dismissUndeliveredOtps({ otps: await billing.auth.listUndeliveredOtps() })
  await Effect.runPromise(sweep(database, time.at, POLICY))
  await service.close()
  database.close()
  expect(found()).toEqual([])
  rmSync(folder, { recursive: true })
})
