// Records that may be forgotten from an instant on. The store has no clock: a record that is put says which instant it
// is, and pays for forgetting at most two others. Some are kept beyond their time, so that a late call still learns
// what became of its own; more than that many are only held while they are needed.
import { makeSortedList } from "./SortedList.ts"

/** Records by id. */
export interface ForgettingTable<A> {
  readonly get: (id: string) => A | undefined
  readonly put: (record: A) => void
  readonly records: () => ReadonlyArray<A>
}

/** How many records are kept although they may be forgotten. */
const KEPT = 10_000

/** An empty table. `forgotten` is told of each record that is dropped. */
export const makeForgettingTable = <A>(options: {
  readonly idOf: (record: A) => string
  /** From when on it may be forgotten. */
  readonly forgettableAt: (record: A) => number
  /** An instant that had come when the record was put. */
  readonly seenAt: (record: A) => number
  readonly forgotten: (record: A) => void
  readonly kept?: number
}): ForgettingTable<A> => {
  const { idOf, forgettableAt, seenAt, forgotten, kept = KEPT } = options
  const byId = new Map<string, A>()
  const byTime = makeSortedList<{ readonly at: number; readonly id: string }>(
    (a, b) => a.at - b.at || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0),
  )
  const placeOf = (record: A) => ({ at: forgettableAt(record), id: idOf(record) })

  const forgetFirst = (now: number): void => {
    const first = byTime.slice(0, 1)[0]
    const record = first === undefined ? undefined : byId.get(first.id)
    if (first === undefined || record === undefined || first.at > now || byId.size <= kept) return
    byTime.remove(first)
    byId.delete(first.id)
    forgotten(record)
  }

  return {
    get: (id) => byId.get(id),
    put: (record) => {
      const before = byId.get(idOf(record))
      if (before !== undefined) byTime.remove(placeOf(before))
      byId.set(idOf(record), record)
      byTime.add(placeOf(record))
      forgetFirst(seenAt(record))
      forgetFirst(seenAt(record))
    },
    records: () => Array.from(byId.values()),
  }
}
