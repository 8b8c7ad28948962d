// The requests of clients with their answers, newest first, without secrets.
import { useSignal } from "@preact/signals"
import { useLoaded } from "../data/loaded.ts"
import type { LoggedRequest, Page } from "../data/shapes.ts"
import { HttpStatus } from "../parts/Chip.tsx"
import { Listed } from "../parts/Listed.tsx"
import { Facts, Json } from "../parts/parts.tsx"
import { place } from "../place.ts"
import { hrefOf, hrefOfOrganization, pageOf } from "../route.ts"
import { formatInstant } from "../time.ts"

/** `#/requests`. */
export const Requests = () => {
  const loaded = useLoaded<Page<LoggedRequest>>(`/requests?page=${pageOf(place.value)}&limit=50`, [
    "requests",
    "world",
  ]).value
  const onlyStudio = useSignal(true)
  const { data } = loaded
  const isShown = ({ path }: LoggedRequest) => !onlyStudio.value || !path.startsWith("/_simulator/")
  const shown = data === null ? null : { ...data, data: data.data.filter(isShown) }
  return (
    <>
      <h1>Requests</h1>
      <label class="check">
        <input
          type="checkbox"
          checked={onlyStudio.value}
          onChange={(event) => {
            onlyStudio.value = event.currentTarget.checked
          }}
        />{" "}
        Leave out calls of the control plane
      </label>
      <Listed
        loaded={{ ...loaded, data: shown }}
        path="requests"
        empty={
          <>
            No call of <code>/studio</code> on this page of the log. Call the API, or take the walk on{" "}
            <a href={hrefOf([])}>Start</a>.
          </>
        }
      >
        {(requests) => (
          <ol class="log">
            {requests.map((request) => (
              <Entry key={request.requestId} request={request} />
            ))}
          </ol>
        )}
      </Listed>
    </>
  )
}

const Entry = ({ request }: { readonly request: LoggedRequest }) => {
  const { requestId, at, method, path, organizationId, status, durationMillis } = request
  return (
    <li>
      <details>
        <summary>
          <time dateTime={at}>{formatInstant(at)}</time> <HttpStatus status={status} />{" "}
          <strong>{method}</strong> <span class="path">{path}</span>{" "}
          <span class="muted number">{durationMillis.toFixed(1)} ms</span>
        </summary>
        <Facts
          facts={[
            ["Request id", <code key="id">{requestId}</code>],
            ...(organizationId === null
              ? []
              : [
                  [
                    "Organization",
                    <a key="organization" href={hrefOfOrganization(organizationId)}>
                      {organizationId}
                    </a>,
                  ] as const,
                ]),
            ["Sizes", `${request.requestBytes} bytes asked, ${request.responseBytes ?? "unknown"} answered`],
          ]}
        />
        <Body title="Asked" value={request.requestBody} bytes={request.requestBytes} />
        <Body title="Answered" value={request.responseBody} bytes={request.responseBytes ?? 1} />
      </details>
    </li>
  )
}

const Body = (props: { readonly title: string; readonly value: unknown; readonly bytes: number }) => (
  <>
    <h2>{props.title}</h2>
    {props.value === null ? (
      <p class="muted">{props.bytes === 0 ? "No body." : "The log did not keep this body."}</p>
    ) : (
      <Json value={props.value} label={props.title} />
    )}
  </>
)
