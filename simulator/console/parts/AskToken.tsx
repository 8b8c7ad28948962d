// The control token, where the simulator was started with one.

import { keepToken, tokenWanted } from "../data/api.ts"
import { Form } from "./Form.tsx"
import { Field } from "./parts.tsx"

/** Asks for the token; it is kept for this tab and sent to this simulator only. */
export const AskToken = () => {
  const rejected = tokenWanted.value === "rejected"
  return (
    <section class="card narrow">
      <h1>Control token</h1>
      <p>
        This simulator was started with <code>--control-token</code>. The token is kept in this tab until it
        is closed.
      </p>
      {rejected && (
        <p class="refused" role="alert">
          The simulator did not take this token.
        </p>
      )}
      <Form
        label="Control token"
        submit="Go on"
        work={async (field) => {
          keepToken(field("token"))
          return "The token is tried."
        }}
      >
        <Field label="Token">
          <input
            name="token"
            type="password"
            required
            pattern="[!-~]+"
            title="The token as it was given, without spaces"
            autocomplete="off"
          />
        </Field>
      </Form>
    </section>
  )
}
