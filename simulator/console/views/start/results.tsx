// What came of the steps of the walk.
import type { OperatorInvoice, SentCode, WireSubscription } from "../../data/shapes.ts"
import { formatMoney } from "../../money.ts"
import { Chip } from "../../parts/Chip.tsx"
import { hrefOf, hrefOfOrganization } from "../../route.ts"
import { formatDay } from "../../time.ts"

/** What the state of a live subscription means for money. */
export const stateInWords = ({ status, currentPeriodEnd }: WireSubscription): string => {
  if (status === "PAST_DUE") return "An invoice is not paid: pay it, or wait for the next try of the card."
  if (status === "PAUSED") return "Nothing is billed until it is resumed."
  return `The next invoice is due on ${formatDay(currentPeriodEnd)}.`
}

/** A code that came. */
export const Code = ({ code }: { readonly code: SentCode }) => (
  <>
    The <a href={hrefOf(["inbox"])}>inbox</a> has it: <code class="otp">{code.code}</code>{" "}
    <Chip status={code.status} />
  </>
)

/** Invoices of a step, the latest three. */
export const Came = ({ invoices }: { readonly invoices: ReadonlyArray<OperatorInvoice> }) => (
  <>
    {invoices.slice(0, 3).map(({ organizationId, invoiceId, status, payableAmount, currency }) => (
      <span class="result" key={invoiceId}>
        <Chip status={status} />{" "}
        <a href={hrefOfOrganization(organizationId, invoiceId)}>
          Invoice of {formatMoney(payableAmount, currency)}
        </a>
      </span>
    ))}
  </>
)
