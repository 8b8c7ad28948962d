// The events of the world, newest first, whether or not a webhook sent them.
import { eventTypes } from "../data/catalogue.ts"
import { useLoaded } from "../data/loaded.ts"
import type { LoggedEvent, Page } from "../data/shapes.ts"
import { Listed } from "../parts/Listed.tsx"
import { Field, Json } from "../parts/parts.tsx"
import { place, replacePlace } from "../place.ts"
import { hrefOf, hrefOfOrganization, pageOf } from "../route.ts"
import { formatInstant } from "../time.ts"

/** `#/events`. */
export const Events = () => {
  const type = place.value.query.type ?? ""
  const query = new URLSearchParams({
    page: String(pageOf(place.value)),
    limit: "25",
    ...(type !== "" && { type }),
  })
  const loaded = useLoaded<Page<LoggedEvent>>(`/events?${query}`, ["events", "world"]).value
  return (
    <>
      <h1>Events</h1>
      <div class="fields">
        <Field label="Type">
          <select
            value={type}
            onChange={(event) => replacePlace(hrefOf(["events"], { type: event.currentTarget.value }))}
          >
            <option value="">All</option>
            {eventTypes.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </Field>
      </div>
      <Listed
        loaded={loaded}
        path="events"
        query={{ type }}
        empty={
          <>
            No event yet. Subscribe an organization on <a href={hrefOf([])}>Start</a>, or move the clock.
          </>
        }
      >
        {(events) => (
          <ol class="log">
            {events.map((event) => (
              <Entry key={event.sequence} event={event} />
            ))}
          </ol>
        )}
      </Listed>
    </>
  )
}

const Entry = ({ event }: { readonly event: LoggedEvent }) => {
  const { sequence, createdAt, type, organizationId, data } = event
  const status = data.object.status
  return (
    <li>
      <details>
        <summary>
          <span class="muted number">{sequence}</span>{" "}
          <time dateTime={createdAt}>{formatInstant(createdAt)}</time> <strong>{type}</strong>{" "}
          <span class="muted">
            {data.previousStatus === undefined ? "" : `${data.previousStatus} to `}
            {typeof status === "string" ? status : ""}
          </span>
        </summary>
        <p>
          <a href={hrefOfOrganization(organizationId)}>Organization {organizationId}</a>
        </p>
        <Json value={event} label={`Event ${sequence}`} />
      </details>
    </li>
  )
}
