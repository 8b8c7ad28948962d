// From version 3 of a document to version 4: a code on its way has the number of its attempts and the instant of the next
// one. Of a code of before, the next attempt is the first, and may begin.

// biome-ignore lint/suspicious/noExplicitAny: nothing is known of it; the schema looks at what becomes of it
type Json = any

/** A document of version 3 as one of version 4. */
export const withCodeAttempts = (document: { readonly [member: string]: unknown }): object => {
  const store: Json = document.store
  if (typeof store !== "object" || store === null || !Array.isArray(store.outbox)) return document
  const outbox = store.outbox.map((message: Json) =>
    message?.kind === "OTP" ? { ...message, attempts: 0, readyAt: 0 } : message,
  )
  return { ...document, store: { ...store, outbox } }
}
