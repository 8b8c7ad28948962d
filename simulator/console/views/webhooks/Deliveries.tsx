// The deliveries of webhooks, each with its attempts.
import { useAct } from "../../data/act.ts"
import { control } from "../../data/api.ts"
import { eventTypes } from "../../data/catalogue.ts"
import type { Delivery, Endpoint } from "../../data/shapes.ts"
import { Chip, HttpStatus } from "../../parts/Chip.tsx"
import { type Filter, FilteredList, nameOfChoice } from "../../parts/Filters.tsx"
import { useOrganizationFilter } from "../../parts/organizationFilter.ts"
import { ActRefused, Button, Json, Section, Table } from "../../parts/parts.tsx"
import { formatInstant } from "../../time.ts"
import { words } from "../../words.ts"

/** The deliveries that the filters of the address leave. */
export const Deliveries = ({ endpoints }: { readonly endpoints: ReadonlyArray<Endpoint> }) => {
  const organizations = useOrganizationFilter()
  const filters: ReadonlyArray<Filter> = [
    {
      name: "status",
      label: "Status",
      choices: ["PENDING", "DELIVERED", "PARKED"].map((name) => [name, words(name)]),
    },
    {
      name: "endpointId",
      label: "Endpoint",
      choices: endpoints.map(({ endpointId, url }) => [endpointId, url]),
    },
    { name: "type", label: "Type", choices: eventTypes.map((name) => [name, name]) },
    organizations,
  ]
  const act = useAct()
  const flush = async (retries: boolean): Promise<string> => {
    const { pending } = await control<{ readonly pending: number }>("POST", "/webhook-deliveries/flush", {
      retries,
    })
    return `${pending} deliveries still wait.`
  }
  return (
    <Section
      title="Deliveries"
      aside={
        <div class="buttons">
          <Button act={act} kind="small" work={() => flush(false)}>
            Flush
          </Button>
          <Button act={act} kind="small" work={() => flush(true)}>
            Flush with retries
          </Button>
        </div>
      }
    >
      <p class="muted">They are sent and tried again in real time, whatever the world’s clock says.</p>
      <ActRefused act={act} />
      <FilteredList<Delivery>
        path="webhooks"
        filters={filters}
        from="/webhook-deliveries"
        limit={25}
        topics={["deliveries", "world"]}
        none="No delivery is like that."
        empty="Nothing was sent. It begins with the first event after an endpoint is added."
      >
        {(deliveries) => (
          <ol class="log">
            {deliveries.map((delivery) => (
              <Entry
                key={delivery.deliveryId}
                delivery={delivery}
                organization={nameOfChoice(organizations, delivery.organizationId)}
                url={endpoints.find(({ endpointId }) => endpointId === delivery.endpointId)?.url}
              />
            ))}
          </ol>
        )}
      </FilteredList>
    </Section>
  )
}

const Entry = (props: {
  readonly delivery: Delivery
  readonly organization: string
  /** Of an endpoint that is removed there is none. */
  readonly url: string | undefined
}) => {
  const { delivery, organization, url } = props
  const act = useAct()
  const { deliveryId, type, status, createdAt, nextAttemptAt, attempts } = delivery
  const latest = attempts.at(-1)
  return (
    <li>
      <details>
        <summary>
          <time dateTime={createdAt}>{formatInstant(createdAt)}</time> <Chip status={status} />{" "}
          <strong>{type}</strong> {organization}{" "}
          <span class="muted">
            to {url ?? latest?.request.url ?? "an endpoint that is removed"},{" "}
            {attempts.length === 1 ? "1 attempt" : `${attempts.length} attempts`}
            {nextAttemptAt === null ? "" : `, next at ${formatInstant(nextAttemptAt)}`}
          </span>
        </summary>
        <div class="buttons">
          <Button
            act={act}
            kind="small"
            work={async () => {
              await control("POST", `/webhook-deliveries/${deliveryId}/redeliver`, {})
              return "It is on its way again."
            }}
          >
            Redeliver
          </Button>
        </div>
        <ActRefused act={act} />
        {attempts.length > 0 && (
          <Table label="Attempts" head={["At", "Answer", "Took"]} numbers={[2]}>
            {attempts.map(({ at, status: answer, failure, durationMs }, index) => (
              <tr key={`${index} ${at}`}>
                <td>{formatInstant(at)}</td>
                <td>{answer === null ? (failure ?? "no answer") : <HttpStatus status={answer} />}</td>
                <td class="number">{durationMs.toFixed(0)} ms</td>
              </tr>
            ))}
          </Table>
        )}
        {latest !== undefined && (
          <>
            <h3>Headers</h3>
            <Json value={latest.request.headers} label="Headers" />
            <h3>Payload</h3>
            <Json value={JSON.parse(latest.request.body)} label="Payload" />
          </>
        )}
      </details>
    </li>
  )
}
