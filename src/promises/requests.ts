// The requests of the Promise form: the commands of the use cases, of which whatever may be null may be left out.
import type { ImportedCustomer } from "../core/billing/imports/ImportedCustomer.ts"
import type { BillingDetails, BillingDetailsChange } from "../core/payment-method/PaymentMethod.ts"
import type { UsageEvent } from "../core/usage/UsageEvent.ts"

type NullableKeys<A> = { [Key in keyof A]-?: null extends A[Key] ? Key : never }[keyof A]

/** A command, of which the members that may be null may be left out. */
export type Wish<A> = A extends unknown ? Omit<A, NullableKeys<A>> & Partial<Pick<A, NullableKeys<A>>> : never

/** An organization. */
export interface OrganizationRef {
  readonly organizationId: string
}

/**
 * A page, from 1 to 999,999,999 and by default the first one, and how many records it has at most, from 1 to 1,000,000 and
 * by default 20.
 */
export interface Paged {
  readonly page?: number
  readonly limit?: number
}

/** A card by its token, or a boleto, which needs name, email and address. */
export type AddPaymentMethodWish = OrganizationRef & {
  /** By default false; the first one is the default all the same. */
  readonly isDefault?: boolean
  readonly billingDetails?: Wish<BillingDetails>
} & ({ readonly type: "CARD"; readonly cardToken: string } | { readonly type: "BOLETO" })

/** A payment method, and its changes. */
export interface UpdatePaymentMethodWish extends OrganizationRef {
  readonly paymentMethodId: string
  /** By default false, which leaves the default as it is. */
  readonly isDefault?: boolean
  readonly billingDetails?: BillingDetailsChange
}

/** A batch of usage events. One without `occurredAt` occurs now. */
export interface RecordUsageWish extends OrganizationRef {
  readonly events: ReadonlyArray<Omit<UsageEvent, "occurredAt"> & { readonly occurredAt?: number | null }>
}

/** A customer of another system. One without credits has none. */
export type ImportWish = Wish<Omit<ImportedCustomer, "credits">> & Partial<Pick<ImportedCustomer, "credits">>

/** What falls due until when is done. */
export interface RunDue {
  /** By default now. */
  readonly until?: number
  /** Whether it may take steps however long ago they fell due. By default false. */
  readonly catchUp?: boolean
  /** How many organizations are under way at once, each of them in order: from 1 to 1,000, by default 16. */
  readonly concurrency?: number
  /**
   * For how long it takes further organizations, in milliseconds: from 1 to a day, and by default without an end. Then it
   * finishes those under way, of which each may wait for a charge, and leaves the rest due.
   */
  readonly withinMillis?: number
}

/** A key, whose it is, and what it is for: the same key again has the same answer. */
export interface KeyedRequest {
  readonly key: string
  readonly userId: string
  readonly organizationId: string
  /** Which call it is, with the ids in it: `pay ${invoiceId}`. */
  readonly operation: string
  /** What is asked for. Another body under the same key is refused. */
  readonly body?: unknown
}
