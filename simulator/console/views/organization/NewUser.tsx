// A first user of an organization, who may do everything.
import { control } from "../../data/api.ts"
import { Form } from "../../parts/Form.tsx"
import { Field, Section } from "../../parts/parts.tsx"

/** Makes a user. */
export const NewUser = ({ organizationId }: { readonly organizationId: string }) => (
  <Section title="New user">
    <Form
      label="Make a user"
      submit="Make"
      work={async (field) => {
        await control("POST", "/users", { email: field("email"), memberships: [{ organizationId }] })
        return "The user is made, and may do everything here."
      }}
    >
      <Field label="E-mail address">
        <input name="email" type="email" required autocomplete="off" />
      </Field>
    </Form>
  </Section>
)
