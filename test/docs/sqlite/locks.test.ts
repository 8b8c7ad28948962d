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
import { commitWith, organizationOf } from "../../../src/testing/contracts/records.ts"

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

/** A commit while another connection has the lock, which it gives back at the pause of this number. */
const committedUnderLock = async (freedAt: number) => {
  const { path, database, store } = begun()
  const other = new DatabaseSync(path)
  other.exec("BEGIN IMMEDIATE")
  let pauses = 0
  const sleep = () =>
    Effect.sync(() => {
      pauses += 1
      if (pauses === freedAt) other.exec("ROLLBACK")
    })
  const exit = await Effect.runPromise(
    Effect.clockWith((clock) =>
      Effect.provideService(Effect.result(store.commit(commit)), Clock.Clock, pausing(clock, sleep)),
    ),
  )
  const stored = await Effect.runPromise(store.organization("o"))
  other.close()
  database.close()
  return { exit, pauses, stored }
}

describe("a commit that meets the lock of another process", () => {
  it("waits for it, and is made", async () => {
    const { exit, pauses, stored } = await committedUnderLock(7)
    expect({ tag: exit._tag, pauses }).toEqual({ tag: "Success", pauses: 7 })
    expect(stored).toEqual(organizationOf("o"))
  })

  it("is a conflict where the lock stays, and nothing is written", async () => {
    const { exit, stored } = await committedUnderLock(Number.POSITIVE_INFINITY)
    expect(exit).toMatchObject({ _tag: "Failure", failure: { _tag: "VersionConflict", scope } })
    expect(stored).toBeNull()
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
