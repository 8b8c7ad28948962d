// When which organization has to be looked at next, earliest first. Whatever is asked of it costs a few steps and what
// it returns, however many organizations there are. An index never changes: what would change it gives another one.

import type { DueEntry } from "../../../src/index.ts"
import { byText, type Compare, makeSortedMap, type SortedMap } from "./SortedMap.ts"

/** An organization with its due instant. */
export interface DueOrganization {
  readonly organizationId: string
  readonly at: number
}

const byInstant: Compare<DueOrganization> = (a, b) =>
  a.at - b.at || byText(a.organizationId, b.organizationId)

/** An empty index. */
export const makeDueIndex = (): DueIndex => new DueIndex(makeSortedMap(byText), makeSortedMap(byInstant))

type Instants = SortedMap<string, number>
type Order = SortedMap<DueOrganization, true>

/** The organizations that time alone will change. */
export class DueIndex {
  private readonly instants: Instants
  private readonly order: Order

  constructor(instants: Instants, order: Order) {
    this.instants = instants
    this.order = order
  }

  /** Puts an organization at an instant in place of the one before; `null` takes it out. */
  move({ organizationId, at }: DueEntry): DueIndex {
    const before = this.instants.get(organizationId)
    const others = before === undefined ? this.order : this.order.delete({ organizationId, at: before })
    return at === null
      ? new DueIndex(this.instants.delete(organizationId), others)
      : new DueIndex(this.instants.set(organizationId, at), others.set({ organizationId, at }, true))
  }

  /** The organizations that are due by `until`, in order of instant and id. */
  earliest({ until, limit }: { readonly until: number; readonly limit: number }) {
    const first = this.order.slice(0, limit).map(([due]) => due)
    const end = first.findIndex(({ at }) => at > until)
    return end === -1 ? first : first.slice(0, end)
  }

  all(): ReadonlyArray<DueOrganization> {
    return Array.from(this.order, ([due]) => due)
  }
}
