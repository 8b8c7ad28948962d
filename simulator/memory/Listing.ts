// Records that are listed page by page, all of them or those of one status, without looking at any other. A record
// that is put again keeps its place.

import type { Page, PageRequest } from "../../src/index.ts"
import { makeSortedList, type SortedList } from "./SortedList.ts"

/** A record with its place: the how-manieth it was that was put first. */
export interface Entry<A> {
  readonly sequence: number
  readonly record: A
}

/** Records by id and in the order of their list. */
export interface Listing<A extends { readonly status: string }> {
  readonly get: (id: string) => Entry<A> | undefined
  readonly put: (record: A) => Entry<A>
  readonly page: (list: PageRequest & { readonly status: A["status"] | null }) => Page<A>
  /** In the order in which they were put first. */
  readonly records: () => ReadonlyArray<A>
}

/** An empty listing. The order must not depend on anything that changes when a record is put again. */
export const makeListing = <A extends { readonly status: string }>(options: {
  readonly idOf: (record: A) => string
  readonly order: (a: Entry<A>, b: Entry<A>) => number
}): Listing<A> => {
  const { idOf, order } = options
  const entries = new Map<string, { readonly sequence: number; record: A }>()
  const all = makeSortedList<Entry<A>>(order)
  const byStatus = new Map<string, SortedList<Entry<A>>>()

  const listOf = (status: string): SortedList<Entry<A>> => {
    const known = byStatus.get(status)
    if (known !== undefined) return known
    const list = makeSortedList<Entry<A>>(order)
    byStatus.set(status, list)
    return list
  }

  return {
    get: (id) => entries.get(id),
    put: (record) => {
      const known = entries.get(idOf(record))
      const entry = known ?? { sequence: entries.size, record }
      if (known === undefined) {
        entries.set(idOf(record), entry)
        all.add(entry)
        listOf(record.status).add(entry)
      } else if (known.record.status !== record.status) {
        listOf(known.record.status).remove(known)
        listOf(record.status).add(known)
      }
      entry.record = record
      return entry
    },
    page: ({ page, limit, status }) => {
      const list = status === null ? all : byStatus.get(status)
      const entriesOfPage = list?.slice((page - 1) * limit, limit) ?? []
      return { items: entriesOfPage.map(({ record }) => record), totalItems: list?.size() ?? 0 }
    },
    records: () => Array.from(entries.values(), ({ record }) => record),
  }
}
