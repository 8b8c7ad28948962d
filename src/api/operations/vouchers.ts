// Vouchers: credit of an organization, to be looked at. Models "Vouchers" of the specification; GAP-50.
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Schema from "effect/Schema"
import { VOUCHER_STATUSES } from "../../core/voucher/VoucherRecord.ts"
import { failsWith } from "../errors/errors.ts"
import { pageOf, paging } from "../records/paging.ts"
import { Amount, Currency, organizationParams, Timestamp, Uuid } from "../records/wire.ts"
import { Authorization } from "./authorization.ts"
import { operation } from "./operation.ts"

/**
 * The statuses of a voucher, by time, by what is left of it, and by what became of the payment whose money it gives
 * back: FROZEN while that is disputed, REVOKED when the dispute was lost, or an operator took it back. GAP-50, GAP-118,
 * GAP-182
 */
export const WireVoucherStatus = Schema.Literals(VOUCHER_STATUSES)

/**
 * A voucher. `amount` is what was granted, `amountRedeemed` what invoices took of it and did not give back, and
 * `amountPaidOut` what an operator paid out in money, absent where that is nothing.
 */
export const WireVoucher = Schema.Struct({
  voucherId: Uuid,
  organizationId: Uuid,
  name: Schema.String,
  amount: Amount,
  currency: Currency,
  amountRedeemed: Amount,
  amountPaidOut: Schema.optionalKey(Amount),
  effectiveAt: Timestamp,
  expiresAt: Schema.NullOr(Timestamp),
  status: WireVoucherStatus,
  createdAt: Timestamp,
}).annotate({ identifier: "Voucher" })
export type WireVoucher = typeof WireVoucher.Type

/**
 * What moved a voucher's balance: GRANT and RELEASE raise it, CONSUME, EXPIRE, REVOKE and PAYOUT lower it. `invoiceId`
 * is the invoice that took it or gave it back, or whose money it is that a lost dispute took back or an operator paid
 * out; null for the grant and for what was left at the expiry. GAP-50, GAP-118, GAP-189
 */
export const WireVoucherUsage = Schema.Struct({
  type: Schema.Literals(["GRANT", "CONSUME", "RELEASE", "EXPIRE", "REVOKE", "PAYOUT"]),
  amount: Amount,
  invoiceId: Schema.NullOr(Uuid),
  createdAt: Timestamp,
}).annotate({ identifier: "VoucherUsage" })
export type WireVoucherUsage = typeof WireVoucherUsage.Type

const voucherParams = { ...organizationParams, voucherId: Uuid }

/** The operations on vouchers. */
export const vouchers = HttpApiGroup.make("vouchers")
  .add(
    HttpApiEndpoint.get("list", "/", {
      params: organizationParams,
      query: { ...paging, status: Schema.optionalKey(WireVoucherStatus) },
      success: pageOf(WireVoucher),
    }).annotateMerge(
      operation({
        summary: "List vouchers",
        description: "The vouchers of the organization, newest first; `status` leaves those of one status.",
        permission: "voucher:read",
      }),
    ),
    HttpApiEndpoint.get("get", "/:voucherId", {
      params: voucherParams,
      success: WireVoucher,
      error: failsWith("voucher.not_found"),
    }).annotateMerge(
      operation({
        summary: "View a voucher",
        description: "One voucher of the organization.",
        permission: "voucher:read",
      }),
    ),
    HttpApiEndpoint.get("listUsages", "/:voucherId/usages", {
      params: voucherParams,
      query: paging,
      success: pageOf(WireVoucherUsage),
      error: failsWith("voucher.not_found"),
    }).annotateMerge(
      operation({
        summary: "List usages of a voucher",
        description: "All that moved the voucher's balance, the latest first.",
        permission: "voucher:read",
      }),
    ),
  )
  .prefix("/organizations/:organizationId/vouchers")
  .middleware(Authorization)
  .annotateMerge(OpenApi.annotations({ title: "Vouchers", description: "Credit of an organization." }))
