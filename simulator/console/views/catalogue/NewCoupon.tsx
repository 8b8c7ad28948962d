// A new coupon.
import { useSignal } from "@preact/signals"
import { control } from "../../data/api.ts"
import type { Plan } from "../../data/shapes.ts"
import { amountWish } from "../../money.ts"
import { type FieldText, Form } from "../../parts/Form.tsx"
import { CurrencyField, Field, Section } from "../../parts/parts.tsx"

/** A form that makes a coupon. A field that the choices leave no use for is not there. */
export const NewCoupon = ({ plans }: { readonly plans: ReadonlyArray<Plan> }) => {
  const type = useSignal("PERCENTAGE")
  const duration = useSignal("ONCE")
  return (
    <Section title="New coupon">
      <Form
        label="Make a coupon"
        submit="Make the coupon"
        kind="plain"
        work={async (field) => {
          await control("POST", "/coupons", couponOf(field))
          // The form is emptied, and with it the choices.
          type.value = "PERCENTAGE"
          duration.value = "ONCE"
          return `${field("code")} can be redeemed.`
        }}
      >
        <Field label="Code">
          <input name="code" required autocomplete="off" placeholder="SPRING" />
        </Field>
        <Field label="Name of the coupon">
          <input name="name" required autocomplete="off" />
        </Field>
        <Field label="It takes off">
          <select
            name="type"
            onChange={(event) => {
              type.value = event.currentTarget.value
            }}
          >
            <option value="PERCENTAGE">a percentage</option>
            <option value="FIXED">an amount</option>
          </select>
        </Field>
        <Field label={type.value === "FIXED" ? "Amount" : "Percent"}>
          <input name="amount" inputMode="decimal" required placeholder="12.5" size={10} />
        </Field>
        {type.value === "FIXED" && <CurrencyField />}
        <Field label="For">
          <select
            name="duration"
            onChange={(event) => {
              duration.value = event.currentTarget.value
            }}
          >
            <option value="ONCE">one cycle</option>
            <option value="REPEATING">some months</option>
            <option value="FOREVER">ever</option>
          </select>
        </Field>
        {duration.value === "REPEATING" && (
          <Field label="Months">
            <input name="months" type="number" min="1" required defaultValue="3" />
          </Field>
        )}
        <Field label="Plans">
          <select name="planId">
            <option value="">every plan</option>
            {plans.map(({ planId, name }) => (
              <option key={planId} value={planId}>
                {name}
              </option>
            ))}
          </select>
        </Field>
        <Field label="Times at most; empty is no limit">
          <input name="times" type="number" min="1" />
        </Field>
      </Form>
    </Section>
  )
}

/** The body of the call. */
const couponOf = (field: FieldText) => {
  const currency = field("currency").toUpperCase()
  const amount = field("amount")
  return {
    code: field("code"),
    name: field("name"),
    type: field("type"),
    ...(field("type") === "FIXED"
      ? { amount: amountWish(amount, currency), currency }
      : { amount: Number(amount.replace(",", ".")) }),
    duration: field("duration"),
    ...(field("months") !== "" && { durationInMonths: Number(field("months")) }),
    ...(field("planId") !== "" && { planIds: [field("planId")] }),
    ...(field("times") !== "" && { maxRedemptions: Number(field("times")) }),
  }
}
