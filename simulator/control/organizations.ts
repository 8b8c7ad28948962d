// Organizations, users and vouchers, as an account manager would make them. Ids are chosen, or made. GAP-101
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { Amount, Currency, Email, presentVoucher, refusalOf, Text, Uuid } from "../../src/api/index.ts"
import { createOrganization, createUser, grantVoucher, Permission, Voucher } from "../../src/index.ts"
import { respondJson } from "../http/exchange.ts"
import type { ControlledWorld, ControlRoute } from "./ControlledWorld.ts"
import { bodyOf, instantOf, Time } from "./input.ts"

const id = Schema.optionalKey(Uuid)

const readOrganization = bodyOf(
  Schema.Struct({
    organizationId: id,
    name: Text,
    currency: Currency,
    status: Schema.optionalKey(Schema.Literals(["ACTIVE", "INACTIVE"])),
  }),
)

const readUser = bodyOf(
  Schema.Struct({
    userId: id,
    email: Email,
    emailVerified: Schema.optionalKey(Schema.Boolean),
    memberships: Schema.Array(
      Schema.Struct({
        organizationId: Uuid,
        permissions: Schema.optionalKey(Schema.Array(Schema.Literals(Permission.ALL_PERMISSIONS))),
      }),
    ),
  }),
)

const readVoucher = bodyOf(
  Schema.Struct({
    voucherId: id,
    name: Text,
    amount: Amount,
    currency: Currency,
    effectiveAt: Schema.optionalKey(Time),
    expiresAt: Schema.optionalKey(Schema.NullOr(Time)),
  }),
)

/** `POST /_simulator/organizations`, `/users` and `/organizations/{organizationId}/vouchers`: 201 with the record. */
export const organizationRoutes = ({ clock }: ControlledWorld): ReadonlyArray<ControlRoute> => [
  {
    method: "POST",
    path: "/_simulator/organizations",
    handle: Effect.fnUntraced(function* (request) {
      const { organizationId = null, status = "ACTIVE", ...wish } = yield* readOrganization(request)
      const created = createOrganization({ organizationId, ...wish, status })
      return respondJson(201, yield* Effect.mapError(created, refusalOf))
    }),
  },
  {
    method: "POST",
    path: "/_simulator/users",
    handle: Effect.fnUntraced(function* (request) {
      const { userId = null, email, emailVerified = true, ...wish } = yield* readUser(request)
      const memberships = wish.memberships.map(
        ({ organizationId, permissions = Permission.ALL_PERMISSIONS }) => ({ organizationId, permissions }),
      )
      const created = createUser({ userId, email, emailVerified, memberships })
      return respondJson(201, yield* Effect.mapError(created, refusalOf))
    }),
  },
  {
    method: "POST",
    path: "/_simulator/organizations/{organizationId}/vouchers",
    handle: Effect.fnUntraced(function* (request) {
      const { organizationId = "" } = request.params
      const { voucherId = null, effectiveAt, expiresAt = null, ...wish } = yield* readVoucher(request)
      const granted = grantVoucher({
        ...wish,
        organizationId,
        voucherId,
        effectiveAt: effectiveAt === undefined ? null : instantOf(effectiveAt),
        expiresAt: expiresAt === null ? null : instantOf(expiresAt),
      })
      const voucher = yield* Effect.mapError(granted, refusalOf)
      const status = Voucher.statusOf(voucher, clock.now())
      return respondJson(201, presentVoucher({ ...voucher, status }))
    }),
  },
]
