// The lock of a file: while one process has it, no other one takes it. It is a file beside the other one, which tells who
// made it. One that a process left behind when it was killed is nobody's, and is replaced.
import { randomUUID } from "node:crypto"
import * as fs from "node:fs/promises"
import { hostname } from "node:os"
import { basename, dirname, join } from "node:path"

/** A process that has a lock. */
export interface LockOwner {
  readonly pid: number
  readonly host: string
  /** When it began, as its system counts; null where that is not known. Numbers of processes come again. */
  readonly started: string | null
}

/** A lock that this process took. */
export interface FileLock {
  /** Whether nobody took it away. */
  readonly isHeld: () => Promise<boolean>
  readonly release: () => Promise<void>
}

/** Someone else's lock, and the file that it is. */
export class LockTaken extends Error {
  override readonly name = "LockTaken"
  readonly path: string
  /** Null where its file tells of none. */
  readonly owner: LockOwner | null

  constructor(path: string, owner: LockOwner | null) {
    super(`${path} is there`)
    this.path = path
    this.owner = owner
  }
}

/** Takes the lock of a file. Rejects with `LockTaken`, or with what the system said. */
export const takeLock = async (file: string): Promise<FileLock> => {
  const path = join(dirname(file), `.${basename(file)}.lock`)
  const { pid } = process
  const own = JSON.stringify({ pid, host: hostname(), started: (await seen(pid)).start, id: randomUUID() })
  const isHeld = async (): Promise<boolean> => (await textOf(path)) === own
  const make = () => fs.writeFile(path, own, { flag: "wx", mode: 0o600 })
  await make().catch(unless("EEXIST"))
  if (!(await isHeld())) {
    const left = await textOf(path)
    if (!(await isLeft(path, left))) throw new LockTaken(path, ownerIn(left))
    await replace(path, left, own)
    if (!(await isHeld())) throw new LockTaken(path, ownerIn(await textOf(path)))
  }
  return {
    isHeld,
    release: async () => {
      if (await isHeld()) await fs.rm(path, { force: true })
    },
  }
}

/**
 * Puts a lock in the place of one that was left behind. Whoever does that holds a file beside it, and looks whether it still
 * is the one that was left: of several that come at once none takes the lock of another.
 */
const replace = async (path: string, left: string, own: string): Promise<void> => {
  const next = `${path}.next`
  if (await isLeft(next, await textOf(next))) await fs.rm(next, { force: true })
  try {
    await fs.writeFile(next, own, { flag: "wx", mode: 0o600 })
    if ((await textOf(path)) === left) await fs.rename(next, path)
    else await fs.rm(next, { force: true })
  } catch (fault) {
    // Somebody else does it. Who has the lock stands in it.
    unless("EEXIST", "ENOENT")(fault)
  }
}

const unless =
  (...codes: ReadonlyArray<string>) =>
  (fault: unknown): void => {
    if (!codes.includes((fault as NodeJS.ErrnoException).code ?? "")) throw fault
  }

const textOf = (path: string): Promise<string> => fs.readFile(path, "utf8").catch(() => "")

const ownerIn = (text: string): LockOwner | null => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** How long the file of a lock may be there before it tells whose it is. */
const TELL_MILLIS = 10_000

/** Tells whether a lock is that of a process that is gone, or of one that was killed before it could tell so. */
const isLeft = async (path: string, text: string): Promise<boolean> => {
  const owner = ownerIn(text)
  if (owner !== null) return !(await isThere(owner))
  const madeAt = await fs.stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => Date.now(),
  )
  return Date.now() - madeAt > TELL_MILLIS
}

/**
 * Tells whether a process may still run. Of one on another host nothing is known. One that has ended keeps its number until its
 * parent asks for it (`Z`), which some parents in containers never do.
 */
const isThere = async ({ pid, host, started }: LockOwner): Promise<boolean> => {
  if (host !== hostname()) return true
  try {
    process.kill(pid, 0)
  } catch (fault) {
    if ((fault as NodeJS.ErrnoException).code === "ESRCH") return false
  }
  const { state, start } = await seen(pid)
  return state !== "Z" && started === start
}

/** The state of a process, and the time at which it began, on systems that have `/proc`. */
const seen = async (pid: number): Promise<{ readonly state: string; readonly start: string | null }> => {
  const stat = await textOf(`/proc/${pid}/stat`)
  // After the name, which may have spaces in it, these are the first and the twentieth word.
  const words = stat.slice(stat.lastIndexOf(")") + 2).split(" ")
  return { state: words[0] ?? "", start: words[19] ?? null }
}
