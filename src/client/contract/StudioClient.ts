// The operations of the contract as functions, by group.
// Written from the contract: UPDATE_DOCS=1 npx vitest run test/client/contract.test.ts
import type {
  AuthClient,
  CouponsClient,
  InvoicesClient,
  PaymentMethodsClient,
  PlansClient,
  ProfileClient,
  SubscriptionsClient,
  ThresholdsClient,
  VouchersClient,
} from "./groups.ts"

/** The operations of the contract as functions, by group. */
export interface StudioClient {
  /** Tokens without a password. */ readonly auth: AuthClient
  /** What can be subscribed to. */
  readonly plans: PlansClient
  /** How an organization pays. */
  readonly paymentMethods: PaymentMethodsClient
  /** One live subscription at most. */
  readonly subscriptions: SubscriptionsClient
  /** What is owed, and paying it. */
  readonly invoices: InvoicesClient
  /** Discounts by code. */
  readonly coupons: CouponsClient
  /** Credit of an organization. */
  readonly vouchers: VouchersClient
  /** When usage is billed before its cycle ends. */
  readonly thresholds: ThresholdsClient
  /** Who calls, and where it belongs. */
  readonly profile: ProfileClient
}
