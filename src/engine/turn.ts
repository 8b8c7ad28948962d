// One turn of an organization: all that is due of it is applied, in the time that a turn may take.
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type * as Exit from "effect/Exit"
import { enterDueAgain } from "../app/due/enterDueAgain.ts"
import {
  type ApplyDueOptions,
  type ApplyDueRejection,
  applyDue,
  type BillingPorts,
} from "../app/execution/applyDue.ts"
import { about, useCase } from "../app/execution/useCase.ts"
import { exitWithin } from "../app/ports/exitWithin.ts"
import { spanName } from "../app/telemetry/telemetry.ts"

/** How a turn ended. */
export interface Turn {
  /** `null` where it took too long, and is waited for no more. */
  readonly exit: Exit.Exit<void, ApplyDueRejection> | null
  readonly startedAt: number
  readonly endedAt: number
  /** How many events were committed until then. */
  readonly billingEvents: number
}

const applyAllDue = useCase(spanName.organization)(
  (ref: { readonly organizationId: string }, options: ApplyDueOptions) => applyDue(ref, options),
  about,
)

/** Brings an organization up to date. Where nothing was due there, its entry in the list of what is due is put right. */
export const takeTurn = Effect.fnUntraced(function* (
  organizationId: string,
  options: { readonly catchUp: boolean; readonly turnMillis: number },
): Effect.fn.Return<Turn, never, BillingPorts> {
  const startedAt = yield* Clock.currentTimeMillis
  let billingEvents = 0
  let steps = 0
  const onEvents = (told: ReadonlyArray<unknown>): void => {
    billingEvents += told.length
    steps += 1
  }
  const work = applyAllDue({ organizationId }, { catchUp: options.catchUp, onEvents })
  const again = Effect.suspend(() => (steps === 0 ? enterDueAgain(organizationId) : Effect.void))
  const exit = yield* exitWithin(Effect.uninterruptible(Effect.andThen(work, again)), options.turnMillis)
  return { exit, startedAt, endedAt: yield* Clock.currentTimeMillis, billingEvents }
})
