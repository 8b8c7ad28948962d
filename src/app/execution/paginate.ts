// Pages of a list that is in memory. Lists that grow without bound are paged by the store.
import type { Page, PageRequest } from "../../ports/BillingStore.ts"

/** A page of a list; one after the last is empty. GAP-04, GAP-74 */
export const paginate = <A>(records: ReadonlyArray<A>, { page, limit }: PageRequest): Page<A> => ({
  items: records.slice((page - 1) * limit, page * limit),
  totalItems: records.length,
})
