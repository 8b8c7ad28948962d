// What there is to see of organizations from behind: all of them, and of each what it has and what it is billed, in the
// shapes of /studio and without a token. GAP-111
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import {
  type ApiError,
  paging,
  presentInvoice,
  presentPage,
  presentPaymentMethod,
  presentSubscription,
  presentThreshold,
  presentVoucher,
  presentVoucherUsage,
  type Rejection,
  refusalOf,
  Text,
} from "../../../src/api/index.ts"
import {
  type Access,
  CurrentBillingPolicy,
  type Invoice,
  Iso,
  listInvoices,
  listSubscriptions,
  listVouchers,
  listVoucherUsages,
  paginate,
  previewUpcomingInvoice,
  Subscription,
  viewAccount,
} from "../../../src/index.ts"
import { type RouteRequest, respondJson } from "../../../src/http/index.ts"
import type { ListedOrganization } from "../../memory/BillingState.ts"
import type { ControlledWorld, ControlRoute, ControlServices } from "../ControlledWorld.ts"
import { parametersOf, readNoParameters } from "../input.ts"
import { usageReport } from "../usageReport.ts"

const collection = "/_simulator/organizations"
const one = `${collection}/{organizationId}` as const

const readSearch = parametersOf(Schema.Struct({ ...paging, search: Schema.optionalKey(Text) }))
const readPage = parametersOf(Schema.Struct(paging))

/**
 * `GET /_simulator/organizations`, and under `/{organizationId}` itself, its subscriptions, invoices, upcoming invoice,
 * vouchers with their usages, and payment methods. Each but the list of all does first what fell due for the organization.
 */
export const accountRoutes = ({ state }: ControlledWorld): ReadonlyArray<ControlRoute> => [
  {
    method: "GET",
    path: collection,
    handle: (request) =>
      Effect.map(readSearch(request), ({ search = null, ...list }) =>
        respondJson(200, presentPage(state.organizationPage({ ...list, search }), list, presentListed)),
      ),
  },
  read("", readNoParameters, (organizationId) =>
    Effect.map(viewAccount(organizationId), ({ organization }) => ({
      ...organization,
      users: state.usersOf(organizationId).map((user) => presentMember(user, organizationId)),
    })),
  ),
  read(
    "/subscriptions",
    readPage,
    Effect.fnUntraced(function* (organizationId, list) {
      const policy = yield* CurrentBillingPolicy
      const page = yield* listSubscriptions({ organizationId, ...list })
      return presentPage(page, list, (subscription) => presentSubscription(subscription, policy))
    }),
  ),
  read("/invoices", readPage, (organizationId, list) =>
    Effect.map(listInvoices({ organizationId, ...list, status: null }), (page) =>
      presentPage(page, list, presentWithMoney),
    ),
  ),
  read("/upcoming-invoice", readNoParameters, upcomingOf),
  read("/vouchers", readPage, (organizationId, list) =>
    Effect.map(listVouchers({ organizationId, ...list, status: null }), (page) =>
      presentPage(page, list, presentVoucher),
    ),
  ),
  read("/vouchers/{voucherId}/usages", readPage, (organizationId, list, { voucherId = "" }) =>
    Effect.map(listVoucherUsages({ organizationId, voucherId, ...list }), (page) =>
      presentPage(page, list, presentVoucherUsage),
    ),
  ),
  read("/payment-methods", readPage, (organizationId, list) =>
    Effect.map(viewAccount(organizationId), ({ paymentMethods }) =>
      presentPage(paginate(paymentMethods, list), list, presentPaymentMethod),
    ),
  ),
]

/** A route of one organization that answers 200 with what was found. */
const read = <A>(
  path: "" | `/${string}`,
  parameters: (request: RouteRequest) => Effect.Effect<A, ApiError>,
  find: (
    organizationId: string,
    query: A,
    params: RouteRequest["params"],
  ) => Effect.Effect<unknown, Rejection, ControlServices>,
): ControlRoute => ({
  method: "GET",
  path: `${one}${path}`,
  handle: Effect.fnUntraced(function* (request) {
    const { organizationId = "" } = request.params
    const query = yield* parameters(request)
    return respondJson(200, yield* Effect.mapError(find(organizationId, query, request.params), refusalOf))
  }),
})

/** What is billed next, from how much usage on, and how much there is; null for what there is not. */
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

const presentListed = ({ organization, subscription, plan }: ListedOrganization) => ({
  ...organization,
  subscription:
    subscription === null
      ? null
      : {
          subscriptionId: subscription.subscriptionId,
          status: subscription.status,
          planName: plan?.name ?? null,
        },
})

const presentMember = (
  { userId, email, emailVerified, memberships }: Access.User,
  organizationId: string,
) => ({
  userId,
  email,
  emailVerified,
  permissions:
    memberships.find((membership) => membership.organizationId === organizationId)?.permissions ?? [],
})

/** An invoice with what clients are not shown: why it was issued, what its attempts were of, and what went back. */
const presentWithMoney = (invoice: Invoice.Invoice) => ({
  ...presentInvoice(invoice),
  kind: invoice.kind,
  amountRefunded: invoice.amountRefunded,
  refunds: invoice.refunds.map(({ refundId, amount, at }) => ({ refundId, amount, at: Iso.toIso(at) })),
  attempts: invoice.attempts.map(
    ({ attemptId, status, amount, paymentMethodId, startedAt, at, declineCode }) => ({
      attemptId,
      status,
      amount,
      paymentMethodId,
      startedAt: Iso.toIso(startedAt),
      at: Iso.toIso(at),
      declineCode,
    }),
  ),
})
