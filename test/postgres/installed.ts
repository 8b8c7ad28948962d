// What a machine has beside the install: Debian's PostgreSQL, which is older, and PgBouncer.
import { execFileSync, spawn } from "node:child_process"
import { once } from "node:events"
import { chownSync, existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs"
import { connect } from "node:net"
import { join } from "node:path"

const VERSIONS = "/usr/lib/postgresql"
const PGBOUNCER = "/usr/sbin/pgbouncer"

/** The versions of PostgreSQL that are installed, the oldest first. */
const versions: ReadonlyArray<number> = existsSync(VERSIONS)
  ? readdirSync(VERSIONS)
      .map(Number)
      .filter((version) => existsSync(join(VERSIONS, String(version), "bin", "initdb")))
      .toSorted((a, b) => a - b)
  : []

/** Neither program runs as root: they run as the one who owns their directory. */
const NOBODY = 65_534
const owner = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}

const own = (path: string): string => {
  if (owner.uid !== undefined) chownSync(path, owner.uid, owner.gid)
  return path
}

/** What starts the oldest version that is installed, and gives what stops it. */
export const prepareInstalled = (
  directory: string,
  settings: ReadonlyArray<string>,
): ((port: number) => () => void) => {
  const [version] = versions
  if (version === undefined) throw new Error(`No PostgreSQL in ${VERSIONS}: apt-get install postgresql`)
  const program = (name: string, ...args: ReadonlyArray<string>): void => {
    const path = join(VERSIONS, String(version), "bin", name)
    execFileSync(path, args, { ...owner, cwd: directory, stdio: "ignore" })
  }
  own(directory)
  const data = join(directory, "data")
  const password = join(directory, "password")
  writeFileSync(password, "postgres\n")
  const locale = ["--locale=C", "-E", "UTF8"]
  program("initdb", "-D", data, "-U", "postgres", "-A", "scram-sha-256", "--pwfile", password, ...locale)
  return (port) => {
    const options = [`port=${port}`, ...settings].map((flag) => `-c ${flag}`).join(" ")
    program("pg_ctl", "-D", data, "-w", "-l", join(directory, "log"), "-o", options, "start")
    return () => program("pg_ctl", "-D", data, "-m", "immediate", "stop")
  }
}

/** Starts PgBouncer in transaction mode before a server; gives what stops it. */
export const startPgBouncer = async (
  directory: string,
  { port, serverPort }: { readonly port: number; readonly serverPort: number },
): Promise<() => Promise<void>> => {
  if (!existsSync(PGBOUNCER)) throw new Error(`No ${PGBOUNCER}: apt-get install pgbouncer`)
  const home = join(directory, "pgbouncer")
  mkdirSync(home)
  const users = join(home, "users.txt")
  const config = join(home, "pgbouncer.ini")
  writeFileSync(users, '"postgres" "postgres"\n')
  const lines = [
    "[databases]",
    `* = host=127.0.0.1 port=${serverPort}`,
    "[pgbouncer]",
    "listen_addr = 127.0.0.1",
    `listen_port = ${port}`,
    "unix_socket_dir =",
    "pool_mode = transaction",
    "default_pool_size = 8",
    "auth_type = trust",
    `auth_file = ${users}`,
    "server_login_retry = 1",
    "ignore_startup_parameters = extra_float_digits",
  ]
  writeFileSync(config, `${lines.join("\n")}\n`)
  own(home)
  const child = spawn(PGBOUNCER, ["-q", config], { ...owner, cwd: home, stdio: "ignore" })
  const ended = once(child, "close")
  while (!(await answers(port))) {
    if (child.exitCode !== null) throw new Error(`PgBouncer ended with ${child.exitCode}`)
  }
  return async () => {
    child.kill("SIGKILL")
    await ended
  }
}

/** Whether anybody listens at a port. */
const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1")
    const tell = (does: boolean) => () => {
      socket.destroy()
      resolve(does)
    }
    socket.once("connect", tell(true)).once("error", tell(false))
  })
