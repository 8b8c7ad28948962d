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

/** A record with its place: its time, and among those of one time the how-manieth put it was. */
interface Entry<A> {
  readonly at: number
  readonly sequence: number
  readonly record: A
}

/** An empty table. `forgotten` is told of each record that is dropped. */
export const makeForgettingTable = <A>(options: {
  readonly idOf: (record: A) => string
  /** From when on it may be forgotten. */
  readonly forgettableAt: (record: A) => number
  /** An instant that had come when the record was put. */
  readonly seenAt: (record: A) => number
  readonly forgotten: (record: A) => void
  readonly kept?: number
  /** How many are held at all: beyond it the first goes although its time has not come. */
  readonly max?: number
}): ForgettingTable<A> => {
  const { idOf, forgettableAt, seenAt, forgotten, kept = KEPT, max = Number.POSITIVE_INFINITY } = options
  const byId = new Map<string, Entry<A>>()
  const byTime = makeSortedList<Entry<A>>((a, b) => a.at - b.at || a.sequence - b.sequence)
  let sequence = 0

  /** A record that was just put stays: whoever put it is going to ask for it. */
  const forgetFirst = (now: number, put: Entry<A>): void => {
    const first = byTime.slice(0, 2).find((entry) => entry !== put)
    if (first === undefined) return
    if (byId.size <= max && (first.at > now || byId.size <= kept)) return
    byTime.remove(first)
    byId.delete(idOf(first.record))
    forgotten(first.record)
  }

  return {
    get: (id) => byId.get(id)?.record,
    put: (record) => {
      const before = byId.get(idOf(record))
      if (before !== undefined) byTime.remove(before)
      const entry = { at: forgettableAt(record), sequence, record }
      sequence += 1
      byId.set(idOf(record), entry)
      byTime.add(entry)
      forgetFirst(seenAt(record), entry)
      forgetFirst(seenAt(record), entry)
    },
    records: () => Array.from(byId.values(), ({ record }) => record),
  }
}
