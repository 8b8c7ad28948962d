// Ports as services: a function that returns a Promise becomes an Effect that calls it when it is run, and not before.
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import { tell } from "../../app/ports/tell.ts"
import { BillingStore } from "../../ports/BillingStore.ts"
import { EventPresenter } from "../../ports/EventPresenter.ts"
import { IdSource } from "../../ports/IdSource.ts"
import { OtpSender } from "../../ports/OtpSender.ts"
import { PaymentGateway } from "../../ports/PaymentGateway.ts"
import { Secrets } from "../../ports/Secrets.ts"
import { accessTokenInvalid, TokenIssuer } from "../../ports/TokenIssuer.ts"
import { WebhookSender } from "../../ports/WebhookSender.ts"
import { WebhookStore } from "../../ports/WebhookStore.ts"

/** Every service that a use case may need. */
export type Services =
  | BillingStore
  | EventPresenter
  | IdSource
  | OtpSender
  | PaymentGateway
  | Secrets
  | TokenIssuer
  | WebhookSender
  | WebhookStore

type Answer = Effect.Effect<unknown, unknown>
type Port = Readonly<Record<string, unknown>>
type Function = (...args: ReadonlyArray<unknown>) => unknown

/** Told what a function of a port threw or rejected with, by its name. */
export type OnPortError = (error: unknown, member: string) => void

/** How a member of a port becomes one of its service. */
type Adapt = (port: Port, name: string, place: string) => unknown

/** What a function of a host gave: a value, a promise of one, or an Effect. */
export const settled = (answer: unknown): Answer => {
  if (Effect.isEffect(answer)) return answer as Answer
  return isThenable(answer) ? awaited(Promise.resolve(answer)) : Effect.succeed(answer)
}

/** Hears of a rejection at once: a fiber may give way before it waits, and Node ends a process by what nobody hears of. */
const awaited = (promise: Promise<unknown>): Answer => {
  promise.catch(() => undefined)
  return Effect.promise(() => promise)
}

const isThenable = (value: unknown): boolean =>
  typeof value === "object" && value !== null && "then" in value && typeof value.then === "function"

/** Called as a method, since a port may be an instance of a class. */
const call = (port: Port, name: string, args: ReadonlyArray<unknown>): unknown =>
  (port[name] as Function).apply(port, [...args])

const asked = (port: Port, name: string, args: ReadonlyArray<unknown>): Answer =>
  Effect.suspend(() => settled(call(port, name, args)))

/** A function that asks. */
const asks: Adapt =
  (port, name) =>
  (...args: ReadonlyArray<unknown>) =>
    asked(port, name, args)

/** A function that asks for what may not be there. Undefined, as `Map.get` gives it, becomes null. */
const finds: Adapt =
  (port, name) =>
  (...args: ReadonlyArray<unknown>) =>
    Effect.map(asked(port, name, args), (found) => found ?? null)

/** A function that answers at once. A promise would be taken for the answer: of a wrong code it would say that it matches. */
const tells =
  (what: string, isAnswer: (answer: unknown) => boolean): Adapt =>
  (port, name, place) =>
  (...args: ReadonlyArray<unknown>) => {
    const answer = call(port, name, args)
    if (isAnswer(answer)) return answer
    throw new TypeError(`${place} has to give ${what} at once, and no promise of it`)
  }

const tellsText = tells("a text", Predicate.isString)
const tellsTruth = tells("true or false", Predicate.isBoolean)
const tellsTextOrNull = tells("a text or null", (answer) => answer === null || Predicate.isString(answer))
const tellsObject = tells("an object", (answer) => Predicate.isObject(answer) && !isThenable(answer))

/** A question without arguments: a function, or the Effect itself. */
const gives: Adapt = (port, name) =>
  Effect.suspend(() => (Effect.isEffect(port[name]) ? (port[name] as Answer) : settled(call(port, name, []))))

/** A question about one thing, with a signal that is aborted when nobody waits any more. */
const reaches: Adapt = (port, name) => (subject: unknown) =>
  Effect.suspend(() => {
    const controller = new AbortController()
    const answer = settled(call(port, name, [subject, { signal: controller.signal }]))
    return Effect.onInterrupt(answer, () => Effect.sync(() => controller.abort()))
  })

/** Adapts a function that resolves to its failures. `failureOf` finds one in a value, or gives null; it throws for a wrong value. */
const failing =
  (adapt: Adapt, failureOf: (value: unknown, place: string) => unknown): Adapt =>
  (port, name, place) => {
    const adapted = adapt(port, name, place) as (...args: ReadonlyArray<unknown>) => Answer
    return (...args: ReadonlyArray<unknown>) =>
      Effect.flatMap(adapted(...args), (value) => {
        const failure = failureOf(value, place)
        return failure === null ? Effect.succeed(value) : Effect.fail(failure)
      })
  }

/** A commit. A conflict that it throws, or rejects with, would end the call instead of having it try again. */
const commits: Adapt = (port, name, place) => (commit: unknown) =>
  Effect.catchDefect(asked(port, name, [commit]), (defect) =>
    Effect.die(
      Predicate.isTagged(defect, "VersionConflict")
        ? new TypeError(`${place} has to resolve to the VersionConflict, and not to reject with it`)
        : defect,
    ),
  )

const conflict = (value: unknown, place: string): unknown => {
  if (value === undefined || value === null) return null
  if (Predicate.isTagged(value, "VersionConflict")) return value
  throw new TypeError(`${place} has to resolve to null, or to { _tag: "VersionConflict", scope }`)
}

const nothing = (failure: object) => (value: unknown) =>
  value === undefined || value === null ? failure : null

const answers =
  (...tags: ReadonlyArray<string>) =>
  (value: unknown, place: string): null => {
    if (tags.some((tag) => Predicate.isTagged(value, tag))) return null
    throw new TypeError(`${place} has to resolve to { _tag } of ${tags.join(", ")}`)
  }

/** What is given has to be of a shape, or it is a defect that names the port. */
const givesShape =
  (shape: string, isShape: (value: unknown) => boolean) =>
  (value: unknown, place: string): null => {
    if (isShape(value)) return null
    throw new TypeError(`${place} has to give ${shape}`)
  }

const lists = failing(asks, givesShape("an array", Array.isArray))
const pages = failing(
  asks,
  givesShape(
    "a page, { items, totalItems }",
    (value) => Predicate.hasProperty(value, "items") && Array.isArray(value.items),
  ),
)

const outcomes = ["Approved", "Declined", "Pending", "Unknown"]

interface Adapter {
  readonly key: Context.Key<Services, unknown>
  readonly members: Readonly<Record<string, Adapt>>
}

const adapter = <Id extends Services, Service>(
  key: Context.Key<Id, Service>,
  members: { readonly [Name in keyof Service]: Adapt },
): Adapter => ({ key: key as unknown as Adapter["key"], members })

/** The ports by their names in the options. */
export const adapters = {
  store: adapter(BillingStore, {
    account: finds,
    organization: finds,
    subscription: finds,
    subscriptions: pages,
    invoice: finds,
    invoices: pages,
    voucher: finds,
    vouchers: pages,
    voucherEntries: pages,
    plan: finds,
    plans: pages,
    couponByCode: finds,
    couponsById: lists,
    user: finds,
    userByEmail: finds,
    otpAddress: asks,
    otpAddressOf: finds,
    session: finds,
    idempotencyKey: finds,
    openSessions: lists,
    version: asks,
    due: lists,
    claimDue: lists,
    moveClaims: asks,
    outbox: lists,
    readyOtps: lists,
    replaceOtp: asks,
    acknowledge: asks,
    commit: failing(commits, conflict),
  }),
  gateway: adapter(PaymentGateway, {
    tokenize: failing(reaches, nothing({ _tag: "CardTokenInvalid" })),
    charge: failing(reaches, answers(...outcomes)),
    lookup: failing(reaches, answers(...outcomes, "NotFound")),
    cancel: failing(reaches, answers(...outcomes, "NotFound")),
  }),
  ids: adapter(IdSource, { next: gives, derive: tellsText }),
  secrets: adapter(Secrets, {
    otpCode: asks,
    digest: tellsText,
    matches: tellsTruth,
    refreshToken: asks,
    successor: tellsText,
    sessionOf: tellsTextOrNull,
    webhookSecret: gives,
  }),
  tokens: adapter(TokenIssuer, { issue: asks, verify: failing(asks, nothing(accessTokenInvalid)) }),
  otpSender: adapter(OtpSender, { send: reaches }),
  webhookStore: adapter(WebhookStore, {
    endpoints: gives,
    addEndpoint: asks,
    replaceEndpoint: asks,
    removeEndpoint: asks,
    publish: asks,
    ready: lists,
    nextReadyAt: finds,
    delivery: finds,
    deliveries: pages,
    parked: lists,
    replace: asks,
  }),
  webhookSender: adapter(WebhookSender, { send: reaches, accepts: tellsTruth }),
  presenter: adapter(EventPresenter, { present: tellsObject }),
} as const

/** The name of a port. */
export type PortName = keyof typeof adapters

/** A port as a service of the context; a `TypeError` names what it lacks. */
export const withPort = (
  context: Context.Context<never>,
  name: PortName,
  port: object,
  onError: OnPortError,
  caller: string,
): Context.Context<never> => {
  const { key, members } = adapters[name]
  const service = Object.entries(members).map(([member, adapt]) => {
    const place = `${name}.${member}`
    const given = (port as Port)[member]
    const isGiven = typeof given === "function" || (adapt === gives && Effect.isEffect(given))
    if (!isGiven) throw new TypeError(`${caller}: ${place} has to be a function; ${remedyOf(name)}`)
    return [member, telling(adapt(port as Port, member, place), place, onError)] as const
  })
  return Context.add(context, key as never, Object.fromEntries(service) as never)
}

const remedyOf = (name: PortName): string =>
  `a port of ${name} has ${Object.keys(adapters[name].members).join(", ")}`

/** Reports what a port throws. The rules get it afterwards, and take that of a gateway for an unknown outcome. */
const telling = (member: unknown, place: string, onError: OnPortError): unknown => {
  const told = (answer: unknown) =>
    Effect.isEffect(answer)
      ? Effect.tapDefect(answer, (defect) => tell(() => Effect.sync(() => onError(defect, place))))
      : answer
  return typeof member === "function"
    ? (...args: ReadonlyArray<unknown>) => told((member as Function)(...args))
    : told(member)
}
