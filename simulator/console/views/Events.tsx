// What was announced, newest first, whether or not a webhook told it.
import { useLoaded } from "../loaded.ts"
import { Pager } from "../parts/Pager.tsx"
import { Empty, Field, Json, Refused } from "../parts/parts.tsx"
import { place, replacePlace } from "../place.ts"
import { hrefOf, pageOf } from "../route.ts"
import type { LoggedEvent, Page } from "../shapes.ts"
import { formatInstant } from "../time.ts"

/** Every type of event, for the filter here and for webhook endpoints. */
export const eventTypes = [
  "invoice.issued",
  "invoice.status_changed",
  "payment.approved",
  "payment.failed",
  "payment.unapplied",
  "subscription.created",
  "subscription.status_changed",
  "dunning.exhausted",
  "voucher.granted",
] as const

/** `#/events`. */
export const Events = () => {
  const type = place.value.query.type ?? ""
  const query = new URLSearchParams({
    page: String(pageOf(place.value)),
    limit: "25",
    ...(type !== "" && { type }),
  })
  const { data, refusal } = useLoaded<Page<LoggedEvent>>(`/events?${query}`, ["events", "world"]).value
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
      <Refused refusal={refusal} />
      {data !== null && data.data.length === 0 && (
        <Empty>
          Nothing was announced yet. Subscribe an organization on <a href={hrefOf([])}>Start</a>, or move the
          clock.
        </Empty>
      )}
      {data !== null && data.data.length > 0 && (
        <>
          <ol class="log">
            {data.data.map((event) => (
              <Entry key={event.sequence} event={event} />
            ))}
          </ol>
          <Pager meta={data.meta} path={["events"]} query={{ type }} />
        </>
      )}
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
          <a href={hrefOf(["organizations", organizationId])}>Organization {organizationId}</a>
        </p>
        <Json value={event} label={`Event ${sequence}`} />
      </details>
    </li>
  )
}
