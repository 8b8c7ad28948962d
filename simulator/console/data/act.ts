// Something that a person has the page do: it is under way once at a time, says what became of it to those who do not see
// the page too, and shows in place why it was refused.
import { type Signal, signal, useSignal } from "@preact/signals"
import { type Refusal, refusalOf } from "./api.ts"
import { lookAgain } from "./live.ts"

/** The last thing that was done, for a live region. */
export const said = signal("")

/** Says something to whoever listens to the page. The same words twice are said twice. */
export const say = (text: string): void => {
  said.value = said.value === text ? `${text} ` : text
}

/** An act, as buttons and forms need it. */
export interface Act {
  readonly busy: Signal<boolean>
  readonly refusal: Signal<Refusal | null>
  /** Does it, and says what was done, unless it is under way already. Whether it was done. */
  readonly run: (work: () => Promise<string>) => Promise<boolean>
}

/** An act of the component that calls it. */
export const useAct = (): Act => {
  const busy = useSignal(false)
  const refusal = useSignal<Refusal | null>(null)
  const run = async (work: () => Promise<string>): Promise<boolean> => {
    if (busy.value) return false
    busy.value = true
    refusal.value = null
    try {
      say(await work())
      return true
    } catch (fault) {
      refusal.value = refusalOf(fault)
      return false
    } finally {
      busy.value = false
      // A refusal may change something too.
      lookAgain()
    }
  }
  return { busy, refusal, run }
}
