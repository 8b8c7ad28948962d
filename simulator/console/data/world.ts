// The world as every view shows it: its time, the last move of the clock, and the last audit.
import { signal } from "@preact/signals"
import { formatInstant } from "../time.ts"
import { control, type Refusal, refusalOf } from "./api.ts"
import { AGAIN, onChange } from "./live.ts"
import type { Advanced, Audit, ClockAnswer } from "./shapes.ts"

/** The answer of the clock, and when it came by this page's own clock. */
export const clock = signal<(ClockAnswer & { readonly heardAt: number }) | null>(null)

/** A tick a second, for what shows an age or a time that flows. */
export const ticks = signal(performance.now())

/** The result of the last move of the clock, until it is put away. */
export const advanced = signal<Advanced | null>(null)

/** Whether this page moves the clock at the moment. */
export const moving = signal(false)

/** The last audit, and when it came by this page's own clock. */
export const verdict = signal<(Audit & { readonly at: number }) | null>(null)

/** The refusal of the last audit. */
export const auditRefusal = signal<Refusal | null>(null)

/** The time of the world now, in ms; null until it is known. */
export const worldNow = (): number | null => {
  const known = clock.value
  if (known === null) return null
  const at = Date.parse(known.now)
  return known.flows ? at + Math.max(0, ticks.value - known.heardAt) : at
}

const readClock = async (): Promise<void> => {
  try {
    clock.value = { ...(await control<ClockAnswer>("GET", "/clock")), heardAt: performance.now() }
  } catch {
    // The page says by its connection that it hears nothing.
  }
}

/** Asks for the verdict on the world as it is. */
export const audit = async (): Promise<void> => {
  try {
    verdict.value = { ...(await control<Audit>("GET", "/audit")), at: performance.now() }
    auditRefusal.value = null
  } catch (fault) {
    auditRefusal.value = refusalOf(fault)
  }
}

/** Moves the clock, and audits what became of it. In words, what happened. */
export const advance = async (
  wish: { readonly advanceBy: string } | { readonly to: string },
): Promise<string> => {
  moving.value = true
  const done = await control<Advanced>("POST", "/clock", wish).finally(() => {
    moving.value = false
  })
  advanced.value = done
  await audit()
  const length = done.timeline.length + (done.omitted ?? 0)
  return `It is ${formatInstant(done.to)}. ${thingsInWords(length)} happened.`
}

const thingsInWords = (count: number): string => {
  if (count === 0) return "Nothing"
  return count === 1 ? "One thing" : `${count.toLocaleString("en")} things`
}

/** Follows the clock for as long as the page is open. */
export const followWorld = (): void => {
  onChange((changed) => {
    // Any change can change the next due instant.
    if ([AGAIN, "clock", "world", "events", "records"].some((topic) => changed.has(topic))) void readClock()
    if (!changed.has("world")) return
    advanced.value = null
    verdict.value = null
  })
  setInterval(() => {
    ticks.value = performance.now()
  }, 1000)
  void readClock()
}
