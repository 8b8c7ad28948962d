// What a call of the Promise form rejects with where a rule refuses it, and the Promise that such a call gives.
import type { Rejection } from "../api/errors/rejections.ts"
import type { ClockRejection } from "../core/billing/Clocks.ts"

/** The body of a refusal, as the contract has it. */
export interface RefusalBody {
  readonly statusCode: number
  /** Such as `payment.declined`. */
  readonly code: string
  readonly message: string
  /** What is wrong with the input, by dotted paths; empty unless it was. */
  readonly errors: ReadonlyArray<{ readonly path: string; readonly message: string }>
  /** What only this code has, such as `declineCode`. */
  readonly [member: string]: unknown
}

/**
 * A rule refused the call, and nothing of it happened; of a declined payment the attempt is recorded. `rejection` is the
 * fact with what belongs to it, told apart by `_tag`; `status` and `body` are what a route answers with.
 */
export class BillingRejected<R extends { readonly _tag: string } = Rejection> extends Error {
  override readonly name = "BillingRejected"
  /** The member that was called: `invoices.pay`. */
  readonly call: string
  /** The fact. */
  readonly rejection: R
  /** The status of HTTP. */
  readonly status: number
  /** The body of the contract, with `code` and `message`. */
  readonly body: RefusalBody

  /** Knows those of another copy of the package, too: the bundles of one program have one each. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    // biome-ignore lint/complexity/noThisInStatic: a class that extends this one knows its own alone.
    if (this !== BillingRejected) return Function.prototype[Symbol.hasInstance].call(this, value)
    if (typeof value !== "object" || value === null) return false
    return "rejection" in value && "name" in value && value.name === "BillingRejected"
  }

  constructor(call: string, rejection: R, body: RefusalBody) {
    const { statusCode, code, message, errors } = body
    const faults = errors.map((one) => `; ${one.path}: ${one.message}`).join("")
    const told = toldOfClock(rejection) ?? message
    super(`${call} is refused with ${rejection._tag} (${statusCode} ${code}): ${told}${faults}`)
    this.call = call
    this.rejection = rejection
    this.status = statusCode
    this.body = body
  }
}

/** What an operator is told where a clock is not believed: to try again, as the body says, does not help. */
const toldOfClock = (rejection: { readonly _tag: string }): string | null => {
  const fact = rejection as ClockRejection
  switch (fact._tag) {
    case "ClockBehind":
      return `the clock is ${fact.behindMillis} ms behind the records of the organization, so one of the two is wrong`
    case "CatchUpNotAllowed":
      return `a step fell due at ${new Date(fact.dueAt).toISOString()}; where the clock is right, allow it once by engine.runDue({ catchUp: true })`
    default:
      return null
  }
}

/** What a call came to: its `data`, or the `error` that a rule refused it with. */
export type BillingOutcome<A, R extends { readonly _tag: string }> =
  | { readonly ok: true; readonly data: A }
  | { readonly ok: false; readonly error: BillingRejected<R> }

/**
 * The Promise of a call. It rejects with a `BillingRejected<R>`, with a `TypeError` for a call that cannot be made as it
 * is, with the reason of an aborted signal, or with what a port threw.
 */
export interface BillingAnswer<A, R extends { readonly _tag: string }> extends Promise<A> {
  /** The answer, or the refusal as a value, typed by the use case. Anything else still rejects. */
  readonly outcome: () => Promise<BillingOutcome<A, R>>
}

/** The Promise of a call that is under way. */
export const answerOf = <A, R extends { readonly _tag: string }>(data: Promise<A>): BillingAnswer<A, R> =>
  Object.assign(data, {
    outcome: () =>
      data.then(
        (value) => ({ ok: true, data: value }) as const,
        (error: unknown) => {
          if (error instanceof BillingRejected) return { ok: false, error } as const
          throw error
        },
      ),
  })
