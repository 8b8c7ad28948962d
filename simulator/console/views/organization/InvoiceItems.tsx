// One-off charges: those that wait for the next invoice, and a new one.
import { freshId, useInvoiceItems } from "../../data/account.ts"
import { useAct } from "../../data/act.ts"
import { control } from "../../data/api.ts"
import { amountWish, formatMoney } from "../../money.ts"
import { Form } from "../../parts/Form.tsx"
import { ActRefused, Button, Field } from "../../parts/parts.tsx"

/** The items of the next invoice, each with a button that removes it, and a form that adds one. */
export const InvoiceItems = (props: { readonly organizationId: string; readonly currency: string }) => {
  const { organizationId, currency } = props
  const removing = useAct()
  const waiting = (useInvoiceItems(organizationId).data?.data ?? []).filter(({ isBilled }) => !isBilled)
  const path = `/organizations/${encodeURIComponent(organizationId)}/invoice-items`
  return (
    <details>
      <summary>
        Add a one-off charge{waiting.length === 0 ? "" : `, or remove one of ${waiting.length}`}
      </summary>
      <ul class="entries">
        {waiting.map(({ itemId, name, unitPrice, quantity }) => (
          <li key={itemId}>
            {name}, {quantity} × {formatMoney(unitPrice, currency)}{" "}
            <Button
              act={removing}
              work={async () => {
                await control("DELETE", `${path}/${encodeURIComponent(itemId)}`)
                return `${name} is not billed.`
              }}
            >
              Remove {name}
            </Button>
          </li>
        ))}
      </ul>
      <ActRefused act={removing} />
      <Form
        label="Add a one-off charge"
        submit="Add"
        kind="plain"
        work={async (field) => {
          await control("POST", path, {
            itemId: freshId(),
            name: field("name"),
            unitPrice: amountWish(field("unitPrice"), currency),
            quantity: Number(field("quantity")),
          })
          return "The next invoice bills it."
        }}
      >
        <Field label="Name of the charge">
          <input name="name" required placeholder="Set-up" autocomplete="off" />
        </Field>
        <Field label={`Price in ${currency}`}>
          <input name="unitPrice" inputMode="decimal" required placeholder="50.00" />
        </Field>
        <Field label="How many">
          <input name="quantity" type="number" min="1" required defaultValue="1" />
        </Field>
      </Form>
    </details>
  )
}
