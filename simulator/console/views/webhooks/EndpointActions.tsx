// What an operator does to a webhook endpoint: another URL, other events, another secret, what it missed, and its end.
import { useSignal } from "@preact/signals"
import { useAct } from "../../data/act.ts"
import { control } from "../../data/api.ts"
import { eventTypes } from "../../data/catalogue.ts"
import type { CreatedEndpoint, Endpoint } from "../../data/shapes.ts"
import { ConfirmedButton } from "../../parts/Confirm.tsx"
import { Form } from "../../parts/Form.tsx"
import { ActRefused, Field } from "../../parts/parts.tsx"
import { hrefOf } from "../../route.ts"
import { instantOfField } from "../../time.ts"
import { Secret } from "./Secret.tsx"

interface Shown {
  readonly endpoint: Endpoint
}

const pathOf = ({ endpointId }: Endpoint, action = ""): string => `/webhook-endpoints/${endpointId}${action}`

/** The actions, and the way to its deliveries. */
export const EndpointActions = ({ endpoint }: Shown) => {
  const { endpointId, url } = endpoint
  const act = useAct()
  const secret = useSignal<string | null>(null)
  const deliveriesOf = (query: Record<string, string>) => hrefOf(["webhooks"], { endpointId, ...query })
  return (
    <>
      <p>
        <a href={deliveriesOf({})}>Its deliveries</a> ·{" "}
        <a href={deliveriesOf({ status: "PARKED" })}>parked</a> ·{" "}
        <a href={deliveriesOf({ status: "PENDING" })}>pending</a>
      </p>
      <Recover endpoint={endpoint} />
      <ChangeUrl endpoint={endpoint} />
      <ChangeEvents endpoint={endpoint} />
      <div class="buttons">
        <ConfirmedButton
          act={act}
          name="Rotate the secret"
          work={async () => {
            const rotated = await control<CreatedEndpoint>("POST", pathOf(endpoint, "/rotate-secret"), {})
            secret.value = rotated.secret
            return "The endpoint has another secret, which is shown once."
          }}
        >
          {url} gets another secret. The one that it has signs beside it for 24 hours of real time.
        </ConfirmedButton>
        <ConfirmedButton
          act={act}
          name={`Remove ${url}`}
          work={async () => {
            await control("DELETE", pathOf(endpoint))
            return "The endpoint is removed."
          }}
        >
          It is told nothing any more, and what waits for it is not sent. Its secret is gone for good.
        </ConfirmedButton>
      </div>
      <Secret secret={secret.value} />
      <ActRefused act={act} />
    </>
  )
}

const Recover = ({ endpoint }: Shown) => (
  <Form
    label="Send again what was missed"
    submit="Send again"
    kind="plain"
    work={async (field) => {
      const since = field("since")
      const { recovered, isComplete } = await control<{
        readonly recovered: number
        readonly isComplete: boolean
      }>("POST", pathOf(endpoint, "/recover"), since === "" ? {} : { since: instantOfField(since) })
      const sent = recovered === 1 ? "1 delivery is" : `${recovered} deliveries are`
      return `${sent} on the way again${isComplete ? "." : ", and more are parked: send again."}`
    }}
  >
    <Field label="Parked deliveries since, UTC; empty is all">
      <input name="since" type="datetime-local" step="1" />
    </Field>
  </Form>
)

const ChangeUrl = ({ endpoint }: Shown) => (
  <Form
    label="Change the URL"
    submit="Change the URL"
    kind="plain"
    keep
    work={async (field) => {
      await control("PATCH", pathOf(endpoint), { url: field("url") })
      return "What waits goes there too, from the next attempt on."
    }}
  >
    <Field label="New URL">
      <input name="url" type="url" required defaultValue={endpoint.url} autocomplete="off" />
    </Field>
  </Form>
)

const ChangeEvents = ({ endpoint }: Shown) => (
  <Form
    label="Change the events"
    submit="Change the events"
    kind="plain"
    keep
    work={async (field) => {
      const chosen = eventTypes.filter((type) => field(type) === "on")
      await control("PATCH", pathOf(endpoint), { events: chosen.length === 0 ? null : chosen })
      return "They count for what happens from now on."
    }}
  >
    <fieldset class="choices">
      <legend>Events; none chosen is all</legend>
      {eventTypes.map((type) => (
        <label key={type} class="check">
          <input type="checkbox" name={type} defaultChecked={endpoint.events?.includes(type) === true} />{" "}
          {type}
        </label>
      ))}
    </fieldset>
  </Form>
)
