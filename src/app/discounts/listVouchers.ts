// Listing the vouchers of an organization. GAP-50
import * as Clock from "effect/Clock"
import type * as Effect from "effect/Effect"
import type { OrganizationNotFound } from "../../core/identity/Access.ts"
import { statusOf, type VoucherStatus } from "../../core/voucher/Voucher.ts"
import { BillingStore, type Page, type PageRequest } from "../../ports/BillingStore.ts"
import { findOrganization } from "../execution/findOrganization.ts"
import { about, useCase } from "../execution/useCase.ts"
import type { VoucherView } from "./viewVoucher.ts"

/** A page of vouchers, newest first; of one status, or of all with `null`. */
export const listVouchers = useCase("listVouchers")(function* (
  list: PageRequest & { readonly organizationId: string; readonly status: VoucherStatus | null },
): Effect.fn.Return<Page<VoucherView>, OrganizationNotFound, BillingStore> {
  const { organizationId } = list
  yield* findOrganization(organizationId)
  const at = yield* Clock.currentTimeMillis
  const { items, totalItems } = yield* (yield* BillingStore).vouchers(organizationId, { ...list, at })
  return { items: items.map((voucher) => ({ ...voucher, status: statusOf(voucher, at) })), totalItems }
}, about)
