// The mutation table of the invoice laws: wrong calculators by what is wrong with them, in groups.
import type { Mutants } from "./changed.ts"
import { coupons, periods, roundings } from "./coupons.ts"
import { currencies, effects, lines, totals } from "./documents.ts"
import { ofMembers, refusals } from "./refusals.ts"
import { vouchers } from "./vouchers.ts"

export { calculator } from "./calculator.ts"

/** All wrong calculators, in their groups. */
export const groups: Readonly<Record<string, Mutants>> = {
  Lines: lines,
  Totals: totals,
  Currencies: currencies,
  "Shares and their rounding": roundings,
  Coupons: coupons,
  "Billing periods": periods,
  Vouchers: vouchers,
  Refusals: { ...ofMembers, ...refusals },
  "Input and state": effects,
}
