// Values by key in the order in which their keys came: a `Map` that never changes, as `SortedMap`.
import { byNumber, byText, makeSortedMap, type SortedMap } from "./SortedMap.ts"

/** A value with its number in the order in which keys came. */
export interface Placed<V> {
  readonly sequence: number
  readonly value: V
}

/** An empty table. */
export const makeTable = <V>(): Table<V> => emptyTable as Table<V>

type ByKey<V> = SortedMap<string, Placed<V>>
type Order = SortedMap<number, string>

/** Values by key, oldest key first. */
export class Table<V> {
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

  /** With a value for a key, in the place of the one that it had. */
  set(key: string, value: V): Table<V> {
    const known = this.byKey.get(key)
    const sequence = known?.sequence ?? this.next
    const byKey = this.byKey.set(key, { sequence, value })
    return known === undefined
      ? new Table(byKey, this.order.set(sequence, key), sequence + 1)
      : new Table(byKey, this.order, this.next)
  }

  /** Without a key; one that comes again comes last. */
  delete(key: string): Table<V> {
    const known = this.byKey.get(key)
    if (known === undefined) return this
    return new Table(this.byKey.delete(key), this.order.delete(known.sequence), this.next)
  }

  /** At most `count` keys from a position on, which counts from 0. */
  keys(from: number, count: number): ReadonlyArray<string> {
    return this.order.slice(from, count).map(([, key]) => key)
  }

  /** One by one, so that a reader who stops early looks at no more than it wants. */
  *values(): Iterable<V> {
    for (const [, value] of this.entries()) yield value
  }

  /** All values at once. */
  list(): ReadonlyArray<V> {
    return this.order.list().map((key) => (this.byKey.get(key) as Placed<V>).value)
  }

  *entries(): Iterable<readonly [string, V]> {
    for (const [, key] of this.order) yield [key, (this.byKey.get(key) as Placed<V>).value]
  }
}

const emptyTable: Table<unknown> = new Table(makeSortedMap(byText), makeSortedMap(byNumber), 0)
