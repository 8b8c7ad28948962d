// A voucher: credit of an organization, kept as an append-only ledger whose sum is the balance and is never
// negative. Granted by an operator, or by a rule when money arrived that nothing was due for. GAP-50
import * as Result from "effect/Result"
import { isCurrency } from "../money/Currency.ts"
import { isInstant } from "../time/Instant.ts"

/** What moved a voucher's balance: GRANT and RELEASE raise it, CONSUME and EXPIRE lower it. */
export type VoucherEntryKind = "GRANT" | "CONSUME" | "RELEASE" | "EXPIRE"

/** One movement. `kind` and `cause` together occur once in a ledger, so that a repeat changes nothing. */
export interface VoucherEntry {
  readonly kind: VoucherEntryKind
  /** What caused it: an invoice's issue or a receipt of it; the voucher's own id for GRANT and EXPIRE at its expiry. */
  readonly cause: string
  /** The invoice that it paid, or that gave it back; null where the cause is the voucher itself. */
  readonly invoiceId: string | null
  /** Minor units, always positive. */
  readonly amount: number
  readonly at: number
}

/** A credit of an organization with its ledger. */
export interface Voucher {
  readonly voucherId: string
  readonly organizationId: string
  readonly name: string
  readonly currency: string
  /** What was granted, in minor units. */
  readonly amount: number
  /** The sum of the ledger: what is left. */
  readonly balance: number
  readonly effectiveAt: number
  readonly expiresAt: number | null
  readonly entries: ReadonlyArray<VoucherEntry>
  readonly createdAt: number
}

/** PENDING until `effectiveAt`, then ACTIVE while something is left, DEPLETED or EXPIRED after. */
export type VoucherStatus = "PENDING" | "ACTIVE" | "DEPLETED" | "EXPIRED"

/** The status of a voucher at an instant. */
export const statusOf = (voucher: Voucher, now: number): VoucherStatus => {
  if (voucher.expiresAt !== null && now >= voucher.expiresAt) return "EXPIRED"
  if (voucher.balance === 0) return "DEPLETED"
  return now < voucher.effectiveAt ? "PENDING" : "ACTIVE"
}

/** The amount is no positive whole number of minor units. */
export interface VoucherAmountInvalid {
  readonly _tag: "VoucherAmountInvalid"
  readonly amount: number
}

/** The voucher holds less than was asked of it. */
export interface VoucherExhausted {
  readonly _tag: "VoucherExhausted"
  readonly voucherId: string
  readonly balance: number
  readonly amount: number
}

/** Why a voucher is no voucher, with the member and the value found there. */
export interface InvalidVoucher {
  readonly _tag: "InvalidVoucher"
  readonly member: "name" | "currency" | "effectiveAt" | "expiresAt"
  readonly value: number | string
}

/**
 * Checks a voucher that somebody grants: it has a name and a known currency, and expires, if at all, after it takes
 * effect and after it is granted. GAP-101
 */
export const check = <A extends Omit<Voucher, "balance" | "entries">>(
  voucher: A,
): Result.Result<A, InvalidVoucher> => {
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

/** Grants a voucher: its ledger starts with a GRANT of the whole amount. */
export const grant = (
  voucher: Omit<Voucher, "balance" | "entries">,
): Result.Result<Voucher, VoucherAmountInvalid> =>
  Number.isSafeInteger(voucher.amount) && voucher.amount > 0
    ? Result.succeed({
        ...voucher,
        balance: voucher.amount,
        entries: [entryOfItself("GRANT", voucher, voucher.amount, voucher.createdAt)],
      })
    : Result.fail({ _tag: "VoucherAmountInvalid", amount: voucher.amount })

const entryOfItself = (
  kind: VoucherEntryKind,
  { voucherId }: Pick<Voucher, "voucherId">,
  amount: number,
  at: number,
): VoucherEntry => ({ kind, cause: voucherId, invoiceId: null, amount, at })

const has = (voucher: Voucher, kind: VoucherEntryKind, cause: string): boolean =>
  voucher.entries.some((entry) => entry.kind === kind && entry.cause === cause)

const append = (voucher: Voucher, entry: VoucherEntry): Voucher => ({
  ...voucher,
  balance:
    entry.kind === "GRANT" || entry.kind === "RELEASE"
      ? voucher.balance + entry.amount
      : voucher.balance - entry.amount,
  entries: [...voucher.entries, entry],
})

/** What a movement needs: how much, because of what, for which invoice, and when. */
export interface VoucherMovement {
  readonly amount: number
  readonly cause: string
  readonly invoiceId: string
  readonly at: number
}

/**
 * Takes an amount for an invoice. The same cause again changes nothing.
 *
 * @example
 * ```ts
 * import * as Result from "effect/Result"
 * import { Voucher } from "studio-billing"
 *
 * const voucher = Result.getOrThrow(Voucher.grant({
 *   voucherId: "voucher-1", organizationId: "org-1", name: "Goodwill", currency: "BRL", amount: 500,
 *   effectiveAt: 0, expiresAt: null, createdAt: 0,
 * }))
 * const movement = { amount: 300, cause: "invoice-1", invoiceId: "invoice-1", at: 1 }
 * const used = Result.getOrThrow(Voucher.consume(voucher, movement))
 * used.balance // 200
 * Voucher.consume(used, movement) // Result.succeed(used)
 * Voucher.consume(used, { amount: 300, cause: "invoice-2", invoiceId: "invoice-2", at: 2 })
 * // Result.fail({ _tag: "VoucherExhausted", voucherId: "voucher-1", balance: 200, amount: 300 })
 * ```
 */
export const consume = (
  voucher: Voucher,
  { amount, cause, invoiceId, at }: VoucherMovement,
): Result.Result<Voucher, VoucherAmountInvalid | VoucherExhausted> => {
  if (has(voucher, "CONSUME", cause)) return Result.succeed(voucher)
  if (!Number.isSafeInteger(amount) || amount <= 0) {
    return Result.fail({ _tag: "VoucherAmountInvalid", amount })
  }
  if (amount > voucher.balance) {
    return Result.fail({
      _tag: "VoucherExhausted",
      voucherId: voucher.voucherId,
      balance: voucher.balance,
      amount,
    })
  }
  return Result.succeed(append(voucher, { kind: "CONSUME", cause, invoiceId, amount, at }))
}

/**
 * Gives back what an invoice consumed, once. A voucher that has expired in the meantime gives it up again at
 * once: its RELEASE is followed by an EXPIRE of the same amount.
 */
export const release = (voucher: Voucher, { cause, at }: Pick<VoucherMovement, "cause" | "at">): Voucher => {
  const consumed = voucher.entries.find((entry) => entry.kind === "CONSUME" && entry.cause === cause)
  if (consumed === undefined || has(voucher, "RELEASE", cause)) return voucher
  const released = append(voucher, { ...consumed, kind: "RELEASE", at })
  return voucher.expiresAt !== null && at >= voucher.expiresAt
    ? append(released, { ...consumed, kind: "EXPIRE", at })
    : released
}

/** Ends a voucher at its expiry: what is left is gone. Before its expiry, and a second time, nothing changes. */
export const expire = (voucher: Voucher, at: number): Voucher =>
  voucher.expiresAt === null || at < voucher.expiresAt || voucher.balance === 0
    ? voucher
    : append(voucher, entryOfItself("EXPIRE", voucher, voucher.balance, at))

/** What of a voucher invoices took and did not give back. GAP-50 */
export const redeemedAmount = ({ entries }: Voucher): number =>
  entries.reduce(
    (sum, { kind, amount }) => (kind === "CONSUME" ? sum + amount : kind === "RELEASE" ? sum - amount : sum),
    0,
  )

/**
 * The vouchers that can pay an invoice issued at `at`, in the order in which they are used: earliest expiry,
 * oldest, id. Of another currency, empty, not yet effective or past its expiry: left out. One that expires at
 * this very instant still pays.
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
        voucher.effectiveAt <= use.at &&
        (voucher.expiresAt === null || use.at <= voucher.expiresAt),
    )
    .sort(
      (a, b) =>
        (a.expiresAt ?? Number.POSITIVE_INFINITY) - (b.expiresAt ?? Number.POSITIVE_INFINITY) ||
        a.createdAt - b.createdAt ||
        (a.voucherId < b.voucherId ? -1 : 1),
    )
