// Answers the calls about organizations and users. Ids are chosen, or made. GAP-101
import * as Effect from "effect/Effect"
import { presentPage, refusalOf } from "../../../src/api/index.ts"
import {
  type Access,
  createOrganization,
  createUser,
  updateOrganization,
  updateUser,
  viewAccount,
} from "../../../src/index.ts"
import type { ListedOrganization } from "../../adapters/memory/BillingState.ts"
import type { ControlHandlers, ControlledWorld } from "../ControlledWorld.ts"
import { organizationOf, userChangeOf, userOf } from "../contract/records.ts"

/** The calls under `/organizations` and `/users`. */
export const organizationHandlers = ({ state }: ControlledWorld): ControlHandlers["organizations"] => ({
  list: ({ query }) =>
    Effect.sync(() => {
      const page = state.organizationPage({ search: null, planId: null, subscriptionStatus: null, ...query })
      return presentPage(page, query, presentListed)
    }),
  create: ({ payload }) => {
    const organizationId = payload.organizationId ?? null
    return Effect.mapError(createOrganization({ organizationId, ...organizationOf(payload) }), refusalOf)
  },
  view: ({ params: { organizationId } }) =>
    Effect.mapError(viewAccount(organizationId), refusalOf).pipe(
      Effect.map(({ organization }) => ({
        ...organization,
        users: state.usersOf(organizationId).map((user) => presentMember(user, organizationId)),
      })),
    ),
  update: ({ params, payload }) => Effect.mapError(updateOrganization({ ...params, ...payload }), refusalOf),
  createUser: ({ payload }) =>
    Effect.mapError(createUser({ userId: payload.userId ?? null, ...userOf(payload) }), refusalOf),
  updateUser: ({ params, payload }) =>
    Effect.mapError(updateUser({ ...params, ...userChangeOf(payload) }), refusalOf),
})

const presentListed = ({ organization, subscription, plan }: ListedOrganization) => ({
  ...organization,
  subscription:
    subscription === null
      ? null
      : {
          subscriptionId: subscription.subscriptionId,
          status: subscription.status,
          planName: plan?.name ?? null,
        },
})

const presentMember = (
  { userId, email, emailVerified, memberships }: Access.User,
  organizationId: string,
) => ({
  userId,
  email,
  emailVerified,
  permissions:
    memberships.find((membership) => membership.organizationId === organizationId)?.permissions ?? [],
})
