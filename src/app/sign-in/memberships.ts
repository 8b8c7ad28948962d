// The organizations of a user, and the choice of one to act in. GAP-17
import * as Effect from "effect/Effect"
import {
  type Membership,
  type Organization,
  type OrganizationNotFound,
  type OrganizationSelectionRequired,
  selectOrganization,
  type User,
} from "../../core/identity/Access.ts"
import { BillingStore } from "../../ports/BillingStore.ts"

/** The organizations that a user belongs to, in the order of the memberships. */
export const organizationsOf = Effect.fnUntraced(function* (
  user: User,
): Effect.fn.Return<ReadonlyArray<Organization>, never, BillingStore> {
  const store = yield* BillingStore
  const found = yield* Effect.forEach(user.memberships, ({ organizationId }) =>
    store.organization(organizationId),
  )
  return found.filter((organization) => organization !== null)
})

/** The membership of the requested organization; without a request, of the only one. */
export const chosenMembership = Effect.fnUntraced(function* (
  user: User,
  requested: string | null,
): Effect.fn.Return<Membership, OrganizationNotFound | OrganizationSelectionRequired, BillingStore> {
  const organizations = yield* organizationsOf(user)
  return yield* Effect.fromResult(selectOrganization({ user, organizations, requested }))
})
