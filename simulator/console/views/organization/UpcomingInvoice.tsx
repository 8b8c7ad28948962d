// The invoice of the running cycle as it grows, and how far it is from the threshold that would cut it.
import { useAct } from "../../data/act.ts"
import { studio } from "../../data/api.ts"
import type { Actor, Upcoming } from "../../data/shapes.ts"
import { amountWish, formatMoney } from "../../money.ts"
import { Form } from "../../parts/Form.tsx"
import { ActRefused, Empty, Field, Section } from "../../parts/parts.tsx"
import { formatPeriod } from "../../time.ts"
import { Amounts } from "./Document.tsx"
import { InvoiceItems } from "./InvoiceItems.tsx"
import { PayAhead } from "./PayAhead.tsx"

/** The preview, a button that pays it ahead, and the threshold. */
export const UpcomingInvoice = (props: {
  readonly upcoming: Upcoming | null
  readonly actor: Actor | null
  readonly currency: string
  readonly organizationId: string
}) => {
  const { upcoming, actor, currency, organizationId } = props
  const act = useAct()
  const invoice = upcoming?.upcomingInvoice ?? null
  const unbilled = upcoming?.unbilledAmount ?? null
  return (
    <Section title="Upcoming invoice">
      {upcoming !== null && invoice === null && (
        <Empty>
          {unbilled === null
            ? "There is none without a subscription that runs."
            : "None comes up while the subscription is paused."}
        </Empty>
      )}
      {invoice !== null && (
        <>
          <p class="muted">{formatPeriod(invoice.periodStart, invoice.periodEnd)}, so far</p>
          <Amounts invoice={invoice} />
          {actor !== null && (
            <div class="buttons">
              <PayAhead act={act} actor={actor} invoice={invoice} />
            </div>
          )}
        </>
      )}
      <ActRefused act={act} />
      {upcoming !== null && unbilled !== null && (
        <InvoiceItems organizationId={organizationId} currency={invoice?.currency ?? currency} />
      )}
      {upcoming !== null && unbilled !== null && (
        <Threshold
          upcoming={upcoming}
          unbilled={unbilled}
          actor={actor}
          currency={invoice?.currency ?? currency}
        />
      )}
    </Section>
  )
}

const Threshold = (props: {
  readonly upcoming: Upcoming
  readonly unbilled: number
  readonly actor: Actor | null
  readonly currency: string
}) => {
  const { upcoming, unbilled, actor, currency } = props
  const { threshold } = upcoming
  return (
    <div class="threshold">
      {threshold === null ? (
        <p class="muted">
          {formatMoney(unbilled, currency)} of usage is not billed yet. A threshold would bill it as soon as
          it is exceeded.
        </p>
      ) : (
        <>
          <p id="threshold">
            {formatMoney(unbilled, currency)} of {formatMoney(threshold.value, threshold.currency)} until the
            threshold bills the usage
          </p>
          <progress
            aria-labelledby="threshold"
            max={threshold.value}
            value={Math.min(unbilled, threshold.value)}
          />
        </>
      )}
      {actor !== null && (
        <Form
          label="Billing threshold"
          submit="Set"
          work={async (field) => {
            const path = `/organizations/${actor.organizationId}/billing-threshold`
            await studio(actor, "PUT", path, { value: amountWish(field("value"), currency), currency })
            return "The threshold is set."
          }}
        >
          <Field label={`Threshold in ${currency}`}>
            <input name="value" inputMode="decimal" required placeholder="50.00" />
          </Field>
        </Form>
      )}
    </div>
  )
}
