// A process as what goes wrong around it sees it.
import type * as Effect from "effect/Effect"

/** A process: whether it has ended, and its clocks. */
export interface Process {
  isDead: boolean
  readonly now: () => number
  readonly sleep: (millis: number) => Effect.Effect<void>
}

/** What a part that is broken on purpose dies of, so that its defect is told from others. */
export const BROKEN = "Broken on purpose"
