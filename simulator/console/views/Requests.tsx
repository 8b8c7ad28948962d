// What clients asked and what they were answered, newest first, without what is secret in it.
import { useSignal } from "@preact/signals"
import { useLoaded } from "../loaded.ts"
import { HttpStatus } from "../parts/Chip.tsx"
import { Pager } from "../parts/Pager.tsx"
import { Empty, Facts, Json, Refused } from "../parts/parts.tsx"
import { place } from "../place.ts"
import { hrefOf, pageOf } from "../route.ts"
import type { LoggedRequest, Page } from "../shapes.ts"
import { formatInstant } from "../time.ts"

/** `#/requests`. */
export const Requests = () => {
  const { data, refusal } = useLoaded<Page<LoggedRequest>>(`/requests?page=${pageOf(place.value)}&limit=50`, [
    "requests",
    "world",
  ]).value
  const onlyStudio = useSignal(true)
  const shown = (data?.data ?? []).filter(({ path }) => !onlyStudio.value || !path.startsWith("/_simulator/"))
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
      <Refused refusal={refusal} />
      {data !== null && shown.length === 0 && (
        <Empty>
          No call of <code>/studio</code> on this page of the log. Call the API, or take the walk on{" "}
          <a href={hrefOf([])}>Start</a>.
        </Empty>
      )}
      {shown.length > 0 && (
        <ol class="log">
          {shown.map((request) => (
            <Entry key={request.requestId} request={request} />
          ))}
        </ol>
      )}
      {data !== null && <Pager meta={data.meta} path={["requests"]} />}
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
                    <a key="organization" href={hrefOf(["organizations", organizationId])}>
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
    <h3>{props.title}</h3>
    {props.value === null ? (
      <p class="muted">{props.bytes === 0 ? "No body." : "The log did not keep this body."}</p>
    ) : (
      <Json value={props.value} label={props.title} />
    )}
  </>
)
