// Revoking a voucher: an operator takes back what is left of it. GAP-182
import type * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { type Change, unchanged } from "../../core/billing/Account.ts"
import {
  revokeVoucher as decide,
  type RevokeVoucherRejection,
  voucherNotRevocable,
} from "../../core/billing/collection/Operators.ts"
import type { Voucher } from "../../core/voucher/Voucher.ts"
import { findVoucher, type VoucherRef, voucherFocus } from "../discounts/viewVoucher.ts"
import type { ApplyDueRejection, BillingPorts } from "../execution/applyDue.ts"
import { decideAndCharge } from "../execution/decideAndCharge.ts"
import { about, useCase } from "../execution/useCase.ts"

/**
 * Takes back what is left of a voucher, and gives it as it is then. What invoices took of it stays taken, and what comes
 * back to it later is gone at once. A second time changes nothing. A credit of an invoice cannot be revoked, unless the
 * invoice was refunded by as much. GAP-182
 */
export const revokeVoucher = useCase("revokeVoucher")(function* (
  command: VoucherRef,
): Effect.fn.Return<Voucher, RevokeVoucherRejection | ApplyDueRejection, BillingPorts> {
  const { voucherId } = command
  yield* decideAndCharge({
    ...(yield* voucherFocus(command)),
    // A voucher without balance was revoked before, or used up.
    decide: (account, now, _, known): Result.Result<Change, RevokeVoucherRejection> => {
      if (known !== null && known.revokedAt !== null) return Result.succeed(unchanged(account))
      return known?.balance === 0
        ? Result.fail(voucherNotRevocable(voucherId, "USED_UP"))
        : decide(account, { voucherId, now })
    },
  })
  return yield* findVoucher(command)
}, about)
