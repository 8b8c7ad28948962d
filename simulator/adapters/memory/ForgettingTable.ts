// Records that may be forgotten from an instant on. The store has no clock: each put tells the instant, and forgets at most
// two other records. Some records are kept beyond their time, so that a late call still finds its own. A table never
// changes: a change gives another table.
import { byText, type Compare, makeSortedMap, type SortedMap } from "./SortedMap.ts"

/** A table without some records, and those records. */
export interface Forgotten<A, T> {
  readonly table: T
  readonly forgotten: ReadonlyArray<A>
}

/** The rules by which records are forgotten. */
export interface ForgettingOptions<A> {
  readonly idOf: (record: A) => string
  /** The instant from which it may be forgotten. */
  readonly forgettableAt: (record: A) => number
  readonly kept?: number
  /** The most records at all. Beyond it the first goes before its time. */
  readonly max?: number
}

/** The records that are kept although they may be forgotten. */
const KEPT = 10_000

/** The most records that a put forgets. */
const FORGOTTEN_MAX = 2

/** The time of a record, and the number of its put. */
interface Place {
  readonly at: number
  readonly sequence: number
}

const byTime: Compare<Place> = (a, b) => a.at - b.at || a.sequence - b.sequence

/** An empty table. */
export const makeForgettingTable = <A>(options: ForgettingOptions<A>): ForgettingTable<A> =>
  new ForgettingTable(options, { places: makeSortedMap(byText), records: makeSortedMap(byTime), next: 0 })

interface Contents<A> {
  readonly places: SortedMap<string, Place>
  readonly records: SortedMap<Place, A>
  /** The number of the next put. */
  readonly next: number
}

/** Records by id. */
export class ForgettingTable<A> {
  private readonly options: ForgettingOptions<A>
  private readonly contents: Contents<A>

  constructor(options: ForgettingOptions<A>, contents: Contents<A>) {
    this.options = options
    this.contents = contents
  }

  get(id: string): A | undefined {
    const place = this.contents.places.get(id)
    return place === undefined ? undefined : this.contents.records.get(place)
  }

  put(record: A): ForgettingTable<A> {
    const { places, records, next } = this.contents
    const id = this.options.idOf(record)
    const before = places.get(id)
    const others = before === undefined ? records : records.delete(before)
    const place = { at: this.options.forgettableAt(record), sequence: next }
    return new ForgettingTable(this.options, {
      places: places.set(id, place),
      records: others.set(place, record),
      next: next + 1,
    })
  }

  /** Drops at most two records that need not be held at `now`. The record that was just put stays. */
  forget(now: number, put: A): Forgotten<A, ForgettingTable<A>> {
    const { idOf, kept = KEPT, max = Number.POSITIVE_INFINITY } = this.options
    const forgotten: Array<A> = []
    let { places, records } = this.contents
    while (forgotten.length < FORGOTTEN_MAX) {
      // A record that was just put stays: whoever put it is going to ask for it.
      const first = records.slice(0, 2).find(([, record]) => idOf(record) !== idOf(put))
      if (first === undefined) break
      const [place, record] = first
      if (records.size() <= max && (place.at > now || records.size() <= kept)) break
      places = places.delete(idOf(record))
      records = records.delete(place)
      forgotten.push(record)
    }
    const table =
      forgotten.length === 0 ? this : new ForgettingTable(this.options, { ...this.contents, places, records })
    return { table, forgotten }
  }

  /** In the order of their times; records of one time are in the order in which they were put. */
  records(): Iterable<A> {
    return Array.from(this.contents.records, ([, record]) => record)
  }
}
