// The webhook endpoints, each with what an operator does to it, and a form that adds one.
import { useSignal } from "@preact/signals"
import { control } from "../../data/api.ts"
import { eventTypes } from "../../data/catalogue.ts"
import type { Loaded } from "../../data/loaded.ts"
import type { CreatedEndpoint, Endpoint, Page } from "../../data/shapes.ts"
import { Form } from "../../parts/Form.tsx"
import { Listed } from "../../parts/Listed.tsx"
import { Field, Opening, Section } from "../../parts/parts.tsx"
import { formatInstant } from "../../time.ts"
import { EndpointActions } from "./EndpointActions.tsx"
import { Secret } from "./Secret.tsx"

/** Each opens as what can be done to it. */
export const Endpoints = ({ loaded }: { readonly loaded: Loaded<Page<Endpoint>> }) => {
  const secret = useSignal<string | null>(null)
  return (
    <Section title="Endpoints">
      <Listed loaded={loaded} empty="None yet. One on this machine is told what happens from now on.">
        {(endpoints) => (
          <ul class="entries">
            {endpoints.map((endpoint) => (
              <li key={endpoint.endpointId}>
                <Entry endpoint={endpoint} />
              </li>
            ))}
          </ul>
        )}
      </Listed>
      <Form
        label="Add an endpoint"
        submit="Add"
        work={async (field) => {
          const type = field("type")
          const made = await control<CreatedEndpoint>("POST", "/webhook-endpoints", {
            url: field("url"),
            ...(type !== "" && { events: [type] }),
          })
          secret.value = made.secret
          return "The endpoint is added. Its secret is shown once."
        }}
      >
        <Field label="URL">
          <input
            name="url"
            type="url"
            required
            placeholder="http://127.0.0.1:3000/hooks"
            autocomplete="off"
          />
        </Field>
        <Field label="Events">
          <select name="type">
            <option value="">All</option>
            {eventTypes.map((type) => (
              <option key={type}>{type}</option>
            ))}
          </select>
        </Field>
      </Form>
      <Secret secret={secret.value} />
    </Section>
  )
}

const Entry = ({ endpoint }: { readonly endpoint: Endpoint }) => {
  const { url, events, createdAt, earlierSecretsEndAt } = endpoint
  return (
    <Opening
      summary={
        <>
          <strong>{url}</strong> {events === null ? "all events" : events.join(", ")}{" "}
          <span class="muted">
            since {formatInstant(createdAt)}
            {earlierSecretsEndAt !== null &&
              `, an earlier secret signs until ${formatInstant(earlierSecretsEndAt)}`}
          </span>
        </>
      }
    >
      {() => <EndpointActions endpoint={endpoint} />}
    </Opening>
  )
}
