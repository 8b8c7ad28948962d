// The payment methods of an organization: the limits of each type, and the default. Exactly one is the default whenever
// there is any. Models "PaymentMethod" and "Limits" of the specification.
import * as Result from "effect/Result"
import { resultFn, type Steps } from "../resultFn.ts"

/** The kinds of payment method; a BOLETO is a Brazilian bank slip. */
export type PaymentMethodType = "CARD" | "BOLETO"

/** Where an invoice is addressed to. */
export interface Address {
  readonly line1: string
  readonly city: string
  readonly state: string
  readonly postalCode: string
  /** Two-letter country code. */
  readonly country: string
}

/** The person or company behind a payment method; a card can do without. No invoice and no event has them. GAP-78, GAP-195 */
export interface BillingDetails {
  readonly name: string | null
  readonly email: string | null
  readonly phone?: string
  readonly address?: Address
}

/** A card as the gateway describes it: safe to store and to show. */
export interface Card {
  readonly brand: string
  readonly last4: string
  readonly expMonth: number
  readonly expYear: number
}

interface Common {
  readonly paymentMethodId: string
  readonly organizationId: string
  readonly isDefault: boolean
  readonly billingDetails: BillingDetails
  /** Set when the gateway charges no real money with it. GAP-23 */
  readonly test: boolean
  readonly createdAt: number
}

/** A credit or debit card. */
export interface CardMethod extends Common, Card {
  readonly type: "CARD"
  /** The gateway's reference to the stored card. Never shown, never logged. */
  readonly gatewayReference: string
}

/** A boleto, issued once a charge. GAP-20 */
export interface BoletoMethod extends Common {
  readonly type: "BOLETO"
}

/** A way to pay. */
export type PaymentMethod = CardMethod | BoletoMethod

/** The organization has the maximum of methods of this type. */
export interface PaymentMethodLimitReached {
  readonly _tag: "PaymentMethodLimitReached"
  readonly type: PaymentMethodType
  readonly max: number
}

/** The organization has no such payment method. */
export interface PaymentMethodNotFound {
  readonly _tag: "PaymentMethodNotFound"
  readonly paymentMethodId: string
}

/**
 * The method cannot be removed: a live subscription would have none that can pay it, or a payment by this one is in
 * flight. GAP-21, GAP-95, GAP-96
 */
export interface PaymentMethodInUse {
  readonly _tag: "PaymentMethodInUse"
  readonly paymentMethodId: string
}

/** A boleto needs this detail. GAP-20, GAP-97 */
export interface BillingDetailRequired {
  readonly _tag: "BillingDetailRequired"
  readonly member: keyof BillingDetails
}

/** A change of billing details: an absent member stays as it is, null removes it. GAP-97 */
export interface BillingDetailsChange {
  readonly name?: string | null
  readonly email?: string | null
  readonly phone?: string | null
  readonly address?: Address | null
}

/**
 * Checks that one more method of a type is within the limits.
 *
 * @example
 * ```ts
 * import { defaultPolicy, PaymentMethod } from "studio-billing"
 *
 * PaymentMethod.checkLimit([], "CARD", defaultPolicy.paymentMethodsMax) // Result.succeed(undefined)
 * ```
 */
export const checkLimit = (
  methods: ReadonlyArray<Pick<PaymentMethod, "type">>,
  type: PaymentMethodType,
  maxima: Readonly<Record<PaymentMethodType, number>>,
): Result.Result<void, PaymentMethodLimitReached> => {
  const max = maxima[type]
  const count = methods.filter((method) => method.type === type).length
  return count < max ? Result.void : Result.fail({ _tag: "PaymentMethodLimitReached", type, max })
}

/**
 * Adds a method to an organization's methods, within the limits. The first one is always the default; a new default
 * replaces the old one. GAP-22
 */
export const add = (
  methods: ReadonlyArray<PaymentMethod>,
  method: PaymentMethod,
  maxima: Readonly<Record<PaymentMethodType, number>>,
): Result.Result<ReadonlyArray<PaymentMethod>, PaymentMethodLimitReached> =>
  Result.map(checkLimit(methods, method.type, maxima), () => {
    const added = [...methods, method]
    return method.isDefault || methods.length === 0 ? withDefault(added, method.paymentMethodId) : added
  })

/** Makes one of the methods the only default; an unknown id changes nothing. What does not change stays the same. */
export const withDefault = (
  methods: ReadonlyArray<PaymentMethod>,
  paymentMethodId: string,
): ReadonlyArray<PaymentMethod> => {
  const isThis = (method: PaymentMethod): boolean => method.paymentMethodId === paymentMethodId
  return methods.some(isThis) && methods.some((method) => method.isDefault !== isThis(method))
    ? methods.map((method) =>
        method.isDefault === isThis(method) ? method : { ...method, isDefault: isThis(method) },
      )
    : methods
}

/** The method of that id. */
export const find = (
  methods: ReadonlyArray<PaymentMethod>,
  paymentMethodId: string,
): Result.Result<PaymentMethod, PaymentMethodNotFound> => {
  const found = methods.find((method) => method.paymentMethodId === paymentMethodId)
  return found === undefined
    ? Result.fail({ _tag: "PaymentMethodNotFound", paymentMethodId })
    : Result.succeed(found)
}

/** Tells whether a method can be charged in a currency: a BOLETO only in BRL. GAP-20 */
export const takesCurrency = (method: Pick<PaymentMethod, "type">, currency: string): boolean =>
  method.type !== "BOLETO" || currency === "BRL"

/** The default method; `null` only without methods. */
export const defaultOf = (methods: ReadonlyArray<PaymentMethod>): PaymentMethod | null =>
  methods.find((method) => method.isDefault) ?? null

/**
 * Removes a method. If it was the default, the oldest of the others becomes it. The last method stays while a
 * subscription is live. GAP-21, GAP-22
 */
export const remove = (
  methods: ReadonlyArray<PaymentMethod>,
  paymentMethodId: string,
  live: boolean,
): Result.Result<ReadonlyArray<PaymentMethod>, PaymentMethodNotFound | PaymentMethodInUse> =>
  Result.flatMap(find(methods, paymentMethodId), (removed) => {
    const rest = methods.filter((method) => method !== removed)
    if (live && rest.length === 0) return Result.fail({ _tag: "PaymentMethodInUse", paymentMethodId })
    const oldest = rest.reduce<PaymentMethod | null>(
      (first, method) => (first === null || method.createdAt < first.createdAt ? method : first),
      null,
    )
    return Result.succeed(
      removed.isDefault && oldest !== null ? withDefault(rest, oldest.paymentMethodId) : rest,
    )
  })

/**
 * Changes a method: makes it the default, and changes its billing details. Without a difference the result is the same
 * object. GAP-21
 */
export const update = resultFn(function* (
  methods: ReadonlyArray<PaymentMethod>,
  change: {
    readonly paymentMethodId: string
    readonly isDefault: boolean
    readonly billingDetails: BillingDetailsChange
  },
): Steps<ReadonlyArray<PaymentMethod>, PaymentMethodNotFound | BillingDetailRequired> {
  const { paymentMethodId, isDefault, billingDetails } = change
  const before = yield* find(methods, paymentMethodId)
  const after = yield* withBillingDetails(before, billingDetails)
  const changed = after === before ? methods : methods.map((method) => (method === before ? after : method))
  return isDefault ? withDefault(changed, paymentMethodId) : changed
})

const requiredOfBoleto = ["name", "email", "address"] as const

const withBillingDetails = (
  method: PaymentMethod,
  change: BillingDetailsChange,
): Result.Result<PaymentMethod, BillingDetailRequired> => {
  const missing = requiredOfBoleto.find((member) => change[member] === null)
  if (method.type === "BOLETO" && missing !== undefined) {
    return Result.fail({ _tag: "BillingDetailRequired", member: missing })
  }
  const before = method.billingDetails
  const phone = change.phone === undefined ? before.phone : change.phone
  const address = change.address === undefined ? before.address : change.address
  const after: BillingDetails = {
    name: change.name === undefined ? before.name : change.name,
    email: change.email === undefined ? before.email : change.email,
    ...(typeof phone === "string" && { phone }),
    ...(address && { address }),
  }
  return Result.succeed(areSame(before, after) ? method : { ...method, billingDetails: after })
}

const areSame = (a: BillingDetails, b: BillingDetails): boolean =>
  a.name === b.name && a.email === b.email && a.phone === b.phone && isSameAddress(a.address, b.address)

const isSameAddress = (a: Address | undefined, b: Address | undefined): boolean =>
  a === undefined || b === undefined
    ? a === b
    : a.line1 === b.line1 &&
      a.city === b.city &&
      a.state === b.state &&
      a.postalCode === b.postalCode &&
      a.country === b.country
