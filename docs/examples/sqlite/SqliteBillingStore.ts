// The storage of billing in SQLite: `BillingStore` of studio-billing, statement by statement. A fault of the database is
// none of the answers that the port knows: it is thrown, ends the call as a defect, and leaves nothing half done. A lock of
// another process is none: a commit waits for it.
import * as Effect from "effect/Effect"
import {
  type Access,
  type BillingStore,
  type Coupon,
  type IdempotencyKey,
  type Invoice,
  OtpAddress,
  type OutboxMessage,
  type Plan,
  type Session,
  type Subscription,
  type Versioned,
  type Voucher,
  type WaitingOtp,
} from "studio-billing"
import { readAccount } from "./account.ts"
import { dueClaims } from "./claims.ts"
import { applyCommit } from "./commit.ts"
import type { Database, Values } from "./Database.ts"
import { document, documents, page, versioned, versionOf } from "./records.ts"
import { whenFree } from "./whenFree.ts"

type Store = BillingStore["Service"]

/** A store in a database. */
export const makeSqliteBillingStore = (database: Database): Store => ({
  ...ownedReads(database),
  ...catalogueReads(database),
  ...signInReads(database),
  idempotencyKey: (id) =>
    Effect.sync(() =>
      only<IdempotencyKey.IdempotencyKey>(database, "idempotency_key", "key_id = :id", { id }),
    ),
  version: (scope) => Effect.sync(() => versionOf(database, scope)),
  due: ({ until, limit }) =>
    Effect.sync(() =>
      database.all(
        `SELECT organization_id AS organizationId, at FROM due WHERE at <= :until
         ORDER BY at, organization_id LIMIT :limit`,
        { until, limit },
      ),
    ),
  ...dueClaims(database),
  outbox: ({ kind, limit }) =>
    Effect.sync(() =>
      documents<OutboxMessage>(
        database,
        "SELECT doc FROM outbox WHERE kind = :kind ORDER BY seq LIMIT :limit",
        {
          kind,
          limit,
        },
      ),
    ),
  readyOtps: ({ now, limit }) =>
    Effect.sync(() =>
      documents<WaitingOtp>(
        database,
        "SELECT doc FROM outbox WHERE kind = 'OTP' AND doc ->> '$.readyAt' <= :now ORDER BY seq LIMIT :limit",
        { now, limit },
      ),
    ),
  replaceOtp: ({ messageId, attempts }, after) =>
    Effect.orDie(
      whenFree(
        () =>
          database.run(
            `UPDATE outbox SET kind = :kind, doc = :doc
             WHERE message_id = :messageId AND kind = 'OTP' AND doc ->> '$.attempts' = :attempts`,
            { messageId, attempts, kind: after.kind, doc: JSON.stringify(after) },
          ) === 1,
      ),
    ),
  acknowledge: (messageIds) =>
    Effect.orDie(
      whenFree(() => {
        database.run("DELETE FROM outbox WHERE message_id IN (SELECT value FROM json_each(:ids))", {
          ids: JSON.stringify(messageIds),
        })
      }),
    ),
  commit: (commit) =>
    whenFree(() => applyCommit(database, commit)).pipe(
      // A lock that stays is somebody else's change to come: use cases try again, and then say `StoreBusy`.
      Effect.catch(({ fault }) => {
        const [expected] = commit.expects
        return expected === undefined ? Effect.die(fault) : Effect.succeed(expected.scope)
      }),
      Effect.flatMap((scope) =>
        scope === null ? Effect.void : Effect.fail({ _tag: "VersionConflict", scope } as const),
      ),
    ),
})

/** The status of a voucher at an instant, as `Voucher.statusOf` says it, so that a list need not load them all. */
const voucherStatus = `CASE
  WHEN revoked THEN 'REVOKED' WHEN expires_at <= :at THEN 'EXPIRED' WHEN balance = 0 THEN 'DEPLETED'
  WHEN frozen THEN 'FROZEN' WHEN :at < effective_at THEN 'PENDING' ELSE 'ACTIVE' END`

/** Reads of what one organization owns. */
const ownedReads = (database: Database) =>
  ({
    account: (organizationId, focus) => Effect.sync(() => readAccount(database, organizationId, focus)),
    organization: (organizationId) =>
      Effect.sync(() =>
        document<Access.Organization>(
          database,
          "SELECT doc FROM organizations WHERE organization_id = :organizationId",
          { organizationId },
        ),
      ),
    subscription: (organizationId, id) =>
      Effect.sync(() =>
        document<Subscription.Subscription>(
          database,
          "SELECT doc FROM subscriptions WHERE organization_id = :organizationId AND subscription_id = :id",
          { organizationId, id },
        ),
      ),
    subscriptions: (organizationId, part) =>
      Effect.sync(() =>
        page<Subscription.Subscription>(database, {
          from: "FROM subscriptions WHERE organization_id = :organizationId",
          orderBy: "created_at DESC, seq DESC",
          values: { organizationId },
          ...part,
        }),
      ),
    invoice: (organizationId, id) =>
      Effect.sync(() =>
        document<Invoice.Invoice>(
          database,
          "SELECT doc FROM invoices WHERE organization_id = :organizationId AND invoice_id = :id",
          { organizationId, id },
        ),
      ),
    invoices: (organizationId, { status, ...part }) =>
      Effect.sync(() =>
        page<Invoice.Invoice>(database, {
          from: `FROM invoices WHERE organization_id = :organizationId ${status === null ? "" : "AND status = :status"}`,
          orderBy: "issued_at DESC, seq DESC",
          values: { organizationId, ...(status !== null && { status }) },
          ...part,
        }),
      ),
    voucher: (organizationId, id) =>
      Effect.sync(() =>
        document<Voucher.Voucher>(
          database,
          "SELECT doc FROM vouchers WHERE organization_id = :organizationId AND voucher_id = :id",
          { organizationId, id },
        ),
      ),
    vouchers: (organizationId, { status, at, ...part }) =>
      Effect.sync(() =>
        page<Voucher.Voucher>(database, {
          from: `FROM vouchers WHERE organization_id = :organizationId ${
            status === null ? "" : `AND ${voucherStatus} = :status`
          }`,
          orderBy: "created_at DESC, seq DESC",
          values: { organizationId, ...(status !== null && { status, at }) },
          ...part,
        }),
      ),
    voucherEntries: (organizationId, voucherId, part) =>
      Effect.sync(() =>
        page<Voucher.VoucherEntry>(database, {
          from: "FROM voucher_entries WHERE organization_id = :organizationId AND voucher_id = :voucherId",
          orderBy: "sequence DESC",
          values: { organizationId, voucherId },
          ...part,
        }),
      ),
  }) satisfies Partial<Store>

/** Reads of plans and coupons. */
const catalogueReads = (database: Database) =>
  ({
    plan: (id) =>
      Effect.sync(() => document<Plan.Plan>(database, "SELECT doc FROM plans WHERE plan_id = :id", { id })),
    plans: ({ status, ...part }) =>
      Effect.sync(() =>
        page<Plan.Plan>(database, {
          from: `FROM plans ${status === null ? "" : "WHERE status = :status"}`,
          orderBy: "seq",
          values: status === null ? {} : { status },
          ...part,
        }),
      ),
    couponByCode: (code) => Effect.sync(() => coupons(database, "code = :code", { code })[0] ?? null),
    couponsById: (couponIds) =>
      Effect.sync(() =>
        coupons(database, "coupon_id IN (SELECT value FROM json_each(:ids))", {
          ids: JSON.stringify(couponIds),
        }),
      ),
  }) satisfies Partial<Store>

/** The counts stand in their columns; those of the document are as old as the document. */
const coupons = (database: Database, where: string, values: Values): ReadonlyArray<Coupon.Coupon> =>
  documents(
    database,
    `SELECT json_set(doc, '$.timesRedeemed', times_redeemed, '$.amountRedeemed', amount_redeemed) AS doc
     FROM coupons WHERE ${where}`,
    values,
  )

/** Reads of people and of what they sign in with. */
const signInReads = (database: Database) =>
  ({
    user: (id) => Effect.sync(() => only<Access.User>(database, "user", "user_id = :id", { id })),
    userByEmail: (email) =>
      Effect.sync(() => only<Access.User>(database, "user", "email = :email", { email })),
    otpAddress: (email) =>
      Effect.sync(
        () =>
          only<OtpAddress.OtpAddress>(database, "address", "email = :email", { email }) ?? {
            value: OtpAddress.empty(email),
            version: 0,
          },
      ),
    otpAddressOf: (otpId) =>
      Effect.sync(() =>
        only<OtpAddress.OtpAddress>(
          database,
          "address",
          "email = (SELECT email FROM otps WHERE otp_id = :otpId)",
          { otpId },
        ),
      ),
    session: (id) =>
      Effect.sync(() => only<Session.Session>(database, "session", "session_id = :id", { id })),
    openSessions: (userId, at) =>
      Effect.sync(() =>
        versioned<Session.Session>(
          database,
          "session",
          "user_id = :userId AND open = 1 AND :at < forgettable_at",
          { userId, at },
        ),
      ),
  }) satisfies Partial<Store>

const only = <A>(...args: Parameters<typeof versioned>): Versioned<A> | null =>
  versioned<A>(...args)[0] ?? null
