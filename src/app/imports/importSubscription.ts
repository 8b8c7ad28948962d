// Importing a customer of another system, with its running subscription. GAP-155, GAP-156, GAP-157
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { type Account, type Change, emptyAccount } from "../../core/billing/Account.ts"
import type { ImportedCustomer } from "../../core/billing/imports/ImportedCustomer.ts"
import * as Imports from "../../core/billing/imports/Imports.ts"
import type { IdempotencyKey } from "../../core/identity/IdempotencyKey.ts"
import type { Subscription } from "../../core/subscription/Subscription.ts"
import { MAX_INSTANT } from "../../core/time/Instant.ts"
import { BillingStore, type Commit, type VersionConflict, type Versioned } from "../../ports/BillingStore.ts"
import type { IdSource } from "../../ports/IdSource.ts"
import { commitOf } from "../execution/commitOf.ts"
import type { Loaded } from "../execution/decideAndCommit.ts"
import { currentRules } from "../execution/loadAccount.ts"
import { retryConflicts, type StoreBusy } from "../execution/retryConflicts.ts"
import { about, useCase } from "../execution/useCase.ts"
import { canonical } from "../execution/withIdempotencyKey.ts"
import { findPlan, type PlanNotFound } from "../subscriptions/findPlan.ts"

/** The import was made with other content. Give another content another `importId`, or leave it as it is. */
export interface ImportConflict {
  readonly _tag: "ImportConflict"
  readonly importId: string
  readonly subscriptionId: string
}

/** Why an import is refused, also where it is only tried. */
export type ImportPreviewRejection = PlanNotFound | ImportConflict | Loaded<Imports.ImportRejection>

/** Why a customer is not imported. Nothing of it is stored. */
export type ImportSubscriptionRejection = ImportPreviewRejection | StoreBusy

/** An imported subscription, and whether an earlier call had made it. */
export interface ImportedSubscription {
  readonly subscription: Subscription
  readonly replayed: boolean
}

/**
 * Imports a customer whole or not at all, and creates its organization where there is none. Nothing is charged: the
 * first charge is at the end of the running period. The same `importId` with the same content again gives the same
 * subscription as it is now, however much later; with other content it is `ImportConflict`.
 */
export const importSubscription = useCase("importSubscription")(
  (
    customer: ImportedCustomer,
  ): Effect.Effect<ImportedSubscription, ImportSubscriptionRejection, BillingStore | IdSource> =>
    retryConflicts(tryToImport(customer)),
  (useCase, { organization }) => about(useCase, organization),
)

const tryToImport = Effect.fnUntraced(function* (
  customer: ImportedCustomer,
): Effect.fn.Return<
  ImportedSubscription,
  ImportSubscriptionRejection | VersionConflict,
  BillingStore | IdSource
> {
  const planned = yield* planImport(customer)
  if (planned.change === null) return { subscription: planned.subscription, replayed: true }
  const { loaded, change, key } = planned
  const commit = commitOf(loaded, change, yield* currentRules)
  if (commit !== null) yield* (yield* BillingStore).commit(withKey(commit, loaded, key))
  return { subscription: planned.subscription, replayed: false }
})

/** What an import comes to: a change that is not committed, or the subscription that it made before. */
export type PlannedImport =
  | { readonly subscription: Subscription; readonly change: null }
  | {
      readonly subscription: Subscription
      readonly change: Change
      readonly loaded: Versioned<Account>
      readonly key: IdempotencyKey
    }

/** Decides on an import, and writes nothing. */
export const planImport = Effect.fnUntraced(function* (
  customer: ImportedCustomer,
): Effect.fn.Return<PlannedImport, ImportPreviewRejection, BillingStore | IdSource> {
  const rules = yield* currentRules
  const { importId, period } = customer
  const named: NamedImport = {
    // Cycles are counted from the running period. Without it a customer that is moved once more, months after a move that
    // was given up, would have the ids of the charges of then, and the gateway would take the new ones for those.
    subscriptionId: rules.deriveId(`import/${importId}/${period.startAt}`),
    keyId: rules.deriveId(JSON.stringify(["import", importId])),
    fingerprint: rules.deriveId(`import-content/${canonical(contentOf(customer))}`),
  }
  const known = yield* madeBefore(customer, named)
  if (known !== null) return known
  return yield* Effect.catch(firstImport(customer, named), (refusal) =>
    // Another process may have made it since: what it made is then why this one is refused.
    Effect.flatMap(madeBefore(customer, named), (made) =>
      made === null ? Effect.fail(refusal) : Effect.succeed(made),
    ),
  )
})

/** An import by what it is known by: its own ids, and what its content is. */
interface NamedImport {
  readonly subscriptionId: string
  readonly keyId: string
  readonly fingerprint: string
}

/** What the import made before; `null` where it was not made. */
const madeBefore = Effect.fnUntraced(function* (
  { importId, organization }: ImportedCustomer,
  { keyId, fingerprint }: NamedImport,
): Effect.fn.Return<PlannedImport | null, ImportConflict, BillingStore> {
  const store = yield* BillingStore
  const known = yield* store.idempotencyKey(keyId)
  if (known === null) return null
  const { callId: subscriptionId } = known.value
  const subscription = yield* store.subscription(organization.organizationId, subscriptionId)
  if (known.value.fingerprint === fingerprint && subscription !== null) return { subscription, change: null }
  return yield* Effect.fail<ImportConflict>({ _tag: "ImportConflict", importId, subscriptionId })
})

const firstImport = Effect.fnUntraced(function* (
  customer: ImportedCustomer,
  { subscriptionId, keyId, fingerprint }: NamedImport,
): Effect.fn.Return<PlannedImport, ImportPreviewRejection, BillingStore | IdSource> {
  const store = yield* BillingStore
  const rules = yield* currentRules
  const { planId } = customer
  const { organizationId } = customer.organization
  const plan = yield* findPlan(planId)
  const loaded = (yield* store.account(organizationId)) ?? newAccount(customer)
  // Read after the account, because its count is part of the commit.
  const coupon = customer.coupon === null ? null : yield* store.couponByCode(customer.coupon.code)
  const now = yield* Clock.currentTimeMillis
  const command = { subscriptionId, customer, plan, coupon, now }
  const change = yield* Effect.catchTag(
    Effect.fromResult(Imports.importSubscription(loaded.value, command, rules)),
    "InvoicesNotLoaded",
    // Whoever has no subscription has no invoices.
    Effect.die,
  )
  const { subscription } = change.account
  if (subscription === null) throw new Error(`An imported subscription ${subscriptionId} is lost`)
  const key: IdempotencyKey = {
    keyId,
    status: "ANSWERED",
    callId: subscriptionId,
    fingerprint,
    answer: subscriptionId,
    takenAt: now,
    // It is known as long as the subscription, so that a long import can be taken up again.
    expiresAt: MAX_INSTANT,
  }
  return { subscription, change, loaded, key }
})

/** What two imports have to agree in. A quantity of 1 is the same as none, and so is no cancellation and no trial. */
const contentOf = ({
  quantity = 1,
  cancelAtPeriodEnd = false,
  period: { trial = false, ...period },
  ...customer
}: ImportedCustomer) => ({
  ...customer,
  period: { ...period, ...(trial && { trial }) },
  ...(quantity !== 1 && { quantity }),
  ...(cancelAtPeriodEnd && { cancelAtPeriodEnd }),
})

const newAccount = ({ organization }: ImportedCustomer): Versioned<Account> => ({
  value: emptyAccount({ ...organization, status: "ACTIVE" }),
  version: 0,
})

const withKey = (commit: Commit, { value, version }: Versioned<Account>, key: IdempotencyKey): Commit => ({
  ...commit,
  expects: [...commit.expects, { scope: { kind: "idempotency_key", id: key.keyId }, version: 0 }],
  puts: [
    ...(version === 0 ? [{ kind: "Organization", record: value.organization } as const] : []),
    ...commit.puts,
    { kind: "IdempotencyKey", record: key },
  ],
})
