// What a call of the Promise form rejects with. Nothing of the request is repeated in it: no token, no body, no address.
import type { ErrorCode, FieldError, RefusalOf } from "./contract/refusals.ts"

/** What is known of a refusal beside its body. */
export interface RefusalContext {
  /** The operation, such as `POST …/invoices/:invoiceId/pay`. */
  readonly call: string
  /** The permission that the operation needs. */
  readonly permission: string | undefined
  readonly headers: Headers
}

/** What all refusals have, whatever their code. */
export class Refused extends Error {
  override readonly name = "StudioApiError"
  /** The operation, such as `POST …/invoices/:invoiceId/pay`. */
  readonly call: string
  /** The status of HTTP. */
  readonly statusCode: number
  /** What is wrong with the input, by dotted paths; empty unless it was. */
  readonly errors: ReadonlyArray<FieldError>
  /** The service's own name of the request, to report a fault by; null where the answer has none. */
  readonly requestId: string | null
  /** Whether it is the answer of an earlier call with the same key. */
  readonly isReplay: boolean
  /** In how many seconds the same call may succeed, where the service knows. */
  declare readonly retryAfterSeconds?: number
  /** The headers of the answer. */
  readonly headers: Headers
  /** The whole body. */
  readonly refusal: RefusalOf

  constructor(refusal: RefusalOf, { call, permission, headers }: RefusalContext) {
    const { statusCode, code, message, errors = [], ...members } = refusal
    const retryAfterSeconds = retryAfterOf(headers)
    const hints = [
      ...errors.map((one) => `${one.path}: ${one.message}`),
      ...Object.entries(members).flatMap(([name, value]) => (isShort(value) ? [`${name}: ${value}`] : [])),
      ...remedyOf(code, permission, retryAfterSeconds),
    ]
    const sentence = hints.length === 0 ? message : message.replace(/\.$/, "")
    super([`${call} ${statusCode} ${code}: ${sentence}`, ...hints].join("; "))
    this.call = call
    this.statusCode = statusCode
    this.errors = errors
    this.requestId = headers.get("x-request-id")
    this.isReplay = headers.get("idempotent-replayed") === "true"
    this.headers = headers
    this.refusal = refusal
    if (retryAfterSeconds !== undefined) this.retryAfterSeconds = retryAfterSeconds
    const own = Object.entries({ code, ...members }).filter(([name]) => !(name in this))
    Object.assign(this, Object.fromEntries(own))
  }
}

/** What an answer says of when the same call may succeed. */
export const retryAfterOf = (headers: Headers): number | undefined => {
  const seconds = headers.get("retry-after") ?? ""
  return /^\d+$/.test(seconds) ? Number(seconds) : undefined
}

const isShort = (value: unknown): boolean => value !== null && typeof value !== "object"

const remedyOf = (
  code: string,
  permission: string | undefined,
  seconds: number | undefined,
): ReadonlyArray<string> => {
  if (code === "forbidden" && permission !== undefined) return [`needs ${permission}`]
  if (code === "unauthorized") return ["give a valid accessToken, or refresh"]
  if (code === "idempotency_key.reused") return ["another request wants another Idempotency-Key"]
  if (code === "idempotency_key.in_use") return ["try again with the same Idempotency-Key"]
  return seconds === undefined ? [] : [`try again in ${seconds} s`]
}

/** A refusal of some codes: an error for each, told apart by `code`, with the members that only its code has. */
export type StudioApiErrorOf<Code extends ErrorCode = ErrorCode> = Code extends ErrorCode
  ? Refused & RefusalOf<Code>
  : never

/**
 * A refusal that the service answered, told apart by `code`. By it TypeScript knows what else is there, such as
 * `declineCode`. A later version of the service may answer a code that is not known here: have a default for it.
 */
export type StudioApiError = StudioApiErrorOf

/** See the type. `fault instanceof StudioApiError` is a union that `code` narrows. */
export const StudioApiError = Refused as unknown as {
  new (refusal: RefusalOf, context: RefusalContext): StudioApiError
  readonly prototype: StudioApiError
}

/** What is known of a call without an answer of the contract. */
export interface ClientFault {
  readonly statusCode?: number
  readonly requestId?: string | null
  readonly isPassing?: boolean
  readonly retryAfterSeconds?: number | undefined
  readonly cause?: unknown
}

/**
 * A call without an answer of the contract.
 *
 * `NOT_SENT`: nothing reached the service, since the call cannot be made as it is, or no connection to the service could.
 * `NO_ANSWER`: it was sent and had no answer, or one that broke off; what became of the call is unknown.
 * `UNEXPECTED_ANSWER`: one that the contract does not know, such as that of a proxy.
 */
export class StudioClientError extends Error {
  override readonly name = "StudioClientError"
  readonly reason: "NOT_SENT" | "NO_ANSWER" | "UNEXPECTED_ANSWER"
  /** The status of an unexpected answer, else null. */
  readonly statusCode: number | null
  readonly requestId: string | null
  /** Whether the same call may succeed when it is made again, as where a connection was refused. */
  readonly isPassing: boolean
  /** In how many seconds the same call may succeed, where an unexpected answer says so. */
  declare readonly retryAfterSeconds?: number
  /** The key that the client made for the call, to go on with; null where the caller gave one, or none was needed. */
  idempotencyKey: string | null = null

  constructor(reason: StudioClientError["reason"], message: string, fault: ClientFault = {}) {
    const { statusCode = null, requestId = null, isPassing = false, retryAfterSeconds, cause } = fault
    super(message, cause === undefined ? {} : { cause })
    this.reason = reason
    this.statusCode = statusCode
    this.requestId = requestId
    this.isPassing = isPassing
    if (retryAfterSeconds !== undefined) this.retryAfterSeconds = retryAfterSeconds
  }
}
