// Vouchers of an account change by movements alone. The change collects the entries, so that no balance moves without
// its ledger.
import * as Result from "effect/Result"
import type { Moved, Voucher } from "../../voucher/Voucher.ts"
import { type Change, withAccount } from "../Account.ts"

/** The change with a voucher after a movement, and with the new entries of its ledger. */
export const withMoved = (change: Change, { voucher, entries }: Moved): Change => {
  const { vouchers } = change.account
  const index = vouchers.findIndex(({ voucherId }) => voucherId === voucher.voucherId)
  if (vouchers[index] === voucher) return change
  const moved = index === -1 ? [...vouchers, voucher] : vouchers.with(index, voucher)
  return {
    ...withAccount(change, { vouchers: moved }),
    voucherEntries: [...change.voucherEntries, ...entries],
  }
}

/** Moves a voucher of the account. One that is not loaded stays as it is: the loaded invoices took nothing of it. */
export const moveVoucher = <E>(
  change: Change,
  voucherId: string,
  move: (voucher: Voucher) => Result.Result<Moved, E>,
): Result.Result<Change, E> => {
  const voucher = change.account.vouchers.find((candidate) => candidate.voucherId === voucherId)
  return voucher === undefined
    ? Result.succeed(change)
    : Result.map(move(voucher), (moved) => withMoved(change, moved))
}
