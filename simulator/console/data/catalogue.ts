// The choices of the contract and of the gateway, and the user who acts: the one with the most permissions.
import type { Actor, Member, OrganizationDetail } from "./shapes.ts"

/** The user who calls /studio for an organization: the one with the most permissions. Null where it has no user. */
export const actorOf = ({ organizationId, users }: OrganizationDetail): Actor | null => {
  const best = users.reduce<Member | null>(
    (found, user) => (found === null || weightOf(user) > weightOf(found) ? user : found),
    null,
  )
  return best === null ? null : { organizationId, email: best.email }
}

const weightOf = ({ permissions, emailVerified }: Member): number =>
  permissions.length * 2 + (emailVerified ? 1 : 0)

/** The test cards, and what becomes of their charges. */
export const cards = [
  ["tok_visa", "visa 4242, approved"],
  ["tok_mastercard", "mastercard 4444, approved"],
  ["tok_amex", "amex 0005, approved"],
  ["tok_elo", "elo 9994, approved"],
  ["tok_hipercard", "hipercard 0044, approved"],
  ["tok_charge_declined", "visa 0002, declined"],
  ["tok_insufficient_funds", "visa 9995, insufficient funds"],
  ["tok_stolen_card", "visa 9979, stolen"],
  ["tok_expired_card", "visa 0069, expired"],
  ["tok_decline_once", "visa 0341, declined once, then approved"],
  ["tok_timeout_approved", "visa 7726, answer lost, approved"],
  ["tok_timeout_declined", "visa 7734, answer lost, declined"],
  ["tok_processing_error", "visa 0119, processing error"],
] as const

/** Every type of event. */
export const eventTypes = [
  "invoice.issued",
  "invoice.status_changed",
  "invoice.updated",
  "payment.approved",
  "payment.failed",
  "payment.needs_operator",
  "payment.unapplied",
  "subscription.created",
  "subscription.status_changed",
  "subscription.updated",
  "subscription.trial_ending",
  "dunning.exhausted",
  "voucher.granted",
  "voucher.updated",
  "voucher.revoked",
] as const

/** What a subscription may be. */
export const subscriptionStatuses = ["ACTIVE", "PAST_DUE", "PAUSED", "CANCELLED"] as const

/** The methods of calls. */
export const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const

/** The purposes of a code. */
export const otpContexts = ["MAGIC_AUTH", "EMAIL_VERIFICATION", "RESET_PASSWORD"] as const

/** The reasons for which a gateway refuses a charge. */
export const declineCodes = [
  "card_declined",
  "insufficient_funds",
  "stolen_card",
  "expired_card",
  "processing_error",
] as const
