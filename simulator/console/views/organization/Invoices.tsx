// The invoices of an organization, newest first, a page at a time.

import { useInvoicePage } from "../../data/account.ts"
import type { OperatorInvoice } from "../../data/shapes.ts"
import { formatAmount } from "../../money.ts"
import { Chip } from "../../parts/Chip.tsx"
import { Listed, Pager } from "../../parts/Listed.tsx"
import { Section, Table } from "../../parts/parts.tsx"
import { place } from "../../place.ts"
import { hrefOfOrganization, pageOf } from "../../route.ts"
import { formatDay, formatPeriod } from "../../time.ts"
import { InvoiceShares } from "./InvoiceShares.tsx"

/** Each opens as a document. `latest` are the newest hundred, of whatever page. */
export const Invoices = (props: {
  readonly organizationId: string
  readonly latest: ReadonlyArray<OperatorInvoice>
}) => {
  const { organizationId, latest } = props
  const loaded = useInvoicePage(organizationId, pageOf(place.value))
  const meta = loaded.data?.meta
  return (
    <Section
      title="Invoices"
      aside={meta !== undefined && <span class="muted">{meta.totalItems} in all</span>}
    >
      <Listed
        loaded={loaded}
        empty="None yet. Pay the upcoming invoice, or move the clock past the end of the period."
      >
        {(invoices) => (
          <>
            <InvoiceShares invoices={latest} />
            <Table
              label="Invoices"
              head={["Issued", "Status", "Kind", "Period", "Payable", "Due"]}
              numbers={[4, 5]}
            >
              {invoices.map((invoice) => (
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
          </>
        )}
      </Listed>
      {meta !== undefined && <Pager meta={meta} path={["organizations", organizationId]} query={{}} />}
    </Section>
  )
}
