// Cases of rating: what a quantity of one meter costs, at the edges of packages, bands and amounts.
import type { Band, Price } from "../../../src/core/plan/Price.ts"
import type { Chance } from "../../support/random.ts"
import { amount, anyAmount, type Call, MAX, noAmount, percent, pick, type Subject } from "./Case.ts"
import { rate } from "./naive/rating.ts"

const meter = { meter: "messages", name: "Messages", currency: "BRL" }
const call = (price: Price, quantity: number): Call => ({ function: "rate", input: { price, quantity } })

const standard = (unitPrice: number): Price => ({ ...meter, model: "STANDARD", unitPrice })
const packages = (packageSize: number, packagePrice: number, freeUnits = 0): Price => ({
  ...meter,
  model: "PACKAGE",
  packageSize,
  packagePrice,
  freeUnits,
})
const graduated = (...bands: ReadonlyArray<readonly [upTo: number | null, unitPrice: number]>): Price => ({
  ...meter,
  model: "GRADUATED",
  bands: bands.map(([upTo, unitPrice]): Band => ({ upTo, unitPrice })),
})

const three = graduated([10, 5], [100, 3], [null, 1])

const named: Subject["named"] = {
  "no unit": call(standard(3), 0),
  "one unit": call(standard(3), 1),
  "units that cost nothing": call(standard(0), 7),
  "a cost just under 2^53": call(standard(1), MAX),
  "a cost just over 2^53": call(standard(94_906_266), 94_906_266),
  "a quantity of exactly 2^53": call(standard(0), 2 ** 53),
  "a quantity below nothing": call(standard(3), -1),
  "half a unit": call(standard(3), 0.5),
  "no unit, no package": call(packages(1000, 50), 0),
  "one unit begins a package": call(packages(1000, 50), 1),
  "a full package": call(packages(1000, 50), 1000),
  "one unit more than a package": call(packages(1000, 50), 1001),
  "packages of one": call(packages(1, 50), 17),
  "fewer units than are free": call(packages(1000, 50, 100), 99),
  "as many units as are free": call(packages(1000, 50, 100), 100),
  "one unit more than is free": call(packages(1000, 50, 100), 101),
  "free units and a full package": call(packages(1000, 50, 100), 1100),
  "free units, a full package and a unit": call(packages(1000, 50, 100), 1101),
  "the only free unit": call(packages(10, 7, 1), 1),
  "one unit more than the only free one": call(packages(10, 7, 1), 2),
  "the only free unit and a full package": call(packages(10, 7, 1), 11),
  "the only free unit and two full packages": call(packages(10, 7, 1), 21),
  "packages that cost nothing": call(packages(10, 0), 25),
  "a package begun near 2^53": call(packages(3, 1), MAX - 1),
  "packages full near 2^53": call(packages(2 ** 52, 1), 2 ** 52),
  "all units free near 2^53": call(packages(10, 1, MAX), MAX),
  "packages whose cost is just over 2^53": call(packages(2, 2), MAX),
  "no unit, no band": call(three, 0),
  "inside the first band": call(three, 9),
  "the last unit of the first band": call(three, 10),
  "the first unit of the second band": call(three, 11),
  "the last unit of the second band": call(three, 100),
  "the first unit of the last band": call(three, 101),
  "far into the last band": call(three, 10_000),
  "a single band": call(graduated([null, 4]), 25),
  "a first band that is free": call(graduated([10, 0], [null, 7]), 12),
  "a last band that is free": call(graduated([10, 7], [null, 0]), 12),
  "prices that rise": call(graduated([1, 1], [2, 10], [null, 100]), 3),
  "bands near 2^53": call(graduated([MAX - 1, 0], [null, 1]), MAX),
  "bands just under 2^53": call(graduated([1, MAX - 1], [null, 1]), 2),
  "bands just over 2^53, told of the band that goes over": call(graduated([1, MAX], [null, 1]), 2),
}

const anyPrice = (chance: Chance): Price => {
  const price = () => (percent(chance, 90) ? chance.below(1000) : amount(chance))
  switch (pick<Price["model"]>(chance, ["STANDARD", "PACKAGE", "GRADUATED"])) {
    case "STANDARD":
      return standard(price())
    case "PACKAGE":
      return packages(
        1 + (percent(chance, 90) ? chance.below(40) : anyAmount(chance)),
        price(),
        percent(chance, 50) ? 0 : percent(chance, 90) ? chance.below(60) : anyAmount(chance),
      )
    case "GRADUATED": {
      let upTo = 0
      const bands = Array.from({ length: chance.below(4) }, (): readonly [number, number] => {
        upTo += 1 + chance.below(40)
        return [upTo, price()]
      })
      return graduated(...bands, [null, price()])
    }
  }
}

/** As often as any other: at an edge of the price. */
const quantityFor = (chance: Chance, price: Price): number => {
  if (percent(chance, 2)) return noAmount(chance)
  if (percent(chance, 40)) return percent(chance, 80) ? chance.below(300) : anyAmount(chance)
  const near = pick(chance, [-1, 0, 1])
  if (price.model === "PACKAGE") {
    const quantity = price.freeUnits + chance.below(4) * price.packageSize + near
    return Math.min(MAX, Math.max(0, quantity))
  }
  if (price.model === "GRADUATED") {
    return Math.max(0, (price.bands[chance.below(price.bands.length)]?.upTo ?? 1000) + near)
  }
  return amount(chance)
}

/** The vectors of rating. */
export const ratingSubject: Subject = {
  file: "rating",
  about: "What the usage of one meter costs, band by band.",
  functions: { rate },
  named,
  randomCases: 400,
  random: (chance) => {
    const price = anyPrice(chance)
    return call(price, quantityFor(chance, price))
  },
}
