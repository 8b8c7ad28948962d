import * as Result from "effect/Result"
import { describe } from "vitest"
import { Accrual, Proration, Rating } from "../../../src/index.ts"
import { type AccrualRules, accrualLaws } from "../../../src/testing/index.ts"
import { describeBreaches, describeMistakes } from "../breaches.ts"

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
    prorate: (share) =>
      Result.map(Proration.prorate(share), () =>
        Number((BigInt(share.amount) * BigInt(share.activeMillis)) / BigInt(share.cycleMillis)),
      ),
  },
  "what is no whole amount is rejected, and everything else is computed": {
    ...real,
    rate: (price, quantity) => Rating.rate(price, Math.ceil(quantity)),
  },
  // It bills the running fee from the start of the cycle each time.
  "fees add up however often they are billed": {
    ...real,
    feeLines: (period, _, until) => Accrual.feeLines(period, new Map(), until),
  },
  // Each line is for all of its cycle.
  "no time of a fee is on two lines": {
    ...real,
    feeLines: (period, billed, until) =>
      Result.map(Accrual.feeLines(period, billed, until), (lines) =>
        lines.map((line) => ({ ...line, periodStartAt: period.startAt, periodEndAt: period.endAt })),
      ),
  },
  // What was heard of late is never billed.
  "usage adds up however often it is billed": {
    ...real,
    usageLines: (periods, billed) => Accrual.usageLines(periods.slice(-1), billed),
  },
}

type Answer<A> = Result.Result<A, object>
type Share = Parameters<AccrualRules["prorate"]>[0]

const BANDS = "more usage takes nothing from any band"
const AMOUNTS = "what is no whole amount is rejected, and everything else is computed"

describe("the laws of accrual", () => {
  describeBreaches(accrualLaws, real, wrong, {
    "a quantity costs what its units cost one by one": [BANDS, AMOUNTS],
    "fees add up however often they are billed": ["no time of a fee is on two lines"],
  })

  const prorated = (prorate: (share: Share) => Answer<number>): AccrualRules => ({ ...real, prorate })
  const rated = (rate: AccrualRules["rate"]): AccrualRules => ({ ...real, rate })
  describeMistakes(accrualLaws, {
    "has quantities of 32 bits": rated((price, count) => Rating.rate(price, count % 2 ** 32)),
    "refuses many units": rated((price, count) =>
      count > 1_000 ? Result.fail({}) : Rating.rate(price, count),
    ),
    "rates no more than a thousand": rated((price, count) => Rating.rate(price, Math.min(count, 1_000))),
    "takes negative usage for none": rated((price, count) => Rating.rate(price, count < 0 ? 0 : count)),
    "takes negative usage for usage": rated((price, count) => Rating.rate(price, Math.abs(count))),
    "takes NaN for none": rated((price, count) => Rating.rate(price, Number.isNaN(count) ? 0 : count)),
    "leaves bands out that are free": rated((price, count) =>
      Result.map(Rating.rate(price, count), (all) => all.filter(({ unitPrice }) => unitPrice > 0)),
    ),
    "tells bands from the last to the first": rated((price, count) =>
      Result.map(Rating.rate(price, count), (all) => all.toReversed()),
    ),
    "makes one band of all": rated((price, count) =>
      Result.map(Rating.rate(price, count), (all) => {
        const unitPrice = all.reduce((cost, one) => cost + one.unitPrice * one.quantity, 0)
        return all.length > 0 ? [{ band: 0, unitPrice, quantity: 1 }] : []
      }),
    ),
    "prorates as floats": prorated((share) =>
      Result.map(Proration.prorate(share), () =>
        Math.round((share.amount * share.activeMillis) / share.cycleMillis),
      ),
    ),
    "prorates by a share that is a float": prorated((share) =>
      Result.map(Proration.prorate(share), () =>
        Math.round(share.amount * (share.activeMillis / share.cycleMillis)),
      ),
    ),
    // As Math.round does it: half of -1 becomes 0, where it has to be -1.
    "rounds a half up": prorated((share) =>
      Result.map(Proration.prorate(share), (part) => {
        const isHalf = share.amount % 2 !== 0 && 2 * share.activeMillis === share.cycleMillis
        return isHalf && share.amount < 0 ? part + 1 : part
      }),
    ),
    "has 365 days in every year": prorated((share) =>
      Proration.prorate({ ...share, cycleMillis: Math.min(share.cycleMillis, 365 * 86_400_000) }),
    ),
    "prorates no more than a cycle": prorated((share) =>
      Proration.prorate({ ...share, activeMillis: Math.min(share.activeMillis, share.cycleMillis) }),
    ),
    "gives -0": prorated((share) => Result.map(Proration.prorate(share), (part) => part || -0)),
    "takes a cycle of no time for nothing": prorated((share) =>
      share.cycleMillis === 0 ? Result.succeed(0) : Proration.prorate(share),
    ),
    "prorates by whole milliseconds of any time": prorated((share) =>
      Proration.prorate({ ...share, activeMillis: Math.floor(share.activeMillis) || 0 }),
    ),
  })
})
