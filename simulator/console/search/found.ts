// What a search finds, each with the way to it. Pure.
import type { LoggedEvent, OperatorInvoice, OrganizationRow, Plan } from "../data/shapes.ts"
import { formatMoney } from "../money.ts"
import { hrefOf, hrefOfOrganization } from "../route.ts"
import { formatDay, formatInstant } from "../time.ts"
import { words } from "../words.ts"

/** One thing that was found. */
export interface Found {
  readonly kind: "Organization" | "Invoice" | "Event" | "Plan" | "View"
  readonly text: string
  readonly href: string
}

/** The views and plans that have a text in their name. */
export const foundByName = (
  text: string,
  known: {
    readonly views: ReadonlyArray<readonly [name: string, title: string]>
    readonly plans: ReadonlyArray<Plan>
  },
): ReadonlyArray<Found> => {
  const isLike = (name: string): boolean => name.toLowerCase().includes(text.toLowerCase())
  return [
    ...known.views
      .filter(([, title]) => isLike(title))
      .map(
        ([name, title]): Found => ({ kind: "View", text: title, href: hrefOf(name === "" ? [] : [name]) }),
      ),
    ...known.plans
      .filter(({ name, planId }) => isLike(name) || isLike(planId))
      .map(({ name }): Found => ({ kind: "Plan", text: name, href: hrefOf(["plans"]) })),
  ]
}

/** An organization that was found. */
export const foundOrganization = ({ organizationId, name, subscription }: OrganizationRow): Found => ({
  kind: "Organization",
  text: subscription === null ? name : `${name}, ${words(subscription.status)}`,
  href: hrefOfOrganization(organizationId),
})

/** An invoice that was found. */
export const foundInvoice = (invoice: OperatorInvoice): Found => ({
  kind: "Invoice",
  text: `${formatDay(invoice.issuedAt ?? invoice.createdAt)}, ${formatMoney(invoice.payableAmount, invoice.currency)}, ${words(invoice.status)}`,
  href: hrefOfOrganization(invoice.organizationId, invoice.invoiceId),
})

/** An event that was found: the way to it is the list of those like it. */
export const foundEvent = ({ id, type, createdAt }: LoggedEvent): Found => ({
  kind: "Event",
  text: `${formatInstant(createdAt)}, ${type}`,
  href: hrefOf(["events"], { search: id }),
})
