// The vouchers of an organization, newest first: what is left of each, and what moved it.
import { useVouchers, useVoucherUsages } from "../../data/account.ts"
import { useAct } from "../../data/act.ts"
import { control } from "../../data/api.ts"
import type { WireVoucher } from "../../data/shapes.ts"
import { amountWish, formatAmount, formatMoney, formatPart, partWish } from "../../money.ts"
import { Chip } from "../../parts/Chip.tsx"
import { ConfirmedButton } from "../../parts/Confirm.tsx"
import { Form } from "../../parts/Form.tsx"
import { Listed } from "../../parts/Listed.tsx"
import { ActRefused, Field, Opening, Refused, Section, Table } from "../../parts/parts.tsx"
import { hrefOfOrganization } from "../../route.ts"
import { formatInstant } from "../../time.ts"

/** Each opens as its ledger. */
export const Vouchers = (props: { readonly organizationId: string; readonly currency: string }) => {
  const { organizationId, currency } = props
  const loaded = useVouchers(organizationId)
  const meta = loaded.data?.meta
  return (
    <Section
      title="Vouchers"
      aside={meta !== undefined && <span class="muted">{meta.totalItems} in all</span>}
    >
      <Listed loaded={loaded} empty="None. Money that was paid ahead and is no longer due becomes a voucher.">
        {(vouchers) => (
          <ul class="entries">
            {vouchers.map((voucher) => (
              <li key={voucher.voucherId}>
                <Voucher voucher={voucher} />
              </li>
            ))}
          </ul>
        )}
      </Listed>
      <Grant organizationId={organizationId} currency={currency} />
    </Section>
  )
}

const Grant = (props: { readonly organizationId: string; readonly currency: string }) => {
  const { organizationId, currency } = props
  return (
    <Form
      label="Grant a voucher"
      submit="Grant"
      kind="plain"
      work={async (field) => {
        const body = { name: field("name"), amount: amountWish(field("amount"), currency), currency }
        await control("POST", `/organizations/${encodeURIComponent(organizationId)}/vouchers`, body)
        return "The voucher is granted: the next invoice takes it."
      }}
    >
      <Field label="Name of a new voucher">
        <input name="name" required placeholder="Goodwill" autocomplete="off" />
      </Field>
      <Field label={`Worth, in ${currency}`}>
        <input name="amount" inputMode="decimal" required placeholder="50.00" />
      </Field>
    </Form>
  )
}

/** What is left of a voucher that has not ended. */
export const leftOf = ({ amount, amountRedeemed, amountPaidOut = 0 }: WireVoucher): number =>
  amount - amountRedeemed - amountPaidOut

const pathOf = ({ organizationId, voucherId }: WireVoucher, action: string): string =>
  `/organizations/${encodeURIComponent(organizationId)}/vouchers/${voucherId}/${action}`

/** Records that the customer got money in place of a voucher. */
const PayOut = ({ voucher }: { readonly voucher: WireVoucher }) => {
  const { name, currency } = voucher
  const left = leftOf(voucher)
  return (
    <Form
      label={`Pay out ${name}`}
      submit="Pay out"
      kind="plain"
      confirm={(field) =>
        `${formatPart(field("amount"), left, currency)} of ${formatMoney(left, currency)} that is left went to the customer: it pays no invoice any more.`
      }
      work={async (field) => {
        const payoutId = field("payoutId")
        const body = { ...partWish(field("amount"), currency), ...(payoutId !== "" && { payoutId }) }
        const { amountPaidOut = 0 } = await control<WireVoucher>("POST", pathOf(voucher, "pay-out"), body)
        return `${formatMoney(amountPaidOut, currency)} of ${name} is paid out.`
      }}
    >
      <Field label={`Amount to pay out, in ${currency}; empty is all`}>
        <input name="amount" inputMode="decimal" placeholder={formatAmount(left, currency)} />
      </Field>
      <Field label="Id of the transfer, which counts once">
        <input name="payoutId" autocomplete="off" />
      </Field>
    </Form>
  )
}

/** Takes back what is left of a voucher. That of an invoice's credit is refused. */
const Revoke = ({ voucher }: { readonly voucher: WireVoucher }) => {
  const { name, currency } = voucher
  const act = useAct()
  return (
    <>
      <ConfirmedButton
        act={act}
        name={`Revoke ${name}`}
        work={async () => {
          await control("POST", pathOf(voucher, "revoke"))
          return `${name} is revoked.`
        }}
      >
        {formatMoney(leftOf(voucher), currency)} of it will be gone for good.
      </ConfirmedButton>
      <ActRefused act={act} />
    </>
  )
}

const Voucher = ({ voucher }: { readonly voucher: WireVoucher }) => {
  const { name, status, amount, amountRedeemed, amountPaidOut = 0, currency, expiresAt } = voucher
  return (
    <Opening
      summary={
        <>
          <strong>{name}</strong> <Chip status={status} />{" "}
          <span class="number">
            {formatMoney(amount, currency)}, {formatAmount(amountRedeemed, currency)} redeemed
            {amountPaidOut > 0 && `, ${formatAmount(amountPaidOut, currency)} paid out`}
          </span>{" "}
          {expiresAt !== null && <span class="muted">until {formatInstant(expiresAt)}</span>}
        </>
      }
    >
      {() => (
        <>
          <Ledger voucher={voucher} />
          {leftOf(voucher) > 0 && status !== "REVOKED" && status !== "EXPIRED" && (
            <>
              <PayOut voucher={voucher} />
              <Revoke voucher={voucher} />
            </>
          )}
        </>
      )}
    </Opening>
  )
}

const Ledger = ({ voucher }: { readonly voucher: WireVoucher }) => {
  const { data, refusal } = useVoucherUsages(voucher)
  return (
    <>
      <Refused refusal={refusal} />
      {data !== null && (
        <Table label="Ledger" head={["At", "Movement", "Amount", "Invoice"]} numbers={[2]}>
          {data.data.map(({ createdAt, type, amount, invoiceId }, index) => (
            <tr key={data.meta.totalItems - index}>
              <td>{formatInstant(createdAt)}</td>
              <td>{type.toLowerCase()}</td>
              <td class="number">{formatAmount(signed(type, amount), voucher.currency)}</td>
              <td>
                {invoiceId !== null && (
                  <a href={hrefOfOrganization(voucher.organizationId, invoiceId)}>{invoiceId.slice(-8)}</a>
                )}
              </td>
            </tr>
          ))}
        </Table>
      )}
    </>
  )
}

const signed = (type: string, amount: number): number =>
  type === "GRANT" || type === "RELEASE" ? amount : -amount
