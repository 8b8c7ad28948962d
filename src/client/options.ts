// What a client is given, and each of its calls.

/** What an answer has that the contract does not, or null; by group and name of its operation. */
export type AnswerCheck = (operation: string, statusCode: number, body: unknown) => string | null

/** Where the service is, as whom to call it, and how to go on where a call fails. */
export interface StudioClientOptions {
  /** What comes before `/studio`: `https://api.example.com`. */
  readonly baseUrl: string
  /** The access token. Operations of sign-in are called without one. */
  readonly accessToken?: string
  /** Asked for the access token before each call that wants one, in place of `accessToken`. */
  readonly getAccessToken?: () => string | Promise<string>
  /** Asked for a fresh access token after a 401, once for all calls that wait for it. Each is then made once more. */
  readonly refresh?: () => string | Promise<string>
  /** In place of the platform's: that of a simulator, for example. */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>
  /** After how many milliseconds a try is given up; without it, never. */
  readonly timeout?: number
  /** How often a call is made again where that is safe: it only reads, or has an `Idempotency-Key`. By default never. */
  readonly retry?: number
  /** `strictAnswers`, for tests. Without it an answer may have values, codes and members of a later version. */
  readonly strict?: AnswerCheck
}

/** What any call takes beside what its operation does. */
export interface CallOptions {
  /** Aborts the call, which then rejects with its reason. */
  readonly signal?: AbortSignal
  /** In place of the client's `timeout`. */
  readonly timeout?: number
  /** In place of the client's `retry`. */
  readonly retry?: number
}

/** The key of a POST that moves money: the same key never does it twice. */
export interface IdempotencyHeaders {
  readonly "Idempotency-Key": string
}

/** A POST that moves money has a key of the caller, or says by `retry` that the client makes one for this call. */
export type KeyedCall =
  | (CallOptions & { readonly headers: IdempotencyHeaders })
  | (CallOptions & { readonly headers?: IdempotencyHeaders; readonly retry: number })
