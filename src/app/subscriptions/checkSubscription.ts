// Checking a subscription's status. Models "Check subscription status" of the specification. GAP-30
import * as Effect from "effect/Effect"
import type { SubscriptionNotFound } from "../../core/billing/Account.ts"
import { notSubscribed } from "../../core/billing/invoicing/UpcomingInvoice.ts"
import type { OrganizationNotFound } from "../../core/identity/Access.ts"
import type { Subscription } from "../../core/subscription/Subscription.ts"
import type { BillingStore } from "../../ports/BillingStore.ts"
import { loadAccount } from "../execution/loadAccount.ts"
import { about, useCase } from "../execution/useCase.ts"

/** The live subscription of an organization, or else the one that was cancelled last. */
export const checkSubscription = useCase("checkSubscription")(function* (
  organizationId: string,
): Effect.fn.Return<Subscription, SubscriptionNotFound | OrganizationNotFound, BillingStore> {
  const { value: account } = yield* loadAccount({ organizationId })
  return account.subscription ?? (yield* Effect.fail(notSubscribed(account)))
}, about)
