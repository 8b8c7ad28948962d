// The requests of clients with their answers, newest first, without secrets.
import { useAct } from "../data/act.ts"
import { callAgain, control, curlOfCall, type MadeCall } from "../data/api.ts"
import { actorOf, methods } from "../data/catalogue.ts"
import type { LoggedRequest, OrganizationDetail } from "../data/shapes.ts"
import { HttpStatus } from "../parts/Chip.tsx"
import { CopyButton } from "../parts/CopyButton.tsx"
import { type Filter, FilteredList, nameOfChoice } from "../parts/Filters.tsx"
import { Id } from "../parts/Id.tsx"
import { useOrganizationFilter } from "../parts/organizationFilter.ts"
import { ActRefused, Button, Facts, Json } from "../parts/parts.tsx"
import { hrefOf, hrefOfOrganization } from "../route.ts"
import { formatInstant } from "../time.ts"

const statuses = ["2xx", "4xx", "5xx", "400", "401", "403", "404", "409", "422", "429"]

/** `#/requests`. */
export const Requests = () => {
  const organizations = useOrganizationFilter()
  const filters: ReadonlyArray<Filter> = [
    { name: "search", label: "Part of the path or id" },
    { name: "method", label: "Method", choices: methods.map((name) => [name, name]) },
    { name: "status", label: "Status", choices: statuses.map((name) => [name, name]) },
    organizations,
    {
      name: "path",
      label: "Calls of",
      none: "the API",
      choices: [
        ["/_simulator/", "the control plane"],
        ["/", "all"],
      ],
    },
  ]
  return (
    <>
      <h1>Requests</h1>
      <FilteredList<LoggedRequest>
        path="requests"
        filters={filters}
        from="/requests"
        limit={50}
        query={{ path: "/studio/" }}
        topics={["requests", "world"]}
        none="No request of the log is like that."
        empty={
          <>
            No request yet. Call the API, or take the walk on <a href={hrefOf([])}>Start</a>.
          </>
        }
      >
        {(requests) => (
          <ol class="log">
            {requests.map((request) => (
              <Entry
                key={request.requestId}
                request={request}
                organization={
                  request.organizationId === null ? "" : nameOfChoice(organizations, request.organizationId)
                }
              />
            ))}
          </ol>
        )}
      </FilteredList>
    </>
  )
}

const Entry = (props: { readonly request: LoggedRequest; readonly organization: string }) => {
  const { request, organization } = props
  const { requestId, at, method, path, organizationId, status, durationMillis } = request
  return (
    <li>
      <details>
        <summary>
          <time dateTime={at}>{formatInstant(at)}</time> <HttpStatus status={status} />{" "}
          <strong>{method}</strong> <span class="path">{path}</span> {organization}{" "}
          <span class="muted number">{durationMillis.toFixed(1)} ms</span>
        </summary>
        <Facts
          facts={[
            ["Request id", <Id key="id" id={requestId} />],
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
        <Again request={request} />
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

/** The call for a shell, and once more. The log has neither queries nor secrets. */
const Again = ({ request }: { readonly request: LoggedRequest }) => {
  const act = useAct()
  const again = async (): Promise<string> => {
    await callAgain(await callOf(request))
    return "It was sent again: its answer is the first of the log."
  }
  const isWhole = request.requestBody === null ? request.requestBytes === 0 : !hasSecrets(request)
  return (
    <>
      <div class="buttons">
        <CopyButton text={async () => curlOfCall(await callOf(request))}>Copy as curl</CopyButton>
        {isWhole ? (
          <Button act={act} kind="small" work={again}>
            Send again
          </Button>
        ) : (
          <span class="muted">It cannot be sent again from here: the log does not have its whole body.</span>
        )}
      </div>
      <ActRefused act={act} />
    </>
  )
}

const hasSecrets = ({ requestBody }: LoggedRequest): boolean =>
  JSON.stringify(requestBody).includes('"[redacted]"')

/** A call of the log, in the name of who may do the most in its organization. */
const callOf = async ({ method, path, organizationId, requestBody }: LoggedRequest): Promise<MadeCall> => {
  const detail =
    organizationId === null
      ? null
      : await control<OrganizationDetail>(
          "GET",
          `/organizations/${encodeURIComponent(organizationId)}`,
        ).catch(() => null)
  return {
    method,
    path,
    body: requestBody ?? undefined,
    actor: detail === null ? null : actorOf(detail),
  }
}
