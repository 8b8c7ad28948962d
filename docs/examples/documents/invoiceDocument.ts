// An invoice as a document: its lines, what was taken off, what was paid and what went back, so that every sum can be
// checked on the page. Change it as you like.
import { Display, type Invoice } from "studio-billing"

/** A row of a document. What lowers the sum is negative; amounts are minor units. */
export interface Row {
  readonly text: string
  readonly amount: number
}

/** The parts of a document. `payable` is the sum of `lines` and `discounts`; `due` is `payable` and `payments`. */
export interface InvoiceDocument {
  readonly title: string
  readonly lines: ReadonlyArray<Row>
  readonly discounts: ReadonlyArray<Row>
  readonly payable: number
  readonly payments: ReadonlyArray<Row>
  readonly due: number
  /** What went back after it was paid. For each of them you may write a credit note. */
  readonly givenBack: ReadonlyArray<Row>
}

const dateOf = (at: number): string => new Date(at).toISOString().slice(0, 10)

/** The document of an issued invoice. */
export const documentOf = (invoice: Invoice.Invoice): InvoiceDocument => {
  const { status, currency, payableAmount: payable, periodStartAt, periodEndAt } = invoice
  const isVoid = status === "VOID"
  return {
    title: `Invoice ${invoice.invoiceId}, ${dateOf(periodStartAt)} to ${dateOf(periodEndAt)}, ${status}`,
    lines: invoice.lines.map((line) => ({
      text: `${line.quantity} × ${line.name} at ${formatted(line.unitPrice, currency)}${timeOf(line, invoice)}`,
      amount: line.amount,
    })),
    discounts: invoice.discounts.map(({ type, code, amount }) => ({
      text: type === "COUPON" ? `Coupon ${code}` : `Voucher ${code}`,
      amount: -amount,
    })),
    payable,
    // Of an invoice that is void nothing is due, and all that came is a voucher or went back to one.
    payments: isVoid
      ? [{ text: "Void", amount: -payable }]
      : invoice.receipts
          .filter(({ appliedAmount }) => appliedAmount > 0)
          .map(({ voucherId, appliedAmount, at }) => ({
            text: `${voucherId === null ? "Paid" : `Voucher ${voucherId}`} on ${dateOf(at)}`,
            amount: -appliedAmount,
          })),
    due: isVoid ? 0 : payable - invoice.amountPaid,
    givenBack: [
      ...invoice.refunds.map(({ amount, at }) => ({ text: `Refunded on ${dateOf(at)}`, amount })),
      ...invoice.credits.flatMap(({ creditId, moneyAmount, releases, at }) => [
        // The id of a credit is that of the voucher that it gave.
        { text: `Credit on ${dateOf(at)}: voucher ${creditId}`, amount: moneyAmount },
        ...releases.map(({ voucherId, amount }) => ({
          text: `Back on ${dateOf(at)} to voucher ${voucherId}`,
          amount,
        })),
      ]),
    ].filter(({ amount }) => amount > 0),
  }
}

/** The time of a line, where it is not that of the invoice. An item has none. */
const timeOf = (
  { periodStartAt, periodEndAt }: Invoice.Invoice["lines"][number],
  invoice: Invoice.Invoice,
): string => {
  if (periodStartAt === undefined || periodEndAt === undefined) return ""
  const time = `, ${dateOf(periodStartAt)} to ${dateOf(periodEndAt)}`
  return periodStartAt === invoice.periodStartAt && periodEndAt === invoice.periodEndAt ? "" : time
}

/** An amount as text, exactly, with the decimals of its currency by ISO 4217: those of `Intl` follow custom. */
export const formatted = (amount: number, currency: string): string => {
  const written = Display.format({ amount, currency })
  if (written._tag === "Failure") throw new TypeError(`${amount} ${currency} is no amount`)
  const digits = written.success.split(".")[1]?.length ?? 0
  const style = { style: "currency", currency, currencyDisplay: "code" } as const
  const decimals = { minimumFractionDigits: digits, maximumFractionDigits: digits }
  return new Intl.NumberFormat("en", { ...style, ...decimals })
    .format(written.success as Intl.StringNumericLiteral)
    .replace("\u00a0", " ")
}

/** The document as plain text; a template of HTML has the same parts. */
export const textOf = (document: InvoiceDocument, currency: string): string => {
  const row = ({ text, amount }: Row): string => `  ${text}: ${formatted(amount, currency)}`
  const { title, lines, discounts, payable, payments, due, givenBack } = document
  return [
    title,
    ...[...lines, ...discounts].map(row),
    `Payable: ${formatted(payable, currency)}`,
    ...payments.map(row),
    `Due: ${formatted(due, currency)}`,
    ...givenBack.map(row),
  ].join("\n")
}
