// The control plane of a world as functions, for tests. A refusal is an exception here: a test that meets one it did not
// ask for has nothing else to do.
import type { WireInvoice } from "../../src/api/index.ts"
import type { Otp, Permission } from "../../src/index.ts"
import type { Audit } from "../audit/audit.ts"
import type { Aim, Harm, HarmOf } from "../faults/Fault.ts"
import type { Fetch } from "../server/inProcess.ts"
import type { TimelineEntry } from "./contract/clock.ts"

/** What the control plane of one world does. Everything rejects with `ControlRefused` when it is refused. */
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
  /** Any call: the answer's JSON, or null where it has no body. What it is is the caller's word. */
  readonly request: <A = unknown>(method: string, path: string, body?: unknown) => Promise<A>
}

/** Whose token, where, and for what; what is left out is chosen. */
export interface TokenWish {
  /** The user's address; the first user's by default. */
  readonly email?: string
  /** Where it is valid; the user's first organization by default. */
  readonly organizationId?: string
  /** What it allows; all that the membership grants by default. */
  readonly permissions?: ReadonlyArray<Permission.Permission>
  /** For how long it is valid; an hour by default. */
  readonly expiresInSeconds?: number
}

/** From when to when time was moved, and what happened meanwhile. */
export interface Advanced {
  /** ISO 8601. */
  readonly from: string
  /** ISO 8601. */
  readonly to: string
  /** In the order in which it happened. */
  readonly timeline: ReadonlyArray<TimelineEntry>
}

/** A code that was sent. */
export interface SentOtp {
  /** What it is validated under. */
  readonly otpId: string
  /** Where it went. */
  readonly email: string
  /** As it was sent. */
  readonly code: string
  /** What it is for. */
  readonly context: Otp.OtpContext
  /** ISO 8601. */
  readonly createdAt: string
  /** ISO 8601; from then on it is of no use. */
  readonly expiresAt: string
  /** As it is now. */
  readonly status: Otp.OtpStatus
}

/** Usage to record; it occurs now unless it says when. */
export interface UsageEventWish {
  /** Unique in its organization: the same one again counts once. */
  readonly eventId: string
  /** A meter of the plan's prices. */
  readonly meter: string
  /** A whole number from 0 up. */
  readonly quantity: number
  /** ISO 8601. */
  readonly occurredAt?: string
}

/** How many events were new, and the invoices that the organization's threshold cut. */
export interface UsageRecorded {
  /** How many were new. */
  readonly accepted: number
  /** How many were known. */
  readonly duplicates: number
  /** What the threshold cut, charged already. */
  readonly invoices: ReadonlyArray<WireInvoice>
}

type Wished<H, Optional extends keyof H> = Omit<H, Optional> & Partial<Pick<H, Optional>>

/** What is to go wrong; `nth` and `times` are 1 unless they say otherwise. */
export type FaultWish = Partial<Aim> &
  (
    | Exclude<Harm, HarmOf<"respond" | "gateway" | "webhook_reorder">>
    | Wished<HarmOf<"respond">, "code">
    | Wished<HarmOf<"gateway">, "delayMs">
    | Wished<HarmOf<"webhook_reorder">, "order">
  )

/** A fault that was made. */
export type PendingFault = {
  readonly faultId: string
  readonly matched: number
  readonly struck: number
} & Aim &
  Harm

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

const WAIT_MILLIS = 5_000

/** The control plane behind a `fetch`. `token` is the one that it needs, if any. */
export const makeControl = (options: {
  readonly fetch: Fetch
  readonly token?: string | undefined
}): Control => {
  const headers = {
    "content-type": "application/json",
    ...(options.token !== undefined && { authorization: `Bearer ${options.token}` }),
  }
  const request: Control["request"] = async (method, path, body) => {
    const response = await options.fetch(path, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    const json = text === "" ? null : JSON.parse(text)
    if (!response.ok) throw new ControlRefused(`${method} ${path}`, json)
    return json
  }
  const snapshotPath = (name: string): string => `/_simulator/snapshots/${encodeURIComponent(name)}`
  return {
    token: async (wish = {}) =>
      (await request<{ readonly accessToken: string }>("POST", "/_simulator/tokens", wish)).accessToken,
    advance: (wish) =>
      request("POST", "/_simulator/clock", "by" in wish ? { advanceBy: wish.by } : { to: wish.to }),
    reset: async () => void (await request("POST", "/_simulator/reset")),
    snapshot: async (name) => void (await request("POST", snapshotPath(name))),
    restore: async (name) => void (await request("POST", `${snapshotPath(name)}/restore`)),
    otp: async ({ email, wait = WAIT_MILLIS }) => {
      const query = new URLSearchParams({ email, wait: String(wait) })
      const { data } = await request<{ readonly data: ReadonlyArray<SentOtp> }>(
        "GET",
        `/_simulator/otps?${query}`,
      )
      const sent = data.find(({ status }) => status === "REQUESTED")
      if (sent === undefined) throw new Error(`No code for ${email} arrived within ${wait} ms`)
      return sent
    },
    usage: (organizationId, events) =>
      request("POST", `/_simulator/organizations/${encodeURIComponent(organizationId)}/usage`, { events }),
    fault: (wish) => request("POST", "/_simulator/faults", wish),
    audit: () => request("GET", "/_simulator/audit"),
    request,
  }
}
