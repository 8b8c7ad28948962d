// The organizations that a look found due, in time order, with those that fall due again before the last of them.
import type { LoadedAccount } from "../../ports/BillingStore.ts"

/** An organization with the instant at which it falls due, and its account where the run has just committed it. */
export interface DueOrganization {
  readonly organizationId: string
  readonly at: number
  readonly loaded?: LoadedAccount
}

/** What waits for its turn. It is known up to an instant; what falls due from there on is found by the next look. */
export interface DueQueue {
  /** Begins again with what was listed, earliest first, and the instant before which nothing else is due. */
  readonly fill: (listed: ReadonlyArray<DueOrganization>, knownUpTo: number) => void
  /** Puts an organization in its place, unless that lies where the queue does not know what else is due. */
  readonly enter: (due: DueOrganization) => void
  /** Takes the earliest. */
  readonly take: () => DueOrganization | undefined
}

/** An empty queue. */
export const makeDueQueue = (): DueQueue => {
  // The earliest is the last, which is taken at no cost.
  let waiting: Array<DueOrganization> = []
  let knownUpTo = Number.NEGATIVE_INFINITY
  return {
    fill: (listed, until) => {
      waiting = listed.toReversed()
      knownUpTo = until
    },
    enter: (due) => {
      if (due.at >= knownUpTo) return
      const place = waiting.findLastIndex((other) => isBefore(due, other))
      waiting.splice(place + 1, 0, due)
    },
    take: () => waiting.pop(),
  }
}

const isBefore = (a: DueOrganization, b: DueOrganization): boolean =>
  a.at < b.at || (a.at === b.at && a.organizationId < b.organizationId)
