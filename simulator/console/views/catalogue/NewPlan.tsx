// A new plan of one currency. A price book of more meters and other models is made by the same call with another body.
import { control } from "../../data/api.ts"
import { amountWish } from "../../money.ts"
import { type FieldText, Form } from "../../parts/Form.tsx"
import { CurrencyField, Field, Section } from "../../parts/parts.tsx"

/** A form that makes a plan. */
export const NewPlan = () => (
  <Section title="New plan">
    <Form
      label="Make a plan"
      submit="Make the plan"
      kind="plain"
      work={async (field) => {
        await control("POST", "/plans", planOf(field))
        return `${field("name")} can be subscribed to.`
      }}
    >
      <Field label="Name of the plan">
        <input name="name" required autocomplete="off" />
      </Field>
      <Field label="What it is for">
        <input name="description" required autocomplete="off" />
      </Field>
      <CurrencyField />
      <Field label="Fee a month">
        <input name="monthly" inputMode="decimal" required placeholder="49.00" size={10} />
      </Field>
      <Field label="Fee a year; empty is none">
        <input name="yearly" inputMode="decimal" placeholder="490.00" size={10} />
      </Field>
      <Field label="Days of trial; empty is none">
        <input name="trialDays" type="number" min="1" max="730" />
      </Field>
      <label class="check">
        <input type="checkbox" name="quantityAllowed" /> By the unit
      </label>
      <label class="check">
        <input type="checkbox" name="advance" /> Fee in advance
      </label>
      <Field label="Meter; empty is none">
        <input name="meter" placeholder="seats" autocomplete="off" />
      </Field>
      <Field label="Price of one of it">
        <input name="unitPrice" inputMode="decimal" placeholder="0.10" size={10} />
      </Field>
    </Form>
  </Section>
)

/** The body of the call. */
const planOf = (field: FieldText) => {
  const currency = field("currency").toUpperCase()
  const amountOf = (name: string) => amountWish(field(name), currency)
  const terms = {
    ...(field("trialDays") !== "" && { trialDays: Number(field("trialDays")) }),
    ...(field("quantityAllowed") === "on" && { quantityAllowed: true }),
    ...(field("advance") === "on" && { feeTiming: "ADVANCE" }),
  }
  const yearly = { interval: "YEARLY", amount: amountOf("yearly"), currency, ...terms }
  const meter = field("meter")
  return {
    name: field("name"),
    description: field("description"),
    intervals: [
      { interval: "MONTHLY", amount: amountOf("monthly"), currency, ...terms },
      ...(field("yearly") === "" ? [] : [yearly]),
    ],
    prices:
      meter === ""
        ? []
        : [{ meter, name: meter, currency, model: "STANDARD", unitPrice: amountOf("unitPrice") }],
  }
}
