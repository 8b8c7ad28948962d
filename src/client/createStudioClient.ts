// The Promise form of the client: a function an operation, over the platform's `fetch`. It is made of a table of the
// operations and has no schemas: `contract/` is written from the contract, by `UPDATE_DOCS=1 npx vitest run
// test/client/contract.test.ts`.
import { answerOf, readAnswer } from "./answer.ts"
import { operations, type StudioOperation } from "./contract/operations.ts"
import type { StudioClient } from "./contract/StudioClient.ts"
import { Refused, StudioClientError } from "./errors.ts"
import { exchange } from "./exchange.ts"
import type { StudioClientOptions } from "./options.ts"
import type { AnyRequest } from "./request.ts"
import { retrying } from "./retry.ts"
import type { StudioResponse } from "./StudioAnswer.ts"
import { type AccessTokens, makeAccessTokens } from "./token.ts"

type Send = (request: AnyRequest) => Promise<StudioResponse<unknown>>

/**
 * A client. Its calls reject with `StudioApiError` for a refusal of the service, with `StudioClientError` for all that is
 * no answer of it, and with the reason of an aborted signal.
 *
 * A POST that moves money wants an `Idempotency-Key`. Whoever tries again after an unknown outcome has to use the same
 * one, so it is best known, and stored, before the first try. With `retry` the client makes one that lasts for the call.
 */
export const createStudioClient = (options: StudioClientOptions): StudioClient => {
  const tokens = makeAccessTokens(options)
  const groups = Object.entries(operations).map(([group, members]) => {
    const calls = Object.entries(members).flatMap(([name, operation]: [string, StudioOperation]) => {
      const send = sender({ ...operation, id: `${group}.${name}` }, options, tokens)
      const call = [name, (request: AnyRequest = {}) => answerOf(send(request))] as const
      const all = [
        name.replace("list", "listAll"),
        (request: AnyRequest = {}) => everyPage(send, request),
      ] as const
      return operation.isPaged ? [call, all] : [call]
    })
    return [group, Object.fromEntries(calls)]
  })
  return Object.fromEntries(groups)
}

const sender =
  (
    operation: StudioOperation & { readonly id: string },
    options: StudioClientOptions,
    tokens: AccessTokens,
  ): Send =>
  async (request) => {
    const made = operation.isKeyed && !isKeyed(request) && request.retry !== undefined ? makeKey() : null
    const sent =
      made === null ? request : { ...request, headers: { ...request.headers, "Idempotency-Key": made } }
    const isSafe = operation.method === "GET" || (operation.isKeyed && isKeyed(sent))
    const retries = isSafe ? (request.retry ?? options.retry ?? 0) : 0
    const attempt = (token: string | undefined) =>
      exchange(operation, options, sent, token).then(({ response, text }) =>
        readAnswer(operation, response, text, options.strict),
      )
    try {
      return await retrying(retries, request.signal, () => authorized(operation, tokens, attempt))
    } catch (fault) {
      if (fault instanceof StudioClientError) fault.idempotencyKey = made
      throw fault
    }
  }

/** A key at random. Pages that came by plain HTTP from another host have no `crypto.randomUUID`. */
const makeKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join(
    "",
  )

/** Whether the caller has given a key. Where no compiler asks, its name may be written in any case, as that of any header. */
const isKeyed = ({ headers = {} }: AnyRequest): boolean =>
  Object.entries(headers).some(([name, key]) => name.toLowerCase() === "idempotency-key" && key !== undefined)

/** A call that is refused for its token did nothing: it is made once more with a fresh one. */
const authorized = async <A>(
  operation: StudioOperation,
  tokens: AccessTokens,
  attempt: (token: string | undefined) => Promise<A>,
): Promise<A> => {
  if (!operation.isSecured) return attempt(undefined)
  const token = await tokens.current()
  try {
    return await attempt(token.text)
  } catch (fault) {
    if (!(fault instanceof Refused) || fault.statusCode !== 401) throw fault
    const renewed = await tokens.renewed(token)
    if (renewed === null) throw fault
    return attempt(renewed)
  }
}

/** The records of all pages, asked for as they are needed. */
async function* everyPage(send: Send, request: AnyRequest): AsyncGenerator<unknown> {
  for (let page = 1; ; page += 1) {
    const { data } = await send({ ...request, query: { limit: 100, ...request.query, page } })
    const { data: records, meta } = data as {
      readonly data: ReadonlyArray<unknown>
      readonly meta?: { readonly totalPages: number }
    }
    yield* records
    if (records.length === 0 || page >= (meta?.totalPages ?? page)) return
  }
}
