// The usage of the running cycle, meter by meter, and a form that records more.
import { accountTopics, recordUsage } from "../../data/account.ts"
import { useLoaded } from "../../data/loaded.ts"
import type { UsageReport } from "../../data/shapes.ts"
import { formatAmount } from "../../money.ts"
import { Form } from "../../parts/Form.tsx"
import { Empty, Field, Section, Table } from "../../parts/parts.tsx"

/** Without a live subscription there is nothing to use. */
export const Usage = (props: {
  readonly organizationId: string
  readonly isLive: boolean
  readonly currency: string
}) => {
  const { organizationId, isLive, currency } = props
  const path = `/organizations/${encodeURIComponent(organizationId)}/usage`
  const { data: report } = useLoaded<UsageReport>(isLive ? path : null, accountTopics).value
  if (!isLive) {
    return (
      <Section title="Usage">
        <Empty>Usage is metered while there is a subscription.</Empty>
      </Section>
    )
  }
  return (
    <Section title="Usage">
      {report !== null && (
        <Table
          label="Usage of this cycle"
          head={["Meter", "Used", "Billed", `Not billed yet, ${currency}`]}
          numbers={[1, 2, 3]}
        >
          {report.meters.map(({ meter, quantity, billedQuantity, unbilledAmount }) => (
            <tr key={meter}>
              <th scope="row">{meter}</th>
              <td class="number">{quantity.toLocaleString("en")}</td>
              <td class="number">{billedQuantity.toLocaleString("en")}</td>
              <td class="number">{formatAmount(unbilledAmount, report.currency)}</td>
            </tr>
          ))}
        </Table>
      )}
      <Form
        label="Record usage"
        submit="Record usage"
        keep
        work={async (field) => {
          const cut = await recordUsage(organizationId, field("meter"), Number(field("quantity")))
          return cut === 0
            ? "The usage is recorded."
            : "The usage is recorded, and the threshold cut an invoice."
        }}
      >
        <Field label="Meter">
          <select name="meter">
            {(report?.meters ?? []).map(({ meter }) => (
              <option key={meter}>{meter}</option>
            ))}
          </select>
        </Field>
        <Field label="Quantity">
          <input name="quantity" type="number" min="1" step="1" required defaultValue="1000" />
        </Field>
      </Form>
    </Section>
  )
}
