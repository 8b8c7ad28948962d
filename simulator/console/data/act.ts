// Something that a person has the page do: it is under way once at a time, says what became of it to those who do not see
// the page too, and shows in place why it was refused, until something else is done.
import { type Signal, signal, useSignal } from "@preact/signals"
import { type MadeCall, type Refusal, record, refusalOf } from "./api.ts"
import { lookAgain } from "./live.ts"
import { notice } from "./notice.ts"
import { advanced } from "./world.ts"

/** An act, as buttons and forms need it. */
export interface Act {
  readonly busy: Signal<boolean>
  readonly refused: Signal<Refused | null>
  /** Does it, and says what was done, unless it is under way already. Whether it was done. */
  readonly run: (work: () => Promise<string>) => Promise<boolean>
}

/** Why an act was refused, and the calls that it made. */
export interface Refused {
  readonly refusal: Refusal
  readonly calls: ReadonlyArray<MadeCall>
}

/** The number of acts that are under way. */
export const running = signal(0)

let lastRefused: Signal<Refused | null> | null = null

/** Takes away what the last act left on the page. */
export const forgetLast = (): void => {
  if (lastRefused !== null) lastRefused.value = null
  lastRefused = null
  notice.value = null
}

/** An act of the component that calls it. */
export const useAct = (): Act => {
  const busy = useSignal(false)
  const refused = useSignal<Refused | null>(null)
  const run = async (work: () => Promise<string>): Promise<boolean> => {
    if (busy.value) return false
    busy.value = true
    running.value += 1
    forgetLast()
    const calls = record()
    const before = advanced.value
    try {
      const text = await work()
      notice.value = { text, advanced: advanced.value === before ? null : advanced.value, calls }
      return true
    } catch (fault) {
      refused.value = { refusal: refusalOf(fault), calls }
      lastRefused = refused
      return false
    } finally {
      busy.value = false
      running.value -= 1
      // A refusal may change something too.
      lookAgain()
    }
  }
  return { busy, refused, run }
}
