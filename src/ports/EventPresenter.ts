// The presentation of events to receivers. The rules do not know the wire; the contract's `presentEvent` does.
import * as Context from "effect/Context"
import type { BillingPolicy } from "../core/policy/BillingPolicy.ts"
import type { OutboxMessage } from "./BillingStore.ts"

/** An event, as its commit left it in the outbox. */
export type EventMessage = Extract<OutboxMessage, { readonly kind: "EVENT" }>

/** Presents events. */
export class EventPresenter extends Context.Service<
  EventPresenter,
  {
    /** The payload, which is written as JSON. GAP-61 */
    readonly present: (message: EventMessage, policy: BillingPolicy) => object
  }
>()("studio-billing/ports/EventPresenter") {}
