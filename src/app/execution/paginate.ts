// A part of a list that is at hand as a whole. Lists that grow without bound are paged by the store.
import type { Page, PageRequest } from "../../ports/BillingStore.ts"

/** The page of a list that is asked for; one after the last is empty. GAP-04, GAP-74 */
export const paginate = <A>(records: ReadonlyArray<A>, { page, limit }: PageRequest): Page<A> => ({
  items: records.slice((page - 1) * limit, page * limit),
  totalItems: records.length,
})
