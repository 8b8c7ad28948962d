// One request and its answer as a text, over `fetch`; and what it means that there was none.
import type { StudioOperation } from "./contract/operations.ts"
import { StudioClientError } from "./errors.ts"
import type { StudioClientOptions } from "./options.ts"
import { type AnyRequest, callOf, urlOf } from "./request.ts"

/** What the platform answered. */
export interface Exchanged {
  readonly response: Response
  readonly text: string
}

/** Makes one request. Rejects with `StudioClientError`, or with the reason of the signal. */
export const exchange = async (
  operation: StudioOperation,
  options: StudioClientOptions,
  request: AnyRequest,
  token: string | undefined,
): Promise<Exchanged> => {
  const { signal, timeout = options.timeout } = request
  signal?.throwIfAborted()
  // A variable of the environment that is not set, where no compiler asks about it.
  const baseUrl = options.baseUrl ?? ""
  const url = baseUrl.replace(/\/+$/, "") + urlOf(operation, request)
  if (options.fetch === undefined) checkAddress(operation, url)
  const { fetch = globalThis.fetch } = options
  const headers = headersOf(request, token)
  const body = bodyOf(request)
  const limit = limitOf(timeout)
  const signals = [signal, limit?.signal].filter((given) => given !== undefined)
  const [one] = signals
  try {
    const response = await fetch(url, {
      method: operation.method,
      headers,
      ...(body !== undefined && { body }),
      ...(one !== undefined && { signal: signals.length > 1 ? AbortSignal.any(signals) : one }),
      credentials: "omit",
      redirect: "manual",
    })
    return { response, text: await response.text() }
  } catch (fault) {
    if (signal?.aborted) throw signal.reason
    const secrets = secretsOf(url, headers, request)
    throw noAnswer(operation, limit?.signal.aborted ? `within ${timeout} ms` : null, fault, secrets)
  } finally {
    limit?.clear()
  }
}

/** The longest time of a timer. A longer one would be over at once. */
const TIMER_MILLIS_MAX = 2 ** 31 - 1

const limitOf = (timeout: number = Number.POSITIVE_INFINITY) => {
  if (timeout > TIMER_MILLIS_MAX) return null
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(new DOMException("Timed out", "TimeoutError")), timeout)
  return { signal: controller.signal, clear: () => clearTimeout(timer) }
}

const headersOf = ({ headers = {}, payload }: AnyRequest, token: string | undefined): Headers => {
  // As in a query and a payload, what is undefined is not there. A platform would send the word.
  const given = Object.entries(headers).filter(([, value]) => value !== undefined)
  try {
    return new Headers({
      ...Object.fromEntries(given),
      ...(payload !== undefined && { "Content-Type": "application/json" }),
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
    })
  } catch {
    throw new StudioClientError("NOT_SENT", "A header has a value that cannot be sent")
  }
}

const bodyOf = ({ payload }: AnyRequest): string | undefined => {
  try {
    return JSON.stringify(payload)
  } catch {
    throw new StudioClientError(
      "NOT_SENT",
      "The payload has a value that JSON does not have, such as a BigInt",
    )
  }
}

/** In a browser an address may be relative to the page. */
const checkAddress = (operation: StudioOperation, url: string): void => {
  const { location } = globalThis as { readonly location?: { readonly href: string } }
  try {
    if (/^https?:$/.test(new URL(url, location?.href).protocol)) return
  } catch {
    // Said below, without the address.
  }
  const message = `${callOf(operation)}: not sent; baseUrl has to be an address such as https://api.example.com`
  throw new StudioClientError("NOT_SENT", message, { cause: new TypeError("Invalid URL") })
}

/** Codes of Node and other servers for a connection that was never there. Browsers do not tell. GAP-127 */
const NO_CONNECTION =
  /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|ConnectionRefused|ERR_TLS_CERT_ALTNAME_INVALID|CERT_\w+|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_\w+)$/

const noAnswer = (
  operation: StudioOperation,
  limit: string | null,
  fault: unknown,
  secrets: ReadonlyArray<string>,
): StudioClientError => {
  const cause = withoutSecrets(fault, secrets)
  const wasSent = !chainOf(fault).some(
    // Node's fetch refuses some ports, and says so without a code.
    ({ code, message }) => NO_CONNECTION.test(String(code)) || message === "bad port",
  )
  if (limit === null && !wasSent) {
    const message = `${callOf(operation)}: not sent, there is no connection to baseUrl`
    return new StudioClientError("NOT_SENT", message, { cause, isPassing: true })
  }
  const until = limit === null ? "" : ` ${limit}`
  const known = operation.method === "GET" ? "" : "; what became of the call is unknown"
  const remedy = operation.isKeyed ? ": try again with the same Idempotency-Key" : ""
  const message = `${callOf(operation)}: there was no answer${until}${known}${remedy}`
  return new StudioClientError("NO_ANSWER", message, { cause, isPassing: true })
}

interface Fault {
  readonly name?: unknown
  readonly message?: unknown
  readonly code?: unknown
  readonly cause?: unknown
}

/** A fault and its causes. */
const chainOf = (fault: unknown, depth = 0): ReadonlyArray<Fault> =>
  typeof fault === "object" && fault !== null && depth < 5
    ? [fault, ...chainOf((fault as Fault).cause, depth + 1)]
    : []

/** The texts of a request that a platform may repeat in what it throws. */
const secretsOf = (url: string, headers: Headers, { payload, query, params }: AnyRequest) => {
  const texts = [url, ...Array.from(headers, ([, value]) => value.replace(/^Bearer /, ""))]
  JSON.stringify([payload, query, params], (_, value) => {
    if (typeof value === "string") texts.push(value)
    return typeof value === "bigint" ? String(value) : value
  })
  return texts.filter(({ length }) => length > 3).sort((a, b) => b.length - a.length)
}

/** The fault again, with its name, code, message and causes, and without what it repeats of the request. */
const withoutSecrets = (fault: unknown, secrets: ReadonlyArray<string>): Error => {
  const hide = (text: unknown): string =>
    secrets.reduce((one, secret) => one.replaceAll(secret, "…"), String(text))
  return (
    chainOf(fault).reduceRight<Error | undefined>((cause, { name, message, code }) => {
      const copy = new Error(hide(message ?? ""), cause === undefined ? {} : { cause })
      copy.name = hide(name ?? "Error")
      return code === undefined ? copy : Object.assign(copy, { code: hide(code) })
    }, undefined) ?? new Error(hide(fault))
  )
}
