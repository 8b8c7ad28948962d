// From version 2 of a document to version 3: a billing group is called a billing period.

type Record = { readonly kind?: unknown }

const isGroup = (record: unknown): record is Record =>
  typeof record === "object" && record !== null && (record as Record).kind === "BillingGroup"

/** A document of version 2 as one of version 3. */
export const withBillingPeriods = (document: { readonly [member: string]: unknown }): object => {
  const { store } = document as { readonly store?: { readonly records?: unknown } | null }
  if (!Array.isArray(store?.records)) return document
  const records = store.records.map((record) =>
    isGroup(record) ? { ...record, kind: "BillingPeriod" } : record,
  )
  return { ...document, store: { ...store, records } }
}
