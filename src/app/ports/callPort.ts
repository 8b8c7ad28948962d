// Calling a port that a host writes, for so long as the policy allows. The deadline holds whatever the adapter does: it
// may be uninterruptible, never end its finalizer, throw, or never answer. GAP-139
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import { CurrentBillingPolicy } from "../execution/CurrentBillingPolicy.ts"
import { exitWithin } from "./exitWithin.ts"
import { tell } from "./tell.ts"

/** Something that an adapter should not do. It holds no secret and names nobody: both are blotted out of it. */
export interface PortFault {
  /** The port and its operation, such as `PaymentGateway.charge`. */
  readonly operation: string
  /**
   * The adapter threw or died, gave no answer in time, gave one that cannot be read, or refused a charge with a code
   * that the rules do not know.
   */
  readonly kind: "DEFECT" | "NO_ANSWER" | "UNREADABLE" | "UNKNOWN_DECLINE_CODE"
  /** The organization; `null` where the call is of none. */
  readonly organizationId: string | null
  /** The invoice; `null` where the call is for none. */
  readonly invoiceId: string | null
  /** The idempotency key of the call; `null` without one. */
  readonly key: string | null
  /** The cause in words. */
  readonly detail: string
}

/** Writes a fault to the log. */
const logFault = ({ detail, ...fault }: PortFault): Effect.Effect<void> =>
  Effect.annotateLogs(Effect.logError(`${fault.operation} ${fault.kind}: ${detail}`), fault)

/** Gets each fault of an adapter; without another one it is written to the log. */
export const CurrentPortReporter = Context.Reference<(fault: PortFault) => Effect.Effect<void>>(
  "studio-billing/app/PortReporter",
  { defaultValue: () => logFault },
)

/** Reports a fault. A reporter that throws or hangs disturbs no work. */
export const reportPortFault = Effect.fnUntraced(function* (fault: PortFault) {
  const report = yield* CurrentPortReporter
  yield* tell(() => report(fault))
})

/** A call of a port. */
export interface PortCall extends Pick<PortFault, "operation"> {
  readonly organizationId?: string
  readonly invoiceId?: string
  readonly key?: string
  /** The tag of the failure that the port states; any other failure is a defect of the adapter. */
  readonly refusal?: string
  /** How long it may take; without it as long as a charge, and without end where it is infinite. */
  readonly deadlineMillis?: number
  /** What the call holds that no report may show. With "ALL" a report says nothing of the cause, which may quote it. */
  readonly secrets?: ReadonlyArray<string> | "ALL"
  /** What the call holds that tells who somebody is, which no report may show either. GAP-194 */
  readonly personal?: ReadonlyArray<string>
}

/** The fault of a call. */
export const faultOf = (call: PortCall, kind: PortFault["kind"], detail: string): PortFault => ({
  operation: call.operation,
  kind,
  organizationId: call.organizationId ?? null,
  invoiceId: call.invoiceId ?? null,
  key: call.key ?? null,
  detail: call.secrets === "ALL" ? "[secret]" : blotted(detail, call.secrets, call.personal),
})

const blotted = (
  detail: string,
  secrets: ReadonlyArray<string> = [],
  personal: ReadonlyArray<string> = [],
): string => {
  const ofSecrets = secrets.flatMap((secret) => [...spellingsOf(secret), ...partsOf(secret)])
  // A name may be as short as a part of a word.
  return without(without(detail, ofSecrets), personal.flatMap(spellingsOf), asWords)
}

/** The text without others, the longest of which may hold the shorter ones. */
const without = (text: string, others: ReadonlyArray<string>, as = (pattern: string) => pattern): string =>
  others
    .toSorted((a, b) => b.length - a.length)
    .reduce((left, other) => left.replaceAll(new RegExp(as(literally(other)), "giu"), "[secret]"), text)

/** The pattern that finds a text and nothing else. */
const literally = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)

const asWords = (pattern: string): string => String.raw`(?<![\p{L}\p{N}])${pattern}(?![\p{L}\p{N}])`

/** A part of a secret that is as short as a word says nothing by itself. */
const PART_LENGTH_MIN = 6

/** The parts of a secret that has several, such as `owner/card`. */
const partsOf = (secret: string): ReadonlyArray<string> =>
  secret.split(/[^\w-]+/).filter((part) => part.length >= PART_LENGTH_MIN)

/** Letters that are no letter and an accent, as a bank writes them that has only those of ASCII. */
const PLAIN: { readonly [letter: string]: string } = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
  ı: "i",
}

/** A text in lower case and without accents, as many a bank writes a name. */
const plainOf = (text: string): string =>
  text
    .toLowerCase()
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[ßæœøłđðþı]/g, (letter) => PLAIN[letter] ?? letter)

/** JSON may have each letter beyond ASCII as an escape. */
const escapedOf = (json: string): string =>
  json.replaceAll(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)

/**
 * How an adapter may quote a text: as it is, with its accents composed or not, or without them; each in its own case, in
 * upper or lower case; each of those as it is, in a URL, in a form, in JSON. GAP-194
 */
const spellingsOf = (text: string): ReadonlyArray<string> => {
  const writings = [text, text.normalize("NFC"), text.normalize("NFD"), plainOf(text)]
    // The case of letters beyond ASCII changes their code in a URL, and at times how many they are.
    .flatMap((written) => [written, written.toUpperCase(), written.toLowerCase()])
  const spellings = [...new Set(writings)].flatMap((written) => {
    const json = JSON.stringify(written).slice(1, -1)
    return [
      written,
      encodeURIComponent(written.toWellFormed()),
      new URLSearchParams({ "": written }).toString().slice(1),
      json,
      escapedOf(json),
    ]
  })
  return [...new Set(spellings)].filter((spelling) => spelling !== "")
}

/**
 * Calls a port and gives its answer, or nothing where there was none: it died, or the deadline passed. Either is
 * reported. The failure that the port states stays one. An adapter that goes on after the deadline is interrupted and not
 * waited for.
 */
export const callPort = Effect.fnUntraced(function* <A, E, R>(
  call: PortCall,
  ask: () => Effect.Effect<A, E, R>,
): Effect.fn.Return<Option.Option<A>, E, R> {
  const deadlineMillis = call.deadlineMillis ?? (yield* CurrentBillingPolicy).chargeDeadlineMillis
  const exit = yield* exitWithin(Effect.interruptible(Effect.suspend(ask)), deadlineMillis)
  if (exit === null) {
    yield* reportPortFault(faultOf(call, "NO_ANSWER", `no answer in ${deadlineMillis} ms`))
    return Option.none()
  }
  if (Exit.isSuccess(exit)) return Option.some(exit.value)
  const { cause } = exit
  const refusal = Cause.findErrorOption(cause)
  if (Option.isSome(refusal) && call.refusal !== undefined && Predicate.isTagged(refusal.value, call.refusal))
    return yield* Effect.fail(refusal.value)
  yield* reportPortFault(faultOf(call, "DEFECT", Cause.pretty(cause)))
  return Option.none()
})

/** Calls a port of which nothing else can be made: without an answer that can be read it dies. */
export const callPortOrDie = Effect.fnUntraced(function* <A, E, R>(
  call: PortCall,
  ask: () => Effect.Effect<A, E, R>,
  isReadable: (answer: unknown) => boolean,
): Effect.fn.Return<A, E, R> {
  const given = yield* callPort(call, ask)
  if (Option.isSome(given) && isReadable(given.value)) return given.value
  if (Option.isSome(given)) yield* reportPortFault(faultOf(call, "UNREADABLE", "the answer cannot be read"))
  return yield* Effect.die(new Error(`${call.operation} gave no answer that can be used`))
})
