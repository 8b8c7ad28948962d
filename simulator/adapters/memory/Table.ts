// Values by key in the order in which their keys came: what a `Map` is, but one that never changes, as `SortedMap`.
import { byNumber, byText, makeSortedMap, type SortedMap } from "./SortedMap.ts"

/** A value with its place: the how-manieth it was that came. */
export interface Placed<V> {
  readonly sequence: number
  readonly value: V
}

/** Values by key, oldest key first. */
export interface Table<V> {
  readonly size: () => number
  readonly get: (key: string) => V | undefined
  readonly placed: (key: string) => Placed<V> | undefined
  /** With a value for a key, in the place of the one that it had. */
  readonly set: (key: string, value: V) => Table<V>
  /** Without a key; one that comes again comes last. */
  readonly delete: (key: string) => Table<V>
  /** At most `count` keys from a position on, which counts from 0. */
  readonly keys: (from: number, count: number) => ReadonlyArray<string>
  /** One by one, so that of a large table no more is looked at than somebody wants. */
  readonly values: () => Iterable<V>
  /** All values at once. */
  readonly list: () => ReadonlyArray<V>
  readonly entries: () => Iterable<readonly [string, V]>
}

/** An empty table. */
export const makeTable = <V>(): Table<V> => emptyTable as Table<V>

type ByKey<V> = SortedMap<string, Placed<V>>
type Order = SortedMap<number, string>

class OrderedTable<V> implements Table<V> {
  private readonly byKey: ByKey<V>
  private readonly order: Order
  /** Larger than the place of any value. */
  private readonly next: number

  constructor(byKey: ByKey<V>, order: Order, next: number) {
    this.byKey = byKey
    this.order = order
    this.next = next
  }

  size(): number {
    return this.byKey.size()
  }

  get(key: string): V | undefined {
    return this.byKey.get(key)?.value
  }

  placed(key: string): Placed<V> | undefined {
    return this.byKey.get(key)
  }

  set(key: string, value: V): Table<V> {
    const known = this.byKey.get(key)
    const sequence = known?.sequence ?? this.next
    const byKey = this.byKey.set(key, { sequence, value })
    return known === undefined
      ? new OrderedTable(byKey, this.order.set(sequence, key), sequence + 1)
      : new OrderedTable(byKey, this.order, this.next)
  }

  delete(key: string): Table<V> {
    const known = this.byKey.get(key)
    if (known === undefined) return this
    return new OrderedTable(this.byKey.delete(key), this.order.delete(known.sequence), this.next)
  }

  keys(from: number, count: number): ReadonlyArray<string> {
    return this.order.slice(from, count).map(([, key]) => key)
  }

  *values(): Generator<V, void> {
    for (const [, value] of this.entries()) yield value
  }

  list(): ReadonlyArray<V> {
    return this.order.list().map((key) => (this.byKey.get(key) as Placed<V>).value)
  }

  *entries(): Generator<readonly [string, V], void> {
    for (const [, key] of this.order) yield [key, (this.byKey.get(key) as Placed<V>).value]
  }
}

const emptyTable: Table<unknown> = new OrderedTable(makeSortedMap(byText), makeSortedMap(byNumber), 0)
