// Bringing one organization up to date: whatever became due is done first, in time order, so that every use case
// decides on the present.
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { type Account, type Announcement, unchanged } from "../../core/billing/Account.ts"
import { type Due, type DueRejection, nextDue, takeStep } from "../../core/billing/schedule.ts"
import type { BillingStore, Versioned } from "../../ports/BillingStore.ts"
import type { IdSource } from "../../ports/IdSource.ts"
import type { PaymentGateway } from "../../ports/PaymentGateway.ts"
import {
  type AccountRef,
  currentRules,
  type Decision,
  type Loaded,
  loadAccount,
  noFacts,
} from "./decideAndCommit.ts"
import { type ChargeRejection, takeAndCarryOut } from "./executeCharges.ts"

/** Why an organization could not be brought up to date. */
export type ApplyDueRejection = Loaded<DueRejection> | ChargeRejection

/** The ports that bringing an account up to date needs. */
export type BillingPorts = BillingStore | IdSource | PaymentGateway

/** How often one step may come again at its own instant. A sound record needs few; a broken one would for ever. */
const REPEATS_MAX = 100

/**
 * Does everything that is due for an organization up to `now`, one step at a time: commit, charge, commit. Then
 * gives its account. Doing it twice, or in parts, comes to the same. `onAnnounced` is told what happened.
 */
export const applyDue = Effect.fnUntraced(function* (
  ref: AccountRef,
  now: number,
  onAnnounced?: (announcements: ReadonlyArray<Announcement>) => void,
): Effect.fn.Return<Versioned<Account>, ApplyDueRejection, BillingPorts> {
  const rules = yield* currentRules
  let taken: Due | null = null
  let repeats = 0
  for (;;) {
    const loaded = yield* loadAccount(ref)
    const due = nextDue(loaded.value, rules)
    if (due === null || due.at > now) return loaded
    repeats = taken !== null && isSame(due, taken) ? repeats + 1 : 0
    if (repeats === REPEATS_MAX) {
      return yield* Effect.die(new Error(`A due step does not end: ${due.kind} at ${due.at}`))
    }
    taken = due
    const step: Decision<null, Loaded<DueRejection>> = {
      ...ref,
      loaded,
      facts: noFacts,
      decide: (account) => {
        // Another writer may have taken the step between: then there is nothing to do.
        const still = nextDue(account, rules)
        return still !== null && isSame(still, due)
          ? takeStep(account, still, rules)
          : Result.succeed(unchanged(account))
      },
    }
    yield* takeAndCarryOut(step, due.at, ({ announcements }) => onAnnounced?.(announcements))
  }
})

const isSame = (a: Due, b: Due): boolean => a.at === b.at && a.kind === b.kind
