// Reads of plans and coupons.
import * as Effect from "effect/Effect"
import type { Coupon } from "../../core/coupon/Coupon.ts"
import type { Plan } from "../../core/plan/Plan.ts"
import type { BillingStore } from "../../ports/BillingStore.ts"
import type { Statements } from "../statements.ts"

/** The reads of a store. */
export const catalogueReads = ({ all, first, page }: Statements) =>
  ({
    plan: (planId) =>
      first<Plan>("SELECT doc::text AS result FROM $schema.plans WHERE plan_id = $1", [planId]),
    plans: ({ status, ...part }) =>
      page<Plan>(
        {
          from: `FROM $schema.plans ${status === null ? "" : "WHERE status = $1"}`,
          orderBy: "seq",
          parameters: status === null ? [] : [status],
        },
        part,
      ),
    couponByCode: (code) =>
      Effect.map(first<Counted>(`${coupons} WHERE code = $1`, [code]), (found) => found && couponOf(found)),
    couponsById: (couponIds) =>
      Effect.map(
        all<Counted>(`${coupons} WHERE coupon_id IN (SELECT json_array_elements_text($1::json))`, [
          JSON.stringify(couponIds),
        ]),
        (found) => found.map(couponOf),
      ),
  }) satisfies Partial<BillingStore["Service"]>

/** The counts stand in their columns; those of the document are as old as the document. */
const coupons = `SELECT json_build_object('coupon', doc, 'counts', json_build_object(
  'timesRedeemed', times_redeemed, 'amountRedeemed', amount_redeemed))::text AS result FROM $schema.coupons`

interface Counted {
  readonly coupon: Coupon
  readonly counts: Pick<Coupon, "timesRedeemed" | "amountRedeemed">
}

const couponOf = ({ coupon, counts }: Counted): Coupon => ({ ...coupon, ...counts })
