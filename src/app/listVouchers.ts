// Listing the vouchers of an organization. GAP-50
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { statusOf, type VoucherStatus } from "../core/voucher/Voucher.ts"
import { BillingStore, type Page, type PageRequest } from "../ports/BillingStore.ts"
import { type ApplyDueRejection, applyDue, type BillingPorts } from "./execution/applyDue.ts"
import type { VoucherView } from "./viewVoucher.ts"

/** A page of vouchers, newest first; of one status, or of all with `null`. */
export const listVouchers = Effect.fnUntraced(function* (
  list: PageRequest & { readonly organizationId: string; readonly status: VoucherStatus | null },
): Effect.fn.Return<Page<VoucherView>, ApplyDueRejection, BillingPorts> {
  const { organizationId } = list
  const at = yield* Clock.currentTimeMillis
  yield* applyDue({ organizationId }, at)
  const { items, totalItems } = yield* (yield* BillingStore).vouchers(organizationId, { ...list, at })
  return { items: items.map((voucher) => ({ ...voucher, status: statusOf(voucher, at) })), totalItems }
})
