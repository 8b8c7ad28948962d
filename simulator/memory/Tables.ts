// Everything that the store holds, and how one record is put or removed. Who may do that when is the store's concern.

import {
  type Access,
  type Coupon,
  type Delete,
  type Expectation,
  type IdempotencyKey,
  OtpAddress,
  type Plan,
  type Put,
  type Records,
  type Scope,
} from "../../src/index.ts"
import { type DueIndex, makeDueIndex } from "./DueIndex.ts"
import { type ForgettingTable, makeForgettingTable } from "./ForgettingTable.ts"
import { type Listing, makeListing } from "./Listing.ts"
import {
  makeOrganizationRecords,
  type OrganizationRecords,
  putGroup,
  putInvoice,
  putSubscription,
  putVoucher,
} from "./OrganizationRecords.ts"
import { makeOutbox, type Outbox } from "./Outbox.ts"
import { makeSessionTable, type SessionTable } from "./SessionTable.ts"

/** Everything that is stored, by key and in the orders in which it is asked for. */
export interface Tables {
  /** Keyed by `scopeKey`. */
  readonly versions: Map<string, Expectation>
  readonly organizations: Map<string, OrganizationRecords>
  readonly users: Map<string, Access.User>
  readonly userIdsByEmail: Map<string, string>
  readonly plans: Listing<Plan.Plan>
  readonly coupons: Map<string, Coupon.Coupon>
  readonly couponIdsByCode: Map<string, string>
  readonly addresses: ForgettingTable<OtpAddress.OtpAddress>
  readonly emailsByOtp: Map<string, string>
  readonly sessions: SessionTable
  readonly idempotencyKeys: ForgettingTable<IdempotencyKey.IdempotencyKey>
  readonly outbox: Outbox
  readonly due: DueIndex
}

/** How many idempotency keys are known at a time; one more, and the oldest is forgotten before its time. GAP-43 */
export const IDEMPOTENCY_KEYS_MAX = 20_000

/** The key of a scope. */
export const scopeKey = (scope: Scope): string => `${scope.kind}/${scope.id}`

/** The version of a scope; 0 where nothing was committed to it. */
export const versionOf = (tables: Tables, scope: Scope): number =>
  tables.versions.get(scopeKey(scope))?.version ?? 0

/** Sets the version of a scope. */
export const setVersion = (tables: Tables, scope: Scope, version: number): void => {
  tables.versions.set(scopeKey(scope), { scope, version })
}

/** Nothing stored. What may be forgotten loses its version with it: it is then as if it had never been. */
export const makeTables = (): Tables => {
  const versions = new Map<string, Expectation>()
  const emailsByOtp = new Map<string, string>()
  return {
    versions,
    organizations: new Map(),
    users: new Map(),
    userIdsByEmail: new Map(),
    plans: makeListing<Plan.Plan>({
      idOf: (plan) => plan.planId,
      order: (a, b) => a.sequence - b.sequence,
    }),
    coupons: new Map(),
    couponIdsByCode: new Map(),
    addresses: makeForgettingTable<OtpAddress.OtpAddress>({
      idOf: (address) => address.email,
      forgettableAt: OtpAddress.forgettableAt,
      seenAt: (address) => address.otps.at(-1)?.createdAt ?? 0,
      forgotten: ({ email, otps }) => {
        for (const { otpId } of otps) emailsByOtp.delete(otpId)
        versions.delete(scopeKey({ kind: "address", id: email }))
      },
    }),
    emailsByOtp,
    sessions: makeSessionTable({
      forgotten: ({ sessionId }) => versions.delete(scopeKey({ kind: "session", id: sessionId })),
    }),
    idempotencyKeys: makeForgettingTable<IdempotencyKey.IdempotencyKey>({
      idOf: (key) => key.keyId,
      forgettableAt: (key) => key.expiresAt,
      seenAt: (key) => key.takenAt,
      forgotten: ({ keyId }) => versions.delete(scopeKey({ kind: "idempotency_key", id: keyId })),
      max: IDEMPOTENCY_KEYS_MAX,
    }),
    outbox: makeOutbox(),
    due: makeDueIndex(),
  }
}

const recordsOf = (tables: Tables, organizationId: string): OrganizationRecords => {
  const known = tables.organizations.get(organizationId)
  if (known !== undefined) return known
  const records = makeOrganizationRecords()
  tables.organizations.set(organizationId, records)
  return records
}

/** Puts a record in the place of the one with its key. */
export const putRecord = (tables: Tables, put: Put): void => {
  const putOfKind = puts[put.kind] as (tables: Tables, record: Put["record"]) => void
  putOfKind(tables, put.record)
}

const puts: { readonly [K in keyof Records]: (tables: Tables, record: Records[K]) => void } = {
  Organization: (tables, organization) => {
    recordsOf(tables, organization.organizationId).organization = organization
  },
  User: (tables, user) => putUser(tables, user),
  Plan: (tables, plan) => tables.plans.put(plan),
  Coupon: (tables, coupon) => putCoupon(tables, coupon),
  PaymentMethod: (tables, method) =>
    recordsOf(tables, method.organizationId).paymentMethods.set(method.paymentMethodId, method),
  Subscription: (tables, subscription) =>
    putSubscription(recordsOf(tables, subscription.organizationId), subscription),
  BillingGroup: (tables, { organizationId, ...group }) => putGroup(recordsOf(tables, organizationId), group),
  Invoice: (tables, invoice) => putInvoice(recordsOf(tables, invoice.organizationId), invoice),
  Voucher: (tables, voucher) => putVoucher(recordsOf(tables, voucher.organizationId), voucher),
  BillingThreshold: (tables, { organizationId, ...threshold }) => {
    recordsOf(tables, organizationId).threshold = threshold
  },
  CouponUse: (tables, { organizationId, ...use }) =>
    recordsOf(tables, organizationId).couponUses.set(use.couponId, use),
  UsageEvent: (tables, { organizationId, ...event }) =>
    recordsOf(tables, organizationId).usageEvents.set(event.eventId, event),
  OtpAddress: (tables, address) => putAddress(tables, address),
  Session: (tables, session) => tables.sessions.put(session),
  IdempotencyKey: (tables, key) => tables.idempotencyKeys.put(key),
}

const putUser = (tables: Tables, user: Access.User): void => {
  const before = tables.users.get(user.userId)
  if (before !== undefined) tables.userIdsByEmail.delete(before.email)
  tables.users.set(user.userId, user)
  tables.userIdsByEmail.set(user.email, user.userId)
}

const putCoupon = (tables: Tables, coupon: Coupon.Coupon): void => {
  const before = tables.coupons.get(coupon.couponId)
  if (before !== undefined) tables.couponIdsByCode.delete(before.code)
  tables.coupons.set(coupon.couponId, coupon)
  tables.couponIdsByCode.set(coupon.code, coupon.couponId)
}

const putAddress = (tables: Tables, address: OtpAddress.OtpAddress): void => {
  for (const { otpId } of tables.addresses.get(address.email)?.otps ?? []) tables.emailsByOtp.delete(otpId)
  for (const { otpId } of address.otps) tables.emailsByOtp.set(otpId, address.email)
  tables.addresses.put(address)
}

/** Removes a record. */
export const deleteRecord = (tables: Tables, deletion: Delete): void => {
  const records = recordsOf(tables, deletion.organizationId)
  if (deletion.kind === "PaymentMethod") records.paymentMethods.delete(deletion.paymentMethodId)
  else records.threshold = null
}
