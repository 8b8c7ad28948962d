// A customer of another system, as it stands there when it moves in. Its values are checked before anything is made of
// them. GAP-155, GAP-156, GAP-157
import * as Result from "effect/Result"
import { checkOrganization, type InvalidOrganization, type Organization } from "../../identity/Access.ts"
import { isStorable } from "../../isStorable.ts"
import { EMAIL_LENGTH_MAX, TEXT_LENGTH_MAX } from "../../isText.ts"
import type { BillingDetails, Card } from "../../payment-method/PaymentMethod.ts"
import { resultFn, type Steps } from "../../resultFn.ts"
import { isInstant } from "../../time/Instant.ts"

/** What was used of a meter since the running period began. */
export interface ImportedUsage {
  readonly meter: string
  /** All of it, a whole number from 0 up. */
  readonly quantity: number
  /** The part of it that the customer has paid. */
  readonly paidQuantity: number
}

/** The period that runs when the customer moves in. */
export interface ImportedPeriod {
  readonly startAt: number
  readonly endAt: number
  /** Whether it is the trial before the first period; absent: it is not. Nothing of a trial is paid or used. */
  readonly trial?: boolean
  /** Whether the fee of the whole period was paid in advance. Otherwise it is billed when the period ends. */
  readonly feePaid: boolean
  readonly usage: ReadonlyArray<ImportedUsage>
}

/** Credit that pays coming invoices. It becomes a voucher. */
export interface ImportedCredit {
  readonly name: string
  readonly amount: number
  /** `null` is never. */
  readonly expiresAt: number | null
}

/** A saved way to pay. `gatewayReference` is the gateway's own name of the card, never the card's number. */
export type ImportedMethod = {
  readonly isDefault: boolean
  readonly billingDetails: BillingDetails
} & (({ readonly type: "CARD"; readonly gatewayReference: string } & Card) | { readonly type: "BOLETO" })

/** A customer as another system has it. Amounts are in the currency of the plan's interval. */
export interface ImportedCustomer {
  /** Names the import: the same one again with the same content changes nothing. */
  readonly importId: string
  /** Is created where it does not exist. One that exists stays as it is. */
  readonly organization: Pick<Organization, "organizationId" | "name" | "currency">
  readonly planId: string
  readonly planIntervalId: string
  /** How many units of the plan it has in all of the running period; absent: 1. GAP-170 */
  readonly quantity?: number
  readonly anchor: {
    /** The start of any period up to the running one; in a trial its end, where the first period starts. */
    readonly at: number
    /** The day of the month on which periods start, where the month of `at` is too short for it; else `null`. */
    readonly day: number | null
  }
  readonly period: ImportedPeriod
  /** Whether it has cancelled, and ends with the running period; absent: it goes on. */
  readonly cancelAtPeriodEnd?: boolean
  /** `cyclesSince` counts the periods from the first discounted one up to the running one, without the latter. */
  readonly coupon: { readonly code: string; readonly cyclesSince: number } | null
  readonly credits: ReadonlyArray<ImportedCredit>
  /** What the customer owes in the other system. Anything but 0 is refused: collect it there first. */
  readonly owedAmount: number
  readonly paymentMethods: ReadonlyArray<ImportedMethod>
}

/** What is wrong with a member of an imported customer. */
export type ImportFault =
  | "EMPTY"
  | "NOT_STORABLE"
  | "TOO_LONG"
  | "TOO_MANY"
  | "NOT_AN_AMOUNT"
  | "NOT_POSITIVE"
  | "NOT_AN_INSTANT"
  | "NOT_A_CARD"
  | "IN_FUTURE"
  | "IN_TRIAL"
  | "NOT_THE_DAY"
  | "NOT_THE_PERIOD"
  | "OUT_OF_RANGE"
  | "UNKNOWN_METER"
  | "DUPLICATE"
  | "SEVERAL_DEFAULTS"
  | "HAD_SUBSCRIPTION"
  | "DEBT"

/** An imported customer is not valid: the path of the member, what is wrong, and what it is and ought to be. */
export interface ImportInvalid {
  readonly _tag: "ImportInvalid"
  readonly member: string
  readonly reason: ImportFault
  /** The value, or the length of a text; a reference of the gateway is never shown. */
  readonly value: number | string
  /** What was expected, where only one value is right. */
  readonly expected: number | null
}

/** Makes that rejection. */
export const importInvalid = (
  member: string,
  reason: ImportFault,
  value: number | string,
  expected: number | null = null,
): ImportInvalid => ({ _tag: "ImportInvalid", member, reason, value, expected })

/** The most elements of a list, and the most periods since a coupon began. */
const LIST_MAX = 100
const CYCLES_MAX = 1_200

type Checked = Result.Result<void, ImportInvalid>

/**
 * Checks the values of a customer by themselves: texts, amounts, instants and lists. That the period is the one that the
 * anchor gives, and what its plan has, is checked when it is imported.
 */
export const check = resultFn(function* (
  customer: ImportedCustomer,
  now: number,
): Steps<void, ImportInvalid | InvalidOrganization> {
  const { organization, anchor, coupon, owedAmount } = customer
  yield* text("importId", customer.importId)
  yield* text("organization.organizationId", organization.organizationId)
  yield* text("organization.name", organization.name)
  yield* checkOrganization({ ...organization, status: "ACTIVE" })
  yield* instant("anchor.at", anchor.at)
  yield* period(customer.period)
  if (coupon !== null) yield* within("coupon.cyclesSince", coupon.cyclesSince, CYCLES_MAX)
  yield* customer.period.trial === true ? trial(customer, now) : begun("anchor.at", anchor.at, now)
  yield* credits(customer.credits, now)
  yield* amount("owedAmount", owedAmount)
  if (owedAmount > 0) yield* Result.fail(importInvalid("owedAmount", "DEBT", owedAmount, 0))
  yield* methods(customer.paymentMethods)
})

const period = resultFn(function* ({ startAt, endAt, usage }: ImportedPeriod): Steps<void, ImportInvalid> {
  yield* instant("period.startAt", startAt)
  yield* instant("period.endAt", endAt)
  yield* list("period.usage", usage)
  const seen = new Set<string>()
  for (const [index, { meter, quantity, paidQuantity }] of usage.entries()) {
    const at = `period.usage.${index}`
    yield* text(`${at}.meter`, meter)
    if (seen.has(meter)) yield* Result.fail(importInvalid(`${at}.meter`, "DUPLICATE", meter))
    seen.add(meter)
    yield* amount(`${at}.quantity`, quantity)
    yield* within(`${at}.paidQuantity`, paidQuantity, quantity)
  }
})

/** A trial ends where the first period starts, and until then nothing is paid, used or discounted. */
const trial = resultFn(function* (
  { anchor, period: { startAt, endAt, feePaid, usage }, coupon }: ImportedCustomer,
  now: number,
): Steps<void, ImportInvalid> {
  const { cyclesSince = 0 } = coupon ?? {}
  yield* begun("period.startAt", startAt, now)
  if (endAt <= now) yield* Result.fail(importInvalid("period.endAt", "OUT_OF_RANGE", endAt))
  if (endAt !== anchor.at)
    yield* Result.fail(importInvalid("period.endAt", "NOT_THE_PERIOD", endAt, anchor.at))
  if (feePaid) yield* Result.fail(importInvalid("period.feePaid", "IN_TRIAL", 1, 0))
  if (usage.length > 0) yield* Result.fail(importInvalid("period.usage", "IN_TRIAL", usage.length, 0))
  if (cyclesSince > 0) yield* Result.fail(importInvalid("coupon.cyclesSince", "IN_TRIAL", cyclesSince, 0))
})

const credits = resultFn(function* (
  granted: ImportedCustomer["credits"],
  now: number,
): Steps<void, ImportInvalid> {
  yield* list("credits", granted)
  for (const [index, { name, amount: value, expiresAt }] of granted.entries()) {
    const at = `credits.${index}`
    yield* text(`${at}.name`, name)
    yield* amount(`${at}.amount`, value)
    if (value === 0) yield* Result.fail(importInvalid(`${at}.amount`, "NOT_POSITIVE", value))
    if (expiresAt === null) continue
    yield* instant(`${at}.expiresAt`, expiresAt)
    if (expiresAt <= now) yield* Result.fail(importInvalid(`${at}.expiresAt`, "OUT_OF_RANGE", expiresAt))
  }
})

const methods = resultFn(function* (saved: ImportedCustomer["paymentMethods"]): Steps<void, ImportInvalid> {
  yield* list("paymentMethods", saved)
  const references = new Set<string>()
  for (const [index, method] of saved.entries()) {
    const at = `paymentMethods.${index}`
    yield* details(`${at}.billingDetails`, method)
    if (method.type === "BOLETO") continue
    const { gatewayReference, last4, brand, expMonth, expYear } = method
    yield* text(`${at}.gatewayReference`, gatewayReference)
    // The value is a secret, so that the place of the other one is told.
    if (references.has(gatewayReference)) {
      yield* Result.fail(importInvalid(`${at}.gatewayReference`, "DUPLICATE", index))
    }
    references.add(gatewayReference)
    yield* text(`${at}.brand`, brand)
    if (!/^\d{4}$/.test(last4)) yield* Result.fail(importInvalid(`${at}.last4`, "NOT_A_CARD", last4.length))
    if (!isBetween(expMonth, 1, 12))
      yield* Result.fail(importInvalid(`${at}.expMonth`, "NOT_A_CARD", expMonth))
    if (!isBetween(expYear, 1970, 9999))
      yield* Result.fail(importInvalid(`${at}.expYear`, "NOT_A_CARD", expYear))
  }
  const defaults = saved.filter(({ isDefault }) => isDefault).length
  if (defaults > 1) yield* Result.fail(importInvalid("paymentMethods", "SEVERAL_DEFAULTS", defaults, 1))
})

const details = resultFn(function* (
  at: string,
  { type, billingDetails }: ImportedMethod,
): Steps<void, ImportInvalid> {
  const { name, email, phone, address } = billingDetails
  const inAddress = Object.entries(address ?? {}).map(([name, value]) => [`address.${name}`, value] as const)
  for (const [member, value] of [...Object.entries({ name, email, phone }), ...inAddress]) {
    const lengthMax = member === "email" ? EMAIL_LENGTH_MAX : TEXT_LENGTH_MAX
    if (typeof value === "string") yield* text(`${at}.${member}`, value, lengthMax)
  }
  if (type !== "BOLETO") return
  for (const [member, value] of Object.entries({ name, email, address })) {
    if (value === null || value === undefined)
      yield* Result.fail(importInvalid(`${at}.${member}`, "EMPTY", ""))
  }
})

const isBetween = (value: number, min: number, max: number): boolean =>
  Number.isSafeInteger(value) && min <= value && value <= max

const text = (member: string, value: string, lengthMax = TEXT_LENGTH_MAX): Checked => {
  if (value === "") return Result.fail(importInvalid(member, "EMPTY", value))
  if (!isStorable(value)) return Result.fail(importInvalid(member, "NOT_STORABLE", value.length))
  return value.length > lengthMax
    ? Result.fail(importInvalid(member, "TOO_LONG", value.length, lengthMax))
    : Result.void
}

const amount = (member: string, value: number): Checked =>
  isBetween(value, 0, Number.MAX_SAFE_INTEGER)
    ? Result.void
    : Result.fail(importInvalid(member, "NOT_AN_AMOUNT", value))

const instant = (member: string, value: number): Checked =>
  isInstant(value) ? Result.void : Result.fail(importInvalid(member, "NOT_AN_INSTANT", value))

const begun = (member: string, value: number, now: number): Checked =>
  value > now ? Result.fail(importInvalid(member, "IN_FUTURE", value)) : Result.void

const within = (member: string, value: number, max: number): Checked =>
  isBetween(value, 0, max) ? Result.void : Result.fail(importInvalid(member, "OUT_OF_RANGE", value))

const list = (member: string, { length }: ReadonlyArray<unknown>): Checked =>
  length > LIST_MAX ? Result.fail(importInvalid(member, "TOO_MANY", length, LIST_MAX)) : Result.void
