// The invoices of an organization, newest first.

import type { OperatorInvoice, Page } from "../../data/shapes.ts"
import { formatAmount } from "../../money.ts"
import { Chip } from "../../parts/Chip.tsx"
import { Empty, Section, Table } from "../../parts/parts.tsx"
import { hrefOfOrganization } from "../../route.ts"
import { formatDay, formatPeriod } from "../../time.ts"
import { InvoiceShares } from "./InvoiceShares.tsx"

/** Each opens as a document. */
export const Invoices = (props: {
  readonly organizationId: string
  readonly invoices: Page<OperatorInvoice> | null
}) => {
  const { organizationId, invoices } = props
  return (
    <Section
      title="Invoices"
      aside={invoices !== null && <span class="muted">{invoices.meta.totalItems} in all</span>}
    >
      {invoices !== null && invoices.data.length === 0 && (
        <Empty>None yet. Pay the upcoming invoice, or move the clock past the end of the period.</Empty>
      )}
      {invoices !== null && invoices.data.length > 0 && <InvoiceShares invoices={invoices.data} />}
      {invoices !== null && invoices.data.length > 0 && (
        <Table
          label="Invoices"
          head={["Issued", "Status", "Kind", "Period", "Payable", "Due"]}
          numbers={[4, 5]}
        >
          {invoices.data.map((invoice) => (
            <tr key={invoice.invoiceId}>
              <th scope="row">
                <a href={hrefOfOrganization(organizationId, invoice.invoiceId)}>
                  {formatDay(invoice.issuedAt ?? invoice.createdAt)}
                </a>
              </th>
              <td>
                <Chip status={invoice.status} />
              </td>
              <td>{invoice.kind.toLowerCase()}</td>
              <td>{formatPeriod(invoice.periodStart, invoice.periodEnd)}</td>
              <td class="number">{formatAmount(invoice.payableAmount, invoice.currency)}</td>
              <td class="number">{formatAmount(invoice.amountDue, invoice.currency)}</td>
            </tr>
          ))}
        </Table>
      )}
    </Section>
  )
}
