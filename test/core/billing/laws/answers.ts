// What a gateway may say of a charge, and find of one, by name. A slip can be paid for three days, or for longer than the
// cycle that it bills.
import { Instant } from "../../../../src/index.ts"
import { approved, declined, notFound, slipUntil, stolen, unknown } from "../../../support/account.ts"

export const answers = {
  approved: () => approved,
  declined: () => declined,
  stolen: () => stolen,
  unknown: () => unknown,
  slip: (at: number) => slipUntil(at + 3 * Instant.DAY_MILLIS),
  longSlip: (at: number) => slipUntil(at + 100 * Instant.DAY_MILLIS),
}

export const findings = { ...answers, notFound: () => notFound }
