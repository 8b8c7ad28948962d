// What a gateway may say of a charge, and find of one, by name. A slip can be paid for three days, or for longer than the
// cycle that it bills.
import {
  type Account,
  defaultPolicy,
  Instant,
  type PaymentAttempt,
  SlipDates,
} from "../../../../src/index.ts"
import {
  approved,
  decided,
  declined,
  notFound,
  slipUntil,
  stolen,
  unknown,
} from "../../../support/account.ts"

/** A slip as a bank dates it for a boleto, and this of a card. */
const slipOr =
  (ofCard: PaymentAttempt.GatewayAnswer) =>
  (at: number, { paymentMethod }: Account.Charge): PaymentAttempt.GatewayAnswer =>
    paymentMethod.type === "BOLETO"
      ? slipUntil(decided(SlipDates.slipDates(at, defaultPolicy)).expiresAt)
      : ofCard

export const answers = {
  approved: () => approved,
  declined: () => declined,
  stolen: () => stolen,
  unknown: () => unknown,
  slip: (at: number) => slipUntil(at + 3 * Instant.DAY_MILLIS),
  longSlip: (at: number) => slipUntil(at + 100 * Instant.DAY_MILLIS),
  slipOrDeclined: slipOr(declined),
  slipOrStolen: slipOr(stolen),
  slipOrUnknown: slipOr(unknown),
}

/** Unknown until the last look-up. */
const atLast =
  (answer: typeof answers.slipOrDeclined): typeof answer =>
  (at, charge) =>
    at - charge.at < Math.max(...defaultPolicy.reconciliationMillis) ? unknown : answer(at, charge)

export const findings = {
  ...answers,
  notFound: () => notFound,
  declinedAtLast: atLast(() => declined),
  slipAtLast: atLast(answers.slipOrDeclined),
}
