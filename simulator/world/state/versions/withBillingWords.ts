// From version 2 of a document to version 3, in the field's words: a billing group is a billing period, and what waits in
// the outbox to be announced is a billing event.

// biome-ignore lint/suspicious/noExplicitAny: nothing is known of it; the schema looks at what becomes of it
type Json = any

const mapped = (list: Json, f: (record: Json) => Json): Json =>
  Array.isArray(list) ? list.map((one) => (typeof one === "object" && one !== null ? f(one) : one)) : list

const withEvent = ({ announcement, ...message }: Json): Json =>
  announcement === undefined ? message : { ...message, billingEvent: announcement }

/** A document of version 2 as one of version 3. */
export const withBillingWords = (document: { readonly [member: string]: unknown }): object => {
  const store: Json = document.store
  if (typeof store !== "object" || store === null) return document
  const records = mapped(store.records, (put) =>
    put.kind === "BillingGroup" ? { ...put, kind: "BillingPeriod" } : put,
  )
  return { ...document, store: { ...store, records, outbox: mapped(store.outbox, withEvent) } }
}
