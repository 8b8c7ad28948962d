// Listing the subscriptions that an organization has had. GAP-30
import * as Effect from "effect/Effect"
import type { Subscription } from "../core/subscription/Subscription.ts"
import { BillingStore, type Page, type PageRequest } from "../ports/BillingStore.ts"
import type { ApplyDueRejection, BillingPorts } from "./execution/applyDue.ts"
import { viewAccount } from "./viewAccount.ts"

/** A page of subscriptions, the one created last first. */
export const listSubscriptions = Effect.fnUntraced(function* (
  list: PageRequest & { readonly organizationId: string },
): Effect.fn.Return<Page<Subscription>, ApplyDueRejection, BillingPorts> {
  yield* viewAccount(list.organizationId)
  return yield* (yield* BillingStore).subscriptions(list.organizationId, list)
})
