// The tables of a receiver, filled from webhooks alone by the rules of docs/webhooks.md, "Tables of your own": in
// whatever order events come, and however often.
import type { WireEvent } from "../../src/api/index.ts"

/** A record as its events tell it. */
export interface Row {
  /** Null where the events do not tell one: not all have come. */
  readonly status: string | null
  /** As it was told last in this status. */
  readonly object: WireEvent["data"]["object"]
}

/** Rows by the ids of their records. */
export type Tables = ReadonlyMap<string, Row>

/** The id of the record that an event is about. */
export const recordOf = ({ data: { object } }: WireEvent): string => {
  if ("invoiceId" in object) return object.invoiceId
  return "voucherId" in object ? object.voucherId : object.subscriptionId
}

/** The tables that these events fill. */
export const project = (events: ReadonlyArray<WireEvent>): Tables => {
  const once = new Map(events.map((event) => [event.id, event]))
  const byRecord = Map.groupBy(once.values(), recordOf)
  return new Map(Array.from(byRecord, ([id, told]) => [id, rowOf(told)]))
}

const rowOf = (told: ReadonlyArray<WireEvent>): Row => {
  const status = statusOf(told)
  const inStatus = told.filter(({ data }) => data.object.status === status)
  const [first, ...rest] = inStatus.length > 0 ? inStatus : told
  if (first === undefined) throw new Error("A record has an event")
  return {
    status,
    object: rest.reduce((last, next) => (next.createdAt > last.createdAt ? next : last), first).data.object,
  }
}

/**
 * Each event that brings a record into a status counts for it, and each that takes it out of one against that. When all
 * have come, the status that it is in is the one with more for than against.
 */
const statusOf = (told: ReadonlyArray<WireEvent>): string | null => {
  const counts = new Map<string, number>()
  const count = (status: string, change: number): void =>
    void counts.set(status, (counts.get(status) ?? 0) + change)
  for (const { type, data } of told) {
    if (BEGINNINGS.has(type) || "previousStatus" in data) count(data.object.status, 1)
    if ("previousStatus" in data) count(data.previousStatus, -1)
  }
  const [[status] = [null], ...others] = Array.from(counts).filter(([, n]) => n > 0)
  return others.length === 0 ? status : null
}

const BEGINNINGS: ReadonlySet<string> = new Set(["invoice.issued", "subscription.created"])
