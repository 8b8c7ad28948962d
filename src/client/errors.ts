// What a call of the Promise form rejects with. Nothing of the request is repeated in it: no token, no body, no address.
import type { ApiError, ErrorCode, FieldError } from "../api/errors/errors.ts"

/** A refusal that the contract documents for the operation. `refusal` is its whole body, told apart by `code`. */
export class StudioApiError extends Error {
  override readonly name = "StudioApiError"
  readonly statusCode: ApiError["statusCode"]
  readonly code: ErrorCode
  /** What is wrong with the input, by dotted paths; empty unless it was. */
  readonly errors: ReadonlyArray<FieldError>
  /** The service's own name of the request, to report a fault by; null where the answer has none. */
  readonly requestId: string | null
  /** In how many seconds the same call may succeed, where the service knows. */
  declare readonly retryAfterSeconds?: number
  readonly refusal: ApiError

  constructor(
    refusal: ApiError,
    answer: { readonly requestId: string | null; readonly retryAfterSeconds: number | null },
  ) {
    super(`${refusal.statusCode} ${refusal.code}: ${refusal.message}`)
    this.refusal = refusal
    this.statusCode = refusal.statusCode
    this.code = refusal.code
    this.errors = refusal.errors
    this.requestId = answer.requestId
    if (answer.retryAfterSeconds !== null) this.retryAfterSeconds = answer.retryAfterSeconds
  }
}

/**
 * A call without an answer of the contract.
 *
 * `NOT_SENT`: it cannot be made as it is, and nothing was sent. `NO_ANSWER`: there was none, or it broke off; what became
 * of the call is unknown. `UNEXPECTED_ANSWER`: one that the contract does not know, such as that of a proxy.
 */
export class StudioClientError extends Error {
  override readonly name = "StudioClientError"
  readonly reason: "NOT_SENT" | "NO_ANSWER" | "UNEXPECTED_ANSWER"
  /** The status of an unexpected answer, else null. */
  readonly statusCode: number | null
  readonly requestId: string | null

  constructor(
    reason: StudioClientError["reason"],
    message: string,
    answer: { readonly statusCode: number | null; readonly requestId: string | null } = noAnswer,
  ) {
    super(message)
    this.reason = reason
    this.statusCode = answer.statusCode
    this.requestId = answer.requestId
  }
}

const noAnswer = { statusCode: null, requestId: null }
