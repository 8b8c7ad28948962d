// From one page of a list to the next.
import { hrefOf } from "../route.ts"
import type { Page } from "../shapes.ts"

/** Where a page stands in its list, and links to its neighbours; nothing where there is one page only. */
export const Pager = (props: {
  readonly meta: Page<unknown>["meta"]
  readonly path: ReadonlyArray<string>
  readonly query?: Readonly<Record<string, string>>
}) => {
  const { page, totalPages, totalItems } = props.meta
  if (totalPages < 2 && page === 1) return null
  const to = (other: number) => hrefOf(props.path, { ...props.query, page: other })
  return (
    <nav class="pager" aria-label="Pages">
      {page > 1 && <a href={to(page - 1)}>Previous</a>}
      <span>
        Page {page} of {totalPages}, {totalItems.toLocaleString("en")} in all
      </span>
      {page < totalPages && <a href={to(page + 1)}>Next</a>}
    </nav>
  )
}
