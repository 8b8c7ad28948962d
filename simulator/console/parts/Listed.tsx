// A list as it was loaded: why there is none, what to do where it is empty, its records, and its other pages.
import type { ComponentChildren } from "preact"
import { useRef } from "preact/hooks"
import type { Loaded } from "../data/loaded.ts"
import type { Page } from "../data/shapes.ts"
import { hrefOf } from "../route.ts"
import { Empty, Refused } from "./parts.tsx"

/** Nothing before it is loaded. With `path` its pages are links. */
export const Listed = <A,>(props: {
  readonly loaded: Loaded<Page<A>>
  readonly empty: ComponentChildren
  readonly path?: string
  readonly query?: Readonly<Record<string, string>>
  readonly children: (records: ReadonlyArray<A>) => ComponentChildren
}) => {
  const { loaded, empty, path, query, children } = props
  const { data, refusal } = loaded
  return (
    <>
      {path !== undefined && <Told loaded={loaded} />}
      <Refused refusal={refusal} />
      {data !== null && (data.data.length === 0 ? <Empty>{empty}</Empty> : children(data.data))}
      {data !== null && path !== undefined && <Pager meta={data.meta} path={[path]} query={query ?? {}} />}
    </>
  )
}

/** What another filter or page has, for whoever does not see it change. What one came to tells of itself. */
const Told = ({ loaded: { path, data } }: { readonly loaded: Loaded<Page<unknown>> }) => {
  const told = useRef({ path: "", text: "" })
  if (data !== null && path !== told.current.path) {
    told.current = { path, text: told.current.path === "" ? "" : foundInWords(data.meta) }
  }
  return (
    <p class="unseen" role="status">
      {told.current.text}
    </p>
  )
}

const foundInWords = ({ page, totalPages, totalItems }: Page<unknown>["meta"]): string =>
  `${totalItems.toLocaleString("en")} found${totalPages > 1 ? `, page ${page} of ${totalPages}` : ""}`

/** The number of a page, and links to its neighbours; nothing where there is one page only. */
export const Pager = (props: {
  readonly meta: Page<unknown>["meta"]
  readonly path: ReadonlyArray<string>
  readonly query: Readonly<Record<string, string>>
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
