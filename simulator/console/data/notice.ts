// What the page last did, in a message that goes by itself, so that it is in sight wherever one is.
import { signal } from "@preact/signals"
import type { MadeCall } from "./api.ts"
import type { Advanced } from "./shapes.ts"

/** What was done: in words, what the clock did if it moved, and the calls that did it. */
export interface Notice {
  readonly text: string
  readonly advanced: Advanced | null
  readonly calls: ReadonlyArray<MadeCall>
}

/** The last thing that was done, until it is put away or something else is done. */
export const notice = signal<Notice | null>(null)
