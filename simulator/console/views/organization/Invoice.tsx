// One invoice: the document, every try to pay it, and what an operator or a gateway may report of it.
import { useDetail, useInvoice, useMethods } from "../../data/account.ts"
import { actorOf } from "../../data/catalogue.ts"
import { nameOfMethod, type OperatorInvoice, type WirePaymentMethod } from "../../data/shapes.ts"
import { formatMoney } from "../../money.ts"
import { Chip } from "../../parts/Chip.tsx"
import { Empty, Refused, Section, Table } from "../../parts/parts.tsx"
import { useSubject } from "../../place.ts"
import { hrefOf, hrefOfOrganization } from "../../route.ts"
import { formatDay, formatInstant } from "../../time.ts"
import { Document } from "./Document.tsx"
import { OperatorActions } from "./OperatorActions.tsx"

/** `#/organizations/ID/invoices/ID`. */
export const Invoice = (props: { readonly organizationId: string; readonly invoiceId: string }) => {
  const { organizationId, invoiceId } = props
  const { data: detail } = useDetail(organizationId)
  const { data: methods } = useMethods(organizationId)
  const { data: invoice, refusal } = useInvoice(invoiceId)
  const name = detail?.name ?? ""
  useSubject(
    invoice === null ? "" : `Invoice of ${formatDay(invoice.issuedAt ?? invoice.createdAt)}, ${name}`,
  )
  return (
    <>
      <p class="crumbs">
        <a href={hrefOf(["organizations"])}>Organizations</a> <span class="muted">/</span>{" "}
        <a href={hrefOfOrganization(organizationId)}>{name}</a>
      </p>
      {invoice === null && <h1>Invoice</h1>}
      <Refused refusal={refusal} />
      {invoice !== null && (
        <>
          <Document invoice={invoice} name={name} />
          <Section title="Attempts">
            <Attempts invoice={invoice} methods={methods?.data ?? []} />
          </Section>
          <OperatorActions invoice={invoice} actor={detail === null ? null : actorOf(detail)} />
        </>
      )}
    </>
  )
}

const Attempts = (props: {
  readonly invoice: OperatorInvoice
  readonly methods: ReadonlyArray<WirePaymentMethod>
}) => {
  const { attempts, currency } = props.invoice
  if (attempts.length === 0) return <Empty>Nobody has tried to pay it.</Empty>
  return (
    <Table label="Attempts" head={["At", "Outcome", "Amount", "With", "Reason"]} numbers={[2]}>
      {attempts.map(({ attemptId, at, status, amount, paymentMethodId, declineCode }) => {
        const method = props.methods.find((one) => one.paymentMethodId === paymentMethodId)
        return (
          <tr key={attemptId}>
            <td>{formatInstant(at)}</td>
            <td>
              <Chip status={status} />
            </td>
            <td class="number">{formatMoney(amount, currency)}</td>
            <td>{method === undefined ? "removed" : nameOfMethod(method)}</td>
            <td>{declineCode ?? ""}</td>
          </tr>
        )
      })}
    </Table>
  )
}
