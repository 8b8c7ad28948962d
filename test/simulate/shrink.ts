// The shortest history that shows the same: steps, and then parts of steps, are left out as long as the same rule is
// still broken. It is greedy: what it gives cannot be made shorter by leaving out one more part.
import type { Part, Step } from "./history.ts"

/** How many histories are played to find a shorter one. */
const PLAYS_MAX = 2_000

/** A part with its step, so that histories can be lists of them. */
interface Placed {
  readonly index: number
  readonly part: Part
}

const placedOf = (steps: ReadonlyArray<Step>): ReadonlyArray<Placed> =>
  steps.flatMap(({ index, parts }) => parts.map((part) => ({ index, part })))

const stepsOf = (placed: ReadonlyArray<Placed>): ReadonlyArray<Step> =>
  Array.from(
    Map.groupBy(placed, ({ index }) => index),
    ([index, parts]) => ({
      index,
      parts: parts.map(({ part }) => part),
    }),
  )

/** Makes a history shorter for as long as `isSame` says that it still shows what it is about. */
export const shrink = (
  steps: ReadonlyArray<Step>,
  isSame: (steps: ReadonlyArray<Step>) => boolean,
): ReadonlyArray<Step> => {
  let plays = 0
  /** Leaves out chunks of a list, large ones first, as long as something can be left out. */
  const without = <A>(
    list: ReadonlyArray<A>,
    shows: (left: ReadonlyArray<A>) => boolean,
  ): ReadonlyArray<A> => {
    let left = list
    for (let size = Math.ceil(left.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
      for (let end = left.length; end > 0; end -= size) {
        const shorter = [...left.slice(0, Math.max(0, end - size)), ...left.slice(end)]
        if (plays === PLAYS_MAX) return left
        plays += 1
        if (shows(shorter)) left = shorter
      }
    }
    return left
  }
  const whole = without(steps, isSame)
  for (let shortest = placedOf(whole); ; ) {
    const shorter = without(shortest, (left) => isSame(stepsOf(left)))
    if (shorter.length === shortest.length || plays === PLAYS_MAX) return stepsOf(shorter)
    shortest = shorter
  }
}
