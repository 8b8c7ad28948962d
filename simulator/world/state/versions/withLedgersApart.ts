// From version 1 of a document to version 2: the ledgers of vouchers become records of their own, invoices say what they
// took of which voucher and what went back of them, and credits tell gross parts from what a coupon had given.
import * as Result from "effect/Result"
import { Iso, Voucher } from "../../../../src/index.ts"
import { derive } from "../../../adapters/memory/MemoryIdSource.ts"

// biome-ignore lint/suspicious/noExplicitAny: nothing is known of it; the schema looks at what becomes of it
type Json = any

const isRecord = (value: Json): boolean => typeof value === "object" && value !== null

/** The records of a list; what else is in it is left to the schema. */
const recordsIn = (list: Json): ReadonlyArray<Json> => (Array.isArray(list) ? list.filter(isRecord) : [])

const mapped = (list: Json, f: (record: Json) => Json): Json =>
  Array.isArray(list) ? list.map((element) => (isRecord(element) ? f(element) : element)) : list

/** The parts of a document of version 1, by key. */
interface Known {
  readonly now: number
  readonly invoices: ReadonlyMap<string, Json>
  /** The invoice whose money a voucher gave back, by voucher. */
  readonly creditOf: ReadonlyMap<string, string>
  /** The credits of an invoice, as it has them now. */
  readonly creditsOf: ReadonlyMap<string, ReadonlyArray<Json>>
  readonly voucherOfReceipt: ReadonlyMap<string, string>
  /** The discount that left periods with credits, by the coupon's code, and by the owner's id with it. */
  readonly returned: ReadonlyMap<string, number>
  /** Subscriptions and cycles of which a payment is in flight. */
  readonly inFlight: ReadonlySet<string>
}

/** A document of version 1 as one of version 2. */
export const withLedgersApart = (document: { readonly [member: string]: unknown }): object => {
  const { store, now } = document as Json
  if (!isRecord(store) || !Array.isArray(store.records)) return document
  const known = knownOf(
    store.records,
    Result.getOrElse(Iso.fromIso(String(now)), () => 0),
  )
  const puts = recordsIn(store.records).filter(({ record }) => isRecord(record))
  return {
    ...document,
    store: {
      ...store,
      // Entries come last, so that a fault is found where it was.
      records: [
        ...store.records.map((put: Json) => (isRecord(put?.record) ? putOf(put, known) : put)),
        ...puts.flatMap((put) => (put.kind === "Voucher" ? entryPuts(put.record, known) : [])),
      ],
      outbox: mapped(store.outbox, (message) => messageOf(message, known)),
    },
  }
}

const knownOf = (records: Json, now: number): Known => {
  const all = (kind: string): ReadonlyArray<Json> =>
    recordsIn(records).flatMap((put) => (put.kind === kind && isRecord(put.record) ? [put.record] : []))
  const invoices = new Map(all("Invoice").map((invoice) => [invoice.invoiceId, invoice]))
  const creditOf = new Map<string, string>()
  const creditsOf = new Map<string, ReadonlyArray<Json>>()
  const returned = new Map<string, number>()
  for (const { credits, organizationId } of all("BillingGroup")) {
    for (const [index, credit] of recordsIn(credits).entries()) {
      const { segment, invoiceId, grantedAmount, at } = credit
      const code = couponOn(invoices.get(invoiceId))?.code
      for (const key of [`${code}`, `${organizationId}/${code}`]) {
        returned.set(key, (returned.get(key) ?? 0) + couponPart(credit, invoices))
      }
      if (!(grantedAmount > 0)) continue
      // As the rules named the voucher of a credit.
      const creditId = derive(`voucher/credit/${invoiceId}/${segment}/${index}`)
      creditOf.set(creditId, invoiceId)
      const given = { creditId, moneyAmount: grantedAmount, releases: [], at }
      creditsOf.set(invoiceId, [...(creditsOf.get(invoiceId) ?? []), given])
    }
  }
  const consumed = all("Voucher").flatMap(({ voucherId, entries }) =>
    recordsIn(entries).flatMap(({ kind, cause }) =>
      kind === "CONSUME" ? [[cause, voucherId] as const] : [],
    ),
  )
  const inFlight = all("Invoice").filter(({ attempts }) =>
    recordsIn(attempts).some(({ status }) => ["STARTED", "UNKNOWN", "PENDING"].includes(status)),
  )
  return {
    now,
    invoices,
    creditOf,
    creditsOf,
    voucherOfReceipt: new Map(consumed),
    returned,
    inFlight: new Set(inFlight.map(cycleKey)),
  }
}

const cycleKey = ({ subscriptionId, cycle }: Json): string => `${subscriptionId}/${cycle}`

const couponOn = (invoice: Json): Json => recordsIn(invoice?.discounts).find(({ type }) => type === "COUPON")

/** The discount on the part of a line that a credit took back. */
const couponPart = ({ amount, grantedAmount, invoiceId }: Json, invoices: Known["invoices"]): number =>
  Math.min(amount - grantedAmount, couponOn(invoices.get(invoiceId))?.amount ?? 0)

const putOf = ({ kind, record }: Json, known: Known): Json => {
  switch (kind) {
    case "Voucher":
      return { kind, record: movedOf(record, known).voucher }
    case "Invoice":
      return { kind, record: invoiceOf(record, known) }
    case "BillingGroup":
      return { kind, record: groupOf(record, known) }
    case "Coupon":
      return { kind, record: countOf(record, record.code, known) }
    case "CouponUse":
      return { kind, record: countOf(record, `${record.organizationId}/${record.code}`, known) }
    case "UsageEvent":
      return { kind, record: { ...record, billedAt: record.occurredAt } }
    default:
      return { kind, record }
  }
}

/** A voucher without its ledger. What is credit of a payment that is disputed, or was charged back, is treated so. */
const movedOf = (
  { entries: ledger, ...members }: Json,
  { creditOf, invoices, now }: Known,
): Voucher.Moved => {
  const { voucherId } = members
  const entries = recordsIn(ledger).map((entry, sequence) => ({ voucherId, sequence, ...entry }))
  const amountOf = (kind: string): number =>
    entries.reduce((sum, entry) => (entry.kind === kind ? sum + entry.amount : sum), 0)
  const invoiceId = creditOf.get(voucherId) ?? null
  const status = invoiceId === null ? null : invoices.get(invoiceId)?.status
  const voucher: Voucher.Voucher = {
    ...members,
    amountRedeemed: amountOf("CONSUME") - amountOf("RELEASE"),
    version: entries.length,
    creditOf: invoiceId,
    frozen: status === "DISPUTED",
    revokedAt: null,
  }
  if (status !== "CHARGEBACK") return { voucher, entries }
  const revoked = Voucher.revoke(voucher, { cause: `dispute/${invoiceId}`, at: now })
  return { voucher: revoked.voucher, entries: [...entries, ...revoked.entries] }
}

const entryPuts = (voucher: Json, known: Known): ReadonlyArray<Json> =>
  movedOf(voucher, known).entries.map((entry) => ({
    kind: "VoucherEntry",
    record: { ...entry, organizationId: voucher.organizationId },
  }))

/** An invoice that names the vouchers of its receipts, and has its credits, as far as it had them by then. */
const invoiceOf = (invoice: Json, { creditsOf, voucherOfReceipt }: Known): Json => {
  const credits: Array<Json> = []
  let rest = invoice.amountCredited
  for (const credit of creditsOf.get(invoice.invoiceId) ?? []) {
    rest -= credit.moneyAmount
    if (rest >= 0) credits.push(credit)
  }
  const receipts = mapped(invoice.receipts, (receipt) => ({
    ...receipt,
    voucherId: receipt.kind === "VOUCHER" ? (voucherOfReceipt.get(receipt.receiptId) ?? null) : null,
  }))
  return { ...invoice, receipts, credits }
}

/**
 * A group whose credits have one part each: what was given back, with the coupon's share of it. What had not been
 * received stays billed. The group stays in view while a payment of it is in flight.
 */
const groupOf = (group: Json, { inFlight, invoices }: Known): Json => ({
  ...group,
  settled: group.settled && !inFlight.has(cycleKey(group)),
  credits: mapped(group.credits, (credit) => {
    const { segment, invoiceId, grantedAmount, at } = credit
    const couponAmount = couponPart(credit, invoices)
    return { parts: [{ segment, invoiceId, amount: grantedAmount + couponAmount }], couponAmount, at }
  }),
})

/** A coupon, or its use, counts no more what it had given for what went back. */
const countOf = (record: Json, key: string, { returned }: Known): Json => ({
  ...record,
  amountRedeemed: record.amountRedeemed - (returned.get(key) ?? 0),
})

/** A message that waits tells of records as they were when it was written. */
const messageOf = (message: Json, known: Known): Json => {
  const { announcement } = message
  if (!isRecord(announcement)) return message
  const { voucher, invoice } = announcement
  return {
    ...message,
    announcement: {
      ...announcement,
      ...(isRecord(voucher) && { voucher: movedOf(voucher, { ...known, invoices: new Map() }).voucher }),
      ...(isRecord(invoice) && { invoice: invoiceOf(invoice, known) }),
    },
  }
}
