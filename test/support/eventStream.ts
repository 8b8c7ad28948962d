// A client of the control plane's stream, which reads what has arrived and waits for no time to pass.
import { setImmediate } from "node:timers/promises"
import type { WallClock } from "./wallClock.ts"

/** Lets everything go on that is ready. */
export const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 10; turn++) await setImmediate()
}

/** Lets everything go on that is ready, real time pass, and then go on again. */
export const pass = async (wall: WallClock, millis: number): Promise<void> => {
  await settle()
  wall.advance(millis)
  await settle()
}

export interface StreamReader {
  readonly response: Response
  /** What has arrived since it was asked last. */
  readonly arrived: () => string
  /** Whether the stream has ended, or was cut off. */
  readonly ended: () => boolean
  readonly leave: () => Promise<void>
}

/** Reads an event stream in the background. */
export const readStream = (response: Response): StreamReader => {
  const reader = (response.body as ReadableStream<Uint8Array>).getReader()
  let text = ""
  let isOver = false
  const read = async (): Promise<void> => {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      text += Buffer.from(part.value).toString()
    }
  }
  const over = (): void => {
    isOver = true
  }
  read().then(over, over)
  return {
    response,
    arrived: () => {
      const latest = text
      text = ""
      return latest
    },
    ended: () => isOver,
    leave: () => reader.cancel(),
  }
}

/** A change as it is written. */
export const change = (...topics: ReadonlyArray<string>): string =>
  `event: change\ndata: ${JSON.stringify({ topics })}\n\n`
