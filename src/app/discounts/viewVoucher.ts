// Viewing a voucher and the entries of its ledger. GAP-50
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { type VoucherNotFound, voucherNotFound } from "../../core/billing/collection/Operators.ts"
import type { OrganizationNotFound } from "../../core/identity/Access.ts"
import * as Voucher from "../../core/voucher/Voucher.ts"
import { BillingStore, type Page, type PageRequest } from "../../ports/BillingStore.ts"
import { findOrganization } from "../execution/findOrganization.ts"
import { about, useCase } from "../execution/useCase.ts"

/** A voucher with its present status. */
export interface VoucherView extends Voucher.Voucher {
  readonly status: Voucher.VoucherStatus
}

/** Names a voucher of an organization. */
export interface VoucherRef {
  readonly organizationId: string
  readonly voucherId: string
}

/** One voucher of an organization. */
export const viewVoucher = useCase("viewVoucher")(function* (
  ref: VoucherRef,
): Effect.fn.Return<VoucherView, VoucherNotFound | OrganizationNotFound, BillingStore> {
  const voucher = yield* findVoucher(ref)
  return { ...voucher, status: Voucher.statusOf(voucher, yield* Clock.currentTimeMillis) }
}, about)

/** A page of the entries of a voucher's ledger, the latest first. */
export const listVoucherUsages = useCase("listVoucherUsages")(function* (
  list: PageRequest & VoucherRef,
): Effect.fn.Return<Page<Voucher.VoucherEntry>, VoucherNotFound | OrganizationNotFound, BillingStore> {
  const { organizationId, voucherId, page, limit } = list
  yield* findVoucher(list)
  return yield* (yield* BillingStore).voucherEntries(organizationId, voucherId, { page, limit })
}, about)

/** The voucher of that id, with whatever status. */
export const findVoucher = Effect.fnUntraced(function* ({ organizationId, voucherId }: VoucherRef) {
  yield* findOrganization(organizationId)
  const voucher = yield* (yield* BillingStore).voucher(organizationId, voucherId)
  return voucher ?? (yield* Effect.fail(voucherNotFound(voucherId)))
})

/**
 * What a decision on a voucher goes by beside the account: the voucher, since one without balance is not loaded, and the
 * invoice that it is credit of.
 */
export const voucherFocus = Effect.fnUntraced(function* ({ organizationId, voucherId }: VoucherRef) {
  const reads = (yield* BillingStore).voucher(organizationId, voucherId)
  const creditOf = (yield* reads)?.creditOf ?? null
  return { organizationId, invoiceIds: creditOf === null ? [] : [creditOf], reads }
})
