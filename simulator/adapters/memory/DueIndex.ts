// When which organization has to be looked at next, earliest first. Whatever is asked of it costs a few steps and what
// it returns, however many organizations there are. An index never changes: what would change it gives another one.

import type { BillingStore, DueClaim, DueEntry } from "../../../src/index.ts"
import { byText, type Compare, makeSortedMap, type SortedMap } from "./SortedMap.ts"

/** An organization with its due instant. */
export interface DueOrganization {
  readonly organizationId: string
  readonly at: number
}

const byInstant: Compare<DueOrganization> = (a, b) =>
  a.at - b.at || byText(a.organizationId, b.organizationId)

/** An empty index. */
export const makeDueIndex = (): DueIndex =>
  new DueIndex(makeSortedMap(byText), makeSortedMap(byInstant), makeSortedMap(byText))

type Instants = SortedMap<string, number>
type Order = SortedMap<DueOrganization, true>
/** Claims by organization: `now` is when one was made. They end with the process, and are in no snapshot. */
type Claims = SortedMap<string, { readonly now: number; readonly until: number }>

/** The organizations that time alone will change. */
export class DueIndex {
  private readonly instants: Instants
  private readonly order: Order
  private readonly claims: Claims

  constructor(instants: Instants, order: Order, claims: Claims) {
    this.instants = instants
    this.order = order
    this.claims = claims
  }

  /** Puts an organization at an instant in place of the one before; `null` takes it out. */
  move({ organizationId, at }: DueEntry): DueIndex {
    const before = this.instants.get(organizationId)
    const isOver = at === null || at > (this.claims.get(organizationId)?.now ?? at)
    const claims = isOver ? this.claims.delete(organizationId) : this.claims
    // Most commits, such as those of usage, leave it where it is.
    if (at === (before ?? null)) {
      return claims === this.claims ? this : new DueIndex(this.instants, this.order, claims)
    }
    const others = before === undefined ? this.order : this.order.delete({ organizationId, at: before })
    return at === null
      ? new DueIndex(this.instants.delete(organizationId), others, claims)
      : new DueIndex(this.instants.set(organizationId, at), others.set({ organizationId, at }, true), claims)
  }

  /** Claims organizations that are due: what was claimed, and the index with the claims. */
  claim({ now, limit, leaseMillis, clockSkewMillis }: Parameters<BillingStore["Service"]["claimDue"]>[0]) {
    const until = now + leaseMillis
    const freeAt = ({ organizationId, at }: DueOrganization): number => {
      const claim = this.claims.get(organizationId)
      return claim === undefined || claim.now > now + clockSkewMillis ? at : claim.until
    }
    // So many may be claimed by others, or have been.
    const claimed = this.earliest({ until: now, limit: limit + this.claims.size() })
      .filter((due) => freeAt(due) <= now)
      .toSorted((a, b) => freeAt(a) - freeAt(b))
      .slice(0, limit)
      .map((due): DueClaim => ({ ...due, until }))
    const claims = claimed.reduce(
      (before, { organizationId }) => before.set(organizationId, { now, until }),
      this.claims,
    )
    return { claimed, index: new DueIndex(this.instants, this.order, claims) }
  }

  /** Moves the ends of claims that are still there. */
  moveClaims(claims: ReadonlyArray<DueClaim>, until: number): DueIndex {
    const moved = claims.reduce((before, claim) => {
      const found = before.get(claim.organizationId)
      return found?.until === claim.until ? before.set(claim.organizationId, { ...found, until }) : before
    }, this.claims)
    return new DueIndex(this.instants, this.order, moved)
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
