// The payment methods of an organization, and a form that adds one.
import { useAct } from "../../data/act.ts"
import { studio } from "../../data/api.ts"
import { cards } from "../../data/catalogue.ts"
import { type Actor, nameOfMethod, type WirePaymentMethod } from "../../data/shapes.ts"
import { Form } from "../../parts/Form.tsx"
import { ActRefused, Button, Empty, Field, Section, Table } from "../../parts/parts.tsx"

/** The payment methods, each with what can be done to it, and a form for another one. */
export const Methods = (props: {
  readonly methods: ReadonlyArray<WirePaymentMethod> | null
  readonly actor: Actor | null
}) => {
  const { methods, actor } = props
  const act = useAct()
  return (
    <Section title="Payment methods">
      {methods !== null && methods.length === 0 && (
        <Empty>None yet.{actor !== null && " Add a test card."}</Empty>
      )}
      {methods !== null && methods.length > 0 && (
        <Table
          label="Payment methods"
          head={["Method", "Expires", "Default", ...(actor === null ? [] : ["Actions"])]}
        >
          {methods.map((method) => (
            <tr key={method.paymentMethodId}>
              <th scope="row">{nameOfMethod(method)}</th>
              <td>
                {method.type === "CARD"
                  ? `${String(method.expMonth).padStart(2, "0")}/${method.expYear}`
                  : ""}
              </td>
              <td>{method.isDefault ? "yes" : "no"}</td>
              {actor !== null && (
                <td class="buttons">
                  {!method.isDefault && (
                    <Button
                      act={act}
                      kind="small"
                      label={`Make ${nameOfMethod(method)} the default`}
                      work={async () => {
                        await studio(actor, "PATCH", pathOf(method), { isDefault: true })
                        return "It is the default now."
                      }}
                    >
                      Make default
                    </Button>
                  )}
                  <Button
                    act={act}
                    kind="small"
                    label={`Remove ${nameOfMethod(method)}`}
                    work={async () => {
                      await studio(actor, "DELETE", pathOf(method))
                      return "It is removed."
                    }}
                  >
                    Remove
                  </Button>
                </td>
              )}
            </tr>
          ))}
        </Table>
      )}
      <ActRefused act={act} />
      {actor !== null && <AddMethod actor={actor} />}
    </Section>
  )
}

const pathOf = ({ organizationId, paymentMethodId }: WirePaymentMethod): string =>
  `/organizations/${organizationId}/payment-methods/${encodeURIComponent(paymentMethodId)}`

/** The payer on a boleto of the console. */
const addressee = (email: string) => ({
  name: "Console",
  email,
  address: { line1: "Rua Exemplo 1", city: "São Paulo", state: "SP", postalCode: "01000-000", country: "BR" },
})

/** Adds a test card or a boleto. */
export const AddMethod = ({ actor }: { readonly actor: Actor }) => (
  <Form
    label="Add a payment method"
    submit="Add"
    keep
    work={async (field) => {
      const token = field("card")
      const isDefault = field("default") === "on"
      await studio(actor, "POST", `/organizations/${actor.organizationId}/payment-methods`, {
        ...(token === "boleto"
          ? { type: "BOLETO", billingDetails: addressee(actor.email) }
          : { type: "CARD", cardToken: token }),
        ...(isDefault && { isDefault }),
      })
      return "The payment method is added."
    }}
  >
    <Field label="Test card">
      <select name="card">
        {cards.map(([token, what]) => (
          <option key={token} value={token}>
            {what}
          </option>
        ))}
        <option value="boleto">boleto</option>
      </select>
    </Field>
    <label class="check">
      <input type="checkbox" name="default" /> Make it the default
    </label>
  </Form>
)
