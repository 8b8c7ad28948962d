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
} from "../../../src/index.ts"
import { type DueIndex, makeDueIndex } from "./DueIndex.ts"
import { type ForgettingTable, makeForgettingTable } from "./ForgettingTable.ts"
import { withEntry } from "./Ledgers.ts"
import { type Listing, makeListing } from "./Listing.ts"
import {
  noRecords,
  type OrganizationRecords,
  withInvoice,
  withPeriod,
  withSubscription,
  withVoucher,
} from "./OrganizationRecords.ts"
import { makeOutbox, type Outbox } from "./Outbox.ts"
import { makeSessionTable, type SessionTable } from "./SessionTable.ts"
import { byText, makeSortedMap, type SortedMap } from "./SortedMap.ts"
import { makeTable, type Table } from "./Table.ts"

/**
 * Everything that is stored, by key and in the orders in which it is asked for. Each member is a value that never
 * changes: to write is to put another value in its place, so that a copy of the members is a copy of the whole.
 */
export interface Tables {
  /** Keyed by `scopeKey`. */
  versions: SortedMap<string, Expectation>
  organizations: Table<OrganizationRecords>
  users: Table<Access.User>
  userIdsByEmail: SortedMap<string, string>
  plans: Listing<Plan.Plan>
  coupons: Table<Coupon.Coupon>
  couponIdsByCode: SortedMap<string, string>
  addresses: ForgettingTable<OtpAddress.OtpAddress>
  emailsByOtp: SortedMap<string, string>
  sessions: SessionTable
  idempotencyKeys: ForgettingTable<IdempotencyKey.IdempotencyKey>
  outbox: Outbox
  due: DueIndex
}

/** The most idempotency keys at a time. Beyond it the oldest is forgotten before its time. GAP-43 */
export const IDEMPOTENCY_KEYS_MAX = 20_000

/**
 * How many addresses that asked for codes are known at a time; one more, and the one whose time comes first is forgotten,
 * of those of one day the one used longest ago. So they are bounded on a clock that stands, too. GAP-131
 */
export const OTP_ADDRESSES_MAX = 20_000

/** The key of a scope. */
export const scopeKey = (scope: Scope): string => `${scope.kind}/${scope.id}`

/** The version of a scope; 0 where nothing was committed to it. */
export const versionOf = (tables: Tables, scope: Scope): number =>
  tables.versions.get(scopeKey(scope))?.version ?? 0

/** Sets the version of a scope. */
export const setVersion = (tables: Tables, scope: Scope, version: number): void => {
  tables.versions = tables.versions.set(scopeKey(scope), { scope, version })
}

/** Nothing stored. */
export const makeTables = (): Tables => ({
  versions: makeSortedMap(byText),
  organizations: makeTable(),
  users: makeTable(),
  userIdsByEmail: makeSortedMap(byText),
  plans: makeListing<Plan.Plan>({ idOf: (plan) => plan.planId }),
  coupons: makeTable(),
  couponIdsByCode: makeSortedMap(byText),
  addresses: makeForgettingTable<OtpAddress.OtpAddress>({
    idOf: (address) => address.email,
    forgettableAt: OtpAddress.forgettableAt,
    max: OTP_ADDRESSES_MAX,
  }),
  emailsByOtp: makeSortedMap(byText),
  sessions: makeSessionTable(),
  idempotencyKeys: makeForgettingTable<IdempotencyKey.IdempotencyKey>({
    idOf: (key) => key.keyId,
    forgettableAt: (key) => key.expiresAt,
    max: IDEMPOTENCY_KEYS_MAX,
  }),
  outbox: makeOutbox(),
  due: makeDueIndex(),
})

/** Puts records, each in the place of the one with its key. What one organization owns had best come together. */
export const putRecords = (tables: Tables, puts: Iterable<Put>): void => {
  let owner: string | null = null
  let records = noRecords
  const keep = (): void => {
    if (owner !== null) tables.organizations = tables.organizations.set(owner, records)
  }
  for (const put of puts) {
    if (isOwned(put)) {
      const { organizationId } = put.record
      if (organizationId !== owner) {
        keep()
        owner = organizationId
        records = tables.organizations.get(owner) ?? noRecords
      }
      records = putOwned(records, put)
    } else putShared(tables, put)
  }
  keep()
}

type OwnedPut = Extract<Put, { readonly kind: keyof typeof owned }>
type SharedPut = Exclude<Put, OwnedPut>

const isOwned = (put: Put): put is OwnedPut => put.kind in owned

const putOwned = (records: OrganizationRecords, { kind, record }: OwnedPut): OrganizationRecords => {
  const withRecord = owned[kind] as (
    of: OrganizationRecords,
    record: OwnedPut["record"],
  ) => OrganizationRecords
  return withRecord(records, record)
}

type Owned<K extends keyof Records> = (
  records: OrganizationRecords,
  record: Records[K],
) => OrganizationRecords

const owned: {
  readonly [K in Exclude<
    keyof Records,
    "User" | "Plan" | "Coupon" | "OtpAddress" | "Session" | "IdempotencyKey"
  >]: Owned<K>
} = {
  Organization: (records, organization) => ({ ...records, organization }),
  PaymentMethod: (records, method) => ({
    ...records,
    paymentMethods: records.paymentMethods.set(method.paymentMethodId, method),
  }),
  Subscription: withSubscription,
  BillingPeriod: (records, { organizationId: _, ...period }) => withPeriod(records, period),
  Invoice: withInvoice,
  Voucher: withVoucher,
  VoucherEntry: (records, { organizationId: _, ...entry }) => {
    const ledgers = withEntry(records.ledgers, entry)
    if (ledgers === null)
      throw new Error(`voucher ${entry.voucherId} has its entry ${entry.sequence} already`)
    return { ...records, ledgers }
  },
  BillingThreshold: (records, { organizationId: _, ...threshold }) => ({ ...records, threshold }),
  CouponUse: (records, { organizationId: _, ...use }) => ({
    ...records,
    couponUses: records.couponUses.set(use.couponId, use),
  }),
  UsageEvent: (records, { organizationId: _, ...event }) => ({
    ...records,
    usageEvents: records.usageEvents.set(event.eventId, event),
  }),
}

const putShared = (tables: Tables, { kind, record }: SharedPut): void => {
  const putOfKind = shared[kind] as (tables: Tables, record: SharedPut["record"]) => void
  putOfKind(tables, record)
}

const shared: { readonly [K in SharedPut["kind"]]: (tables: Tables, record: Records[K]) => void } = {
  User: (tables, user) => putUser(tables, user),
  Plan: (tables, plan) => {
    tables.plans = tables.plans.put(plan)
  },
  Coupon: (tables, coupon) => putCoupon(tables, coupon),
  OtpAddress: (tables, address) => putAddress(tables, address),
  Session: (tables, session) => {
    tables.sessions = tables.sessions.put(session)
  },
  IdempotencyKey: (tables, key) => {
    tables.idempotencyKeys = tables.idempotencyKeys.put(key)
  },
}

const putUser = (tables: Tables, user: Access.User): void => {
  const before = tables.users.get(user.userId)
  if (before !== undefined) tables.userIdsByEmail = tables.userIdsByEmail.delete(before.email)
  tables.users = tables.users.set(user.userId, user)
  tables.userIdsByEmail = tables.userIdsByEmail.set(user.email, user.userId)
}

const putCoupon = (tables: Tables, coupon: Coupon.Coupon): void => {
  const before = tables.coupons.get(coupon.couponId)
  if (before !== undefined) tables.couponIdsByCode = tables.couponIdsByCode.delete(before.code)
  tables.coupons = tables.coupons.set(coupon.couponId, coupon)
  tables.couponIdsByCode = tables.couponIdsByCode.set(coupon.code, coupon.couponId)
}

const putAddress = (tables: Tables, address: OtpAddress.OtpAddress): void => {
  dropOtps(tables, tables.addresses.get(address.email))
  for (const { otpId } of address.otps) tables.emailsByOtp = tables.emailsByOtp.set(otpId, address.email)
  tables.addresses = tables.addresses.put(address)
}

const dropOtps = (tables: Tables, address: OtpAddress.OtpAddress | undefined): void => {
  for (const { otpId } of address?.otps ?? []) tables.emailsByOtp = tables.emailsByOtp.delete(otpId)
}

/**
 * Forgets what need not be kept any more at the instant at which a record was put. What is forgotten loses its version
 * with it: it is then as if it had never been.
 */
export const forgetAfter = (tables: Tables, { kind, record }: Put): void => {
  if (kind === "OtpAddress") {
    const { table, forgotten } = tables.addresses.forget(record.otps.at(-1)?.createdAt ?? 0, record)
    tables.addresses = table
    for (const address of forgotten) {
      dropOtps(tables, address)
      dropVersion(tables, { kind: "address", id: address.email })
    }
  } else if (kind === "Session") {
    const { table, forgotten } = tables.sessions.forget(record.rotatedAt, record)
    tables.sessions = table
    for (const { sessionId } of forgotten) dropVersion(tables, { kind: "session", id: sessionId })
  } else if (kind === "IdempotencyKey") {
    const { table, forgotten } = tables.idempotencyKeys.forget(record.takenAt, record)
    tables.idempotencyKeys = table
    for (const { keyId } of forgotten) dropVersion(tables, { kind: "idempotency_key", id: keyId })
  }
}

const dropVersion = (tables: Tables, scope: Scope): void => {
  tables.versions = tables.versions.delete(scopeKey(scope))
}

/** Removes a record. */
export const deleteRecord = (tables: Tables, deletion: Delete): void => {
  const { organizationId } = deletion
  const records = tables.organizations.get(organizationId)
  if (records === undefined) return
  const rest =
    deletion.kind === "PaymentMethod"
      ? { ...records, paymentMethods: records.paymentMethods.delete(deletion.paymentMethodId) }
      : { ...records, threshold: null }
  tables.organizations = tables.organizations.set(organizationId, rest)
}
