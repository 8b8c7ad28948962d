// Finding an organization by its id.
import * as Effect from "effect/Effect"
import {
  type Organization,
  type OrganizationNotFound,
  organizationNotFound,
} from "../../core/identity/Access.ts"
import { BillingStore } from "../../ports/BillingStore.ts"

/** The organization of that id, ACTIVE or not. */
export const findOrganization = Effect.fnUntraced(function* (
  organizationId: string,
): Effect.fn.Return<Organization, OrganizationNotFound, BillingStore> {
  const organization = yield* (yield* BillingStore).organization(organizationId)
  return organization ?? (yield* Effect.fail(organizationNotFound(organizationId)))
})
