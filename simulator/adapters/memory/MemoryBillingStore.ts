// The storage of the simulator: maps and ordered lists in memory. A read is what stood there at one moment; a commit is
// one synchronous step. Billing records are all that grows without bound: acknowledged messages are dropped, and
// addresses, sessions and idempotency keys are forgotten once their time is over.
import * as Effect from "effect/Effect"
import { type BillingStore, OtpAddress, type Scope, type Versioned } from "../../../src/index.ts"
import { type BillingState, loadContents, makeBillingState, type StoreSnapshot } from "./BillingState.ts"
import { applyCommit } from "./commit.ts"
import { entryPage, noLedgers } from "./Ledgers.ts"
import { accountOf, voucherPage } from "./OrganizationRecords.ts"
import { makeTables, type Tables, versionOf } from "./Tables.ts"

/** A store in memory, and a view of what it holds. */
export interface MemoryBillingStore {
  readonly store: BillingStore["Service"]
  readonly state: BillingState
  /** The tables as they are now. Later commits do not change them, and the cost does not depend on their size. */
  readonly tables: () => Tables
}

/**
 * A store: empty, from a snapshot, or with the `tables` of another store, which stay as they are. `pause` runs after a
 * read and before a commit. A pause that yields to other fibers makes every interleaving of a slow store possible.
 *
 * An address or a code of another user or coupon is a conflict with that one's scope, so that the loser of the race finds
 * it when it loads again. A count advances the version of its coupon.
 */
export const makeMemoryBillingStore = (
  options: {
    readonly pause?: Effect.Effect<void>
    readonly snapshot?: StoreSnapshot
    readonly tables?: Tables
  } = {},
): MemoryBillingStore => {
  const { pause, snapshot } = options
  const tables = { ...(options.tables ?? makeTables()) }
  if (snapshot !== undefined) loadContents(tables, snapshot)
  const read: Read =
    pause === undefined ? Effect.sync : (find) => Effect.suspend(() => Effect.as(pause, find()))
  const store: BillingStore["Service"] = {
    ...reads(tables, read),
    claimDue: (claim) =>
      Effect.sync(() => {
        const { claimed, index } = tables.due.claim(claim)
        tables.due = index
        return claimed
      }),
    moveClaims: (claims, until) =>
      Effect.sync(() => {
        tables.due = tables.due.moveClaims(claims, until)
      }),
    replaceOtp: (before, after) =>
      Effect.sync(() => {
        const outbox = tables.outbox.replace(before, after)
        tables.outbox = outbox ?? tables.outbox
        return outbox !== null
      }),
    acknowledge: (messageIds) =>
      Effect.sync(() => {
        for (const messageId of messageIds) tables.outbox = tables.outbox.drop(messageId)
      }),
    commit: (commit) => {
      const attempt = Effect.suspend(() => {
        const scope = applyCommit(tables, commit)
        return scope === null ? Effect.void : Effect.fail({ _tag: "VersionConflict", scope } as const)
      })
      return pause === undefined ? attempt : Effect.andThen(pause, attempt)
    },
  }
  return { store, state: makeBillingState(tables), tables: () => ({ ...tables }) }
}

type Read = <A>(find: () => A) => Effect.Effect<A>

const reads = (
  tables: Tables,
  read: Read,
): Omit<BillingStore["Service"], "claimDue" | "moveClaims" | "acknowledge" | "replaceOtp" | "commit"> => ({
  account: (organizationId, focus = {}) =>
    read(() => {
      const records = tables.organizations.get(organizationId)
      if (records === undefined || records.organization === null) return null
      const { invoiceIds = [], eventIds = [] } = focus
      const account = accountOf(records, records.organization, invoiceIds)
      const usageEvents = Array.from(new Set(eventIds), (id) => records.usageEvents.get(id)).filter(isPresent)
      return { ...versioned(tables, { kind: "organization", id: organizationId }, account), usageEvents }
    }),
  organization: (organizationId) =>
    read(() => tables.organizations.get(organizationId)?.organization ?? null),
  subscription: (organizationId, subscriptionId) =>
    read(() => tables.organizations.get(organizationId)?.subscriptions.get(subscriptionId) ?? null),
  subscriptions: (organizationId, page) =>
    read(
      () =>
        tables.organizations.get(organizationId)?.subscriptions.page({ ...page, status: null }) ?? nothing,
    ),
  invoice: (organizationId, invoiceId) =>
    read(() => tables.organizations.get(organizationId)?.invoices.get(invoiceId) ?? null),
  invoices: (organizationId, list) =>
    read(() => {
      const { status } = list
      const invoices = tables.organizations.get(organizationId)?.invoices
      // A draft is never stored.
      return invoices === undefined || status === "DRAFT" ? nothing : invoices.page({ ...list, status })
    }),
  voucher: (organizationId, voucherId) =>
    read(() => tables.organizations.get(organizationId)?.vouchers.get(voucherId) ?? null),
  vouchers: (organizationId, list) =>
    read(() => {
      const records = tables.organizations.get(organizationId)
      return records === undefined ? { items: [], totalItems: 0 } : voucherPage(records, list)
    }),
  voucherEntries: (organizationId, voucherId, page) =>
    read(() => entryPage(tables.organizations.get(organizationId)?.ledgers ?? noLedgers, voucherId, page)),
  plan: (planId) => read(() => tables.plans.get(planId) ?? null),
  plans: (list) => read(() => tables.plans.page(list)),
  couponByCode: (code) => read(() => tables.coupons.get(tables.couponIdsByCode.get(code) ?? "") ?? null),
  couponsById: (couponIds) =>
    read(() => Array.from(new Set(couponIds), (couponId) => tables.coupons.get(couponId)).filter(isPresent)),
  user: (userId) => read(() => userOf(tables, userId)),
  userByEmail: (email) => read(() => userOf(tables, tables.userIdsByEmail.get(email))),
  otpAddress: (email) =>
    read(() => {
      const address = tables.addresses.get(email) ?? OtpAddress.empty(email)
      return versioned(tables, { kind: "address", id: email }, address)
    }),
  otpAddressOf: (otpId) =>
    read(() => {
      const email = tables.emailsByOtp.get(otpId)
      const address = email === undefined ? undefined : tables.addresses.get(email)
      return address === undefined ? null : versioned(tables, { kind: "address", id: address.email }, address)
    }),
  session: (sessionId) =>
    read(() => {
      const session = tables.sessions.get(sessionId)
      return session === undefined ? null : versioned(tables, { kind: "session", id: sessionId }, session)
    }),
  idempotencyKey: (keyId) =>
    read(() => {
      const key = tables.idempotencyKeys.get(keyId)
      return key === undefined ? null : versioned(tables, { kind: "idempotency_key", id: keyId }, key)
    }),
  openSessions: (userId, at) =>
    read(() =>
      tables.sessions
        .openOf(userId, at)
        .map((session) => versioned(tables, { kind: "session", id: session.sessionId }, session)),
    ),
  version: (scope) => read(() => versionOf(tables, scope)),
  due: (list) => read(() => tables.due.earliest(list)),
  outbox: (list) => read(() => tables.outbox.oldest(list)),
  readyOtps: (list) => read(() => tables.outbox.readyOtps(list)),
})

const nothing = { items: [], totalItems: 0 }

const versioned = <A>(tables: Tables, scope: Scope, value: A): Versioned<A> => ({
  value,
  version: versionOf(tables, scope),
})

const userOf = (tables: Tables, userId: string | undefined) => {
  const user = userId === undefined ? undefined : tables.users.get(userId)
  return user === undefined ? null : versioned(tables, { kind: "user", id: user.userId }, user)
}

const isPresent = <A>(value: A | undefined): value is A => value !== undefined
