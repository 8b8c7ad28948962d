// What a call gives: a Promise of its record, with more for who asks.

/** An answer with what stands beside its body. */
export interface StudioResponse<A> {
  readonly data: A
  readonly statusCode: number
  readonly headers: Headers
  /** The service's own name of the request; null where the answer has none. */
  readonly requestId: string | null
  /** Whether it is the answer of an earlier call with the same key: nothing was done this time. */
  readonly isReplay: boolean
}

/** What a call came to: `data`, or the `error` that the operation refused it with. */
export type StudioOutcome<A, E> =
  | { readonly ok: true; readonly data: A }
  | { readonly ok: false; readonly error: E }

/** The Promise of a call. It rejects with `E`, with `StudioClientError`, or with the reason of an aborted signal. */
export interface StudioAnswer<A, E> extends Promise<A> {
  /** The answer with its headers, and whether it is a replay. */
  readonly withResponse: () => Promise<StudioResponse<A>>
  /** The answer, or the refusal as a value, typed by the operation. Anything else still rejects. */
  readonly outcome: () => Promise<StudioOutcome<A, E>>
}
