// What subscriptions can be told, and subscriptions that some of it led to: for laws and for tests against a model.
import * as Result from "effect/Result"
import * as fc from "fast-check"
import { run } from "../../core/Decider.ts"
import { Subscription as decider } from "../../core/subscription/Subscription.ts"
import type { SubscriptionCommand } from "../../core/subscription/SubscriptionCommands.ts"
import type { PastDueReason, Subscription } from "../../core/subscription/SubscriptionRecord.ts"
import { anchorOf, type Cycle, cycleOf } from "../../core/time/BillingCycle.ts"
import { planTerms } from "./catalogue.ts"
import { coupons } from "./discounts.ts"

const REASONS: ReadonlyArray<PastDueReason> = ["PAYMENT_DECLINED", "INSUFFICIENT_FUNDS", "CARD_EXPIRED"]

const MONTHLY = anchorOf({ at: 0, interval: "MONTHLY" })

const cycle = (index: number): Cycle => Result.getOrThrow(cycleOf(MONTHLY, index))

/** The command that begins a monthly subscription at 0. */
const creations = (): fc.Arbitrary<SubscriptionCommand> =>
  fc
    .record({ terms: planTerms({ interval: "MONTHLY" }), coupon: fc.option(coupons(), { freq: 2 }) })
    .map((wanted) => ({
      _tag: "Create",
      subscriptionId: "subscription-1",
      organizationId: "organization-1",
      paymentMethodId: "method-1",
      anchor: MONTHLY,
      cycle: cycle(0),
      now: 0,
      ...wanted,
    }))

/**
 * What a monthly subscription, which begins at 0, can be told within its first year; `Create` is one of twelve. They come
 * in no order, so that many are refused.
 *
 * @example
 * ```ts
 * import { Subscription } from "studio-billing"
 * import { Arbitraries, deciderLaws } from "studio-billing/testing"
 *
 * const commands = Arbitraries.subscriptionCommands()
 * deciderLaws({ decider: Subscription.Subscription, start: null, commands }).length // 5
 * ```
 */
export const subscriptionCommands = (): fc.Arbitrary<SubscriptionCommand> => {
  const at = fc.record({ now: fc.nat({ max: cycle(11).endAt - 1 }) })
  const plain = fc.constantFrom("Pause", "Suspend", "Cancel", "UndoCancel")
  const assessed = fc.constantFrom("Assess", "Resume")
  const delinquent = fc.option(fc.constantFrom(...REASONS))
  return fc.oneof(
    { weight: 4, arbitrary: fc.record({ _tag: plain, at }).map(({ _tag, at }) => ({ _tag, ...at })) },
    {
      weight: 3,
      arbitrary: fc
        .record({ _tag: assessed, delinquent, at })
        .map(({ at, ...command }) => ({ ...command, ...at })),
    },
    creations(),
    fc.integer({ min: 1, max: 11 }).map((index) => {
      const started = cycle(index)
      return { _tag: "StartCycle" as const, cycle: started, now: started.startAt }
    }),
    fc
      .record({ at, later: fc.nat({ max: 40 * 86_400_000 }) })
      .map(({ at: { now }, later }) => ({ _tag: "ScheduleCancel" as const, cancelAt: now + later, now })),
    fc
      .record({ terms: planTerms({ planId: "plan-2", interval: "MONTHLY" }), at })
      .map(({ terms, at }) => ({ _tag: "SchedulePlanChange" as const, terms, ...at })),
    fc
      .record({ _tag: fc.constantFrom("ChangePaymentMethod", "CollectBy"), at })
      .map(({ _tag, at }) => ({ _tag, paymentMethodId: "method-2", ...at })),
  )
}

/**
 * Subscriptions that up to eight commands led to, in any status. They shrink to one that has just begun.
 *
 * @example
 * ```ts
 * import * as fc from "fast-check"
 * import { Arbitraries } from "studio-billing/testing"
 *
 * new Set(fc.sample(Arbitraries.subscriptions(), 200).map(({ status }) => status)).size // 4
 * ```
 */
export const subscriptions = (): fc.Arbitrary<Subscription> =>
  fc
    .record({ creation: creations(), commands: fc.array(subscriptionCommands(), { maxLength: 8 }) })
    .map(({ creation, commands }) => {
      const inOrder = commands.toSorted((a, b) => a.now - b.now)
      // What is refused changes nothing.
      const after = (state: Subscription | null, command: SubscriptionCommand): Subscription | null =>
        Result.match(run(decider, state, command), {
          onSuccess: (done) => done.state,
          onFailure: () => state,
        })
      return inOrder.reduce(after, after(null, creation))
    })
    .filter((subscription) => subscription !== null)
