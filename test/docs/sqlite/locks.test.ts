// A database of the example that another process has locked, and copies of one.
import { copyFileSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { afterAll, describe, expect, it } from "vitest"
import { openDatabase } from "../../../docs/examples/sqlite/Database.ts"
import { makeSqliteBillingStore } from "../../../docs/examples/sqlite/SqliteBillingStore.ts"
import { makeSqliteWebhookStore } from "../../../docs/examples/sqlite/SqliteWebhookStore.ts"
import { sweep } from "../../../docs/examples/sqlite/sweep.ts"
import { defaultPolicy, WebhookDelivery } from "../../../src/index.ts"
import { commitWith, organizationOf, waitingOtpOf } from "../../../src/testing/contracts/records.ts"
import { endpointOf } from "../../app/webhooks/support.ts"

const folder = mkdtempSync(join(tmpdir(), "sqlite-"))
afterAll(() => rmSync(folder, { recursive: true }))

const scope = { kind: "organization", id: "o" } as const
const commit = commitWith({
  expects: [{ scope, version: 0 }],
  puts: [{ kind: "Organization", record: organizationOf("o") }],
})

let files = 0
const begun = () => {
  const path = join(folder, `${++files}.sqlite`)
  const database = openDatabase(path)
  return { path, database, store: makeSqliteBillingStore(database) }
}

const pausing = (clock: Clock.Clock, sleep: Clock.Clock["sleep"]): Clock.Clock =>
  Object.create(clock, { sleep: { value: sleep } })

/** Does something while another connection has the lock, which it gives back at the pause of this number. */
const underLock = async <A, E>(
  freedAt: number,
  work: (on: ReturnType<typeof begun>) => Effect.Effect<A, E>,
) => {
  const on = begun()
  const other = new DatabaseSync(on.path)
  other.exec("BEGIN IMMEDIATE")
  let pauses = 0
  const sleep = () =>
    Effect.sync(() => {
      pauses += 1
      if (pauses === freedAt) other.exec("ROLLBACK")
    })
  const exit = await Effect.runPromiseExit(
    Effect.clockWith((clock) =>
      Effect.provideService(Effect.result(work(on)), Clock.Clock, pausing(clock, sleep)),
    ),
  )
  const stored = await Effect.runPromise(on.store.organization("o"))
  other.close()
  on.database.close()
  return { exit, pauses, stored }
}

const committedUnderLock = (freedAt: number) => underLock(freedAt, ({ store }) => store.commit(commit))

describe("a commit that meets the lock of another process", () => {
  it("waits for it, and is made", async () => {
    const { exit, pauses, stored } = await committedUnderLock(7)
    expect({ exit, pauses }).toMatchObject({ exit: { value: { _tag: "Success" } }, pauses: 7 })
    expect(stored).toEqual(organizationOf("o"))
  })

  it("is a conflict where the lock stays, and nothing is written", async () => {
    const { exit, stored } = await committedUnderLock(Number.POSITIVE_INFINITY)
    expect(exit).toMatchObject({ value: { _tag: "Failure", failure: { _tag: "VersionConflict", scope } } })
    expect(stored).toBeNull()
  })
})

type On = ReturnType<typeof begun>
const webhooks = ({ database }: On) => makeSqliteWebhookStore(database)
const waiting = WebhookDelivery.begin({
  deliveryId: "d",
  endpointId: "one",
  event: { eventId: "v", type: "invoice.issued", organizationId: "o", body: "{}" },
  now: 0,
})

describe("every other write that meets it", () => {
  it.each<[string, (on: On) => Effect.Effect<unknown>]>([
    ["an endpoint is added", (on) => webhooks(on).addEndpoint(endpointOf("one"))],
    ["an endpoint is removed", (on) => webhooks(on).removeEndpoint("one")],
    ["an event is published", (on) => webhooks(on).publish(waiting.event, [waiting])],
    ["a delivery is replaced", (on) => webhooks(on).replace(waiting, WebhookDelivery.lease(waiting, 0))],
    ["messages are acknowledged", ({ store }) => store.acknowledge(["m"])],
    ["a code is replaced", ({ store }) => store.replaceOtp(waitingOtpOf("m"), waitingOtpOf("m"))],
    ["the sweep forgets", ({ database }) => sweep(database, 0, defaultPolicy)],
  ])("waits for it: %s", async (_, work) => {
    const { exit, pauses } = await underLock(7, work)
    expect({ exit, pauses }).toMatchObject({ exit: { value: { _tag: "Success" } }, pauses: 7 })
  })

  it("is left to the next run where the sweep finds the lock all the time", async () => {
    const { exit } = await underLock(Number.POSITIVE_INFINITY, ({ database }) =>
      sweep(database, 0, defaultPolicy),
    )
    expect(exit).toMatchObject({ value: { _tag: "Success" } })
  })
})

describe("a copy of the database", () => {
  it("is whole by the call for it, and lacks what is in the journal by a copy of the file", async () => {
    const { path, database, store } = begun()
    await Effect.runPromise(store.commit(commit))
    const copied = join(folder, "copied.sqlite")
    copyFileSync(path, copied)
    const backedUp = join(folder, "backed-up.sqlite")
    await database.backup(backedUp)
    const organizationsIn = async (file: string) => {
      const other = openDatabase(file)
      const organization = await Effect.runPromise(makeSqliteBillingStore(other).organization("o"))
      other.close()
      return organization
    }
    expect(await organizationsIn(copied)).toBeNull()
    expect(await organizationsIn(backedUp)).toEqual(organizationOf("o"))
    await expect(database.backup(backedUp)).rejects.toThrow("is there already")
    database.close()
  })
})
