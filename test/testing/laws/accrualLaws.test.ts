import * as Result from "effect/Result"
import { describe } from "vitest"
import { Accrual, Proration, Rating } from "../../../src/index.ts"
import { type AccrualRules, accrualLaws } from "../../../src/testing/index.ts"
import { describeBreaches } from "../breaches.ts"

const real: AccrualRules = { ...Accrual, ...Proration, ...Rating }

const wrong: Readonly<Record<string, AccrualRules>> = {
  // Free units are taken from the packages, not from the units.
  "a quantity costs what its units cost one by one": {
    ...real,
    rate: (price, quantity) =>
      price.model === "PACKAGE"
        ? Rating.rate(
            { ...price, freeUnits: price.freeUnits - (price.freeUnits % price.packageSize) },
            quantity,
          )
        : Rating.rate(price, quantity),
  },
  // An odd quantity is another band.
  "more usage takes nothing from any band": {
    ...real,
    rate: (price, quantity) =>
      Result.map(Rating.rate(price, quantity), (bands) =>
        quantity % 2 === 0 ? bands : bands.map((one) => ({ ...one, band: one.band + 10 })),
      ),
  },
  "a fee falls on the active part of its cycle": {
    ...real,
    prorate: ({ amount, activeMillis, cycleMillis }) =>
      Number.isSafeInteger(amount)
        ? Result.succeed(Number((BigInt(amount) * BigInt(activeMillis)) / BigInt(cycleMillis)))
        : Result.fail({}),
  },
  "what is no whole amount is rejected": {
    ...real,
    rate: (price, quantity) => Rating.rate(price, Math.ceil(quantity)),
  },
  // It bills the running fee from the start of the cycle each time.
  "fees add up however often they are billed": {
    ...real,
    feeLines: (period, _, until) => Accrual.feeLines(period, new Map(), until),
  },
  // What was heard of late is never billed.
  "usage adds up however often it is billed": {
    ...real,
    usageLines: (periods, billed) => Accrual.usageLines(periods.slice(-1), billed),
  },
}

describe("the laws of accrual", () => {
  describeBreaches(accrualLaws, real, wrong)
})
