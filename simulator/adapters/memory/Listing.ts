// Records that are listed page by page, all of them or those of one status, without looking at any other. A record
// that is put again keeps its place. A listing never changes: what would change it gives another one.

import type { Page, PageRequest } from "../../../src/index.ts"
import { byText, type Compare, makeSortedMap, type SortedMap } from "./SortedMap.ts"
import { makeTable, type Placed, type Table } from "./Table.ts"

/** The order of a listing. */
export interface ListingOptions<A> {
  readonly idOf: (record: A) => string
  /** Those of the latest instant come first, then those put last; without it those put first. It never changes. */
  readonly newestBy?: (record: A) => number
}

/** An empty listing. */
export const makeListing = <A extends { readonly status: string }>(options: ListingOptions<A>): Listing<A> =>
  new Listing(options, { table: makeTable(), all: emptyOrder(options), byStatus: makeSortedMap(byText) })

/** The place of a record: its instant, and its number in the order of first puts. */
export interface Place {
  readonly at: number
  readonly sequence: number
}

const bySequence: Compare<Place> = (a, b) => a.sequence - b.sequence
/** Those of the latest instant first, and of one instant those put last. */
export const byNewest: Compare<Place> = (a, b) => b.at - a.at || b.sequence - a.sequence

/** Ids by the places of their records. */
type Order = SortedMap<Place, string>

interface Orders<A> {
  readonly table: Table<A>
  readonly all: Order
  readonly byStatus: SortedMap<string, Order>
}

/** Records by id and in the order of their list. */
export class Listing<A extends { readonly status: string }> {
  private readonly options: ListingOptions<A>
  private readonly orders: Orders<A>

  constructor(options: ListingOptions<A>, orders: Orders<A>) {
    this.options = options
    this.orders = orders
  }

  get(id: string): A | undefined {
    return this.orders.table.get(id)
  }

  /** The record with its place in the order in which records were first put. */
  placed(id: string): Placed<A> | undefined {
    return this.orders.table.placed(id)
  }

  put(record: A): Listing<A> {
    const { idOf, newestBy } = this.options
    const id = idOf(record)
    const known = this.orders.table.get(id)
    const table = this.orders.table.set(id, record)
    if (known?.status === record.status) return new Listing(this.options, { ...this.orders, table })
    const { sequence = 0 } = table.placed(id) ?? {}
    const place = { at: newestBy?.(record) ?? 0, sequence }
    const all = known === undefined ? this.orders.all.set(place, id) : this.orders.all
    let { byStatus } = this.orders
    if (known !== undefined) byStatus = byStatus.set(known.status, this.listOf(known.status).delete(place))
    byStatus = byStatus.set(record.status, this.listOf(record.status).set(place, id))
    return new Listing(this.options, { table, all, byStatus })
  }

  page({ page, limit, status }: PageRequest & { readonly status: A["status"] | null }): Page<A> {
    const list = status === null ? this.orders.all : this.listOf(status)
    const items = list.slice((page - 1) * limit, limit).flatMap(([, id]) => this.orders.table.get(id) ?? [])
    return { items, totalItems: list.size() }
  }

  /** In the order in which they were first put. */
  records(): Iterable<A> {
    return this.orders.table.values()
  }

  private listOf(status: string): Order {
    return this.orders.byStatus.get(status) ?? emptyOrder(this.options)
  }
}

const emptyOrder = (options: ListingOptions<never>): Order =>
  makeSortedMap(options.newestBy === undefined ? bySequence : byNewest)
