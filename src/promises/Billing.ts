// What `createBilling` gives: the use cases as functions, by group. Each takes one record, and gives a Promise with the
// refusals of its use case. Amounts are integers in minor units, instants are milliseconds since 1970.
import type { Rejection } from "../api/errors/rejections.ts"
import type { BillingAnswer } from "./BillingRejected.ts"
import type { CouponsApi, PlansApi, VouchersApi } from "./groups/catalogue.ts"
import type {
  AuthApi,
  OrganizationsApi,
  PaymentMethodsApi,
  SessionsApi,
  UsersApi,
} from "./groups/customers.ts"
import type { InvoicesApi } from "./groups/invoices.ts"
import type { SubscriptionsApi, ThresholdsApi, UsageApi } from "./groups/subscriptions.ts"
import type { WebhooksApi } from "./groups/webhooks.ts"
import type { EngineApi } from "./groups/workers.ts"
import type { KeyedRequest } from "./requests.ts"

/** The answer of a keyed call, and whether it is that of an earlier one. */
export interface KeyedAnswer<A> {
  readonly answer: A
  readonly replayed: boolean
}

/** The use cases of billing over the ports that were given. */
export interface Billing {
  /** The customers that are billed. */
  readonly organizations: OrganizationsApi
  /** The people of organizations. */
  readonly users: UsersApi
  /** What can be subscribed to. */
  readonly plans: PlansApi
  /** Discounts by code. */
  readonly coupons: CouponsApi
  /** How an organization pays. */
  readonly paymentMethods: PaymentMethodsApi
  /** One live subscription at most. */
  readonly subscriptions: SubscriptionsApi
  /** What is owed, and paying it. */
  readonly invoices: InvoicesApi
  /** Credit of an organization. */
  readonly vouchers: VouchersApi
  /** What was used. */
  readonly usage: UsageApi
  /** When usage is billed before its cycle ends. */
  readonly thresholds: ThresholdsApi
  /** Sign-in by codes. */
  readonly auth: AuthApi
  /** The sessions of users. */
  readonly sessions: SessionsApi
  /** Telling others of events. */
  readonly webhooks: WebhooksApi
  /** What time causes. */
  readonly engine: EngineApi
  /**
   * Acts once under a key of the caller: the first answer is that of every call with the same key and body, for a day,
   * in every process. `act` that throws frees the key. The answer is kept as JSON.
   */
  readonly withIdempotencyKey: <A>(
    request: KeyedRequest,
    act: () => Promise<A>,
  ) => BillingAnswer<KeyedAnswer<A>, Rejection>
  /**
   * Refuses further calls, and waits until those under way have ended, and every payment that has begun. Where a port does
   * not answer it rejects, after as long as a charge may take and half a minute, with the names of what has not ended.
   */
  readonly close: () => Promise<void>
}
