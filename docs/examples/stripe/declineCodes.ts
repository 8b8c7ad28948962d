// Why Stripe refuses a card, in the words of the rules. Source: "Stripe decline codes",
// https://docs.stripe.com/declines/codes, the table for cards. An example; it was never run against Stripe.
import { PaymentAttempt } from "studio-billing"

type Refusal = Extract<PaymentAttempt.GatewayAnswer, { readonly _tag: "Declined" }>

/** Every decline code of Stripe for cards. What is not here, as a code that is newer, is `processing_error`. */
export const declineCodes: Readonly<Record<string, PaymentAttempt.DeclineCode>> = {
  approve_with_id: "card_declined",
  authentication_not_handled: "card_declined",
  authentication_required: "card_declined",
  call_issuer: "card_declined",
  card_declined: "card_declined",
  card_not_supported: "card_declined",
  card_velocity_exceeded: "insufficient_funds",
  currency_not_supported: "card_declined",
  do_not_honor: "card_declined",
  do_not_try_again: "card_declined",
  duplicate_transaction: "processing_error",
  expired_card: "expired_card",
  fraudulent: "card_declined",
  generic_decline: "card_declined",
  incorrect_cvc: "card_declined",
  incorrect_number: "card_declined",
  incorrect_pin: "card_declined",
  incorrect_zip: "card_declined",
  insufficient_funds: "insufficient_funds",
  invalid_account: "card_declined",
  invalid_amount: "card_declined",
  invalid_cvc: "card_declined",
  invalid_expiry_month: "expired_card",
  invalid_expiry_year: "expired_card",
  invalid_number: "card_declined",
  invalid_pin: "card_declined",
  issuer_not_available: "processing_error",
  lost_card: "stolen_card",
  merchant_blacklist: "card_declined",
  new_account_information_available: "card_declined",
  no_action_taken: "card_declined",
  not_permitted: "card_declined",
  offline_pin_required: "card_declined",
  online_or_offline_pin_required: "card_declined",
  pickup_card: "stolen_card",
  pin_try_exceeded: "card_declined",
  processing_error: "processing_error",
  reenter_transaction: "processing_error",
  restricted_card: "card_declined",
  revocation_of_all_authorizations: "card_declined",
  revocation_of_authorization: "card_declined",
  security_violation: "card_declined",
  service_not_allowed: "card_declined",
  stolen_card: "stolen_card",
  stop_payment_order: "card_declined",
  testmode_decline: "card_declined",
  transaction_not_allowed: "card_declined",
  try_again_later: "processing_error",
  withdrawal_count_limit_exceeded: "insufficient_funds",
}

/** Refusals after which dunning does not try the card again: the payer, or the bank, said so. */
export const refusedForGood: ReadonlySet<string> = new Set([
  "do_not_try_again",
  "lost_card",
  "pickup_card",
  "revocation_of_all_authorizations",
  "revocation_of_authorization",
  "stolen_card",
  "stop_payment_order",
])

/** The refusal that a decline code of Stripe stands for. */
export const refusalOf = (code: string): Refusal => ({
  ...PaymentAttempt.refusedWith(
    (Object.hasOwn(declineCodes, code) && declineCodes[code]) || "processing_error",
  ),
  retryable: !refusedForGood.has(code),
})
