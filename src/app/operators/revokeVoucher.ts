// Revoking a voucher: an operator takes back what is left of it. GAP-182
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { type Change, unchanged } from "../../core/billing/Account.ts"
import {
  revokeVoucher as decide,
  type RevokeVoucherRejection,
  voucherNotFound,
  voucherNotRevocable,
} from "../../core/billing/collection/Operators.ts"
import type { Voucher } from "../../core/voucher/Voucher.ts"
import { BillingStore } from "../../ports/BillingStore.ts"
import type { ApplyDueRejection, BillingPorts } from "../execution/applyDue.ts"
import { decideAndCharge } from "../execution/decideAndCharge.ts"
import { about, useCase } from "../execution/useCase.ts"

/** A voucher of an organization. */
export interface RevokeVoucher {
  readonly organizationId: string
  readonly voucherId: string
}

/**
 * Takes back what is left of a voucher, and gives it as it is then. What invoices took of it stays taken, and what comes
 * back to it later is gone at once. A second time changes nothing. A credit of an invoice cannot be revoked. GAP-182
 */
export const revokeVoucher = useCase("revokeVoucher")(function* (
  command: RevokeVoucher,
): Effect.fn.Return<Voucher, RevokeVoucherRejection | ApplyDueRejection, BillingPorts> {
  const { organizationId, voucherId } = command
  const store = yield* BillingStore
  const { change } = yield* decideAndCharge({
    organizationId,
    // A voucher without balance is not loaded: it was revoked before, or used up.
    reads: store.voucher(organizationId, voucherId),
    decide: (account, now, _, known): Result.Result<Change, RevokeVoucherRejection> => {
      if (known !== null && known.revokedAt !== null) return Result.succeed(unchanged(account))
      return known?.balance === 0
        ? Result.fail(voucherNotRevocable(voucherId, "USED_UP"))
        : decide(account, { voucherId, now })
    },
  })
  const loaded = change.account.vouchers.find((voucher) => voucher.voucherId === voucherId)
  const revoked = loaded ?? (yield* store.voucher(organizationId, voucherId))
  return revoked ?? (yield* Effect.fail(voucherNotFound(voucherId)))
}, about)
