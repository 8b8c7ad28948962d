// The commands of docs/operations.md that make a backup and restore it, by the tools of a server that is installed. Without
// one they are skipped aloud; .ci/run has one.
import { execFileSync } from "node:child_process"
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import pg from "pg"
import { afterAll, beforeAll, expect, it } from "vitest"
import { fromPg, makePostgresBillingStore, migrate } from "../../../src/postgres/index.ts"
import { commitWith, organizationOf } from "../../../src/testing/contracts/records.ts"
import { atFreePort } from "../../postgres/server.ts"
import { read } from "../../tidy/source.ts"
import { fencesOf } from "../fences.ts"

/** Where Debian has the programs of its servers, the latest one first. */
const installed = existsSync("/usr/lib/postgresql")
  ? readdirSync("/usr/lib/postgresql").toSorted().toReversed()
  : []
const [version] = installed
const isMissing = version === undefined
if (isMissing && process.env.POSTGRES_REQUIRED !== undefined) {
  throw new Error("There is no server under /usr/lib/postgresql, and POSTGRES_REQUIRED is set")
}
if (isMissing) console.log("Skipped: backup and restore, because no server is installed (postgresql)")

const folder = mkdtempSync(join(tmpdir(), "studio-billing-backup-"))
const data = join(folder, "data")
const bin = `/usr/lib/postgresql/${version}/bin`

/** The server does not run as root. */
const asUser = (program: string, args: ReadonlyArray<string>): void => {
  const isRoot = process.getuid?.() === 0
  const command = [join(bin, program), ...args]
  const [first = "", ...rest] = isRoot ? ["runuser", "-u", "postgres", "--", ...command] : command
  execFileSync(first, rest, { stdio: "ignore" })
}

let port = 0
beforeAll(async () => {
  if (isMissing) return
  chmodSync(folder, 0o777)
  asUser("initdb", ["-D", data, "-U", "postgres", "-A", "trust", "--locale=C"])
  const flags = "-c fsync=off -c unix_socket_directories= -c listen_addresses=127.0.0.1"
  const log = join(folder, "log")
  const { port: own } = await atFreePort((free) =>
    asUser("pg_ctl", ["-D", data, "-w", "-l", log, "-o", `-p ${free} ${flags}`, "start"]),
  )
  port = own
})
afterAll(() => {
  if (!isMissing) asUser("pg_ctl", ["-D", data, "-m", "immediate", "stop"])
  rmSync(folder, { recursive: true, force: true })
})

it.skipIf(isMissing)("what was backed up is there after a restore, and goes on", async () => {
  const url = (database: string) => `postgres://postgres@127.0.0.1:${port}/${database}`
  const over = async <A>(database: string, work: (pool: pg.Pool) => Promise<A>): Promise<A> => {
    const pool = new pg.Pool({ connectionString: url(database) })
    return work(pool).finally(() => pool.end())
  }
  const making = (id: string) =>
    commitWith({
      expects: [{ scope: { kind: "organization", id }, version: 0 }],
      puts: [{ kind: "Organization", record: organizationOf(id) }],
    })
  await over("postgres", async (pool) => {
    await Effect.runPromise(migrate(fromPg(pool)))
    await Effect.runPromise(Effect.orDie(makePostgresBillingStore(fromPg(pool)).commit(making("one"))))
    await pool.query("CREATE DATABASE restored")
  })

  const commands = fencesOf(read("docs/operations.md").text).flatMap(({ info, text }) =>
    info === "sh backup" ? text.trim().split("\n") : [],
  )
  expect(commands).toHaveLength(2)
  const env = {
    PATH: `${bin}:${process.env.PATH}`,
    DATABASE_URL: url("postgres"),
    NEW_DATABASE_URL: url("restored"),
  }
  for (const command of commands) execFileSync("sh", ["-euc", command], { cwd: folder, env })

  await over("restored", async (pool) => {
    const store = makePostgresBillingStore(fromPg(pool))
    expect(await Effect.runPromise(migrate(fromPg(pool)))).toBeGreaterThan(0)
    expect(await Effect.runPromise(store.organization("one"))).toEqual(organizationOf("one"))
    await Effect.runPromise(Effect.orDie(store.commit(making("two"))))
    expect(await Effect.runPromise(Effect.flip(store.commit(making("one"))))).toMatchObject({
      _tag: "VersionConflict",
    })
  })
})
