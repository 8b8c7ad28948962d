// Viewing a subscription by its id, also a cancelled one. GAP-30
import * as Effect from "effect/Effect"
import { type SubscriptionNotFound, subscriptionNotFound } from "../../core/billing/Account.ts"
import type { OrganizationNotFound } from "../../core/identity/Access.ts"
import type { Subscription } from "../../core/subscription/Subscription.ts"
import { BillingStore } from "../../ports/BillingStore.ts"
import { findOrganization } from "../execution/findOrganization.ts"
import { about, useCase } from "../execution/useCase.ts"

/** One subscription of an organization. */
export const viewSubscription = useCase("viewSubscription")(function* ({
  organizationId,
  subscriptionId,
}: {
  readonly organizationId: string
  readonly subscriptionId: string
}): Effect.fn.Return<Subscription, SubscriptionNotFound | OrganizationNotFound, BillingStore> {
  yield* findOrganization(organizationId)
  const subscription = yield* (yield* BillingStore).subscription(organizationId, subscriptionId)
  return subscription ?? (yield* Effect.fail(subscriptionNotFound(organizationId)))
}, about)
