// Granting a voucher: credit that pays an organization's coming invoices. GAP-50
import type * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type { Change } from "../../core/billing/Account.ts"
import { type GrantCommand, type GrantRejection, grant } from "../../core/billing/collection/Operators.ts"
import type { Voucher } from "../../core/voucher/Voucher.ts"
import { BillingStore } from "../../ports/BillingStore.ts"
import { IdSource } from "../../ports/IdSource.ts"
import type { ApplyDueRejection, BillingPorts } from "../execution/applyDue.ts"
import { decideAndCharge } from "../execution/decideAndCharge.ts"
import { about, useCase } from "../execution/useCase.ts"
import { type AlreadyExists, alreadyExists } from "../provisioning/commitNew.ts"

/** A voucher for an organization; `null` as its id makes a new one. */
export interface GrantVoucher extends Omit<GrantCommand, "voucherId" | "now"> {
  readonly organizationId: string
  readonly voucherId: string | null
}

/** Grants a voucher. Nothing is charged or issued by this; vouchers are used when an invoice is issued. */
export const grantVoucher = useCase("grantVoucher")(function* (
  command: GrantVoucher,
): Effect.fn.Return<Voucher, GrantRejection | AlreadyExists | ApplyDueRejection, BillingPorts> {
  const { organizationId, name, currency, amount, effectiveAt, expiresAt } = command
  const store = yield* BillingStore
  const voucherId = command.voucherId ?? (yield* (yield* IdSource).next)
  const { change } = yield* decideAndCharge({
    organizationId,
    // A voucher without balance is not loaded, but its id is taken.
    reads: store.voucher(organizationId, voucherId),
    decide: (account, now, _, known): Result.Result<Change, GrantRejection | AlreadyExists> =>
      known === null
        ? grant(account, { voucherId, name, currency, amount, effectiveAt, expiresAt, now })
        : Result.fail(alreadyExists("voucher", voucherId)),
  })
  const voucher = change.account.vouchers.find((candidate) => candidate.voucherId === voucherId)
  if (voucher === undefined) throw new Error(`A new voucher ${voucherId} is lost`)
  return voucher
}, about)
