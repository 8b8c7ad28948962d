// What is wrong with a record that an operator makes is told at the member as the wire names it; values stay out.
import { describe, expect, it } from "vitest"
import { apiError, type Rejection, refusalOf } from "../../src/api/index.ts"

const plan = (member: string, reason: string): Rejection =>
  ({ _tag: "InvalidPlan", member, reason, value: "secret" }) as Rejection
const price = (member: string, reason: string): Rejection =>
  ({ _tag: "InvalidPrice", meter: "tokens", member, reason, value: "secret" }) as Rejection
const coupon = (member: string): Rejection =>
  ({ _tag: "InvalidCoupon", member, value: "secret" }) as Rejection
const voucher = (member: string): Rejection =>
  ({ _tag: "InvalidVoucher", member, value: "secret" }) as Rejection
const user = (member: string, reason: string): Rejection =>
  ({ _tag: "InvalidUser", member, reason }) as Rejection
const organization = (member: string): Rejection =>
  ({ _tag: "InvalidOrganization", member, value: "secret" }) as Rejection

const empty = "Expected a text that is not empty"
const currency = "Expected a known currency"

describe("a record that is none is 400", () => {
  it.each<readonly [Rejection, string, string]>([
    [plan("name", "EMPTY"), "name", empty],
    [plan("intervals", "NO_INTERVALS"), "intervals", "Expected at least one interval"],
    [plan("intervals.0.amount", "NOT_AN_AMOUNT"), "intervals.0.amount", "Expected a non-negative integer"],
    [plan("intervals.0.currency", "UNKNOWN_CURRENCY"), "intervals.0.currency", currency],
    [plan("intervals.1.id", "DUPLICATE_INTERVAL"), "intervals.1.id", "Another interval has this id"],
    [
      plan("prices.1.meter", "DUPLICATE_METER"),
      "prices.1.meter",
      "Another price of this currency has this meter",
    ],
    [price("prices.0.unitPrice", "NEGATIVE"), "prices.0.unitPrice", "Expected a non-negative integer"],
    [price("prices.0.packageSize", "NOT_POSITIVE"), "prices.0.packageSize", "Expected a positive integer"],
    [price("prices.0.bands", "NO_BANDS"), "prices.0.bands", "Expected at least one band"],
    [
      price("prices.0.bands.1.upTo", "BANDS_NOT_RISING"),
      "prices.0.bands.1.upTo",
      "Expected more than the band before it",
    ],
    [
      price("prices.0.bands.1.upTo", "LAST_BAND_BOUNDED"),
      "prices.0.bands.1.upTo",
      "Expected null in the last band",
    ],
    [price("prices.0.model", "UNKNOWN_MODEL"), "prices.0.model", "Expected STANDARD, PACKAGE or GRADUATED"],
    [coupon("code"), "code", empty],
    [coupon("name"), "name", empty],
    [coupon("discount"), "discount", "Expected a positive integer, or a percentage up to 100"],
    [coupon("currency"), "discount.currency", currency],
    [coupon("duration"), "duration.months", "Expected a positive integer"],
    [coupon("planIds"), "planIds", "Expected at least one plan"],
    [
      coupon("redemptionsMax"),
      "redemptionsMax",
      "Expected a positive integer, and not less than the redemptions so far",
    ],
    [coupon("redeemBy"), "redeemBy", "Expected an instant"],
    [voucher("name"), "name", empty],
    [voucher("currency"), "currency", currency],
    [voucher("effectiveAt"), "effectiveAt", "Expected an instant"],
    [voucher("expiresAt"), "expiresAt", "Expected a time after it takes effect, and after now"],
    [user("email", "NOT_AN_ADDRESS"), "email", "Expected an e-mail address"],
    [
      user("memberships.1.organizationId", "DUPLICATE"),
      "memberships.1.organizationId",
      "Another membership is of this organization",
    ],
    [user("memberships.0.permissions.1", "UNKNOWN"), "memberships.0.permissions.1", "Expected a permission"],
    [organization("name"), "name", empty],
    [organization("currency"), "currency", currency],
  ])("%#: %o", (rejection, path, message) => {
    expect(refusalOf(rejection)).toEqual(apiError("validation_error", { errors: [{ path, message }] }))
  })
})

describe("a record that there is already is 409", () => {
  it.each(["organization", "user", "plan", "coupon", "voucher"] as const)("%s", (kind) => {
    const refused = refusalOf({ _tag: "AlreadyExists", kind, id: "1" })
    expect(refused).toMatchObject({ statusCode: 409, code: `${kind}.already_exists`, errors: [] })
  })
})

describe("a voucher that", () => {
  it.each<readonly [string, Rejection, number, string]>([
    ["is unknown", { _tag: "VoucherNotFound", voucherId: "v" }, 404, "voucher.not_found"],
    ["cannot pay", { _tag: "VoucherNotUsable", voucherId: "v" }, 409, "voucher.not_usable"],
    [
      "holds too little",
      { _tag: "VoucherExhausted", voucherId: "v", balance: 1, amount: 2 },
      409,
      "voucher.not_usable",
    ],
  ])("%s", (_, rejection, statusCode, code) => {
    expect(refusalOf(rejection)).toMatchObject({ statusCode, code })
  })

  it("is to pay nothing is refused at the amount", () => {
    expect(refusalOf({ _tag: "VoucherAmountInvalid", amount: 0 })).toMatchObject({
      statusCode: 400,
      errors: [{ path: "amount", message: "Expected a positive integer" }],
    })
  })
})

describe("a refusal of an import names the remedy", () => {
  const said = (rejection: object) => refusalOf(rejection as Rejection).errors
  const invalid = (member: string, reason: string, expected: number | null = null) =>
    said({ _tag: "ImportInvalid", member, reason, value: 0, expected })

  it("of a period that does not run, the instant at which the running one starts or ends", () => {
    const message =
      "Expected the running period, as the anchor and the plan's interval give it: 2026-03-10T00:00:00.000Z"
    expect(invalid("period.startAt", "NOT_THE_PERIOD", Date.UTC(2026, 2, 10))).toEqual([
      { path: "period.startAt", message },
    ])
  })

  it("of a credit of nothing, to leave it out", () => {
    expect(invalid("credits.0.amount", "NOT_POSITIVE")).toEqual([
      {
        path: "credits.0.amount",
        message: "Expected a positive number of minor units: leave out a credit of nothing",
      },
    ])
  })

  it("of one that was made with other content, to repeat that or to leave it", () => {
    expect(said({ _tag: "ImportConflict", importId: "17", subscriptionId: "moved" })).toEqual([
      { path: "importId", message: "It was imported with other content: repeat that, or leave it" },
    ])
  })
})
