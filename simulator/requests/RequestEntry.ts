// An entry of the log of requests, as the control plane answers it and the console reads it.

/** A request with its answer. */
export interface RequestEntry {
  readonly requestId: string
  /** On the world's clock. */
  readonly at: string
  readonly method: string
  /** Without the query and the prefix of a world. */
  readonly path: string
  /** The one of the path, where the path has one. */
  readonly organizationId: string | null
  readonly status: number
  /** Of real time. */
  readonly durationMillis: number
  /** Without its secrets; null when there was none, or it was not read, too large or no JSON. */
  readonly requestBody: unknown
  /** How much of a body was read. */
  readonly requestBytes: number
  /** As `requestBody`. */
  readonly responseBody: unknown
  /** Null when the answer is written as it is sent, so that nobody knows its size. */
  readonly responseBytes: number | null
}
