// The tables of a receiver, filled from webhooks alone by the rules of docs/webhooks.md, "Tables of your own": in
// whatever order events come, and however often.
import type { WireEvent } from "../../src/api/index.ts"

/** Of each record the latest event, by its id. */
export type Tables = ReadonlyMap<string, WireEvent>

/** The id of the record that an event is about. */
export const recordOf = ({ data: { object } }: WireEvent): string => {
  if ("invoiceId" in object) return object.invoiceId
  return "voucherId" in object ? object.voucherId : object.subscriptionId
}

/** The tables that these events fill. */
export const project = (events: ReadonlyArray<WireEvent>): Tables => {
  const tables = new Map<string, WireEvent>()
  for (const event of events) {
    const known = tables.get(recordOf(event))
    if (known === undefined || event.position > known.position) tables.set(recordOf(event), event)
  }
  return tables
}
