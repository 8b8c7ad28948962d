// Answers the calls about what one organization has, in the shapes of /studio and without a token, as it was committed.
// GAP-101, GAP-111, GAP-124
import * as Effect from "effect/Effect"
import {
  presentInvoice,
  presentPage,
  presentPaymentMethod,
  presentSubscription,
  presentThreshold,
  presentVoucher,
  presentVoucherUsage,
  type Rejection,
  refusalOf,
} from "../../../src/api/index.ts"
import {
  addInvoiceItem,
  applyCoupon,
  CurrentBillingPolicy,
  Due,
  grantVoucher,
  Iso,
  type ListedItem,
  listInvoiceItems,
  listInvoices,
  listSubscriptions,
  listVouchers,
  listVoucherUsages,
  type Page,
  type PageRequest,
  paginate,
  payOutVoucher,
  previewUpcomingInvoice,
  recordUsage,
  removeCoupon,
  removeInvoiceItem,
  revokeVoucher,
  Subscription,
  Voucher,
  viewAccount,
} from "../../../src/index.ts"
import type { ControlHandlers, ControlledWorld } from "../ControlledWorld.ts"
import { instantOf } from "../contract/records.ts"
import { currentRules } from "../currentRules.ts"
import { presentOperatorInvoice } from "../presentOperatorInvoice.ts"
import { usageReport } from "../usageReport.ts"

/** The calls under `/organizations/{organizationId}/...`. */
export const accountHandlers = ({ clock }: ControlledWorld): ControlHandlers["accounts"] => ({
  subscriptions: Effect.fnUntraced(function* ({ params, query }) {
    const policy = yield* CurrentBillingPolicy
    const page = yield* listSubscriptions({ ...params, ...query })
    return presentPage(page, query, (subscription) => presentSubscription(subscription, policy))
  }, Effect.mapError(refusalOf)),
  applyCoupon: Effect.fnUntraced(function* ({ params, payload }) {
    const policy = yield* CurrentBillingPolicy
    return presentSubscription(yield* applyCoupon({ ...params, ...payload }), policy)
  }, Effect.mapError(refusalOf)),
  removeCoupon: Effect.fnUntraced(function* ({ params }) {
    const policy = yield* CurrentBillingPolicy
    return presentSubscription(yield* removeCoupon(params.organizationId), policy)
  }, Effect.mapError(refusalOf)),
  invoices: ({ params, query }) =>
    answerPage(listInvoices({ ...params, ...query, status: null }), query, presentOperatorInvoice),
  due: Effect.fnUntraced(function* ({ params }) {
    const account = yield* viewAccount(params.organizationId)
    const steps = Due.allDue(account, yield* currentRules)
    return { data: steps.map(({ at, kind }) => ({ at: Iso.toIso(at), kind })) }
  }, Effect.mapError(refusalOf)),
  upcomingInvoice: ({ params }) => Effect.mapError(upcomingOf(params.organizationId), refusalOf),
  paymentMethods: ({ params, query }) =>
    answerPage(
      Effect.map(viewAccount(params.organizationId), (account) => paginate(account.paymentMethods, query)),
      query,
      presentPaymentMethod,
    ),
  vouchers: ({ params, query }) =>
    answerPage(listVouchers({ ...params, ...query, status: null }), query, presentVoucher),
  voucherUsages: ({ params, query }) =>
    answerPage(listVoucherUsages({ ...params, ...query }), query, presentVoucherUsage),
  grantVoucher: Effect.fnUntraced(function* ({ params, payload }) {
    const { voucherId = null, effectiveAt, expiresAt = null, ...wish } = payload
    const voucher = yield* grantVoucher({
      ...wish,
      ...params,
      voucherId,
      effectiveAt: effectiveAt === undefined ? null : instantOf(effectiveAt),
      expiresAt: expiresAt === null ? null : instantOf(expiresAt),
    })
    return presentAt(voucher, clock.now())
  }, Effect.mapError(refusalOf)),
  payOutVoucher: ({ params, payload: { amount = null, payoutId = null } }) =>
    Effect.mapBoth(payOutVoucher({ ...params, amount, payoutId }), {
      onFailure: refusalOf,
      onSuccess: (voucher) => presentAt(voucher, clock.now()),
    }),
  revokeVoucher: ({ params }) =>
    Effect.mapBoth(revokeVoucher(params), {
      onFailure: refusalOf,
      onSuccess: (voucher) => presentAt(voucher, clock.now()),
    }),
  invoiceItems: ({ params, query }) =>
    answerPage(listInvoiceItems({ ...params, ...query }), query, presentItem),
  addInvoiceItem: ({ params, payload }) =>
    Effect.mapBoth(addInvoiceItem({ ...params, ...payload }), {
      onFailure: refusalOf,
      onSuccess: (item) => presentItem({ ...item, isBilled: false }),
    }),
  removeInvoiceItem: ({ params }) => Effect.mapError(removeInvoiceItem(params), refusalOf),
  recordUsage: Effect.fnUntraced(function* ({ params, payload }) {
    const events = payload.events.map(({ occurredAt, ...event }) => ({
      ...event,
      occurredAt: occurredAt === undefined ? null : instantOf(occurredAt),
    }))
    const recorded = yield* recordUsage({ ...params, events })
    return { ...recorded, invoices: recorded.invoices.map(presentInvoice) }
  }, Effect.mapError(refusalOf)),
  usage: ({ params }) =>
    viewAccount(params.organizationId).pipe(
      Effect.flatMap((account) => Effect.fromResult(usageReport(account))),
      Effect.mapError(refusalOf),
    ),
})

const presentAt = (voucher: Voucher.Voucher, at: number) =>
  presentVoucher({ ...voucher, status: Voucher.statusOf(voucher, at) })

const presentItem = (item: ListedItem) => ({ ...item, createdAt: Iso.toIso(item.createdAt) })

const answerPage = <A, B, R>(
  useCase: Effect.Effect<Page<A>, Rejection, R>,
  query: PageRequest,
  present: (record: A) => B,
) => Effect.mapBoth(useCase, { onFailure: refusalOf, onSuccess: (page) => presentPage(page, query, present) })

/** The upcoming invoice, the threshold, and the usage that counts toward it; null where there is none. */
const upcomingOf = Effect.fnUntraced(function* (organizationId: string) {
  const upcoming = yield* Effect.map(previewUpcomingInvoice(organizationId), presentInvoice).pipe(
    Effect.catchTag(["SubscriptionNotFound", "NoUpcomingInvoice"], () => Effect.succeed(null)),
  )
  const account = yield* viewAccount(organizationId)
  const { subscription, threshold } = account
  const isBilled = subscription !== null && Subscription.isLive(subscription)
  const unbilled = Effect.map(Effect.fromResult(usageReport(account)), (report) => report.unbilledAmount)
  return {
    upcomingInvoice: upcoming,
    threshold: threshold === null ? null : presentThreshold(threshold),
    // Of a paused subscription nothing may be left to be billed.
    unbilledAmount: isBilled
      ? yield* Effect.catchTag(unbilled, "SubscriptionNotFound", () => Effect.succeed(0))
      : null,
  }
})
