// A voucher: credit of an organization. Its ledger only grows; the sum is the balance, which is never negative. An
// operator grants it, or a rule: for money that exceeds what is due, or as the credit of an invoice. Movements are
// pure: each gives the voucher after it and its entries. GAP-50, GAP-118
import * as Result from "effect/Result"
import { isCurrency } from "../money/Currency.ts"
import { isInstant } from "../time/Instant.ts"
import {
  isOver,
  type VoucherEntry,
  type VoucherEntryKind,
  type Voucher as VoucherRecord,
} from "./VoucherRecord.ts"

export {
  statusOf,
  VOUCHER_STATUSES,
  type VoucherEntry,
  type VoucherEntryKind,
  type VoucherStatus,
} from "./VoucherRecord.ts"

/** A credit of an organization, as its ledger leaves it. */
export type Voucher = VoucherRecord

/** The members that a voucher is granted with. */
export type VoucherTerms = Omit<
  Voucher,
  "balance" | "amountRedeemed" | "version" | "creditOf" | "frozen" | "revokedAt"
>

/** A voucher after a movement, and the new entries of its ledger. */
export interface Moved {
  readonly voucher: Voucher
  readonly entries: ReadonlyArray<VoucherEntry>
}

/** The amount is not a positive whole number of minor units, or more than can go back to the voucher. */
export interface VoucherAmountInvalid {
  readonly _tag: "VoucherAmountInvalid"
  readonly amount: number
}

/** The balance is less than the amount. */
export interface VoucherExhausted {
  readonly _tag: "VoucherExhausted"
  readonly voucherId: string
  readonly balance: number
  readonly amount: number
}

/** Why a voucher is not valid: the member and its value. */
export interface InvalidVoucher {
  readonly _tag: "InvalidVoucher"
  readonly member: "name" | "currency" | "effectiveAt" | "expiresAt"
  readonly value: number | string
}

/**
 * Checks a voucher before it is granted: it has a name and a known currency, and expires, if at all, after it takes
 * effect and after it is granted. GAP-101
 */
export const check = <A extends VoucherTerms>(voucher: A): Result.Result<A, InvalidVoucher> => {
  const invalid = (
    member: InvalidVoucher["member"],
    value: number | string,
  ): Result.Result<never, InvalidVoucher> => Result.fail({ _tag: "InvalidVoucher", member, value })
  const { name, currency, effectiveAt, expiresAt, createdAt } = voucher
  if (name === "") return invalid("name", name)
  if (!isCurrency(currency)) return invalid("currency", currency)
  if (!isInstant(effectiveAt)) return invalid("effectiveAt", effectiveAt)
  return expiresAt !== null && !(isInstant(expiresAt) && expiresAt > Math.max(effectiveAt, createdAt))
    ? invalid("expiresAt", expiresAt)
    : Result.succeed(voucher)
}

/** Grants a voucher: its ledger starts with a GRANT of the whole amount. A credit names its invoice. */
export const grant = (
  terms: VoucherTerms & Partial<Pick<Voucher, "creditOf" | "frozen">>,
): Result.Result<Moved, VoucherAmountInvalid> => {
  const { voucherId, amount, createdAt } = terms
  if (!isPositive(amount)) return Result.fail({ _tag: "VoucherAmountInvalid", amount })
  const voucher = { creditOf: null, frozen: false, ...terms }
  return Result.succeed(
    move(
      { ...voucher, balance: 0, amountRedeemed: 0, version: 0, revokedAt: null },
      { kind: "GRANT", cause: voucherId, invoiceId: null, amount, at: createdAt },
    ),
  )
}

const isPositive = (amount: number): boolean => Number.isSafeInteger(amount) && amount > 0

/** A movement: how much, why, for which invoice, and when. */
export interface VoucherMovement {
  readonly amount: number
  readonly cause: string
  readonly invoiceId: string | null
  readonly at: number
}

const move = (
  voucher: Voucher,
  ...movements: ReadonlyArray<VoucherMovement & { readonly kind: VoucherEntryKind }>
): Moved => {
  let { balance, amountRedeemed } = voucher
  for (const { kind, amount } of movements) {
    balance += kind === "GRANT" || kind === "RELEASE" ? amount : -amount
    if (kind === "CONSUME") amountRedeemed += amount
    if (kind === "RELEASE") amountRedeemed -= amount
  }
  const { voucherId, version } = voucher
  return {
    voucher: { ...voucher, balance, amountRedeemed, version: version + movements.length },
    entries: movements.map((movement, index) => ({ voucherId, sequence: version + index, ...movement })),
  }
}

/** A movement without entries. */
const still = (voucher: Voucher): Moved => ({ voucher, entries: [] })

/**
 * Takes an amount for an invoice; all of it, or nothing where less is left.
 *
 * @example
 * ```ts
 * import * as Result from "effect/Result"
 * import { Voucher } from "studio-billing"
 *
 * const granted = Result.getOrThrow(Voucher.grant({
 *   voucherId: "voucher-1", organizationId: "org-1", name: "Goodwill", currency: "BRL", amount: 500,
 *   effectiveAt: 0, expiresAt: null, createdAt: 0,
 * }))
 * const movement = { amount: 300, cause: "invoice-1", invoiceId: "invoice-1", at: 1 }
 * const { voucher, entries } = Result.getOrThrow(Voucher.consume(granted.voucher, movement))
 * voucher.balance // 200
 * entries // [{ voucherId: "voucher-1", sequence: 1, kind: "CONSUME", ...movement }]
 * Voucher.consume(voucher, { amount: 300, cause: "invoice-2", invoiceId: "invoice-2", at: 2 })
 * // Result.fail({ _tag: "VoucherExhausted", voucherId: "voucher-1", balance: 200, amount: 300 })
 * ```
 */
export const consume = (
  voucher: Voucher,
  movement: VoucherMovement,
): Result.Result<Moved, VoucherAmountInvalid | VoucherExhausted> => {
  const { amount } = movement
  if (!isPositive(amount)) return Result.fail({ _tag: "VoucherAmountInvalid", amount })
  const { voucherId, balance } = voucher
  return amount > balance
    ? Result.fail({ _tag: "VoucherExhausted", voucherId, balance, amount })
    : Result.succeed(move(voucher, { kind: "CONSUME", ...movement }))
}

/**
 * Gives back an amount that invoices took, at most what they took. A voucher that was revoked or has expired gives it
 * up again at once: the RELEASE is followed by a REVOKE or an EXPIRE of the same amount and cause.
 */
export const release = (
  voucher: Voucher,
  movement: VoucherMovement,
): Result.Result<Moved, VoucherAmountInvalid> => {
  const { amount, at } = movement
  if (!isPositive(amount) || amount > voucher.amountRedeemed) {
    return Result.fail({ _tag: "VoucherAmountInvalid", amount })
  }
  const released = { kind: "RELEASE", ...movement } as const
  if (voucher.revokedAt !== null) {
    return Result.succeed(move(voucher, released, { ...movement, kind: "REVOKE" }))
  }
  return Result.succeed(
    isOver(voucher, at) ? move(voucher, released, { ...movement, kind: "EXPIRE" }) : move(voucher, released),
  )
}

/** Ends a voucher at its expiry: the rest of its balance is gone. Before that, and a second time, nothing changes. */
export const expire = (voucher: Voucher, at: number): Moved => {
  const { voucherId, balance: amount } = voucher
  return amount === 0 || !isOver(voucher, at)
    ? still(voucher)
    : move(voucher, { kind: "EXPIRE", cause: voucherId, invoiceId: null, amount, at })
}

/** Stops a voucher from paying while its money is disputed. Its ledger does not change. */
export const freeze = (voucher: Voucher): Moved =>
  still(voucher.frozen ? voucher : { ...voucher, frozen: true })

/** Lets a voucher pay again: the dispute of its money was won. */
export const unfreeze = (voucher: Voucher): Moved =>
  still(voucher.frozen ? { ...voucher, frozen: false } : voucher)

/**
 * Takes a voucher back, because the dispute of its money was lost or because an operator says so: its balance is gone.
 * What invoices took before stays taken. A second time changes nothing.
 */
export const revoke = (voucher: Voucher, { cause, at }: Pick<VoucherMovement, "cause" | "at">): Moved => {
  if (voucher.revokedAt !== null) return still(voucher)
  const revoked: Voucher = { ...voucher, frozen: false, revokedAt: at }
  const { balance: amount, creditOf: invoiceId } = voucher
  return amount === 0 ? still(revoked) : move(revoked, { kind: "REVOKE", cause, invoiceId, amount, at })
}

/** A payout to record; without an amount it is of all that is left. */
export interface PayoutRequest {
  readonly payoutId: string
  readonly amount: number | null
  readonly at: number
}

/** Nothing of that amount can be paid out of the voucher now. */
export interface VoucherNotPayable {
  readonly _tag: "VoucherNotPayable"
  readonly voucherId: string
  /**
   * A payout of that id was of another amount; its money is disputed; less is left; it has `PAYOUTS_MAX` payouts; its
   * invoice has a refund of that id, which is the same money.
   */
  readonly reason: "OTHER_AMOUNT" | "FROZEN" | "EXCEEDS_BALANCE" | "TOO_MANY" | "REFUNDED"
  readonly balance: number
}

/** How many payouts a voucher may have. GAP-189 */
export const PAYOUTS_MAX = 20

/**
 * Records that money went to the customer in place of what a voucher still has, or of a part of it. The same payout again
 * changes nothing. Of the `refunds` of the invoice that it is credit of, one of the same id is the same money. GAP-189
 *
 * @example
 * ```ts
 * import * as Result from "effect/Result"
 * import { Voucher } from "studio-billing"
 *
 * const granted = Result.getOrThrow(Voucher.grant({
 *   voucherId: "voucher-1", organizationId: "org-1", name: "Unapplied payment", currency: "BRL", amount: 500,
 *   effectiveAt: 0, expiresAt: null, createdAt: 0,
 * }))
 * const payout = { payoutId: "transfer-1", amount: 300, at: 1 }
 * const { voucher } = Result.getOrThrow(Voucher.payOut(granted.voucher, payout))
 * voucher.balance // 200
 * voucher.payouts // [payout]
 * Voucher.payOut(voucher, payout) // Result.succeed({ voucher, entries: [] })
 * ```
 */
export const payOut = (
  voucher: Voucher,
  { payoutId, amount: wanted, at }: PayoutRequest,
  refunds: ReadonlyArray<{ readonly refundId: string }> = [],
): Result.Result<Moved, VoucherAmountInvalid | VoucherNotPayable> => {
  const { voucherId, balance, creditOf, frozen, payouts = [] } = voucher
  const refuse = (reason: VoucherNotPayable["reason"]): Result.Result<never, VoucherNotPayable> =>
    Result.fail({ _tag: "VoucherNotPayable", voucherId, reason, balance })
  const known = payouts.find((payout) => payout.payoutId === payoutId)
  if (known !== undefined) {
    return wanted === null || wanted === known.amount
      ? Result.succeed(still(voucher))
      : refuse("OTHER_AMOUNT")
  }
  if (wanted !== null && !isPositive(wanted)) {
    return Result.fail({ _tag: "VoucherAmountInvalid", amount: wanted })
  }
  const amount = wanted ?? balance
  if (refunds.some(({ refundId }) => refundId === payoutId)) return refuse("REFUNDED")
  if (frozen) return refuse("FROZEN")
  if (amount === 0 || amount > balance || isOver(voucher, at)) return refuse("EXCEEDS_BALANCE")
  if (payouts.length >= PAYOUTS_MAX) return refuse("TOO_MANY")
  const paid: Voucher = { ...voucher, payouts: [...payouts, { payoutId, amount, at }] }
  return Result.succeed(move(paid, { kind: "PAYOUT", cause: payoutId, invoiceId: creditOf, amount, at }))
}

/** The sum of what was paid out of a voucher. */
export const amountPaidOut = ({ payouts = [] }: Voucher): number =>
  payouts.reduce((total, { amount }) => total + amount, 0)

/**
 * The vouchers that can pay an invoice issued at `at`, in the order of use: earliest expiry, oldest, id. A voucher is
 * left out if it is of another currency, empty, frozen, revoked, not yet effective or past its expiry. One that expires
 * at this very instant still pays.
 */
export const usable = (
  vouchers: ReadonlyArray<Voucher>,
  use: { readonly currency: string; readonly at: number },
): ReadonlyArray<Voucher> =>
  vouchers
    .filter(
      (voucher) =>
        voucher.currency === use.currency &&
        voucher.balance > 0 &&
        !voucher.frozen &&
        voucher.revokedAt === null &&
        voucher.effectiveAt <= use.at &&
        (voucher.expiresAt === null || use.at <= voucher.expiresAt),
    )
    .sort(
      (a, b) =>
        (a.expiresAt ?? Number.POSITIVE_INFINITY) - (b.expiresAt ?? Number.POSITIVE_INFINITY) ||
        a.createdAt - b.createdAt ||
        (a.voucherId < b.voucherId ? -1 : 1),
    )
