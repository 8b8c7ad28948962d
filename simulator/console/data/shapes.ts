// The answers of the control plane and of /studio, by the names of the console. Only their types are used here.
import type { WirePaymentMethod } from "../../../src/api/index.ts"
import type * as webhooks from "../../control/contract/webhooks.ts"

export type {
  WireInvoice,
  WirePage as Page,
  WirePaymentMethod,
  WireSubscription,
  WireVoucher,
  WireVoucherUsage,
} from "../../../src/api/index.ts"
export type { SentOtp as SentCode } from "../../control/contract/access.ts"
export type {
  DueSteps,
  InvoiceItem,
  Upcoming,
  UsageReport,
} from "../../control/contract/accounts/records.ts"
export type { Assumption } from "../../control/contract/assumptions.ts"
export type { DefinedCoupon as Coupon, DefinedPlan as Plan } from "../../control/contract/catalogue.ts"
export type { Advanced, ClockView as ClockAnswer, NextDue } from "../../control/contract/clock.ts"
export type { PendingFault as ActiveFault } from "../../control/contract/faults.ts"
export type { OperatorInvoice } from "../../control/contract/invoices.ts"
export type {
  ListedOrganization as OrganizationRow,
  Member,
  OrganizationDetail,
} from "../../control/contract/organizations.ts"
export type { Snapshot } from "../../control/contract/state.ts"
export type { CreatedEndpoint, Delivery, Endpoint } from "../../control/contract/webhooks.ts"
export type { Audit, BegunWorld, LoggedRequest } from "../../control/contract/world.ts"

/** A user of an organization, in whose name /studio is called. */
export interface Actor {
  readonly organizationId: string
  readonly email: string
}

/** An event of the log. The console reads only the status of its record. */
export type LoggedEvent = Omit<webhooks.LoggedEvent, "data"> & {
  readonly data: { readonly object: Readonly<Record<string, unknown>>; readonly previousStatus?: string }
}

/** A payment method in a few words. */
export const nameOfMethod = (method: WirePaymentMethod): string =>
  method.type === "BOLETO" ? "Boleto" : `${method.brand} •••• ${method.last4}`
