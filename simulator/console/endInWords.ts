// What is billed when a plan ends within its period, for people. Pure.
import type { WireSubscription } from "./data/shapes.ts"

/** What is billed then. A fee that was billed in advance is given back; a pause has billed it, and a trial has none. */
export const endInWords = (ending: {
  readonly subscription: Pick<WireSubscription, "status" | "trialEndsAt" | "quantity">
  /** The plan with the fee of one unit. */
  readonly fee: string
  readonly isAhead: boolean
  /** The amount of usage that no invoice bills yet. */
  readonly unbilled: string
}): string => {
  const { subscription, fee, isAhead, unbilled } = ending
  const { status, trialEndsAt = null, quantity = 1 } = subscription
  if (trialEndsAt !== null) return "In its trial no fee and no usage is billed."
  const usage = `An invoice bills ${unbilled} of usage before discounts`
  if (status === "PAUSED") return `${usage}. The fee was billed up to the pause.`
  const whole = quantity === 1 ? `the fee of ${fee}` : `${quantity} times the fee of ${fee}`
  return isAhead
    ? `${usage}. The unused part of ${whole} becomes a voucher.`
    : `${usage}, and ${whole} for the time so far.`
}
