// The contracts of the smaller ports: the adapters of the simulator and of the example keep them, and each case has a wrong
// adapter that fails it alone.
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { openDatabase } from "../../../docs/examples/sqlite/Database.ts"
import { ids as exampleIds } from "../../../docs/examples/sqlite/host.ts"
import { makeSqliteRateLimitStore } from "../../../docs/examples/sqlite/SqliteRateLimitStore.ts"
import { makeSqliteWebhookStore } from "../../../docs/examples/sqlite/SqliteWebhookStore.ts"
import { makeMemoryIdSource } from "../../../simulator/adapters/memory/MemoryIdSource.ts"
import { makeMemoryOtpSender } from "../../../simulator/adapters/security/MemoryOtpSender.ts"
import { makeMemoryWebhookStore } from "../../../simulator/adapters/webhooks/MemoryWebhookStore.ts"
import { presentEvent } from "../../../src/api/presenters/presentEvent.ts"
import { makeSecrets } from "../../../src/http/node/makeSecrets.ts"
import { makeMemoryRateLimitStore } from "../../../src/http/rateLimit.ts"
import { makeJwtTokenIssuer } from "../../../src/http/tokens/JwtTokenIssuer.ts"
import { makeSigningKeys } from "../../../src/http/tokens/SigningKeys.ts"
import {
  type Access,
  EventPresenter,
  IdSource,
  OtpSender,
  Permission,
  RateLimitStore,
  Secrets,
  TokenBucket,
  TokenIssuer,
  WebhookDelivery,
  WebhookStore,
} from "../../../src/index.ts"
import {
  eventPresenterContract,
  idSourceContract,
  type Law,
  otpSenderContract,
  rateLimitStoreContract,
  secretsContract,
  tokenIssuerContract,
  webhookStoreContract,
} from "../../../src/testing/index.ts"
import { brokenLaws } from "../breaches.ts"

/** Declares the tests of a contract: the good adapters, and a wrong one for every case. */
const describeContract = <Port extends object>(
  name: string,
  contractOf: (make: () => Port) => ReadonlyArray<Law>,
  good: Readonly<Record<string, () => Port>>,
  wrong: Readonly<Record<string, (good: Port) => Partial<Port>>>,
): void => {
  const [first] = Object.values(good)
  if (first === undefined) throw new Error("there is no good adapter")
  describe(name, () => {
    it.each(Object.entries(good))("is kept by %s", async (_, make) => {
      expect(await brokenLaws(contractOf(make))).toEqual([])
    })

    it("has a wrong adapter for every case, each of which says its rule", () => {
      const laws = contractOf(first)
      expect(Object.keys(wrong)).toEqual(laws.map((law) => law.name))
      for (const { rule } of laws) expect(rule).toMatch(/^[A-Z`].*[.]$/)
      expect(new Set(laws.map(({ id }) => id)).size).toBe(laws.length)
    })

    it.each(Object.entries(wrong))("fails this case and no other: %s", async (broken, change) => {
      const make = () => {
        const port = first()
        return { ...port, ...change(port) }
      }
      expect(await brokenLaws(contractOf(make))).toEqual([broken])
    })
  })
}

const over =
  <Id, Port>(
    service: Context.Service<Id, Port>,
    contract: (makeLayer: () => Layer.Layer<Id, unknown>) => ReadonlyArray<Law>,
  ) =>
  (make: () => Port): ReadonlyArray<Law> =>
    contract(() => Layer.sync(service, make))

let processes = 0

const NOON = Date.UTC(2026, 0, 31, 12)

describeContract(
  "the contract of a source of ids",
  over(IdSource, idSourceContract),
  { "the simulator's": () => makeMemoryIdSource(), "the example's": () => exampleIds },
  {
    "a new id is a UUID": (good) => ({
      next: Effect.map(good.next, (id) => id.toUpperCase().replace(/^./, "A")),
    }),
    "a derived id is a UUID": (good) => ({ derive: (key) => `id-${good.derive(key)}` }),
    // It gives an id again to those who ask at the same moment.
    "no new id comes twice": (good) => {
      let count = 0
      let last = ""
      return {
        next: Effect.gen(function* () {
          count += 1
          if (count % 2 === 1) last = yield* good.next
          return last
        }),
      }
    },
    // A seed that is the same in every process.
    "two processes give no id twice": () => makeMemoryIdSource({ seed: "production" }),
    // It derives from a counter.
    "a key always gives the same id": (good) => {
      const counts = new Map<string, number>()
      return {
        derive: (key) => {
          const count = (counts.get(key) ?? 0) + 1
          counts.set(key, count)
          return good.derive(count === 1 ? key : `${key}/${count}`)
        },
      }
    },
    // Its namespace is new in each process.
    "a key gives the same id in every process": (good) => {
      processes += 1
      const own = processes
      return { derive: (key) => good.derive(`${own}/${key}`) }
    },
    "another key gives another id": (good) => ({ derive: (key) => good.derive(key.trim().toLowerCase()) }),
  },
)

describeContract(
  "the contract of secrets",
  over(Secrets, secretsContract),
  { "the simulator's": () => makeSecrets() },
  {
    "a code has its number of digits": (good) => ({
      otpCode: (digits) => Effect.map(good.otpCode(digits), (code) => code.replace(/^00/, "0")),
    }),
    // It draws from 100000 up, so that no zero is in front.
    "a code may begin with any digit": (good) => ({
      otpCode: (digits) => Effect.map(good.otpCode(digits), (code) => code.replace(/^0/, "1")),
    }),
    // A code is one of a few, for tests, and went along.
    "codes do not repeat": (good) => ({
      otpCode: (digits) =>
        Effect.map(good.otpCode(digits), (code) =>
          digits > 8 ? "0".repeat(digits - 1) + code.at(-1) : code,
        ),
    }),
    "a digest does not hold its text": (good) => ({
      digest: (secret) => `${good.digest(secret)}.${secret.text}`,
      matches: ({ digest, ...secret }) => `${good.digest(secret)}.${secret.text}` === digest,
    }),
    // Subject and text are hashed without what divides them.
    "a digest is of its subject and its text": (good) => {
      const joined = ({ subject, text }: { readonly subject: string; readonly text: string }) =>
        good.digest({ subject: "", text: subject + text })
      return { digest: joined, matches: ({ digest, ...secret }) => joined(secret) === digest }
    },
    // It forgets which digest it made when it was asked once.
    "the right text matches its digest": (good) => {
      const asked = new Set<string>()
      return {
        matches: (secret) => {
          const isAgain = asked.has(secret.digest)
          asked.add(secret.digest)
          return !isAgain && good.matches(secret)
        },
      }
    },
    // It compares only as much as was stored.
    "nothing matches what is no digest": (good) => ({
      matches: ({ digest, ...secret }) => good.digest(secret).startsWith(digest),
    }),
    // It cuts the token at the first point, and the session with it.
    "a refresh token is of its session": (good) => ({
      sessionOf: (token) => good.sessionOf(token)?.split(".")[0] ?? null,
    }),
    // It makes the hundredth token again what the first one was.
    "a refresh token is new each time": (good) => {
      const made: Array<string> = []
      return {
        refreshToken: (sessionId) =>
          Effect.map(good.refreshToken(sessionId), (token) => {
            made.push(token)
            return made.length < 100 ? token : (made[0] ?? token)
          }),
      }
    },
    // A successor is drawn by chance.
    "a successor is the same each time": (good) => ({
      successor: (token) => Effect.runSync(good.refreshToken(good.sessionOf(token) ?? "")),
    }),
    // All tokens that begin a session lead to one.
    "another token has another successor": (good) => {
      const successors = new Map<string, string>()
      const made = new Set<string>()
      return {
        successor: (token) => {
          const key = made.has(token) ? token : (good.sessionOf(token) ?? "")
          const next = successors.get(key) ?? good.successor(token)
          successors.set(key, next)
          made.add(next)
          return next
        },
      }
    },
    // It reads the session and looks at nothing else.
    "a token that was not made here is of no session": (good) => ({
      sessionOf: (token) => good.sessionOf(token) ?? (token.length > 60 ? "session" : null),
    }),
    "the secret of an endpoint has 256 bits": (good) => ({
      webhookSecret: Effect.map(good.webhookSecret, (secret) => secret.slice(0, 38)),
    }),
    "the secret of an endpoint is new each time": (good) => ({
      webhookSecret: Effect.succeed(Effect.runSync(good.webhookSecret)),
    }),
  },
)

const keys = makeSigningKeys()
const jwt = () => makeJwtTokenIssuer({ keys, issuer: "https://billing.example", audience: "studio" }).issuer
const NONE = "eyJhbGciOiJub25lIiwidHlwIjoiSldUIn0"

describeContract(
  "the contract of an issuer of tokens",
  over(TokenIssuer, tokenIssuerContract),
  { "the simulator's": jwt },
  {
    // It writes claims in ASCII.
    "a token gives its caller back": (good) => ({
      issue: (token) => good.issue({ ...token, userId: token.userId.replace("é", "?") }),
    }),
    // It grants all that there is.
    "a token grants what it was issued with": (good) => ({
      verify: (token, now) =>
        Effect.map(good.verify(token, now), (caller) => ({
          ...caller,
          permissions: Permission.ALL_PERMISSIONS,
        })),
    }),
    "a token may be of no session": (good) => ({
      verify: (token, now) =>
        Effect.map(good.verify(token, now), (caller) => ({ ...caller, sessionId: caller.sessionId ?? "" })),
    }),
    // It remembers callers, and takes all organizations of one for the same.
    "tokens of several callers are told apart": (good) => {
      const known = new Map<string, Access.Caller>()
      return {
        verify: (token, now) =>
          Effect.map(good.verify(token, now), (caller) => {
            const key = JSON.stringify({ ...caller, organizationId: "" })
            const first = known.get(key) ?? caller
            known.set(key, first)
            return first
          }),
      }
    },
    "a token expires": (good) => ({
      verify: (token, now) => Effect.catch(good.verify(token, now), () => good.verify(token, now - 1)),
    }),
    "a token that was changed is invalid": (good) => ({
      verify: (token, now) =>
        Effect.catch(good.verify(token, now), () => good.verify(token.slice(0, -1), now)),
    }),
    "a token that says it is not signed is invalid": (good) => {
      const issued = new Map<string, string>()
      return {
        issue: (token) =>
          Effect.tap(good.issue(token), (made) =>
            Effect.sync(() => issued.set(made.split(".")[1] ?? "", made)),
          ),
        verify: (token, now) => {
          const [header, claims = ""] = token.split(".")
          return good.verify(header === NONE ? (issued.get(claims) ?? token) : token, now)
        },
      }
    },
    "a text that is no token is invalid": (good) => ({
      verify: (token, now) =>
        token.split(".").length === 3 && token.length > 10
          ? good.verify(token, now)
          : token.includes("A") || (token.length > 100 && token.includes("."))
            ? good.verify(token, now)
            : Effect.die(new Error("malformed")),
    }),
  },
)

type Sender = OtpSender["Service"]

/** What the sender that was made last stands in front of. */
let post = { ...makeMemoryOtpSender(), isOut: false, more: [] as Array<{ email: string; text: string }> }

const senderOf = (): Sender => {
  post = { ...makeMemoryOtpSender(), isOut: false, more: [] }
  const own = post
  return {
    send: (message) => (own.isOut ? Effect.die(new Error("out of reach")) : own.sender.send(message)),
  }
}

describeContract(
  "the contract of a sender of codes",
  (make: () => Sender) =>
    otpSenderContract({
      makeLayer: () => Layer.sync(OtpSender, make),
      arrived: async () => [
        ...post.inbox.list(null).map(({ email, code }) => ({ email, text: `Your code is ${code}` })),
        ...post.more,
      ],
      outage: async () => {
        post.isOut = true
      },
    }),
  { "the simulator's": senderOf },
  {
    // It takes the code for a number.
    "a code arrives at its address": (good) => ({
      send: (message) => good.send({ ...message, code: String(Number(message.code)) }),
    }),
    "a decoy arrives nowhere": (good) => ({ send: (message) => good.send({ ...message, decoy: false }) }),
    // The address is kept apart from the message, a moment too long.
    "codes at the same moment arrive each at its own address": (good) => {
      let email = ""
      return {
        send: (message) =>
          Effect.gen(function* () {
            email = message.email
            yield* Effect.yieldNow
            yield* good.send({ ...message, email })
          }),
      }
    },
    "the same message is accepted again": (good) => {
      const known = new Set<string>()
      return {
        send: (message) =>
          Effect.suspend(() => {
            if (known.has(message.otpId)) return Effect.die(new Error("a duplicate"))
            known.add(message.otpId)
            return good.send(message)
          }),
      }
    },
    "a message that is not accepted is a defect": (good) => ({
      send: (message) => Effect.catchCause(good.send(message), () => Effect.void),
    }),
  },
)

let published = 0

describeContract(
  "the contract of a presenter of events",
  over(EventPresenter, eventPresenterContract),
  { "the contract's": (): EventPresenter["Service"] => ({ present: presentEvent }) },
  {
    // It knows no vouchers.
    "every event has a payload": (good) => ({
      present: (message, policy) =>
        message.billingEvent.type === "voucher.revoked" ? [message.messageId] : good.present(message, policy),
    }),
    "JSON carries a payload as it is": (good) => ({
      present: (message, policy) => ({ ...good.present(message, policy), at: new Date(0) }),
    }),
    "an event has the same payload each time": (good) => ({
      present: (message, policy) => {
        published += 1
        return { ...good.present(message, policy), published }
      },
    }),
    "another event has another payload": (good) => ({
      present: (message, policy) => ({ ...good.present(message, policy), id: "event" }),
    }),
    "an event is not changed": (good) => ({
      present: (message, policy) => {
        ;(message as { organizationId: string }).organizationId = message.organizationId
        return good.present(message, policy)
      },
    }),
  },
)

describeContract(
  "the contract of a store of webhooks",
  over(WebhookStore, webhookStoreContract),
  {
    "the simulator's": () => makeMemoryWebhookStore().store,
    "the example's": () => makeSqliteWebhookStore(openDatabase(":memory:")),
  },
  {
    "endpoints come in the order in which they were added": (good) => ({
      endpoints: Effect.map(good.endpoints, (found) => found.toReversed()),
    }),
    // It looks at its id alone.
    "an endpoint is replaced as it was read": (good) => ({
      replaceEndpoint: (before, after) =>
        Effect.gen(function* () {
          const stored = (yield* good.endpoints).find(({ endpointId }) => endpointId === before.endpointId)
          return stored !== undefined && (yield* good.replaceEndpoint(stored, after))
        }),
    }),
    "an endpoint is removed once": (good) => ({
      removeEndpoint: (id) => Effect.as(good.removeEndpoint(id), true),
    }),
    // Its deliveries are left behind.
    "what waits for an endpoint goes with it": (good) => {
      const removed = new Set<string>()
      return {
        endpoints: Effect.map(good.endpoints, (found) => found.filter((one) => !removed.has(one.endpointId))),
        removeEndpoint: (id) =>
          Effect.map(good.endpoints, (found) => {
            const isThere = found.some(({ endpointId }) => endpointId === id) && !removed.has(id)
            removed.add(id)
            return isThere
          }),
      }
    },
    // Deliveries share the body of their event, and lost it.
    "an event comes with its deliveries": (good) => ({
      publish: (event, deliveries) =>
        good.publish(
          event,
          deliveries.map((one) => ({ ...one, event: { ...one.event, body: "" } })),
        ),
    }),
    // What is known is stored again.
    "an event is published once": (good) => {
      let count = 0
      return {
        publish: (event, deliveries) => {
          count += 1
          return good.publish({ ...event, eventId: `${event.eventId}/${count}` }, deliveries)
        },
      }
    },
    "what is ready comes in the order of its events": (good) => ({
      ready: (list) =>
        Effect.map(good.ready({ ...list, limit: 1_000 }), (found) =>
          found.toSorted((a, b) => (a.deliveryId < b.deliveryId ? -1 : 1)).slice(0, list.limit),
        ),
    }),
    // The limit is taken before it is looked at what is due.
    "what is over, leased or not due is not ready": (good) => {
      const all: Array<WebhookDelivery.WebhookDelivery> = []
      return {
        publish: (event, deliveries) => {
          all.push(...deliveries)
          return good.publish(event, deliveries)
        },
        ready: ({ endpointId, now, limit }) =>
          Effect.gen(function* () {
            const own = all.filter((one) => one.endpointId === endpointId).slice(0, limit)
            const stored = yield* Effect.forEach(own, ({ deliveryId }) => good.delivery(deliveryId))
            return WebhookDelivery.ready(
              stored.filter((one) => one !== null && one.status === "PENDING") as typeof all,
              now,
            )
          }),
      }
    },
    "the next instant is when time makes another one ready": (good) => ({
      nextReadyAt: (now) => Effect.map(good.nextReadyAt(now), (at) => at ?? now),
    }),
    // Its number is that of the page.
    "deliveries are listed by what became of them": (good) => ({
      deliveries: (list) =>
        Effect.map(good.deliveries(list), ({ items }) => ({ items, totalItems: items.length })),
    }),
    // The instant is taken for one that is excluded.
    "what an endpoint missed is found in the order of its events": (good) => ({
      parked: (list) => good.parked({ ...list, since: list.since + 1 }),
    }),
    // It looks at what is stored, and writes a moment later.
    "of many that take a delivery exactly one gets it": (good) => ({
      replace: (before, after) =>
        Effect.gen(function* () {
          const stored = yield* good.delivery(before.deliveryId)
          if (stored === null) return false
          yield* Effect.yieldNow
          const latest = yield* good.delivery(before.deliveryId)
          return latest !== null && (yield* good.replace(latest, after))
        }),
    }),
  },
)

describeContract(
  "the contract of a store of rate limits",
  over(RateLimitStore, rateLimitStoreContract),
  {
    "that in memory": () => makeMemoryRateLimitStore(),
    "the example's": () => makeSqliteRateLimitStore(openDatabase(":memory:")),
  },
  {
    // Its column has 32 bits.
    "a bucket gives what it holds": (good) => ({
      take: (call) => Effect.map(good.take(call), (bucket) => ({ ...bucket, level: bucket.level | 0 })),
    }),
    // It counts by windows: each minute begins with all of it.
    "a bucket fills evenly": (good) => ({
      take: (call) =>
        call.now - NOON === 200_000
          ? Effect.as(good.take(call), { level: 3 * 60_000, at: call.now })
          : good.take(call),
    }),
    // A refused call puts the end off.
    "a refusal takes nothing": (good) => {
      const refusals = new Map<string, number>()
      return {
        take: (call) => {
          const late = refusals.get(call.key) ?? 0
          return Effect.tapError(good.take({ ...call, now: call.now - (late > 1 ? 1 : 0) }), () =>
            Effect.sync(() => refusals.set(call.key, late + 1)),
          )
        },
      }
    },
    "keys are told apart": (good) => ({ take: (call) => good.take({ ...call, key: call.key.trim() }) }),
    // It reads what is stored, and writes a moment later.
    "of calls at once none is given away twice": () => {
      const buckets = new Map<string, TokenBucket.TokenBucket>()
      return {
        take: ({ key, limit, now }) =>
          Effect.gen(function* () {
            const before = buckets.get(key) ?? null
            yield* Effect.yieldNow
            const bucket = yield* Effect.fromResult(TokenBucket.take(before, limit, now))
            buckets.set(key, bucket)
            return bucket
          }),
      }
    },
    // It keeps the instant of the last call.
    "clocks that differ refill nothing twice": () => {
      const buckets = new Map<string, TokenBucket.TokenBucket>()
      return {
        take: ({ key, limit, now }) =>
          Effect.suspend(() => {
            const taken = TokenBucket.take(buckets.get(key) ?? null, limit, now)
            if (Result.isSuccess(taken)) buckets.set(key, { ...taken.success, at: now })
            return Effect.fromResult(taken)
          }),
      }
    },
    // A bucket stays with the limit with which it began.
    "a limit may change": (good) => {
      const limits = new Map<string, TokenBucket.RateLimit>()
      return {
        take: (call) => {
          const limit = limits.get(call.key) ?? call.limit
          limits.set(call.key, limit)
          return good.take({ ...call, limit })
        },
      }
    },
  },
)
