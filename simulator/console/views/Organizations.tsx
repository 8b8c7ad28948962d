// The organizations of the world, a page at a time however many there are; and what a path below them names.
import { useEffect, useRef } from "preact/hooks"
import { useLoaded } from "../data/loaded.ts"
import type { OrganizationRow, Page } from "../data/shapes.ts"
import { Chip } from "../parts/Chip.tsx"
import { Listed } from "../parts/Listed.tsx"
import { Field, Table } from "../parts/parts.tsx"
import { place, replacePlace } from "../place.ts"
import { hrefOf, hrefOfOrganization, pageOf } from "../route.ts"
import { Organization } from "./Organization.tsx"
import { Invoice } from "./organization/Invoice.tsx"

const PAGE = 25

/** `#/organizations`, `#/organizations/ID` and `#/organizations/ID/invoices/ID`. */
export const Organizations = ({ path }: { readonly path: ReadonlyArray<string> }) => {
  const [, organizationId, , invoiceId] = path
  if (organizationId === undefined) return <List />
  if (invoiceId === undefined) return <Organization organizationId={organizationId} />
  return <Invoice organizationId={organizationId} invoiceId={invoiceId} />
}

const List = () => {
  const search = place.value.query.search ?? ""
  const query = new URLSearchParams({ page: String(pageOf(place.value)), limit: String(PAGE) })
  if (search !== "") query.set("search", search)
  const loaded = useLoaded<Page<OrganizationRow>>(`/organizations?${query}`, [
    "records",
    "world",
    "events",
    "clock",
  ]).value
  return (
    <>
      <h1>Organizations</h1>
      <Search search={search} />
      <Listed
        loaded={loaded}
        path="organizations"
        query={{ search }}
        empty={
          search === "" ? (
            <>
              There is none. <code>POST /_simulator/organizations</code> makes one.
            </>
          ) : (
            <>
              None has “{search}” in its name or id. <a href={hrefOf(["organizations"])}>Show all</a>
            </>
          )
        }
      >
        {(organizations) => (
          <Table label="Organizations" head={["Name", "Status", "Subscription", "Plan", "Currency", "Id"]}>
            {organizations.map((row) => (
              <tr key={row.organizationId}>
                <th scope="row" class="name">
                  <a href={hrefOfOrganization(row.organizationId)}>{row.name}</a>
                </th>
                <td>
                  <Chip status={row.status} />
                </td>
                <td>
                  {row.subscription === null ? (
                    <span class="muted">none</span>
                  ) : (
                    <Chip status={row.subscription.status} />
                  )}
                </td>
                <td>{row.subscription?.planName ?? ""}</td>
                <td>{row.currency}</td>
                <td>
                  <code>{row.organizationId}</code>
                </td>
              </tr>
            ))}
          </Table>
        )}
      </Listed>
    </>
  )
}

/** The wait for the next letter, in ms. */
const TYPING_MILLIS = 150

const Search = ({ search }: { readonly search: string }) => {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return (
    <search class="fields">
      <Field label="Search by name or id">
        <input
          type="search"
          defaultValue={search}
          onInput={(event) => {
            const text = event.currentTarget.value.trim()
            clearTimeout(timer.current)
            timer.current = setTimeout(
              () => replacePlace(hrefOf(["organizations"], { search: text })),
              TYPING_MILLIS,
            )
          }}
        />
      </Field>
    </search>
  )
}
