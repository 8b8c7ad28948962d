// Viewing a voucher, and what moved its balance. GAP-50
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { VoucherNotFound } from "../core/billing/collection/operators.ts"
import * as Voucher from "../core/voucher/Voucher.ts"
import { BillingStore, type Page, type PageRequest } from "../ports/BillingStore.ts"
import { type ApplyDueRejection, applyDue, type BillingPorts } from "./execution/applyDue.ts"

/** A voucher with its status of now. */
export interface VoucherView extends Voucher.Voucher {
  readonly status: Voucher.VoucherStatus
}

/** One voucher of an organization. */
export const viewVoucher = Effect.fnUntraced(function* (
  organizationId: string,
  voucherId: string,
): Effect.fn.Return<VoucherView, VoucherNotFound | ApplyDueRejection, BillingPorts> {
  const now = yield* Clock.currentTimeMillis
  yield* applyDue({ organizationId }, now)
  const voucher = yield* (yield* BillingStore).voucher(organizationId, voucherId)
  return voucher === null
    ? yield* Effect.fail<VoucherNotFound>({ _tag: "VoucherNotFound", voucherId })
    : { ...voucher, status: Voucher.statusOf(voucher, now) }
})

/** A page of the entries of a voucher's ledger, the latest first. */
export const listVoucherUsages = Effect.fnUntraced(function* (
  list: PageRequest & { readonly organizationId: string; readonly voucherId: string },
): Effect.fn.Return<Page<Voucher.VoucherEntry>, VoucherNotFound | ApplyDueRejection, BillingPorts> {
  const { organizationId, voucherId, page, limit } = list
  yield* viewVoucher(organizationId, voucherId)
  return yield* (yield* BillingStore).voucherEntries(organizationId, voucherId, { page, limit })
})
