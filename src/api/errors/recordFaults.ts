// What is wrong with a record that an operator makes, as the `errors` of a `validation_error`: at the member of the record.
import type { ImportInvalid } from "../../core/billing/imports/ImportedCustomer.ts"
import type { InvalidCoupon } from "../../core/coupon/Coupon.ts"
import type { InvalidOrganization, InvalidUser } from "../../core/identity/Access.ts"
import type { InvoiceItemInvalid } from "../../core/invoice/InvoiceItem.ts"
import type { InvalidPlan } from "../../core/plan/Plan.ts"
import { toIso } from "../../core/time/Iso.ts"
import type { InvalidVoucher } from "../../core/voucher/Voucher.ts"
import type { FieldError } from "./errors.ts"

/** The reason for which a record is invalid. */
export type InvalidRecord =
  | ImportInvalid
  | InvalidCoupon
  | InvalidOrganization
  | InvalidPlan
  | InvalidUser
  | InvalidVoucher
  | InvoiceItemInvalid

const EMPTY = "Expected a text that is not empty"
const CURRENCY = "Expected a known currency"

const planFaults: { readonly [Reason in InvalidPlan["reason"]]: string } = {
  EMPTY,
  NO_INTERVALS: "Expected at least one interval",
  NOT_AN_AMOUNT: "Expected a non-negative integer",
  NEGATIVE: "Expected a non-negative integer",
  NOT_POSITIVE: "Expected a positive integer",
  UNKNOWN_CURRENCY: CURRENCY,
  UNKNOWN_MODEL: "Expected STANDARD, PACKAGE or GRADUATED",
  DUPLICATE_INTERVAL: "Another interval has this id",
  DUPLICATE_METER: "Another price of this currency has this meter",
  NOT_TRIAL_DAYS: "Expected 1 to 730 days, or no member",
  UNKNOWN_FEE_TIMING: "Expected ARREARS or ADVANCE",
  NO_BANDS: "Expected at least one band",
  BANDS_NOT_RISING: "Expected more than the band before it",
  LAST_BAND_BOUNDED: "Expected null in the last band",
}

const couponFaults: { readonly [Member in InvalidCoupon["member"]]: FieldError } = {
  code: { path: "code", message: EMPTY },
  name: { path: "name", message: EMPTY },
  discount: { path: "discount", message: "Expected a positive integer, or a percentage up to 100" },
  currency: { path: "discount.currency", message: CURRENCY },
  duration: { path: "duration.months", message: "Expected a positive integer" },
  planIds: { path: "planIds", message: "Expected at least one plan" },
  redemptionsMax: {
    path: "redemptionsMax",
    message: "Expected a positive integer, and not less than the redemptions so far",
  },
  redeemBy: { path: "redeemBy", message: "Expected an instant" },
}

const voucherFaults: { readonly [Member in InvalidVoucher["member"]]: string } = {
  name: EMPTY,
  currency: CURRENCY,
  effectiveAt: "Expected an instant",
  expiresAt: "Expected a time after it takes effect, and after now",
}

const TEXT = "Expected a text of 1 to 200 characters"
const COUNT = "Expected a positive integer, of which the total can be billed"

const itemFaults: { readonly [Member in InvoiceItemInvalid["member"]]: string } = {
  itemId: TEXT,
  name: TEXT,
  unitPrice: COUNT,
  quantity: COUNT,
}

const userFaults: { readonly [Reason in InvalidUser["reason"]]: string } = {
  NOT_AN_ADDRESS: "Expected an e-mail address",
  DUPLICATE: "Another membership is of this organization",
  UNKNOWN: "Expected a permission",
}

const importFaults: { readonly [Reason in ImportInvalid["reason"]]: string } = {
  EMPTY,
  NOT_STORABLE: "Expected a text without U+0000 and without half of a surrogate pair",
  TOO_LONG: "Expected a text of at most 200 characters, or an e-mail address of at most 254",
  TOO_MANY: "Expected at most 100",
  NOT_AN_AMOUNT: "Expected a whole number of minor units, from 0 up, that can be billed",
  NOT_POSITIVE: "Expected a positive number of minor units: leave out a credit of nothing",
  NOT_AN_INSTANT: "Expected an instant in milliseconds since 1970, UTC",
  NOT_A_CARD: "Expected the last four digits, a month from 1 to 12, and a year",
  IN_FUTURE:
    "Expected the start of a period that has begun: of a customer in a trial say so by `period.trial`",
  IN_TRIAL:
    "Expected nothing of it in a trial: what is used is free, and no fee is paid or discounted before its end",
  NOT_THE_DAY: "Expected the day of the anchor, or a later one where its month is too short for it",
  NOT_THE_PERIOD: "Expected the running period, as the anchor and the plan's interval give it",
  OUT_OF_RANGE: "Expected a value in range: a part of the whole, or a time after now",
  UNKNOWN_METER: "Expected a meter that the plan has a price for, in its currency",
  DUPLICATE: "Expected each one once",
  SEVERAL_DEFAULTS: "Expected one default at most",
  HAD_SUBSCRIPTION:
    "Expected an organization that never had a subscription: take another id, or subscribe this one",
  DEBT: "Expected 0: collect the debt where it is, and import the customer after that",
}

const importFault = ({ reason, expected }: ImportInvalid): string =>
  reason === "NOT_THE_PERIOD" && expected !== null
    ? `${importFaults[reason]}: ${toIso(expected)}`
    : importFaults[reason]

/** The fault of a record, at its path. */
export const recordFault = (invalid: InvalidRecord): FieldError => {
  switch (invalid._tag) {
    case "InvalidPlan":
    case "InvalidPrice":
      return { path: invalid.member, message: planFaults[invalid.reason] }
    case "ImportInvalid":
      return { path: invalid.member, message: importFault(invalid) }
    case "InvalidCoupon":
      return couponFaults[invalid.member]
    case "InvalidVoucher":
      return { path: invalid.member, message: voucherFaults[invalid.member] }
    case "InvoiceItemInvalid":
      return { path: invalid.member, message: itemFaults[invalid.member] }
    case "InvalidUser":
      return { path: invalid.member, message: userFaults[invalid.reason] }
    case "InvalidOrganization":
      return { path: invalid.member, message: invalid.member === "name" ? EMPTY : CURRENCY }
  }
}
