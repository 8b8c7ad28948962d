// Webhooks over `node:http` and `node:https`. A host is resolved once, and the connection goes to the addresses that
// were checked, so that a second answer of a name server cannot lead elsewhere. Redirects are not followed. Only a
// little of an answer is read, and nothing is kept. GAP-102
import { lookup } from "node:dns/promises"
import type { ClientRequest } from "node:http"
import type { RequestOptions } from "node:https"
import { isIP, type LookupFunction } from "node:net"
import * as Clock from "effect/Clock"
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
  const lookUp = sparing(options.resolve ?? ((host) => lookup(host, { all: true })))

  const attempt = Effect.fnUntraced(function* (request: WebhookRequest, sawStatus: (status: number) => void) {
    const url = parse(request.url)
    if (url === null || !policy.allowsUrl(url)) return "URL_NOT_ALLOWED" as const
    const host = hostOf(url)
    const addresses = yield* addressesOf(host, lookUp)
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

/** How many look-ups have their time at once. Node has four threads for them, which the whole process shares. */
const LOOKUPS_MAX = 2

/** How long a look-up keeps others waiting. Node cannot stop it: it goes on, and its answer counts when it comes. */
const LOOKUP_MILLIS_MAX = 5_000

/** No look-up begins while so many are overdue: whatever needs one fails, and is tried again by its schedule. */
const OVERDUE_MAX = 4

type Addresses = ReadonlyArray<ResolvedAddress>

/**
 * Asks once for a host at a time, and for few hosts, so that a slow name server leaves threads to others and one that never
 * answers leaves them their turn.
 */
const sparing = (resolve: Resolve): ((host: string) => Effect.Effect<Addresses>) => {
  const places = Semaphore.makeUnsafe(LOOKUPS_MAX)
  const underWay = new Map<string, Promise<Addresses>>()
  let overdue = 0

  /** Keeps the place of a look-up until that ends, or its time does. */
  const whileInTime = Effect.fnUntraced(function* (found: Promise<Addresses>) {
    const ended = yield* Effect.timeoutOption(
      Effect.promise(() => found),
      LOOKUP_MILLIS_MAX,
    )
    if (Option.isSome(ended)) return
    overdue += 1
    void found.then(() => {
      overdue -= 1
    })
  })

  // It goes on where nobody waits any more: until it ends it has its thread.
  const ask = (host: string, clock: Clock.Clock): Promise<Addresses> => {
    const { promise, resolve: tell } = Promise.withResolvers<Addresses>()
    const asking = Effect.suspend(() => {
      const found = overdue < OVERDUE_MAX ? orNone(resolve, host) : Promise.resolve([])
      tell(found)
      return whileInTime(found)
    })
    Effect.runFork(Effect.provideService(places.withPermits(1)(asking), Clock.Clock, clock))
    void promise.then(() => underWay.delete(host))
    return promise
  }

  return (host) =>
    Effect.clockWith((clock) => {
      const found = underWay.get(host) ?? ask(host, clock)
      underWay.set(host, found)
      return Effect.promise(() => found)
    })
}

/** The addresses of a host; none where it cannot be resolved. */
const orNone = async (resolve: Resolve, host: string): Promise<Addresses> => {
  try {
    return await resolve(host)
  } catch {
    return []
  }
}

const parse = (text: string): URL | null =>
  text.length <= URL_LENGTH_MAX && URL.canParse(text) ? new URL(text) : null

const addressesOf = (host: string, lookUp: (host: string) => Effect.Effect<Addresses>) => {
  const family = isIP(host)
  return family === 0 ? lookUp(host) : Effect.succeed([{ address: host, family }])
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
