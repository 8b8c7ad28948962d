// The changes of the world as they happen: the stream of the control plane, by fetch, so that it can carry a token.
// Whoever shows something says of which topics it is made, and is told when one of them changed.
import { signal } from "@preact/signals"
import { base, controlHeaders, noteRefusedToken, tokenWanted } from "./api.ts"
import { makeEventReader } from "./serverSentEvents.ts"

/** Whether the page hears of changes; if not, it shows what was, and says so. `crowded`: too many watch already. */
export type Connection = "connecting" | "live" | "lost" | "crowded"

/** Tells whether this page does. */
export const connection = signal<Connection>("connecting")

type Listener = (topics: ReadonlySet<string>) => void

const listeners = new Set<Listener>()

/** Is told of changes until it is ended by what this gives. */
export const onChange = (listener: Listener): (() => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** A topic for every listener: look again. */
export const AGAIN = "again"

const tell = (topics: Iterable<string>): void => {
  const changed = new Set(topics)
  for (const listener of listeners) listener(changed)
}

/** Has everything looked at again: something was done here, or nobody listened for a while. */
export const lookAgain = (): void => tell([AGAIN])

const RETRY_MILLIS = 2_000

/**
 * Stays connected for as long as somebody sees the page: a browser has few connections to a server, and pages that nobody
 * looks at would hold all of them.
 */
export const follow = async (): Promise<never> => {
  let leaving = new AbortController()
  let seen = (): void => undefined
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) leaving.abort()
    else seen()
  })
  for (;;) {
    if (document.hidden) {
      await new Promise<void>((resolve) => {
        seen = resolve
      })
    }
    leaving = new AbortController()
    const unheard = await listen(leaving.signal).catch(() => "lost" as const)
    if (leaving.signal.aborted) continue
    // One that waits for its token is not lost.
    if (tokenWanted.value === "no") connection.value = unheard
    await new Promise((resolve) => setTimeout(resolve, RETRY_MILLIS))
  }
}

/** Listens until the stream ends. What the page is then. */
const listen = async (signal: AbortSignal): Promise<"lost" | "crowded"> => {
  const headers = controlHeaders()
  const response = await fetch(`${base}/_simulator/stream`, { headers, signal })
  if (response.status === 401) noteRefusedToken(headers)
  if (response.status === 429) return "crowded"
  if (!response.ok || response.body === null) return "lost"
  connection.value = "live"
  // Changes before the stream began are not told.
  lookAgain()
  const read = makeEventReader()
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return "lost"
    for (const { type, data } of read(value)) if (type === "change") tell(JSON.parse(data).topics)
  }
}
