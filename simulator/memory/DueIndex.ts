// When which organization has to be looked at next, earliest first. Whatever is asked of it costs a few steps and what
// it returns, however many organizations there are.

import type { DueEntry } from "../../src/index.ts"
import { makeSortedList } from "./SortedList.ts"

/** An organization with its due instant. */
export interface DueOrganization {
  readonly organizationId: string
  readonly at: number
}

/** The organizations that time alone will change. */
export interface DueIndex {
  /** Puts an organization at an instant in place of the one before; `null` takes it out. */
  readonly move: (entry: DueEntry) => void
  /** Those not after `until`, by instant and id. */
  readonly earliest: (list: {
    readonly until: number
    readonly limit: number
  }) => ReadonlyArray<DueOrganization>
  readonly all: () => ReadonlyArray<DueOrganization>
}

/** An empty index. */
export const makeDueIndex = (): DueIndex => {
  const byOrganization = new Map<string, DueOrganization>()
  const order = makeSortedList<DueOrganization>(
    (a, b) =>
      a.at - b.at || (a.organizationId < b.organizationId ? -1 : a.organizationId > b.organizationId ? 1 : 0),
  )
  return {
    move: ({ organizationId, at }) => {
      const before = byOrganization.get(organizationId)
      if (before !== undefined) order.remove(before)
      byOrganization.delete(organizationId)
      if (at === null) return
      byOrganization.set(organizationId, { organizationId, at })
      order.add({ organizationId, at })
    },
    earliest: ({ until, limit }) => {
      const first = order.slice(0, limit)
      const end = first.findIndex(({ at }) => at > until)
      return end === -1 ? first : first.slice(0, end)
    },
    all: () => Array.from(order),
  }
}
