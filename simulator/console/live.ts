// What changed in the world, as it happens: the stream of the control plane, by fetch, so that it can carry a token.
// Whoever shows something says of which topics it is made, and is told when one of them changed.
import { signal } from "@preact/signals"
import { base, controlHeaders, noteMissingToken, tokenWanted } from "./api.ts"
import { makeEventReader } from "./serverSentEvents.ts"

/** What the world tells about. */
export type Topic =
  | "clock"
  | "events"
  | "otps"
  | "requests"
  | "deliveries"
  | "faults"
  | "assumptions"
  | "snapshots"
  | "world"
  | "records"

/** Whether the page hears of changes; if not, it shows what was, and says so. */
export const connection = signal<"connecting" | "live" | "lost">("connecting")

type Listener = (topics: ReadonlySet<string>) => void

const listeners = new Set<Listener>()

/** Is told of changes until it is ended by what this gives. */
export const onChange = (listener: Listener): (() => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** What is told beside the topics: look again, whatever you show. */
export const AGAIN = "again"

const tell = (topics: Iterable<string>): void => {
  const changed = new Set(topics)
  for (const listener of listeners) listener(changed)
}

/** Has everything looked at again: something was done here, or nobody listened for a while. */
export const lookAgain = (): void => tell([AGAIN])

const RETRY_MILLIS = 2_000

/** Stays connected for as long as the page is open. */
export const follow = async (): Promise<never> => {
  for (let first = true; ; first = false) {
    await listen(first).catch(() => undefined)
    // One that waits for its token is not lost.
    if (tokenWanted.value === "no") connection.value = "lost"
    await new Promise((resolve) => setTimeout(resolve, RETRY_MILLIS))
  }
}

const listen = async (first: boolean): Promise<void> => {
  const response = await fetch(`${base}/_simulator/stream`, { headers: controlHeaders() })
  if (response.status === 401) noteMissingToken()
  if (!response.ok || response.body === null) return
  connection.value = "live"
  // What happened while nobody listened is not told again.
  if (!first) lookAgain()
  const read = makeEventReader()
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    for (const { type, data } of read(value)) if (type === "change") tell(JSON.parse(data).topics)
  }
}
