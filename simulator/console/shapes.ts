// What the control plane answers, as far as the console shows it. The records of /studio are those of the contract.
import type { WireInvoice, WirePaymentMethod, WireSubscription } from "../../src/api/index.ts"
import type { RequestEntry } from "../requests/RequestEntry.ts"

export type {
  WireInvoice,
  WirePaymentMethod,
  WirePlan,
  WireSubscription,
  WireVoucher,
  WireVoucherUsage,
} from "../../src/api/index.ts"

/** A page of a list. */
export interface Page<A> {
  readonly data: ReadonlyArray<A>
  readonly meta: {
    readonly page: number
    readonly limit: number
    readonly totalItems: number
    readonly totalPages: number
  }
}

/** An organization in the list of them. */
export interface OrganizationRow {
  readonly organizationId: string
  readonly name: string
  readonly currency: string
  readonly status: "ACTIVE" | "INACTIVE"
  readonly subscription: {
    readonly subscriptionId: string
    readonly status: WireSubscription["status"]
    readonly planName: string | null
  } | null
}

/** A member of an organization. */
export interface Member {
  readonly userId: string
  readonly email: string
  readonly emailVerified: boolean
  readonly permissions: ReadonlyArray<string>
}

/** One organization with its members. */
export interface OrganizationDetail extends Omit<OrganizationRow, "subscription"> {
  readonly users: ReadonlyArray<Member>
}

/** A user of an organization, in whose name /studio is called. */
export interface Actor {
  readonly organizationId: string
  readonly email: string
}

/** A try to pay, with the money and the method that it was made with. */
export interface Attempt {
  readonly attemptId: string
  readonly status: WireInvoice["attempts"][number]["status"]
  readonly amount: number
  readonly paymentMethodId: string | null
  readonly at: string
  readonly declineCode: string | null
}

/** An invoice as an operator sees it. */
export type OperatorInvoice = Omit<WireInvoice, "attempts"> & {
  /** Why it was issued. */
  readonly kind: string
  readonly attempts: ReadonlyArray<Attempt>
  /** What was given back of what was paid. */
  readonly amountRefunded: number
}

/** What is to be billed next, and what would bill it sooner. */
export interface Upcoming {
  readonly upcomingInvoice: WireInvoice | null
  readonly threshold: { readonly value: number; readonly currency: string } | null
  readonly unbilledAmount: number | null
}

/** A coupon of the catalogue. */
export interface Coupon {
  readonly code: string
  readonly name: string
  readonly status: "ACTIVE" | "DEPLETED" | "EXPIRED"
}

/** A code that was sent. */
export interface SentCode {
  readonly otpId: string
  readonly email: string
  readonly code: string
  readonly context: string
  readonly createdAt: string
  readonly expiresAt: string
  readonly status: "REQUESTED" | "VERIFIED" | "EXCHANGED" | "EXPIRED" | "LOCKED"
}

/** An event of the log. */
export interface LoggedEvent {
  readonly sequence: number
  readonly id: string
  readonly type: string
  readonly createdAt: string
  readonly organizationId: string
  readonly data: { readonly object: Readonly<Record<string, unknown>>; readonly previousStatus?: string }
}

/** A request with its answer. */
export type LoggedRequest = RequestEntry

/** What shows the time, and when something falls due next. */
export interface ClockAnswer {
  readonly now: string
  readonly flows: boolean
  readonly nextDueAt: string | null
}

/** What a move of the clock did. */
export interface Advanced {
  readonly from: string
  readonly to: string
  readonly timeline: ReadonlyArray<{
    readonly at: string
    readonly type: string
    readonly organizationId: string
    readonly objectId: string
    readonly summary: string
  }>
  readonly failures?: ReadonlyArray<{ readonly organizationId: string; readonly rejection: string }>
}

/** What does not hold. */
export interface Audit {
  readonly ok: boolean
  readonly findings: ReadonlyArray<{
    readonly rule: string
    readonly organizationId: string | null
    readonly objectIds: ReadonlyArray<string>
    readonly requestIds: ReadonlyArray<string>
    readonly message: string
  }>
}

/** A fault that was made. */
export interface ActiveFault {
  readonly faultId: string
  readonly kind: string
  readonly method: string | null
  readonly path: string | null
  readonly organizationId: string | null
  readonly nth: number
  readonly times: number
  readonly matched: number
  readonly struck: number
  readonly [member: string]: unknown
}

/** A gap of the specification, and how the world reads it. */
export interface Assumption {
  readonly gap: string
  readonly topic: string
  readonly question: string
  readonly decision: string
  readonly readings: ReadonlyArray<string>
  readonly reading: string | null
}

/** A named copy of the world. */
export interface Snapshot {
  readonly name: string
  readonly now: string
}

/** Where webhooks go. */
export interface Endpoint {
  readonly endpointId: string
  readonly url: string
  readonly events: ReadonlyArray<string> | null
  readonly createdAt: string
  readonly secret?: string
}

/** A webhook on its way, with every try. */
export interface Delivery {
  readonly deliveryId: string
  readonly endpointId: string
  readonly eventId: string
  readonly type: string
  readonly organizationId: string
  readonly status: "PENDING" | "DELIVERED" | "PARKED"
  readonly nextAttemptAt: string | null
  readonly createdAt: string
  readonly attempts: ReadonlyArray<{
    readonly at: string
    readonly request: {
      readonly url: string
      readonly headers: Readonly<Record<string, string>>
      readonly body: string
    }
    readonly status: number | null
    readonly failure: string | null
    readonly durationMs: number
  }>
}

/** A way to pay, in a few words. */
export const nameOfMethod = (method: WirePaymentMethod): string =>
  method.type === "BOLETO" ? "Boleto" : `${method.brand} •••• ${method.last4}`
