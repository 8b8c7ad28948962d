// The organizations of the world, a page at a time however many there are; and what a path below them names.
import { usePlans } from "../data/account.ts"
import { control } from "../data/api.ts"
import { subscriptionStatuses } from "../data/catalogue.ts"
import type { OrganizationDetail, OrganizationRow } from "../data/shapes.ts"
import { Chip } from "../parts/Chip.tsx"
import { type Filter, FilteredList } from "../parts/Filters.tsx"
import { Form } from "../parts/Form.tsx"
import { Id } from "../parts/Id.tsx"
import { CurrencyField, Field, Section, Table } from "../parts/parts.tsx"
import { hrefOf, hrefOfOrganization } from "../route.ts"
import { words } from "../words.ts"
import { Missing } from "./Missing.tsx"
import { Organization } from "./Organization.tsx"
import { Invoice } from "./organization/Invoice.tsx"

/** `#/organizations`, `#/organizations/ID` and `#/organizations/ID/invoices/ID`. */
export const Organizations = ({ path }: { readonly path: ReadonlyArray<string> }) => {
  const [, organizationId, part, invoiceId] = path
  if (organizationId === undefined) return <List />
  if (part === undefined) return <Organization organizationId={organizationId} />
  if (part !== "invoices" || invoiceId === undefined || path.length > 4) return <Missing path={path} />
  return <Invoice organizationId={organizationId} invoiceId={invoiceId} />
}

const List = () => {
  const filters = useFilters()
  return (
    <>
      <h1>Organizations</h1>
      <FilteredList<OrganizationRow>
        path="organizations"
        filters={filters}
        from="/organizations"
        limit={25}
        topics={["records", "world", "events", "clock"]}
        none={
          <>
            None is like that. <a href={hrefOf(["organizations"])}>Show all</a>
          </>
        }
        empty="There is none. Make one below."
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
                  <Id id={row.organizationId} />
                </td>
              </tr>
            ))}
          </Table>
        )}
      </FilteredList>
      <NewOrganization />
    </>
  )
}

const useFilters = (): ReadonlyArray<Filter> => [
  { name: "search", label: "Search by name or id" },
  { name: "planId", label: "Plan", choices: usePlans().map(({ planId, name }) => [planId, name]) },
  {
    name: "subscriptionStatus",
    label: "Subscription",
    choices: subscriptionStatuses.map((status) => [status, words(status)]),
  },
]

const NewOrganization = () => (
  <Section title="New organization">
    <Form
      label="Make an organization"
      submit="Make"
      kind="plain"
      work={async (field) => {
        const body = { name: field("name"), currency: field("currency").toUpperCase() }
        const { organizationId } = await control<OrganizationDetail>("POST", "/organizations", body)
        location.hash = hrefOfOrganization(organizationId)
        return `${body.name} is made.`
      }}
    >
      <Field label="Name">
        <input name="name" required autocomplete="off" />
      </Field>
      <CurrencyField />
    </Form>
  </Section>
)
