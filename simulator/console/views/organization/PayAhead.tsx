// Paying the running cycle ahead.
import { payInvoice } from "../../data/account.ts"
import type { Act } from "../../data/act.ts"
import type { Actor, WireInvoice } from "../../data/shapes.ts"
import { formatMoney } from "../../money.ts"
import { Button } from "../../parts/parts.tsx"

/** The button that pays what is due so far; or that nothing is, because it was paid ahead or is given away. */
export const PayAhead = (props: {
  readonly act: Act
  readonly actor: Actor
  readonly invoice: WireInvoice
}) => {
  const { act, actor, invoice } = props
  const { amountDue, currency, lines } = invoice
  if (amountDue > 0) {
    return (
      <Button act={act} kind="main" work={() => payInvoice(actor, invoice)}>
        Pay {formatMoney(amountDue, currency)}
      </Button>
    )
  }
  return (
    <p class="muted">
      {lines.length === 0 ? "Prepaid: nothing is left to pay in this cycle." : "Nothing is left to pay."}
    </p>
  )
}
