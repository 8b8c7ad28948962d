// A list with its filters. They are in the address, so that a list as it is shown can be gone back to and sent to somebody;
// the control plane does the filtering, of all pages.
import type { ComponentChildren } from "preact"
import { useEffect, useRef } from "preact/hooks"
import type { Topic } from "../../world/live/Live.ts"
import { useLoaded } from "../data/loaded.ts"
import type { Page } from "../data/shapes.ts"
import { place, replacePlace } from "../place.ts"
import { hrefOf, pageOf } from "../route.ts"
import { shortId } from "../words.ts"
import { Listed } from "./Listed.tsx"
import { Field } from "./parts.tsx"

/** A filter: one of some choices, each with its words, or a text. */
export interface Filter {
  /** Of the parameter, in the address and of the control plane. */
  readonly name: string
  readonly label: string
  readonly choices?: ReadonlyArray<readonly [value: string, text: string]>
  /** The words for no choice, where they are not "All". */
  readonly none?: string
}

/** The words of a choice; of one that is not among them its last letters. */
export const nameOfChoice = ({ choices = [] }: Filter, value: string): string =>
  choices.find(([choice]) => choice === value)?.[1] ?? shortId(value)

/** What the address says of filters, without those that it does not have. */
const filtered = (filters: ReadonlyArray<Filter>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    filters.flatMap(({ name }) => {
      const value = place.value.query[name] ?? ""
      return value === "" ? [] : [[name, value]]
    }),
  )

/** The filters, and the records that they leave. */
export const FilteredList = <A,>(props: {
  /** Of the view. */
  readonly path: string
  readonly filters: ReadonlyArray<Filter>
  /** Of the list in the control plane. */
  readonly from: string
  readonly limit: number
  /** What the list is asked for besides, where no filter says otherwise. */
  readonly query?: Readonly<Record<string, string>>
  readonly topics: ReadonlyArray<Topic>
  /** What stands in place of an empty list, and of one of which the filters leave nothing. */
  readonly empty: ComponentChildren
  readonly none: ComponentChildren
  readonly children: (records: ReadonlyArray<A>) => ComponentChildren
}) => {
  const { path, filters, from, limit, topics, empty, none, children } = props
  const wanted = filtered(filters)
  const query = new URLSearchParams({
    page: String(pageOf(place.value)),
    limit: String(limit),
    ...props.query,
    ...wanted,
  })
  const loaded = useLoaded<Page<A>>(`${from}?${query}`, topics).value
  return (
    <>
      <Filters path={path} filters={filters} />
      <Listed
        loaded={loaded}
        path={path}
        query={wanted}
        empty={Object.keys(wanted).length > 0 ? none : empty}
      >
        {children}
      </Listed>
    </>
  )
}

/** The wait for the next letter, in ms. */
export const TYPING_MILLIS = 150

/** The fields of filters, and a way out of them. */
const Filters = (props: { readonly path: string; readonly filters: ReadonlyArray<Filter> }) => {
  const { path, filters } = props
  const known = filtered(filters)
  const set = (name: string, value: string): void =>
    replacePlace(hrefOf([path], { ...filtered(filters), [name]: value }))
  return (
    <search class="fields">
      {filters.map(({ name, label, choices, none = "All" }) => (
        <Field key={name} label={label}>
          {choices === undefined ? (
            <TextFilter value={known[name] ?? ""} onText={(text) => set(name, text)} />
          ) : (
            <select value={known[name] ?? ""} onChange={(event) => set(name, event.currentTarget.value)}>
              <option value="">{none}</option>
              {choices.map(([value, text]) => (
                <option key={value} value={value}>
                  {text}
                </option>
              ))}
            </select>
          )}
        </Field>
      ))}
      {Object.keys(known).length > 0 && <a href={hrefOf([path])}>Show all</a>}
    </search>
  )
}

/** A text, told when nobody has typed for a moment. */
const TextFilter = (props: { readonly value: string; readonly onText: (text: string) => void }) => {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    // What is being typed is newer than what the address says.
    if (input.current !== null && document.activeElement !== input.current) input.current.value = props.value
  }, [props.value])
  return (
    <input
      type="search"
      ref={input}
      onInput={(event) => {
        const text = event.currentTarget.value.trim()
        clearTimeout(timer.current)
        timer.current = setTimeout(() => props.onText(text), TYPING_MILLIS)
      }}
    />
  )
}
