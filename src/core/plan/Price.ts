// A price: what the usage of one meter costs under a plan. The cost only rises with the quantity, so that a cycle may
// be billed in parts ("Billing is hybrid", rule 1 of the specification). There is no volume pricing, because its total
// can fall.

/** A price a unit: 10 units at 3 cost 30. */
export interface StandardPrice {
  readonly model: "STANDARD"
  readonly meter: string
  readonly name: string
  readonly currency: string
  /** Minor units, not negative. */
  readonly unitPrice: number
}

/** A price a started package, after optional free units: 1,500 units in packages of 1,000 cost two packages. */
export interface PackagePrice {
  readonly model: "PACKAGE"
  readonly meter: string
  readonly name: string
  readonly currency: string
  /** Units in a package, at least 1. */
  readonly packageSize: number
  /** Minor units a started package, not negative. */
  readonly packagePrice: number
  /** Units that cost nothing, in each segment of a cycle. */
  readonly freeUnits: number
}

/** One band of a graduated price: units above the band before it, up to and including `upTo`. */
export interface Band {
  /** The last unit of the band; `null` in the last band, which has no end. */
  readonly upTo: number | null
  /** Minor units, not negative. */
  readonly unitPrice: number
}

/** Each band at its own price: with bands to 10 at 5 and onwards at 2, 12 units cost 54. */
export interface GraduatedPrice {
  readonly model: "GRADUATED"
  readonly meter: string
  readonly name: string
  readonly currency: string
  readonly bands: ReadonlyArray<Band>
}

/** What the usage of one meter costs. */
export type Price = StandardPrice | PackagePrice | GraduatedPrice

/** Why a price is not valid: the meter, the member and its value. */
export interface InvalidPrice {
  readonly _tag: "InvalidPrice"
  readonly meter: string
  readonly member: string
  readonly reason:
    | "EMPTY"
    | "NOT_AN_AMOUNT"
    | "NEGATIVE"
    | "NOT_POSITIVE"
    | "NO_BANDS"
    | "BANDS_NOT_RISING"
    | "LAST_BAND_BOUNDED"
    | "UNKNOWN_MODEL"
  readonly value: number | string | null
}

const invalid = (
  price: Price,
  member: string,
  reason: InvalidPrice["reason"],
  value: InvalidPrice["value"],
): InvalidPrice => ({ _tag: "InvalidPrice", meter: price.meter, member, reason, value })

const checkAmount = (price: Price, member: string, value: number): InvalidPrice | null => {
  if (!Number.isSafeInteger(value)) return invalid(price, member, "NOT_AN_AMOUNT", value)
  return value < 0 ? invalid(price, member, "NEGATIVE", value) : null
}

const checkBands = (price: GraduatedPrice): InvalidPrice | null => {
  if (price.bands.length === 0) return invalid(price, "bands", "NO_BANDS", null)
  let before = 0
  for (const [index, band] of price.bands.entries()) {
    const last = index === price.bands.length - 1
    const member = `bands.${index}.upTo`
    if (last !== (band.upTo === null)) {
      return last
        ? invalid(price, member, "LAST_BAND_BOUNDED", band.upTo)
        : invalid(price, member, "BANDS_NOT_RISING", band.upTo)
    }
    if (band.upTo !== null) {
      if (!Number.isSafeInteger(band.upTo)) return invalid(price, member, "NOT_AN_AMOUNT", band.upTo)
      if (band.upTo <= before) return invalid(price, member, "BANDS_NOT_RISING", band.upTo)
      before = band.upTo
    }
    const wrong = checkAmount(price, `bands.${index}.unitPrice`, band.unitPrice)
    if (wrong !== null) return wrong
  }
  return null
}

/** The first fault of a price; `null` for a valid price. */
export const check = (price: Price): InvalidPrice | null => {
  if (price.meter === "") return invalid(price, "meter", "EMPTY", "")
  if (price.name === "") return invalid(price, "name", "EMPTY", "")
  switch (price.model) {
    case "STANDARD":
      return checkAmount(price, "unitPrice", price.unitPrice)
    case "PACKAGE": {
      const wrong =
        checkAmount(price, "packageSize", price.packageSize) ??
        checkAmount(price, "packagePrice", price.packagePrice) ??
        checkAmount(price, "freeUnits", price.freeUnits)
      if (wrong !== null) return wrong
      return price.packageSize === 0 ? invalid(price, "packageSize", "NOT_POSITIVE", 0) : null
    }
    case "GRADUATED":
      return checkBands(price)
    default:
      return invalid(price, "model", "UNKNOWN_MODEL", (price as Price).model)
  }
}
