// A customer of another system, at the start of its period: on the last day of January, where months are too short.
import { type Account, type ImportedCustomer, Imports } from "../../src/index.ts"
import { empty, rulesOf } from "./account.ts"
import { monthly, organizationId, plan, startAt } from "./billing.ts"

export const card: ImportedCustomer.ImportedMethod & { readonly type: "CARD" } = {
  type: "CARD",
  gatewayReference: "tok_visa:1",
  brand: "visa",
  last4: "4242",
  expMonth: 12,
  expYear: 2099,
  isDefault: true,
  billingDetails: { name: "Ana", email: "ana@example.com" },
}

export const slip: ImportedCustomer.ImportedMethod = {
  type: "BOLETO",
  isDefault: false,
  billingDetails: {
    name: "Ana",
    email: "ana@example.com",
    address: { line1: "Rua 1", city: "Recife", state: "PE", postalCode: "50000-000", country: "BR" },
  },
}

export const period: ImportedCustomer.ImportedPeriod = {
  startAt,
  endAt: Date.UTC(2026, 1, 28, 12),
  feePaid: false,
  usage: [],
}

export const customer: ImportedCustomer.ImportedCustomer = {
  importId: "import-1",
  organization: { organizationId, name: "One", currency: "BRL" },
  planId: plan.planId,
  planIntervalId: monthly,
  anchor: { at: startAt, day: null },
  period,
  coupon: null,
  credits: [],
  owedAmount: 0,
  paymentMethods: [card],
}

/** The import of that customer, with some members of it and of the command replaced. */
export const importing = (
  members: Partial<ImportedCustomer.ImportedCustomer> = {},
  given: Partial<Imports.ImportCommand> = {},
  account: Account.Account = empty,
) =>
  Imports.importSubscription(
    account,
    {
      subscriptionId: "moved",
      customer: { ...customer, ...members },
      plan,
      coupon: null,
      now: startAt,
      ...given,
    },
    rulesOf(),
  )
