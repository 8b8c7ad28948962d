// Viewing a payment method.
import * as Effect from "effect/Effect"
import type { OrganizationNotFound } from "../../core/identity/Access.ts"
import {
  find,
  type PaymentMethod,
  type PaymentMethodNotFound,
} from "../../core/payment-method/PaymentMethod.ts"
import type { BillingStore } from "../../ports/BillingStore.ts"
import type { IdSource } from "../../ports/IdSource.ts"
import { loadAccount } from "../execution/loadAccount.ts"
import { about, useCase } from "../execution/useCase.ts"

/** One payment method of an organization. */
export const viewPaymentMethod = useCase("viewPaymentMethod")(function* (ref: {
  readonly organizationId: string
  readonly paymentMethodId: string
}): Effect.fn.Return<PaymentMethod, PaymentMethodNotFound | OrganizationNotFound, BillingStore | IdSource> {
  const { value: account } = yield* loadAccount({ organizationId: ref.organizationId })
  return yield* Effect.fromResult(find(account.paymentMethods, ref.paymentMethodId))
}, about)
