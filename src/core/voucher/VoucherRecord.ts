// A voucher as it is stored, and the entries of its ledger, which are records of their own. GAP-50, GAP-118

/** The kinds of movement: GRANT and RELEASE raise the balance, CONSUME, EXPIRE, REVOKE and PAYOUT lower it. */
export type VoucherEntryKind = "GRANT" | "CONSUME" | "RELEASE" | "EXPIRE" | "REVOKE" | "PAYOUT"

/** One movement of a voucher. In one ledger `kind` and `cause` together occur once. */
export interface VoucherEntry {
  readonly voucherId: string
  /** Its place in the ledger, from 0, without holes. */
  readonly sequence: number
  readonly kind: VoucherEntryKind
  /**
   * Its cause: an invoice's issue, a receipt, a credit, a dispute or a payout; the voucher's own id for GRANT and for
   * EXPIRE at its expiry.
   */
  readonly cause: string
  /** The invoice that it paid, or that gave it back; `null` without one. */
  readonly invoiceId: string | null
  /** Minor units, always positive. */
  readonly amount: number
  readonly at: number
}

/** Money that went to the customer in place of the voucher's. The same `payoutId` again is the same payout. */
export interface Payout {
  readonly payoutId: string
  readonly amount: number
  readonly at: number
}

/** A credit of an organization, as its ledger leaves it. */
export interface Voucher {
  readonly voucherId: string
  readonly organizationId: string
  readonly name: string
  readonly currency: string
  /** What was granted, in minor units. */
  readonly amount: number
  /** The sum of the ledger. */
  readonly balance: number
  /** The sum that invoices took and did not give back. GAP-50 */
  readonly amountRedeemed: number
  /** What was paid out of it in money, the first one first; absent: nothing was. GAP-189 */
  readonly payouts?: ReadonlyArray<Payout>
  /** How many entries the ledger has: the `sequence` of the next one. */
  readonly version: number
  readonly effectiveAt: number
  readonly expiresAt: number | null
  /** The invoice whose money it gives back as credit; null for any other voucher. */
  readonly creditOf: string | null
  /** Set while the payment of that invoice is disputed: it pays nothing then. */
  readonly frozen: boolean
  /** The instant at which a lost dispute took it back, else `null`. */
  readonly revokedAt: number | null
  readonly createdAt: number
}

/**
 * The first of these that holds: REVOKED when a lost dispute or an operator took it back, EXPIRED from `expiresAt` on,
 * DEPLETED when nothing is left, FROZEN while its money is disputed, PENDING until `effectiveAt`, else ACTIVE. GAP-118
 */
export const VOUCHER_STATUSES = ["PENDING", "ACTIVE", "FROZEN", "DEPLETED", "EXPIRED", "REVOKED"] as const

/** One of the statuses of a voucher. */
export type VoucherStatus = (typeof VOUCHER_STATUSES)[number]

/** The status of a voucher at an instant. */
export const statusOf = (voucher: Voucher, now: number): VoucherStatus => {
  if (voucher.revokedAt !== null) return "REVOKED"
  if (isOver(voucher, now)) return "EXPIRED"
  if (voucher.balance === 0) return "DEPLETED"
  if (voucher.frozen) return "FROZEN"
  return now < voucher.effectiveAt ? "PENDING" : "ACTIVE"
}

/** Tells whether an instant is at or after the voucher's expiry. */
export const isOver = ({ expiresAt }: Voucher, at: number): boolean => expiresAt !== null && at >= expiresAt
