import type { Plan } from "../../../src/core/plan/Plan.ts"
import type { GraduatedPrice, PackagePrice, StandardPrice } from "../../../src/core/plan/Price.ts"

const common = { meter: "tokens", name: "Tokens", currency: "BRL" }

export const standard = (over: Partial<StandardPrice> = {}): StandardPrice => ({
  ...common,
  model: "STANDARD",
  unitPrice: 3,
  ...over,
})
export const packages = (over: Partial<PackagePrice> = {}): PackagePrice => ({
  ...common,
  model: "PACKAGE",
  packageSize: 1_000,
  packagePrice: 1,
  freeUnits: 0,
  ...over,
})
/** To 10 at 5, to 20 at 2, onwards at 9: a price that falls and rises again. */
export const graduated = (over: Partial<GraduatedPrice> = {}): GraduatedPrice => ({
  ...common,
  model: "GRADUATED",
  bands: [
    { upTo: 10, unitPrice: 5 },
    { upTo: 20, unitPrice: 2 },
    { upTo: null, unitPrice: 9 },
  ],
  ...over,
})

export const plan = (over: Partial<Plan> = {}): Plan => ({
  planId: "p1",
  name: "Starter",
  description: "",
  status: "ACTIVE",
  intervals: [
    { id: "monthly", interval: "MONTHLY", amount: 9_990, currency: "BRL" },
    { id: "yearly", interval: "YEARLY", amount: 99_900, currency: "BRL" },
    { id: "dollars", interval: "MONTHLY", amount: 1_990, currency: "USD" },
  ],
  prices: [
    standard({ meter: "messages", name: "Messages" }),
    standard({ currency: "USD" }),
    packages(),
    graduated({ meter: "calls", name: "Calls" }),
  ],
  createdAt: 0,
  ...over,
})
