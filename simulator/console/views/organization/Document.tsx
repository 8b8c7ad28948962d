// An invoice as a person would print it. It has no issuer, because no company stands behind the simulator.
import type { ComponentChildren } from "preact"
import type { OperatorInvoice, WireInvoice } from "../../data/shapes.ts"
import { formatAmount, formatMoney } from "../../money.ts"
import { Chip } from "../../parts/Chip.tsx"
import { Facts, Scroll } from "../../parts/parts.tsx"
import { formatDay, formatInstant, formatPeriod } from "../../time.ts"
import { shortId } from "../../words.ts"

type Sums = Pick<
  WireInvoice,
  | "currency"
  | "lines"
  | "discounts"
  | "totalAmount"
  | "payableAmount"
  | "discountAmount"
  | "periodStart"
  | "periodEnd"
>

/** Lines with quantity and unit price, discounts one by one, total and payable. */
export const Amounts = (props: { readonly invoice: Sums; readonly children?: ComponentChildren }) => {
  const { invoice, children } = props
  const { currency, lines, discounts } = invoice
  return (
    <Scroll label="Lines">
      <table class="amounts">
        <thead>
          <tr>
            <th scope="col">Item</th>
            <th scope="col" class="number">
              Quantity
            </th>
            <th scope="col" class="number">
              Unit price
            </th>
            <th scope="col" class="number">
              {currency}
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ name, quantity, unitPrice, amount, ...time }, index) => (
            <tr key={`${index} ${name}`}>
              <th scope="row">
                {name} <OwnTime line={time} invoice={invoice} />
              </th>
              <td class="number">{quantity.toLocaleString("en")}</td>
              <td class="number">{formatAmount(unitPrice, currency)}</td>
              <td class="number">{formatAmount(amount, currency)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <Sum name="Total" amount={invoice.totalAmount} currency={currency} />
          {discounts.map(({ type, code, amount }) => (
            <Sum
              key={`${type} ${code}`}
              name={type === "COUPON" ? `Coupon ${code}` : `Voucher ${shortId(code)}`}
              amount={-amount}
              currency={currency}
            />
          ))}
          <Sum name="Payable" amount={invoice.payableAmount} currency={currency} strong />
          {children}
        </tfoot>
      </table>
    </Scroll>
  )
}

type Time = Pick<WireInvoice["lines"][number], "periodStart" | "periodEnd">

/** The time of a line, where it is not that of its invoice. */
const OwnTime = ({ line, invoice }: { readonly line: Time; readonly invoice: Sums }) => {
  const { periodStart, periodEnd } = line
  if (periodStart === undefined || periodEnd === undefined) return null
  const isOwn = periodStart !== invoice.periodStart || periodEnd !== invoice.periodEnd
  return isOwn ? <span class="muted">{formatPeriod(periodStart, periodEnd)}</span> : null
}

const Sum = (props: {
  readonly name: string
  readonly amount: number
  readonly currency: string
  readonly strong?: boolean
}) => (
  <tr class={props.strong === true ? "strong" : ""}>
    <th scope="row" colSpan={3}>
      {props.name}
    </th>
    <td class="number">{formatAmount(props.amount, props.currency)}</td>
  </tr>
)

/** The whole document, for the screen and for paper. */
export const Document = (props: { readonly invoice: OperatorInvoice; readonly name: string }) => {
  const { invoice, name } = props
  const { currency } = invoice
  return (
    <article class="card document" aria-label="Invoice">
      <header>
        <h1>Invoice</h1>
        <Chip status={invoice.status} />
      </header>
      <Facts
        facts={[
          ["Invoice", <code key="id">{invoice.invoiceId}</code>],
          ["For", name],
          ["Issued", invoice.issuedAt === null ? "not yet" : formatDay(invoice.issuedAt)],
          ["Period", formatPeriod(invoice.periodStart, invoice.periodEnd)],
          ["Due", formatDay(invoice.dueDate)],
          ...(invoice.nextPaymentAttemptAt === undefined
            ? []
            : [["Next try", formatInstant(invoice.nextPaymentAttemptAt)] as const]),
          ...(invoice.paidAt === null ? [] : [["Paid", formatInstant(invoice.paidAt)] as const]),
          ...(invoice.billingThreshold?.exceeded === true
            ? [["Cut by the threshold of", formatMoney(invoice.billingThreshold.value, currency)] as const]
            : []),
        ]}
      />
      <Amounts invoice={invoice}>
        <Sum name="Paid" amount={invoice.amountPaid} currency={currency} />
        {invoice.amountRefunded > 0 && (
          <Sum name="Refunded" amount={-invoice.amountRefunded} currency={currency} />
        )}
        <Sum name="Due" amount={invoice.amountDue} currency={currency} strong />
      </Amounts>
      {invoice.boleto !== null && (
        <p>
          Boleto <code>{invoice.boleto.digitableLine}</code>, until {formatDay(invoice.boleto.expiresAt)}
        </p>
      )}
    </article>
  )
}
