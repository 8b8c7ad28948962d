// Listing the subscriptions that an organization has had. GAP-30
import type * as Effect from "effect/Effect"
import type { OrganizationNotFound } from "../../core/identity/Access.ts"
import type { Subscription } from "../../core/subscription/Subscription.ts"
import { BillingStore, type Page, type PageRequest } from "../../ports/BillingStore.ts"
import { findOrganization } from "../execution/findOrganization.ts"
import { about, useCase } from "../execution/useCase.ts"

/** A page of subscriptions, the one created last first. */
export const listSubscriptions = useCase("listSubscriptions")(function* (
  list: PageRequest & { readonly organizationId: string },
): Effect.fn.Return<Page<Subscription>, OrganizationNotFound, BillingStore> {
  yield* findOrganization(list.organizationId)
  return yield* (yield* BillingStore).subscriptions(list.organizationId, list)
}, about)
