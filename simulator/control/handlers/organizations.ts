// Organizations, users and vouchers, as an account manager would make them. Ids are chosen, or made. GAP-101
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { Amount, Currency, presentVoucher, refusalOf, Text, Uuid } from "../../../src/api/index.ts"
import { createOrganization, createUser, grantVoucher, Voucher } from "../../../src/index.ts"
import { respondJson } from "../../../src/http/index.ts"
import type { ControlledWorld, ControlRoute } from "../ControlledWorld.ts"
import { OrganizationWish, organizationOf, UserWish, userOf } from "../contract/records.ts"
import { bodyOf, instantOf, Time } from "../input.ts"

const readOrganization = bodyOf(OrganizationWish)
const readUser = bodyOf(UserWish)

const readVoucher = bodyOf(
  Schema.Struct({
    voucherId: Schema.optionalKey(Uuid),
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
      const wish = yield* readOrganization(request)
      const created = createOrganization({
        organizationId: wish.organizationId ?? null,
        ...organizationOf(wish),
      })
      return respondJson(201, yield* Effect.mapError(created, refusalOf))
    }),
  },
  {
    method: "POST",
    path: "/_simulator/users",
    handle: Effect.fnUntraced(function* (request) {
      const wish = yield* readUser(request)
      const created = createUser({ userId: wish.userId ?? null, ...userOf(wish) })
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
