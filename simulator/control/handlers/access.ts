// Access tokens without the walk through a one-time code.
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { apiError, Email, Uuid } from "../../../src/api/index.ts"
import { Otp, Permission, TokenIssuer } from "../../../src/index.ts"
import { respondJson } from "../../../src/http/index.ts"
import type { ControlledWorld, ControlRoute } from "../ControlledWorld.ts"
import { bodyOf } from "../input.ts"

const YEAR_SECONDS = 365 * 24 * 3600

/** For how long a token is valid unless the call says otherwise. */
export const EXPIRES_IN_SECONDS = 10 * YEAR_SECONDS

const expected = `an integer from 1 to ${100 * YEAR_SECONDS}`

const readWish = bodyOf(
  Schema.Struct({
    email: Schema.optionalKey(Email),
    organizationId: Schema.optionalKey(Uuid),
    permissions: Schema.optionalKey(
      Schema.Array(Schema.Literals(Permission.ALL_PERMISSIONS)).check(
        Schema.isMaxLength(Permission.ALL_PERMISSIONS.length),
      ),
    ),
    expiresInSeconds: Schema.optionalKey(
      Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 100 * YEAR_SECONDS }, { expected })),
    ),
  }),
)

/**
 * `POST /_simulator/tokens`: a token of a user in an organization it belongs to. By default that is the user's first
 * one, and without a user the first user of the organization, or of the first one. What the membership grants is
 * the default of its permissions; more than that may be asked for, unverified users and inactive organizations too.
 * A token always names a user: an organization without one is 409 and says how to make one. GAP-121
 */
export const tokenRoutes = (world: ControlledWorld): ReadonlyArray<ControlRoute> => [
  {
    method: "POST",
    path: "/_simulator/tokens",
    handle: Effect.fnUntraced(function* (request) {
      const wish = yield* readWish(request)
      const { expiresInSeconds = EXPIRES_IN_SECONDS } = wish
      const email = wish.email === undefined ? undefined : Otp.normaliseEmail(wish.email)
      const organizations = world.state.organizations().map((organization) => organization.organizationId)
      const organizationId = wish.organizationId ?? (email === undefined ? organizations[0] : undefined)
      const isMember = (of: { readonly organizationId: string }): boolean =>
        organizationId === undefined || of.organizationId === organizationId
      const users = world.state.users().filter((user) => email === undefined || user.email === email)
      if (email !== undefined && users.length === 0) return yield* Effect.fail(apiError("user.not_found"))
      const user = users.find(({ memberships }) => memberships.some(isMember))
      const membership = user?.memberships.find(isMember)
      if (user === undefined || membership === undefined) {
        const exists = organizationId === undefined || organizations.includes(organizationId)
        if (!exists) return yield* Effect.fail(apiError("organization.not_found"))
        return yield* Effect.fail(email === undefined ? noUser : notMember)
      }
      const accessToken = yield* (yield* TokenIssuer).issue({
        userId: user.userId,
        organizationId: membership.organizationId,
        permissions: wish.permissions ?? membership.permissions,
        now: world.clock.now(),
        expiresInSeconds,
      })
      return respondJson(201, { accessToken, expiresIn: expiresInSeconds })
    }),
  },
]

const noUser = apiError("organization.user_required")
const notMember = apiError("organization.not_found", {
  message: "The user does not belong to the organization, or to none at all.",
})
