import { describe, it } from "vitest"
import * as Coupon from "../../../src/core/coupon/Coupon.ts"
import * as Voucher from "../../../src/core/voucher/Voucher.ts"
import { discountLaws } from "../../../src/testing/index.ts"
import { runs } from "../../support/runs.ts"

describe("coupons and vouchers keep the law (8 and 9)", () => {
  it.each(discountLaws({ coupon: Coupon, voucher: Voucher }))("$name", ({ check }) =>
    check({ numRuns: runs(2000) }),
  )
})
