// Recording usage: which events are accepted, in which segment they count, and whether the threshold is exceeded (rule
// 3 of the specification).
import * as Result from "effect/Result"
import { isText } from "../../isText.ts"
import type { AmountOutOfRange } from "../../money/Money.ts"
import { resultFn, type Steps } from "../../resultFn.ts"
import { isLive, type Subscription } from "../../subscription/Subscription.ts"
import { isOfTrial } from "../../subscription/Trial.ts"
import { rate } from "../../usage/Rating.ts"
import * as UsageEvent from "../../usage/UsageEvent.ts"
import {
  type Account,
  type Change,
  type Rules,
  type SubscriptionNotFound,
  unchanged,
  withAccount,
} from "../Account.ts"
import { fitsOneInvoice } from "../invoicing/fitsOneInvoice.ts"
import type { IssueRejection } from "../invoicing/Issuing.ts"
import { notSubscribed } from "../invoicing/UpcomingInvoice.ts"
import { activeSegmentAt, type BillingPeriod, quantityOf, withQuantity } from "./BillingPeriod.ts"
import { cutAtThreshold } from "./Threshold.ts"

/** Why a batch of usage is refused. */
export type RecordUsageRejection =
  | UsageEvent.UsageRejection
  | SubscriptionNotFound
  | AmountOutOfRange
  | IssueRejection

/** A batch of events, and the recorded events that have the same ids. */
export interface RecordUsageCommand {
  readonly events: ReadonlyArray<UsageEvent.UsageEvent>
  readonly known: ReadonlyArray<UsageEvent.UsageEvent>
  readonly now: number
}

/**
 * Records a batch of usage events, all or none. A repeated event is ignored; with other content it is refused. Each
 * event counts in the segment of its `occurredAt`; one from a clock that is ahead, in that of now. Usage beyond the
 * threshold is billed and charged at once. Usage that would not fit on one invoice beside the fee is refused. GAP-101
 */
export const recordUsage = resultFn(function* (
  account: Account,
  command: RecordUsageCommand,
  rules: Rules,
): Steps<Change, RecordUsageRejection> {
  const { subscription } = account
  if (subscription === null) return yield* Result.fail(notSubscribed(account))
  const seen = new Map(command.known.map((event) => [event.eventId, event]))
  const accepted: Array<UsageEvent.RecordedUsage> = []
  let periods = account.periods
  for (const [index, event] of command.events.entries()) {
    const before = seen.get(event.eventId)
    if (before !== undefined) {
      if (UsageEvent.isSame(before, event)) continue
      return yield* Result.fail<UsageEvent.UsageEventConflict>({
        _tag: "UsageEventConflict",
        index,
        eventId: event.eventId,
      })
    }
    yield* checkEvent(event, index, command.now, rules)
    const recorded = UsageEvent.recorded(event, command.now)
    periods = yield* count(subscription, periods, recorded, index)
    seen.set(event.eventId, recorded)
    accepted.push(recorded)
  }
  if (accepted.length === 0) return unchanged(account)
  const recorded = { ...withAccount(unchanged(account), { periods }), usageEvents: accepted }
  const cut = cutAtThreshold(recorded, command.now, rules)
  const isTooMuch = Result.isFailure(cut)
    ? cut.failure._tag === "AmountOutOfRange"
    : !fitsOneInvoice(cut.success.account, command.now, rules)
  if (!isTooMuch) return yield* cut
  const index = command.events.length - 1
  return yield* Result.fail<UsageEvent.UsageEventInvalid>({
    _tag: "UsageEventInvalid",
    index,
    member: "quantity",
  })
})

const checkEvent = (
  event: UsageEvent.UsageEvent,
  index: number,
  now: number,
  { policy }: Rules,
): Result.Result<void, UsageEvent.UsageRejection> => {
  const { eventId, quantity, occurredAt } = event
  const invalid = (
    member: UsageEvent.UsageEventInvalid["member"],
  ): Result.Result<never, UsageEvent.UsageRejection> =>
    Result.fail({ _tag: "UsageEventInvalid", index, member })
  if (!isText(eventId)) return invalid("eventId")
  if (!Number.isSafeInteger(quantity) || quantity < 0) return invalid("quantity")
  if (!Number.isSafeInteger(occurredAt)) return invalid("occurredAt")
  if (occurredAt > now + policy.usageAheadMillis) {
    return Result.fail({ _tag: "UsageEventInFuture", index, eventId })
  }
  const oldestAt = now - policy.usageLateMillis
  return occurredAt < oldestAt
    ? Result.fail({ _tag: "UsageEventTooOld", index, eventId, oldestAt })
    : Result.succeed(undefined)
}

/**
 * Adds an event to the segment in which the subscription was active at its `billedAt`. There it stays, also where a
 * slower clock then ends the segment before. GAP-136 An event of the trial is free: it counts in no segment. GAP-168
 */
const count = (
  subscription: Subscription,
  periods: ReadonlyArray<BillingPeriod>,
  event: UsageEvent.RecordedUsage,
  index: number,
): Result.Result<ReadonlyArray<BillingPeriod>, UsageEvent.UsageRejection> => {
  const { eventId, meter, quantity, billedAt } = event
  if (!isLive(subscription)) return Result.fail({ _tag: "UsageRefused", index, eventId })
  for (const period of periods) {
    if (period.subscriptionId !== subscription.subscriptionId) continue
    const segmentIndex = activeSegmentAt(period, billedAt) ?? -1
    const segment = period.segments[segmentIndex]
    if (segment === undefined) continue
    const price = segment.terms.prices.find((candidate) => candidate.meter === meter)
    if (price === undefined) return Result.fail({ _tag: "UsageMeterUnknown", index, meter })
    const total = quantityOf(segment, meter) + quantity
    // Usage that cannot be rated could never be billed.
    if (Result.isFailure(rate(price, total))) {
      return Result.fail({ _tag: "UsageEventInvalid", index, member: "quantity" })
    }
    return Result.succeed(
      periods.map((candidate) =>
        candidate === period ? withQuantity(period, segmentIndex, { meter, quantity: total }) : candidate,
      ),
    )
  }
  if (!isOfTrial(subscription, billedAt)) return Result.fail({ _tag: "UsageRefused", index, eventId })
  return hasMeter(subscription, periods, meter)
    ? Result.succeed(periods)
    : Result.fail({ _tag: "UsageMeterUnknown", index, meter })
}

/** Tells whether a meter has a price in the terms of the subscription, or of one of its loaded periods. */
const hasMeter = (
  { subscriptionId, terms }: Subscription,
  periods: ReadonlyArray<BillingPeriod>,
  meter: string,
): boolean =>
  [
    terms,
    ...periods
      .filter((period) => period.subscriptionId === subscriptionId)
      .flatMap(({ segments }) => segments.map((segment) => segment.terms)),
  ].some(({ prices }) => prices.some((price) => price.meter === meter))
