// What the clock of a process may do to an account. A clock that is a little slow counts as the newest instant of the
// account. One that is slower, or so far ahead that whole months would be made up for, is not believed.
import * as Result from "effect/Result"
import type { BillingPolicy } from "../policy/BillingPolicy.ts"
import { type Account, subscriptionsOf } from "./Account.ts"

/** The clock is behind the newest instant of an account by more than the policy allows. Nothing happened. GAP-133 */
export interface ClockBehind {
  readonly _tag: "ClockBehind"
  readonly behindMillis: number
}

/** The account would have to make up for so long a time that the clock may be wrong. Nothing happened. GAP-134 */
export interface CatchUpNotAllowed {
  readonly _tag: "CatchUpNotAllowed"
  /** When its earliest step fell due. */
  readonly dueAt: number
}

/** Why a clock is not believed. The same call may be made again once the clock or the engine is put right. */
export type ClockRejection = ClockBehind | CatchUpNotAllowed

/** The newest instant at which a subscription or a loaded invoice of an account changed; -Infinity without any. */
export const newestAt = (account: Account): number => {
  let newest = Number.NEGATIVE_INFINITY
  for (const records of [subscriptionsOf(account), account.receivables, account.invoices]) {
    for (const { updatedAt } of records) newest = Math.max(newest, updatedAt)
  }
  return newest
}

/** An instant, or the newest instant of the account where that is later. */
export const notBefore = (account: Account, at: number): number => Math.max(at, newestAt(account))

/**
 * Checks the present of a process against an account and its next due step. The step may be overdue by
 * `catchUpMillis`, and by any time where the caller allows to catch up.
 */
export const checkClock = (
  account: Account,
  due: { readonly at: number } | null,
  present: { readonly now: number; readonly catchUp: boolean },
  policy: Pick<BillingPolicy, "clockSkewMillis" | "catchUpMillis">,
): Result.Result<void, ClockRejection> => {
  const { now, catchUp } = present
  const behindMillis = newestAt(account) - now
  if (behindMillis > policy.clockSkewMillis) return Result.fail({ _tag: "ClockBehind", behindMillis })
  const isTooLate = due !== null && now - due.at > policy.catchUpMillis
  return isTooLate && !catchUp
    ? Result.fail({ _tag: "CatchUpNotAllowed", dueAt: due.at })
    : Result.succeed(undefined)
}
