// The debt of an organization beside the invoices that an account has in view.
import type { Receivable } from "../../../src/index.ts"
import type { SortedMap } from "./SortedMap.ts"
import type { Placed } from "./Table.ts"

/** All receivables in their order, each with its place, and the subscriptions that they are of. */
export interface Owed {
  readonly sequences: ReadonlyArray<number>
  readonly receivables: ReadonlyArray<Receivable.Receivable>
  readonly subscriptionIds: ReadonlySet<string>
}

/** Made once for each state of the receivables, so that who owes much pays for it when that changes and not with each read. */
const listedBefore = new WeakMap<object, Owed>()

/** The debt of a state of the receivables. */
export const owedOf = (all: SortedMap<number, Receivable.Receivable>): Owed => {
  const known = listedBefore.get(all)
  if (known !== undefined) return known
  const receivables = all.list()
  const owed = {
    sequences: Array.from(all, ([sequence]) => sequence),
    receivables,
    subscriptionIds: new Set(receivables.map(({ subscriptionId }) => subscriptionId)),
  }
  listedBefore.set(all, owed)
  return owed
}

/** The receivables but for those at some places, which ascend. What lies between two of them is copied at once. */
export const owedBeside = (
  { sequences, receivables }: Owed,
  placed: ReadonlyArray<Placed<unknown>>,
): ReadonlyArray<Receivable.Receivable> => {
  const parts: Array<ReadonlyArray<Receivable.Receivable>> = []
  let from = 0
  for (const { sequence } of placed) {
    const index = indexOf(sequences, sequence)
    if (index === -1) continue
    if (index > from) parts.push(receivables.slice(from, index))
    from = index + 1
  }
  return from === 0 ? receivables : receivables.slice(0, 0).concat(...parts, receivables.slice(from))
}

/** The index of a number among rising numbers; -1 where it is missing. */
const indexOf = (sequences: ReadonlyArray<number>, sequence: number): number => {
  let [low, high] = [0, sequences.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((sequences[middle] ?? 0) < sequence) low = middle + 1
    else high = middle
  }
  return sequences[low] === sequence ? low : -1
}
