// Paying a voucher out: money went to the customer in its place. The rules record it; paying is the operator's. GAP-189
import type * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { type Change, unchanged } from "../../core/billing/Account.ts"
import {
  payOutVoucher as decide,
  type PayOutVoucherRejection,
} from "../../core/billing/collection/Operators.ts"
import { payOut, type Voucher } from "../../core/voucher/Voucher.ts"
import { IdSource } from "../../ports/IdSource.ts"
import { findVoucher, type VoucherRef, voucherFocus } from "../discounts/viewVoucher.ts"
import type { ApplyDueRejection, BillingPorts } from "../execution/applyDue.ts"
import { decideAndCharge } from "../execution/decideAndCharge.ts"
import { about, useCase } from "../execution/useCase.ts"

/** The amount that was paid out (`null` is all that is left), and the id of the payout (`null` is a new one). */
export interface PayOutVoucher extends VoucherRef {
  readonly amount: number | null
  readonly payoutId: string | null
}

/** Records a payout of what is left of a voucher, or of a part. The same payout twice is one. */
export const payOutVoucher = useCase("payOutVoucher")(function* (
  command: PayOutVoucher,
): Effect.fn.Return<Voucher, PayOutVoucherRejection | ApplyDueRejection, BillingPorts> {
  const { voucherId, amount } = command
  const payoutId = command.payoutId ?? (yield* (yield* IdSource).next)
  yield* decideAndCharge({
    ...(yield* voucherFocus(command)),
    // A voucher without balance knows its payouts.
    decide: (account, at, _, known): Result.Result<Change, PayOutVoucherRejection> =>
      known?.balance === 0
        ? Result.map(payOut(known, { payoutId, amount, at }), () => unchanged(account))
        : decide(account, { voucherId, payoutId, amount, at }),
  })
  return yield* findVoucher(command)
}, about)
