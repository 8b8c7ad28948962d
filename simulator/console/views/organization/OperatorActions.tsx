// The actions of an operator or a gateway on an invoice, as its state allows.
import { payInvoice, useVouchers } from "../../data/account.ts"
import { useAct } from "../../data/act.ts"
import { control } from "../../data/api.ts"
import { declineCodes } from "../../data/catalogue.ts"
import type { Actor, OperatorInvoice } from "../../data/shapes.ts"
import { formatAmount, formatMoney, formatPart, partWish } from "../../money.ts"
import { ConfirmedButton } from "../../parts/Confirm.tsx"
import { type FieldText, Form } from "../../parts/Form.tsx"
import { ActRefused, Button, Empty, Field, Section } from "../../parts/parts.tsx"
import { type Operation, operationsOf } from "./operations.ts"
import { leftOf } from "./Vouchers.tsx"

const plain = [
  ["dispute", "Open a dispute"],
  ["dispute/won", "Dispute won"],
  ["dispute/lost", "Dispute lost"],
  ["uncollectible", "Write off"],
] as const

type Report = (operation: Exclude<Operation, "pay">, body?: object) => Promise<string>

/** Buttons and forms of what may be reported. */
export const OperatorActions = (props: {
  readonly invoice: OperatorInvoice
  readonly actor: Actor | null
}) => {
  const { invoice, actor } = props
  const act = useAct()
  const operations = operationsOf(invoice)
  const owed = formatMoney(invoice.amountDue, invoice.currency)
  const report: Report = async (operation, body = {}) => {
    await control("POST", `/invoices/${invoice.invoiceId}/${operation}`, body)
    return `Recorded: ${operation.replace("/", " ")}.`
  }
  return (
    <Section title="Operator and gateway">
      {operations.length === 0 && (
        <Empty>Nothing more can happen to an invoice that is {invoice.status.toLowerCase()}.</Empty>
      )}
      <div class="buttons">
        {operations.includes("pay") && actor !== null && (
          <Button act={act} kind="main" work={() => payInvoice(actor, invoice)}>
            Pay with the default method
          </Button>
        )}
        {plain
          .filter(([operation]) => operations.includes(operation))
          .map(([operation, text]) => (
            <Button key={operation} act={act} work={() => report(operation)}>
              {text}
            </Button>
          ))}
        {operations.includes("void") && (
          <>
            <ConfirmedButton act={act} name="Void" work={() => report("void")}>
              {owed} is forgiven: nobody has to pay it any more.
            </ConfirmedButton>
            <ConfirmedButton
              act={act}
              name="Void and bill again"
              work={() => report("void", { rebill: true })}
            >
              {owed} is taken back, and the items are billed once more.
            </ConfirmedButton>
          </>
        )}
      </div>
      <ActRefused act={act} />
      {operations.includes("settle") && <Money invoice={invoice} operation="settle" report={report} />}
      {operations.includes("refund") && <Money invoice={invoice} operation="refund" report={report} />}
      {operations.includes("fail") && <Fail report={report} />}
      {operations.includes("apply-voucher") && (
        <ApplyVoucher organizationId={invoice.organizationId} report={report} />
      )}
    </Section>
  )
}

const texts = {
  settle: { label: "Money that came", submit: "Settle", field: "Amount that came" },
  refund: { label: "Refund", submit: "Refund", field: "Amount to give back" },
} as const

const Money = (props: {
  readonly invoice: OperatorInvoice
  readonly operation: "settle" | "refund"
  readonly report: Report
}) => {
  const { invoice, operation, report } = props
  const { currency, amountDue } = invoice
  const { label, submit, field: name } = texts[operation]
  const rest = operation === "settle" ? amountDue : invoice.refundableAmount
  return (
    <Form
      label={label}
      submit={submit}
      {...(operation === "refund" && {
        confirm: (field: FieldText) =>
          `${formatPart(field("amount"), rest, currency)} of ${formatMoney(rest, currency)} that can go back is given to the customer.`,
      })}
      work={(field) => report(operation, partWish(field("amount"), currency))}
    >
      <Field label={`${name}, in ${currency}; empty is all`}>
        <input name="amount" inputMode="decimal" placeholder={formatAmount(Math.max(rest, 0), currency)} />
      </Field>
    </Form>
  )
}

const Fail = ({ report }: { readonly report: Report }) => (
  <Form
    label="The attempt failed"
    submit="Fail"
    work={(field) => report("fail", { declineCode: field("code") })}
  >
    <Field label="Reason of the refusal">
      <select name="code">
        {declineCodes.map((code) => (
          <option key={code}>{code}</option>
        ))}
      </select>
    </Field>
  </Form>
)

const ApplyVoucher = (props: { readonly organizationId: string; readonly report: Report }) => {
  const { organizationId, report } = props
  const active = (useVouchers(organizationId).data?.data ?? []).filter(({ status }) => status === "ACTIVE")
  if (active.length === 0) return null
  return (
    <Form
      label="Apply a voucher"
      submit="Apply"
      work={(field) => report("apply-voucher", { voucherId: field("voucher") })}
    >
      <Field label="Voucher">
        <select name="voucher">
          {active.map((voucher) => (
            <option key={voucher.voucherId} value={voucher.voucherId}>
              {voucher.name}, {formatAmount(leftOf(voucher), voucher.currency)} {voucher.currency} left
            </option>
          ))}
        </select>
      </Field>
    </Form>
  )
}
