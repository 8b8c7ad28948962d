// Listing the payment methods of an organization.
import type * as Effect from "effect/Effect"
import type { OrganizationNotFound } from "../../core/identity/Access.ts"
import type { PaymentMethod } from "../../core/payment-method/PaymentMethod.ts"
import type { BillingStore, Page, PageRequest } from "../../ports/BillingStore.ts"
import type { IdSource } from "../../ports/IdSource.ts"
import { loadAccount } from "../execution/loadAccount.ts"
import { paginate } from "../execution/paginate.ts"
import { about, useCase } from "../execution/useCase.ts"

/** A page of payment methods, in the order in which they were added. */
export const listPaymentMethods = useCase("listPaymentMethods")(function* (
  list: PageRequest & { readonly organizationId: string },
): Effect.fn.Return<Page<PaymentMethod>, OrganizationNotFound, BillingStore | IdSource> {
  const { value: account } = yield* loadAccount({ organizationId: list.organizationId })
  return paginate(account.paymentMethods, list)
}, about)
