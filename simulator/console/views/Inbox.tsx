// The codes that were sent, newest first, as they are sent.
import { studioOpenly } from "../data/api.ts"
import { otpContexts } from "../data/catalogue.ts"
import { useLoaded } from "../data/loaded.ts"
import type { Page, SentCode } from "../data/shapes.ts"
import { Chip } from "../parts/Chip.tsx"
import { Form } from "../parts/Form.tsx"
import { Listed } from "../parts/Listed.tsx"
import { Field, Section, Table } from "../parts/parts.tsx"
import { place } from "../place.ts"
import { pageOf } from "../route.ts"
import { formatInstant } from "../time.ts"
import { words } from "../words.ts"

/** `#/inbox`. */
export const Inbox = () => {
  const query = `page=${pageOf(place.value)}&limit=25`
  const loaded = useLoaded<Page<SentCode>>(`/otps?${query}`, ["otps", "clock", "world"]).value
  return (
    <>
      <h1>Inbox</h1>
      <p class="muted">The one-time codes that were sent. An address that no user has gets none.</p>
      <Listed loaded={loaded} path="inbox" empty="No code was sent yet. Ask for one below.">
        {(codes) => <Codes codes={codes} />}
      </Listed>
      <Section title="Ask for a code">
        <AskCode email="owner@example.com" />
      </Section>
    </>
  )
}

const Codes = ({ codes }: { readonly codes: ReadonlyArray<SentCode> }) => (
  <Table label="Codes" head={["Code", "Status", "To", "For", "Sent", "Expires"]}>
    {codes.map(({ otpId, code, status, email, context, createdAt, expiresAt }) => (
      <tr key={otpId}>
        <th scope="row">
          <code class="otp">{code}</code>
        </th>
        <td>
          <Chip status={status} />
        </td>
        <td>{email}</td>
        <td>{words(context)}</td>
        <td>{formatInstant(createdAt)}</td>
        <td>{formatInstant(expiresAt)}</td>
      </tr>
    ))}
  </Table>
)

/** Asks for a code as a client does: the answer is the same whether or not somebody has the address. */
export const AskCode = (props: { readonly email: string; readonly kind?: "main" | "plain" }) => {
  const { email, kind } = props
  return (
    <Form
      label="Ask for a code"
      submit="Send a code"
      kind={kind}
      keep
      work={async (field) => {
        await studioOpenly("POST", "/auth/otp", { email: field("email"), context: field("context") })
        return "Asked for a code."
      }}
    >
      <Field label="E-mail address">
        <input name="email" type="email" required defaultValue={email} autocomplete="off" />
      </Field>
      <Field label="Context">
        <select name="context">
          {otpContexts.map((context) => (
            <option key={context}>{context}</option>
          ))}
        </select>
      </Field>
    </Form>
  )
}
