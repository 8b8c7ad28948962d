// The events of the world, newest first, whether or not a webhook sent them.
import { eventTypes } from "../data/catalogue.ts"
import type { LoggedEvent } from "../data/shapes.ts"
import { formatMoney } from "../money.ts"
import { type Filter, FilteredList, nameOfChoice } from "../parts/Filters.tsx"
import { Id } from "../parts/Id.tsx"
import { useOrganizationFilter } from "../parts/organizationFilter.ts"
import { Json } from "../parts/parts.tsx"
import { hrefOf, hrefOfOrganization } from "../route.ts"
import { formatInstant } from "../time.ts"

/** `#/events`. */
export const Events = () => {
  const organizations = useOrganizationFilter()
  const filters: ReadonlyArray<Filter> = [
    { name: "type", label: "Type", choices: eventTypes.map((name) => [name, name]) },
    organizations,
    { name: "search", label: "Search in the event" },
  ]
  return (
    <>
      <h1>Events</h1>
      <FilteredList<LoggedEvent>
        path="events"
        filters={filters}
        from="/events"
        limit={25}
        topics={["events", "world"]}
        none="No event is like that."
        empty={
          <>
            No event yet. Subscribe an organization on <a href={hrefOf([])}>Start</a>, or move the clock.
          </>
        }
      >
        {(events) => (
          <ol class="log">
            {events.map((event) => (
              <Entry
                key={event.sequence}
                event={event}
                organization={nameOfChoice(organizations, event.organizationId)}
              />
            ))}
          </ol>
        )}
      </FilteredList>
    </>
  )
}

const Entry = ({ event, organization }: { readonly event: LoggedEvent; readonly organization: string }) => {
  const { sequence, createdAt, type, organizationId, data } = event
  const status = data.object.status
  return (
    <li>
      <details>
        <summary>
          <span class="muted number">{sequence}</span>{" "}
          <time dateTime={createdAt}>{formatInstant(createdAt)}</time> <strong>{type}</strong> {organization}{" "}
          {amountOf(data.object)}{" "}
          <span class="muted">
            {data.previousStatus === undefined ? "" : `${data.previousStatus} to `}
            {typeof status === "string" ? status : ""}
          </span>
        </summary>
        <p>
          <a href={hrefOfOrganization(organizationId)}>{organization}</a> <Id id={organizationId} />
        </p>
        <Json value={event} label={`Event ${sequence}`} />
      </details>
    </li>
  )
}

/** What an invoice is payable for, or a voucher is worth; nothing of a subscription. */
const amountOf = ({ payableAmount, amount, currency }: LoggedEvent["data"]["object"]): string => {
  const money = payableAmount ?? amount
  return typeof money === "number" && typeof currency === "string" ? formatMoney(money, currency) : ""
}
