// The answers of the control plane, by the names of the console. The types are those of its contract, and the records of
// /studio those of the contract there: nothing of either runs here.
import type { WirePaymentMethod } from "../../../src/api/index.ts"
import type * as access from "../../control/contract/access.ts"
import type * as accounts from "../../control/contract/accounts.ts"
import type * as assumptions from "../../control/contract/assumptions.ts"
import type * as catalogue from "../../control/contract/catalogue.ts"
import type * as clock from "../../control/contract/clock.ts"
import type * as faults from "../../control/contract/faults.ts"
import type * as organizations from "../../control/contract/organizations.ts"
import type * as state from "../../control/contract/state.ts"
import type * as webhooks from "../../control/contract/webhooks.ts"
import type * as world from "../../control/contract/world.ts"

export type {
  WireInvoice,
  WirePage as Page,
  WirePaymentMethod,
  WirePlan,
  WireSubscription,
  WireVoucher,
  WireVoucherUsage,
} from "../../../src/api/index.ts"

/** A user of an organization, in whose name /studio is called. */
export interface Actor {
  readonly organizationId: string
  readonly email: string
}

/** An organization in the list of them. */
export type OrganizationRow = typeof organizations.ListedOrganization.Type

/** A member of an organization. */
export type Member = typeof organizations.Member.Type

/** One organization with its members. */
export type OrganizationDetail = typeof organizations.OrganizationDetail.Type

/** An invoice as an operator sees it. */
export type OperatorInvoice = typeof accounts.OperatorInvoice.Type

/** The upcoming invoice, and the threshold that would bill it sooner. */
export type Upcoming = typeof accounts.Upcoming.Type

/** The usage of the running cycle. */
export type UsageReport = accounts.UsageReport

/** A coupon of the catalogue. */
export type Coupon = typeof catalogue.DefinedCoupon.Type

/** A code that was sent. */
export type SentCode = typeof access.SentOtp.Type

/** An event of the log; of what it is about the console reads the status, whatever the record. */
export type LoggedEvent = Omit<typeof webhooks.LoggedEvent.Type, "data"> & {
  readonly data: { readonly object: Readonly<Record<string, unknown>>; readonly previousStatus?: string }
}

/** A request with its answer. */
export type LoggedRequest = typeof world.LoggedRequest.Type

/** The time, and the next due instant. */
export type ClockAnswer = typeof clock.ClockView.Type

/** The result of a move of the clock. */
export type Advanced = typeof clock.Advanced.Type

/** The result of an audit. */
export type Audit = typeof world.Audit.Type

/** A fault that was made. */
export type ActiveFault = typeof faults.PendingFault.Type

/** A gap of the specification with its variants. */
export type Assumption = typeof assumptions.Assumption.Type

/** A named copy of the world. */
export type Snapshot = typeof state.Snapshot.Type

/** A webhook endpoint. */
export type Endpoint = typeof webhooks.Endpoint.Type

/** The answer that shows the secret of an endpoint, once. */
export type CreatedEndpoint = typeof webhooks.CreatedEndpoint.Type

/** A webhook on its way, with every try. */
export type Delivery = typeof webhooks.Delivery.Type

/** A way to pay, in a few words. */
export const nameOfMethod = (method: WirePaymentMethod): string =>
  method.type === "BOLETO" ? "Boleto" : `${method.brand} •••• ${method.last4}`
