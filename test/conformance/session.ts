// A client of one organization: the typed client of the contract, and what a call has to be answered with.
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as HttpApiClient from "effect/http-api/HttpApiClient"
import * as Result from "effect/Result"
import type { Control } from "../../simulator/control/client.ts"
import { apiError, type ErrorCode, StudioApi, type WireCoupon, type WirePlan } from "../../src/api/index.ts"
import type { Price } from "../../src/index.ts"
import { hold, same } from "../../src/testing/Law.ts"
import type { Recorder } from "./recorder.ts"

const makeTyped = (url: string, token: string) =>
  HttpApiClient.make(StudioApi, {
    baseUrl: url,
    transformClient: HttpClient.mapRequest(HttpClientRequest.bearerToken(token)),
  })

/** The client that is made of the contract. */
export type StudioClient = Effect.Success<ReturnType<typeof makeTyped>>

/** The typed client of a server, whose calls go through a recorder. */
export const makeStudioClient = (recorder: Recorder, url: string, token: string): StudioClient =>
  Effect.runSync(
    makeTyped(url, token).pipe(
      Effect.provide(FetchHttpClient.layer),
      Effect.provideService(FetchHttpClient.Fetch, recorder.fetch),
    ),
  )

/** What there is to choose from. */
export interface Catalogue {
  /** Plans that can be subscribed to, with those of their intervals that are of the currency. */
  readonly plans: ReadonlyArray<WirePlan>
  readonly inactive: ReadonlyArray<WirePlan>
  readonly currency: "BRL" | "USD" | "EUR"
  readonly coupons: ReadonlyArray<WireCoupon>
  readonly prices: ReadonlyArray<Price.Price>
  /** Tokens of cards that are approved. */
  readonly cardTokens: ReadonlyArray<string>
  readonly email: string
}

/** What commands act on. */
export interface Session {
  readonly client: StudioClient
  readonly recorder: Recorder
  readonly organizationId: string
  readonly catalogue: Catalogue
  /** The control plane of a simulator, where it may be used. */
  readonly control: Control | null
  /** An id that nothing has. */
  readonly nobody: string
  /** A text that was not used before. */
  readonly fresh: (prefix: string) => string
}

/** An answer: what was granted, or the code of the refusal, which is null where the server gives none. */
export type Answer<A> =
  | { readonly status: number; readonly value: A; readonly isReplayed: boolean }
  | { readonly status: number; readonly code: string | null }

/** Asks a server. Throws where the answer is none of the contract. */
export const ask = async <A, E>(
  { recorder }: Pick<Session, "recorder">,
  call: Effect.Effect<A, E>,
): Promise<Answer<A>> => {
  recorder.take()
  const result = await Effect.runPromise(Effect.result(call))
  const answered = recorder.take()
  const fault = recorder.fault()
  if (fault !== null) throw new Error(fault)
  if (answered === null) throw new Error(`there is no answer: ${messageOf(failureOf(result))}`)
  const { status, body, isReplayed } = answered
  if (Result.isSuccess(result)) return { status, value: result.success, isReplayed }
  const { statusCode, code } = result.failure as { readonly statusCode?: unknown; readonly code?: unknown }
  if (typeof code === "string") {
    // A list without a subscription is a refusal in the contract's reading.
    if (status >= 400) same(`statusCode of ${answered.call}`, statusCode, status)
    return { status: Number(statusCode), code }
  }
  if (status >= 400 && isRefusal(body, status)) return { status, code: null }
  throw new Error(
    `${answered.call} answered ${status} with what is not in the contract: ${messageOf(result.failure)}`,
  )
}

const failureOf = (result: Result.Result<unknown, unknown>): unknown =>
  Result.isFailure(result) ? result.failure : "none"

const messageOf = (failure: unknown): string => {
  const { message, cause } = failure as { readonly message?: unknown; readonly cause?: unknown }
  const reason = cause instanceof Error ? ` (${cause.message})` : ""
  return `${typeof message === "string" && message !== "" ? message : String(failure)}${reason}`
}

/** Whether a body is that of a refusal, but for its code. */
const isRefusal = (body: unknown, status: number): boolean => {
  const { statusCode, message, errors, code } = body as Readonly<Record<string, unknown>>
  return code === undefined && statusCode === status && typeof message === "string" && Array.isArray(errors)
}

const statusOf = apiError as (code: ErrorCode) => { readonly statusCode: number }

/** What was granted, with this status; throws where it was not. */
export const granted = <A>(what: string, answer: Answer<A>, status = 200): A => {
  if (!("value" in answer)) throw new Error(`${what}: refused with ${answer.status} ${answer.code}`)
  same(`status of ${what}`, answer.status, status)
  return answer.value
}

/** Throws unless it was refused for one of these reasons. */
export const refused = (
  what: string,
  answer: Answer<unknown>,
  ...reasons: ReadonlyArray<ErrorCode>
): void => {
  if ("value" in answer)
    throw new Error(`${what}: granted with ${answer.status}, expected ${reasons.join(" or ")}`)
  const { status, code } = answer
  const isExpected = reasons.some(
    (reason) => statusOf(reason).statusCode === status && (code === null || code === reason),
  )
  hold(`${what}: refused with ${status} ${code}, expected ${reasons.join(" or ")}`, isExpected)
}

/** Throws unless it was refused for one of the reasons, or granted where there is none; gives what was granted. */
export const decided = <A>(
  what: string,
  answer: Answer<A>,
  reasons: ReadonlyArray<ErrorCode>,
  status = 200,
): A | null => {
  if (reasons.length === 0) return granted(what, answer, status)
  refused(what, answer, ...reasons)
  return null
}
