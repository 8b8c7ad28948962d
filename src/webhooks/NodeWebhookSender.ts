// Webhooks over `node:http` and `node:https`. A host is resolved once, and the connection goes to the addresses that
// were checked, so that a second answer of a name server cannot lead elsewhere. Redirects are not followed. Only a
// little of an answer is read, and nothing is kept. GAP-102
import { lookup } from "node:dns/promises"
import type { ClientRequest } from "node:http"
import type { RequestOptions } from "node:https"
import { isIP, type LookupFunction } from "node:net"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Semaphore from "effect/Semaphore"
import type { DeliveryAnswer, DeliveryFailure } from "../core/webhook/WebhookDelivery.ts"
import { URL_LENGTH_MAX } from "../core/webhook/WebhookEndpoint.ts"
import type { WebhookRequest, WebhookSender } from "../ports/WebhookSender.ts"
import { hostOf, type ReceiverPolicy } from "./ReceiverPolicy.ts"

/** How much of an answer is read, so that a receiver can write a short one. GAP-102 */
export const ANSWER_BYTES_MAX = 4096

/** An address of a host. */
export interface ResolvedAddress {
  /** As text, without brackets. */
  readonly address: string
  /** 4 or 6. */
  readonly family: number
}

/** The addresses of a host; rejects where it has none. */
export type Resolve = (host: string) => Promise<ReadonlyArray<ResolvedAddress>>

/** A sender that calls the receivers that a policy allows. */
export const makeNodeWebhookSender = (options: {
  readonly policy: ReceiverPolicy
  /** The system's own resolver unless given. */
  readonly resolve?: Resolve
}): WebhookSender["Service"] => {
  const { policy } = options
  const resolve = sparing(options.resolve ?? ((host) => lookup(host, { all: true })))

  const attempt = Effect.fnUntraced(function* (request: WebhookRequest, sawStatus: (status: number) => void) {
    const url = parse(request.url)
    if (url === null || !policy.allowsUrl(url)) return "URL_NOT_ALLOWED" as const
    const host = hostOf(url)
    const addresses = yield* addressesOf(host, resolve)
    if (addresses.length === 0) return "NOT_RESOLVED" as const
    const allowed = addresses.filter(({ address }) => policy.allowsAddress(address, host))
    if (allowed.length === 0) return "ADDRESS_NOT_ALLOWED" as const
    return yield* exchange(url, allowed, request, sawStatus)
  })

  return {
    accepts: (text) => {
      const url = parse(text)
      return url !== null && policy.allowsUrl(url)
    },
    send: (request) =>
      Effect.suspend(() => {
        let status: number | null = null
        const sending = attempt(request, (seen) => {
          status = seen
        })
        return Effect.map(
          Effect.timed(Effect.timeoutOption(sending, request.timeoutMillis)),
          ([duration, failure]) =>
            answerOf(
              status,
              Option.getOrElse(failure, () => "TIMEOUT" as const),
              duration,
            ),
        )
      }),
  }
}

/** A status that came in time is the answer, even if the rest of the answer does not end. */
const answerOf = (
  status: number | null,
  failure: DeliveryFailure,
  duration: Duration.Duration,
): DeliveryAnswer => {
  const durationMillis = Math.round(Duration.toMillis(duration))
  return status === null ? { status, failure, durationMillis } : { status, failure: null, durationMillis }
}

/** How many look-ups are under way at most. Node has four threads for them, which the whole process shares. */
const LOOKUPS_MAX = 2

/** Asks once for a host at a time, and for few hosts, so that a slow name server leaves threads to others. */
const sparing = (resolve: Resolve): Resolve => {
  const semaphore = Semaphore.makeUnsafe(LOOKUPS_MAX)
  const underWay = new Map<string, ReturnType<Resolve>>()
  const ask = (host: string): ReturnType<Resolve> => {
    // It goes on where nobody waits any more: until it ends it has its thread.
    const asking = semaphore.withPermits(1)(Effect.promise(() => resolve(host)))
    return Effect.runPromise(asking).finally(() => underWay.delete(host))
  }
  return (host) => {
    const found = underWay.get(host) ?? ask(host)
    underWay.set(host, found)
    return found
  }
}

const parse = (text: string): URL | null =>
  text.length <= URL_LENGTH_MAX && URL.canParse(text) ? new URL(text) : null

const addressesOf = (host: string, resolve: Resolve): Effect.Effect<ReadonlyArray<ResolvedAddress>> => {
  const family = isIP(host)
  return family === 0
    ? Effect.promise(() => resolve(host).catch(() => []))
    : Effect.succeed([{ address: host, family }])
}

/** Posts to one of the addresses. Gives the status as soon as it comes, and ends when no more is to be read. */
const exchange = (
  url: URL,
  addresses: ReadonlyArray<ResolvedAddress>,
  { headers, body }: WebhookRequest,
  sawStatus: (status: number) => void,
): Effect.Effect<DeliveryFailure> =>
  Effect.callback((resume) => {
    const end = (): void => {
      request.destroy()
      // Ignored when a status came.
      resume(Effect.succeed("CONNECTION_FAILED"))
    }
    const request = open(url, {
      method: "POST",
      // A connection of its own, closed after the attempt, so that each attempt is checked.
      agent: false,
      lookup: lookUpIn(addresses),
      headers: { ...headers, "content-length": Buffer.byteLength(body), "user-agent": "studio-billing" },
    })
    request.on("error", end).on("close", end)
    request.on("response", (response) => {
      sawStatus(response.statusCode as number)
      let length = 0
      response.on("end", end).on("error", end)
      response.on("data", (chunk: Buffer) => {
        length += chunk.byteLength
        if (length >= ANSWER_BYTES_MAX) end()
      })
    })
    request.end(body)
    return Effect.sync(() => request.destroy())
  })

// Loaded by the first request: whoever sends nothing does not wait for them at the start.
const open = (url: URL, options: RequestOptions): ClientRequest =>
  process.getBuiltinModule(url.protocol === "https:" ? "node:https" : "node:http").request(url, options)

/** Answers Node's look-up of the host with the addresses that were checked. */
const lookUpIn =
  (addresses: ReadonlyArray<ResolvedAddress>): LookupFunction =>
  (_, { all }, callback) => {
    const [first] = addresses
    if (all) callback(null, [...addresses])
    else callback(null, first?.address ?? "", first?.family)
  }
