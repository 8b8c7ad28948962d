// One move of the clock over many organizations: how long it takes, how far it is meanwhile, and the memory of the server.
import { readFileSync } from "node:fs"
import { request } from "node:http"
import { text } from "node:stream/consumers"
import { setTimeout as wait } from "node:timers/promises"
import { peakMemoryOf, probed, type Running, startCommand } from "./command.ts"
import { subscribeMany } from "./large.ts"

/** What a move took. */
export interface LongMove {
  readonly organizations: number
  readonly months: number
  readonly events: number
  readonly seconds: number
  /** Of the server's processor. */
  readonly processorSeconds: number
  /** The longest that another request waited meanwhile. */
  readonly worstProbeMillis: number
  /** The most memory of the server, when all were subscribed and after the move, in bytes. */
  readonly peakBytes: { readonly before: number | null; readonly after: number | null }
}

/** Subscribes organizations, and moves the clock by months at once. `say` hears how far it is. */
export const longMove = async (options: {
  readonly file: string
  readonly organizations: number
  readonly months: number
  readonly say: (line: string) => void
}): Promise<LongMove> => {
  const { file, organizations, months, say } = options
  const server = await startCommand(file)
  try {
    await subscribeMany(server, organizations)
    const before = peakMemoryOf(server.pid)
    const spent = processorSecondsOf(server.pid)
    say(`${organizations} organizations are subscribed, ${megabytes(before)} at most`)
    const ended = new AbortController()
    const telling = tellProgress(server, say, ended.signal)
    const { value, millis, worstProbeMillis } = await probed(server, () => move(server.url, months))
    ended.abort()
    await telling
    const { timeline, omitted = 0, failures = [] } = value
    if (failures.length > 0) throw new Error(`${failures.length} organizations failed`)
    return {
      organizations,
      months,
      events: timeline.length + omitted,
      seconds: millis / 1000,
      processorSeconds: processorSecondsOf(server.pid) - spent,
      worstProbeMillis,
      peakBytes: { before, after: peakMemoryOf(server.pid) },
    }
  } finally {
    await server.end("SIGKILL")
  }
}

const PROGRESS_MILLIS = 10_000

/** Says now and then what the clock shows, and how much memory there was at most. */
const tellProgress = async (
  { call, pid }: Running,
  say: (line: string) => void,
  ended: AbortSignal,
): Promise<void> => {
  while (!ended.aborted) {
    await wait(PROGRESS_MILLIS, undefined, { signal: ended }).catch(() => undefined)
    if (ended.aborted) return
    const { now } = (await (await call("GET", "/_simulator/clock")).json()) as { readonly now: string }
    say(`it is ${now}, ${megabytes(peakMemoryOf(pid))} at most`)
  }
}

interface Moved {
  readonly timeline: ReadonlyArray<unknown>
  readonly omitted?: number
  readonly failures?: ReadonlyArray<unknown>
}

/** Not by `fetch`, which waits five minutes for an answer. */
const move = async (url: string, months: number): Promise<Moved> => {
  const { promise, resolve, reject } = Promise.withResolvers<Moved>()
  const headers = { "content-type": "application/json" }
  const asked = request(`${url}/_simulator/clock`, { method: "POST", headers }, (response) => {
    text(response).then((body) => {
      if (response.statusCode === 200) resolve(JSON.parse(body))
      else reject(new Error(`${response.statusCode} ${body}`))
    }, reject)
  })
  asked.on("error", reject)
  asked.end(JSON.stringify({ advanceBy: `P${months}M` }))
  return await promise
}

const megabytes = (bytes: number | null): string =>
  bytes === null ? "an unknown amount" : `${Math.round(bytes / 1e6)} MB`

/** The time that a process had on a processor; 0 where the system does not tell. */
const processorSecondsOf = (pid: number): number => {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
      .replace(/^.*\) /, "")
      .split(" ")
    // The fields after the name are counted from the third; times are in hundredths of a second.
    return (Number(fields[11]) + Number(fields[12])) / 100
  } catch {
    return 0
  }
}
