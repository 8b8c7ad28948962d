// What a plan costs, in a few words. Pure.
import type { Plan } from "../../data/shapes.ts"
import { formatAmount, formatMoney } from "../../money.ts"

type Interval = Plan["intervals"][number]
type Price = Plan["prices"][number]

/** What is agreed beside the fee: `by the unit, in advance, 14 days of trial`; nothing where all is as usual. */
export const termsInWords = ({ quantityAllowed, feeTiming, trialDays }: Interval): string =>
  [
    quantityAllowed === true ? "by the unit" : null,
    feeTiming === "ADVANCE" ? "in advance" : null,
    trialDays === undefined ? null : trialDays === 1 ? "one day of trial" : `${trialDays} days of trial`,
  ]
    .filter((text) => text !== null)
    .join(", ")

/** The price of a meter: `0.08 up to 1,000, 0.06 up to 10,000, then 0.04 BRL`. */
export const priceInWords = (price: Price): string => {
  const { currency } = price
  switch (price.model) {
    case "STANDARD":
      return `${formatMoney(price.unitPrice, currency)} each`
    case "PACKAGE": {
      const free = price.freeUnits === 0 ? "" : `, the first ${count(price.freeUnits)} free`
      return `${formatMoney(price.packagePrice, currency)} for each ${count(price.packageSize)} begun${free}`
    }
    case "GRADUATED":
      return `${price.bands
        .map(({ upTo, unitPrice }) =>
          upTo === null
            ? `then ${formatAmount(unitPrice, currency)}`
            : `${formatAmount(unitPrice, currency)} up to ${count(upTo)}`,
        )
        .join(", ")} ${currency}`
  }
}

const count = (number: number): string => number.toLocaleString("en")
