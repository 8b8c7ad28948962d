// How an answer is read: by its status and its outline, so that what a later version of the service
// adds never hides that a payment was made. GAP-125

import type { StudioOperation } from "./contract/operations.ts"
import type { RefusalOf } from "./contract/refusals.ts"
import { Refused, retryAfterOf, StudioClientError } from "./errors.ts"
import type { AnswerCheck } from "./options.ts"
import { callOf } from "./request.ts"
import type { StudioAnswer, StudioResponse } from "./StudioAnswer.ts"

/** The Promise of a call that is under way. */
export const answerOf = <A, E>(response: Promise<StudioResponse<A>>): StudioAnswer<A, E> => {
  const data = response.then((one) => one.data)
  // Whoever asks for more than the data hears of a rejection there.
  const instead = <B>(other: Promise<B>): Promise<B> => {
    data.catch(() => undefined)
    return other
  }
  return Object.assign(data, {
    withResponse: () => instead(response),
    outcome: () =>
      instead(
        response.then(
          (one) => ({ ok: true, data: one.data }) as const,
          (error) => {
            if (error instanceof Refused) return { ok: false, error: error as E } as const
            throw error
          },
        ),
      ),
  })
}

/** Reads an answer of an operation. Throws a refusal, and what is no answer of the contract. */
export const readAnswer = (
  operation: StudioOperation & { readonly id: string },
  { status, headers }: Response,
  text: string,
  strict: AnswerCheck | undefined,
): StudioResponse<unknown> => {
  const body = jsonOf(text)
  const requestId = headers.get("x-request-id")
  const breach = outlineFault(operation, status, body) ?? strict?.(operation.id, status, body) ?? null
  if (breach !== null) {
    const message = `${callOf(operation)}: the answer, with status ${status}, is none of the contract: ${breach}`
    throw new StudioClientError("UNEXPECTED_ANSWER", message, {
      statusCode: status,
      requestId,
      isPassing: status === 429 || status === 502 || status === 503 || status === 504,
      retryAfterSeconds: retryAfterOf(headers),
    })
  }
  if (isSuccess(status)) {
    const isReplay = headers.get("idempotent-replayed") === "true"
    return { data: operation.isEmpty ? undefined : body, statusCode: status, headers, requestId, isReplay }
  }
  const { permission } = operation
  throw new Refused(body as RefusalOf, { call: callOf(operation), permission, headers })
}

const isSuccess = (status: number): boolean => status >= 200 && status < 300

/** What is no JSON is a text that no schema takes. */
const jsonOf = (text: string): unknown => {
  try {
    return text === "" ? undefined : JSON.parse(text)
  } catch {
    return Symbol("no JSON")
  }
}

const isRecord = (body: unknown): body is Readonly<Record<string, unknown>> =>
  typeof body === "object" && body !== null && !Array.isArray(body)

const isRefusal = (body: unknown, status: number): boolean =>
  isRecord(body) &&
  body.statusCode === status &&
  typeof body.code === "string" &&
  typeof body.message === "string" &&
  (body.errors === undefined || Array.isArray(body.errors))

const outlineFault = (operation: StudioOperation, status: number, body: unknown): string | null => {
  if (!isSuccess(status)) return isRefusal(body, status) ? null : "no refusal of the service"
  if (operation.isEmpty && body === undefined) return null
  if (!isRecord(body)) return "no record"
  if ("statusCode" in body && "code" in body) return "a refusal with another status"
  return operation.isPaged && !Array.isArray(body.data) ? "no page" : null
}
