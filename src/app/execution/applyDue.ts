// Bringing an organization up to date: every due step is taken first, in time order, so that a use case decides on the
// present.
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { type BillingEvent, type Change, unchanged } from "../../core/billing/Account.ts"
import { type ClockRejection, checkClock, notBefore } from "../../core/billing/Clocks.ts"
import { type Due, type DueRejection, nextDue, takeStep } from "../../core/billing/Schedule.ts"
import type { BillingStore, LoadedAccount } from "../../ports/BillingStore.ts"
import type { IdSource } from "../../ports/IdSource.ts"
import type { PaymentGateway } from "../../ports/PaymentGateway.ts"
import { type Decision, decideAndCommit, type Loaded, type Start } from "./decideAndCommit.ts"
import { type ChargeRejection, executeCharges } from "./executeCharges.ts"
import { type AccountRef, currentRules, loadAccount } from "./loadAccount.ts"
import { runToCompletion } from "./runToCompletion.ts"

/** Why an organization could not be brought up to date. */
export type ApplyDueRejection = Loaded<DueRejection> | ChargeRejection | ClockRejection

/** The ports that a change of an account needs. */
export type BillingPorts = BillingStore | IdSource | PaymentGateway

/** How often one step may repeat at its own instant. A sound record needs few; a broken one would repeat for ever. */
const REPEATS_MAX = 100

/** An account for which every step was taken that was due up to an instant, and the step that falls due next. */
export interface UpToDate extends Required<Pick<Start, "loaded" | "upTo">> {
  readonly due: Due | null
}

/** How an organization is brought up to date. */
export interface ApplyDueOptions {
  /** Up to which instant; now without one. */
  readonly until?: number
  /** The present of a caller that drives its clock, where it is later than the clock's. */
  readonly now?: number
  /** The account as the caller has it, in place of a load. Where it is old, the commit of the first step finds out. */
  readonly loaded?: LoadedAccount | undefined
  /** Whether steps may be taken however long ago they fell due. GAP-134 */
  readonly catchUp?: boolean
  /** Gets the events of each commit. */
  readonly onEvents?: (billingEvents: ReadonlyArray<BillingEvent>) => void
}

/**
 * Takes every step that is due for an organization up to an instant: commit, charge, commit. Then gives its account.
 * Doing it twice, or in parts, gives the same. With a clock that the account shows to be wrong it does nothing.
 */
export const applyDue = Effect.fnUntraced(function* (
  ref: AccountRef,
  {
    until,
    now: driven = Number.NEGATIVE_INFINITY,
    loaded: given,
    catchUp = false,
    onEvents = () => {},
  }: ApplyDueOptions = {},
): Effect.fn.Return<UpToDate, ApplyDueRejection, BillingPorts> {
  const rules = yield* currentRules
  const onCommitted = ({ billingEvents }: Change): void => onEvents(billingEvents)
  let taken: Due | null = null
  let repeats = 0
  let loaded = given ?? (yield* loadAccount(ref))
  for (;;) {
    const due = nextDue(loaded.value, rules)
    const at = yield* Clock.currentTimeMillis
    const now = Math.max(at, driven, until ?? driven)
    yield* Effect.fromResult(checkClock(loaded.value, due, { now, catchUp }, rules.policy))
    const upTo = until ?? notBefore(loaded.value, at)
    if (due === null || due.at > upTo) return { loaded, upTo, due }
    repeats = taken !== null && isSame(due, taken) ? repeats + 1 : 0
    if (repeats === REPEATS_MAX) {
      return yield* Effect.die(new Error(`A due step does not end: ${due.kind} at ${due.at}`))
    }
    taken = due
    const step = decideAndCommit(stepOf(ref, due, now), { loaded })
    const instant = { at: due.at, presentAt: now }
    // It goes on with what it committed: where somebody else commits meanwhile, the next commit finds out.
    loaded = yield* runToCompletion(
      Effect.flatMap(step, (done) => executeCharges(done, { step: instant, focus: ref }, onCommitted)),
    )
  }
})

const stepOf = (ref: AccountRef, due: Due, presentAt: number): Decision<Loaded<DueRejection>> => ({
  ...ref,
  decide: (account, _, rules) => {
    // Another writer may have taken the step meanwhile.
    const still = nextDue(account, rules)
    return still !== null && isSame(still, due)
      ? takeStep(account, still, rules, presentAt)
      : Result.succeed(unchanged(account))
  },
})

const isSame = (a: Due, b: Due): boolean => a.at === b.at && a.kind === b.kind
