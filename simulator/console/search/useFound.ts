// A search: the control plane looks for organizations, invoices and events while one types.
import { useSignal } from "@preact/signals"
import { useEffect } from "preact/hooks"
import { usePlans } from "../data/account.ts"
import { control } from "../data/api.ts"
import type { LoggedEvent, OperatorInvoice, OrganizationRow, Page } from "../data/shapes.ts"
import { TYPING_MILLIS } from "../parts/Filters.tsx"
import { viewTitles } from "../views/viewTitles.ts"
import { type Found, foundByName, foundEvent, foundInvoice, foundOrganization } from "./found.ts"

/** How many of a kind are shown. */
const LIMIT = 6

const isId = (text: string): boolean => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)

const orNone = <A>(
  call: Promise<A>,
  found: (answer: A) => ReadonlyArray<Found>,
): Promise<ReadonlyArray<Found>> =>
  // What is not there, or not to be had, was not found.
  call.then(found, () => [])

/** What has a text in its name, type or id; nothing for no text. */
export const useFound = (text: string): ReadonlyArray<Found> => {
  const plans = usePlans()
  const found = useSignal<{ readonly text: string; readonly all: ReadonlyArray<Found> }>({
    text: "",
    all: [],
  })
  useEffect(() => {
    if (text === "") return undefined
    let ended = false
    const search = `limit=${LIMIT}&search=${encodeURIComponent(text)}`
    const look = async (): Promise<void> => {
      const all = await Promise.all([
        orNone(control<Page<OrganizationRow>>("GET", `/organizations?${search}`), ({ data }) =>
          data.map(foundOrganization),
        ),
        isId(text)
          ? orNone(control<OperatorInvoice>("GET", `/invoices/${text}`), (invoice) => [foundInvoice(invoice)])
          : [],
        orNone(control<Page<LoggedEvent>>("GET", `/events?${search}`), ({ data }) => data.map(foundEvent)),
      ])
      if (!ended) found.value = { text, all: all.flat() }
    }
    const timer = setTimeout(() => void look(), TYPING_MILLIS)
    return () => {
      ended = true
      clearTimeout(timer)
    }
  }, [text])
  if (text === "") return []
  // Of the text before it nothing is shown.
  return [
    ...foundByName(text, { views: viewTitles, plans }),
    ...(found.value.text === text ? found.value.all : []),
  ]
}
