// Bringing one organization up to date: whatever became due is done first, in time order, so that every use case
// that changes something decides on the present.
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { type BillingEvent, type Change, unchanged } from "../../core/billing/Account.ts"
import { type Due, type DueRejection, nextDue, takeStep } from "../../core/billing/Schedule.ts"
import type { BillingStore } from "../../ports/BillingStore.ts"
import type { IdSource } from "../../ports/IdSource.ts"
import type { PaymentGateway } from "../../ports/PaymentGateway.ts"
import { type Decision, decideAndCommit, type Loaded, type Start } from "./decideAndCommit.ts"
import { type ChargeRejection, executeCharges } from "./executeCharges.ts"
import { type AccountRef, currentRules, loadAccount } from "./loadAccount.ts"
import { runToCompletion } from "./runToCompletion.ts"

/** Why an organization could not be brought up to date. */
export type ApplyDueRejection = Loaded<DueRejection> | ChargeRejection

/** The ports that bringing an account up to date needs, and changing it with all that follows. */
export type BillingPorts = BillingStore | IdSource | PaymentGateway

/** How often one step may come again at its own instant. A sound record needs few; a broken one would for ever. */
const REPEATS_MAX = 100

/** An account for which everything was done that was due up to an instant. */
export interface UpToDate extends Required<Start> {}

/**
 * Does everything that is due for an organization up to an instant, or up to now, one step at a time: commit, charge,
 * commit. Then gives its account. Doing it twice, or in parts, comes to the same. `onAnnounced` is told what happened.
 */
export const applyDue = Effect.fnUntraced(function* (
  ref: AccountRef,
  until?: number,
  onAnnounced: (billingEvents: ReadonlyArray<BillingEvent>) => void = () => {},
): Effect.fn.Return<UpToDate, ApplyDueRejection, BillingPorts> {
  const upTo = until ?? (yield* Clock.currentTimeMillis)
  const rules = yield* currentRules
  const onCommitted = ({ billingEvents }: Change): void => onAnnounced(billingEvents)
  let taken: Due | null = null
  let repeats = 0
  for (;;) {
    const loaded = yield* loadAccount(ref)
    const due = nextDue(loaded.value, rules)
    if (due === null || due.at > upTo) return { loaded, upTo }
    repeats = taken !== null && isSame(due, taken) ? repeats + 1 : 0
    if (repeats === REPEATS_MAX) {
      return yield* Effect.die(new Error(`A due step does not end: ${due.kind} at ${due.at}`))
    }
    taken = due
    const step = decideAndCommit(stepOf(ref, due), { loaded })
    yield* runToCompletion(Effect.flatMap(step, (done) => executeCharges(done, due.at, onCommitted)))
  }
})

const stepOf = (ref: AccountRef, due: Due): Decision<Loaded<DueRejection>> => ({
  ...ref,
  decide: (account, _, rules) => {
    // Another writer may have taken the step between: then there is nothing to do.
    const still = nextDue(account, rules)
    return still !== null && isSame(still, due)
      ? takeStep(account, still, rules)
      : Result.succeed(unchanged(account))
  },
})

const isSame = (a: Due, b: Due): boolean => a.at === b.at && a.kind === b.kind
