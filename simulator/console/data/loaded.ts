// The data of a view: an answer of the control plane, kept while a newer one is on its way, so that nothing jumps.
import { type Signal, useSignal } from "@preact/signals"
import { useEffect } from "preact/hooks"
import type { Topic } from "../../world/live/Live.ts"
import { control, type Refusal, refusalOf } from "./api.ts"
import { AGAIN, onChange } from "./live.ts"

/** An answer, or why there is none. Both are null until something arrived. */
export interface Loaded<A> {
  readonly path: string
  readonly data: A | null
  readonly refusal: Refusal | null
}

/** The wait for further changes after a change, in ms. */
const GATHER_MILLIS = 60

/**
 * The answer to a GET of the control plane, asked for again whenever one of the topics changes and after whatever is done on
 * this page. `null` asks for nothing.
 * Of another path it keeps what it has until the new answer is there; `path` says of which it is.
 */
export const useLoaded = <A>(path: string | null, topics: ReadonlyArray<Topic>): Signal<Loaded<A>> => {
  const state = useSignal<Loaded<A>>({ path: "", data: null, refusal: null })
  useEffect(() => {
    if (path === null) return undefined
    let [ended, running, again] = [false, false, false]
    let timer: ReturnType<typeof setTimeout> | undefined
    const load = async (): Promise<void> => {
      if (running) {
        again = true
        return
      }
      running = true
      do {
        again = false
        try {
          const data = await control<A>("GET", path)
          if (!ended) state.value = { path, data, refusal: null }
        } catch (fault) {
          const refusal = refusalOf(fault)
          // Data that is gone disappears; data that only could not be loaded stays as it was.
          if (!ended)
            state.value = { path, data: refusal.statusCode === 404 ? null : state.value.data, refusal }
        }
      } while (again && !ended)
      running = false
    }
    const stop = onChange((changed) => {
      if (!changed.has(AGAIN) && !topics.some((topic) => changed.has(topic))) return
      clearTimeout(timer)
      timer = setTimeout(load, GATHER_MILLIS)
    })
    void load()
    return () => {
      ended = true
      clearTimeout(timer)
      stop()
    }
  }, [path])
  return state
}
