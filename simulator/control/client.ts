// The control plane of a world as functions, for tests. A refusal is an exception here: a test that meets one it did not
// ask for has nothing else to do.
import * as Schema from "effect/Schema"
import { FieldError } from "../../src/api/index.ts"
import { type ClientOf, callsOf, urlOf } from "../../src/client/index.ts"
import type { Fetch } from "../../src/http/index.ts"
import type { Audit } from "../audit/audit.ts"
import type { SentOtp, TokenWish } from "./contract/access.ts"
import type { UsageEventWish, UsageRecorded } from "./contract/accounts/records.ts"
import { ControlApi } from "./contract/ControlApi.ts"
import type { Advanced } from "./contract/clock.ts"
import type { FaultWish, PendingFault } from "./contract/faults.ts"

/** Every call of the control plane as a function, by group and name. */
export type ControlCalls = ClientOf<typeof ControlApi>

/** The control plane of one world. Every call rejects with `ControlRefused` when it is refused. */
export interface Control {
  /** An access token without the walk through a code; by default of the first organization, with every permission. */
  readonly token: (wish?: TokenWish) => Promise<string>
  /** Moves time forward, by an ISO 8601 duration (`P1M`, `PT10M`) or to a time, with all that falls due on the way. */
  readonly advance: (wish: { readonly by: string } | { readonly to: string }) => Promise<Advanced>
  /** Back to the seed and the first instant of the clock. Tokens stay valid. */
  readonly reset: () => Promise<void>
  /** Puts a copy of the world aside, under a name. */
  readonly snapshot: (name: string) => Promise<void>
  /** Goes back to a copy, clock and all. */
  readonly restore: (name: string) => Promise<void>
  /**
   * The latest code that was sent to an address and not used yet, waiting for it for 5000 ms of real time, or for `wait`.
   * Rejects with an Error when none arrives.
   */
  readonly otp: (wish: { readonly email: string; readonly wait?: number }) => Promise<SentOtp>
  /** Records usage of an organization. */
  readonly usage: (organizationId: string, events: ReadonlyArray<UsageEventWish>) => Promise<UsageRecorded>
  /** Has something go wrong. */
  readonly fault: (wish: FaultWish) => Promise<PendingFault>
  /** Works out anew whether everything in the world is as it should be. */
  readonly audit: () => Promise<Audit>
  /** Every call of the control plane, by group and name, as its contract has it. */
  readonly calls: ControlCalls
  /** Any call: the answer's JSON, or null where it has no body. What it is is the caller's word. */
  readonly request: <A = unknown>(method: string, path: string, body?: unknown) => Promise<A>
}

/** A call that was refused: with the status, the code and the places that the answer names. */
export class ControlRefused extends Error {
  override readonly name = "ControlRefused"
  readonly statusCode: number
  readonly code: string
  readonly errors: ReadonlyArray<{ readonly path: string; readonly message: string }>

  constructor(call: string, refusal: Pick<ControlRefused, "statusCode" | "code" | "message" | "errors">) {
    const { statusCode, code, message, errors } = refusal
    const places = errors.map(({ path, message }) => ` ${path}: ${message}.`)
    super(`${call}: ${statusCode} ${code}. ${message}${places.join("")}`)
    this.statusCode = statusCode
    this.code = code
    this.errors = errors
  }
}

/** The value of a JSON text; undefined where it is none. */
const jsonOf = (text: string) => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Whether an answer is a refusal of a simulator, also of one that leaves codes out. GAP-107 */
const isRefusal = Schema.is(
  Schema.Struct({ statusCode: Schema.Int, message: Schema.String, errors: Schema.Array(FieldError) }),
)

const WAIT_MILLIS = 5_000

/** The wish of a call, which a caller without types may forget or say in another form. */
const wishOf = <Wish>(wish: unknown, call: string, example: string): Wish => {
  if (typeof wish === "object" && wish !== null) return wish as Wish
  throw new TypeError(`${call} takes a record, such as ${example}`)
}

/** Where a control plane is: at a `url`, behind a simulator's `fetch`, or both. */
export type ControlAddress =
  | { readonly url: string; readonly fetch?: Fetch | undefined }
  | { readonly url?: undefined; readonly fetch: Fetch }

/**
 * The control plane of a simulator in this process or in another one. `url` is what comes before `/_simulator`; that of
 * one world ends in `/w/NAME`. `token` is the one that the control plane needs, if any.
 *
 * @example
 * ```ts
 * const control = makeControl({ url: "http://127.0.0.1:4010" })
 * await control.advance({ by: "P1M" })
 * ```
 */
export const makeControl = (options: ControlAddress & { readonly token?: string | undefined }): Control => {
  const { url = "", fetch = globalThis.fetch, token } = options
  const base = url.replace(/\/+$/, "")
  const headers = {
    "content-type": "application/json",
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  }
  const request: Control["request"] = async (method, path, body) => {
    const call = `${method} ${base}${path}`
    const response = await fetch(`${base}${path}`, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }).catch((fault) => {
      // The platform says by its cause that there is no connection. What a world says of itself stays as it is.
      if (!(fault?.cause instanceof Error)) throw fault
      const { message, code } = fault.cause as NodeJS.ErrnoException
      throw new Error(`${call}: no answer (${message || code}). Does a simulator listen at that url?`, {
        cause: fault,
      })
    })
    const text = await response.text()
    const json = response.ok && text === "" ? null : jsonOf(text)
    if (json === undefined || (!response.ok && !isRefusal(json))) {
      throw new Error(`${call}: ${response.status}, not from a simulator. Is the url right?`)
    }
    if (!response.ok) throw new ControlRefused(call, json)
    return json
  }
  const calls = callsOf(ControlApi, (operation, given) =>
    request(operation.method, urlOf(operation, given), given.payload),
  )
  return {
    token: async (wish = {}) => (await calls.access.issueToken({ payload: wish })).accessToken,
    advance: async (wish) => {
      const { by, ...others } = wishOf<{ by?: string; to?: string }>(wish, "advance", '{ by: "P1M" }')
      return calls.clock.advance({ payload: { ...others, ...(by !== undefined && { advanceBy: by }) } })
    },
    reset: async () => void (await calls.world.reset()),
    snapshot: async (name) => void (await calls.state.takeSnapshot({ params: { name } })),
    restore: async (name) => void (await calls.state.restore({ params: { name } })),
    otp: async (wish) => {
      const { email, wait = WAIT_MILLIS } = wishOf<typeof wish>(wish, "otp", '{ email: "owner@example.com" }')
      if (typeof email !== "string") throw new TypeError("otp needs the email that the code was sent to")
      const { data } = await calls.access.otps({ query: { email, wait: String(wait) } })
      const sent = data.find(({ status }) => status === "REQUESTED")
      if (sent === undefined) throw new Error(`No code for ${email} arrived within ${wait} ms`)
      return sent
    },
    usage: (organizationId, events) =>
      calls.accounts.recordUsage({ params: { organizationId }, payload: { events } }),
    fault: (payload) => calls.faults.create({ payload }),
    audit: () => calls.world.audit() as Promise<Audit>,
    calls,
    request,
  }
}
