// Choosing a plan for an organization that has none.
import { useSignal } from "@preact/signals"
import { useCoupons } from "../../data/account.ts"
import { studio } from "../../data/api.ts"
import {
  type Actor,
  nameOfMethod,
  type Plan,
  type WirePaymentMethod,
  type WireSubscription,
} from "../../data/shapes.ts"
import { formatMoney } from "../../money.ts"
import { Form } from "../../parts/Form.tsx"
import { Field } from "../../parts/parts.tsx"
import { formatDay } from "../../time.ts"
import { words } from "../../words.ts"

/** An interval of a plan, as a choice: both ids in one value. */
export const PlanOptions = (props: { readonly plans: ReadonlyArray<Plan>; readonly currency: string }) => (
  <>
    {props.plans.flatMap(({ planId, name, status, intervals }) =>
      intervals
        .filter((interval) => interval.currency === props.currency)
        .map(({ id, interval, amount, quantityAllowed, feeTiming }) => (
          <option key={id} value={`${planId} ${id}`}>
            {name}, {interval.toLowerCase()}, {formatMoney(amount, props.currency)}
            {quantityAllowed === true ? " a unit" : ""}
            {feeTiming === "ADVANCE" ? ", in advance" : ""}
            {status === "INACTIVE" ? " (inactive)" : ""}
          </option>
        )),
    )}
  </>
)

/** Payment methods as choices, the default one first chosen. */
export const MethodOptions = ({ methods }: { readonly methods: ReadonlyArray<WirePaymentMethod> }) => (
  <>
    {methods.map((method) => (
      <option key={method.paymentMethodId} value={method.paymentMethodId} selected={method.isDefault}>
        {nameOfMethod(method)}
        {method.isDefault ? " (default)" : ""}
      </option>
    ))}
  </>
)

/** The coupons of the catalogue as choices. */
export const CouponOptions = () => (
  <>
    {useCoupons().map(({ code, name, status }) => (
      <option key={code} value={code}>
        {code}, {name}
        {status === "ACTIVE" ? "" : ` (${status === "DEPLETED" ? "used up" : words(status)})`}
      </option>
    ))}
  </>
)

/** What a new subscription costs at once, if it does. */
const subscribedInWords = (
  { trialEndsAt = null }: WireSubscription,
  interval: Plan["intervals"][number] | undefined,
): string => {
  if (trialEndsAt !== null) return `Subscribed. The trial is free and ends on ${formatDay(trialEndsAt)}.`
  if (interval?.feeTiming === "ADVANCE") return "Subscribed. The first fee is billed."
  return "Subscribed. Nothing is charged until the invoice is paid or the cycle ends."
}

/** Subscribes: plan and interval, payment method, coupon. */
export const Subscribe = (props: {
  readonly actor: Actor
  readonly currency: string
  readonly plans: ReadonlyArray<Plan>
  readonly methods: ReadonlyArray<WirePaymentMethod>
}) => {
  const { actor, currency, plans, methods } = props
  const chosen = useSignal("")
  const intervalOf = (choice: string) =>
    plans.flatMap(({ intervals }) => intervals).find(({ id }) => choice.endsWith(` ${id}`))
  return (
    <Form
      label="Subscribe"
      submit="Subscribe"
      work={async (field) => {
        const [planId, planIntervalId] = field("plan").split(" ")
        const code = field("coupon")
        const quantity = Number(field("quantity"))
        const path = `/organizations/${actor.organizationId}/subscriptions`
        const made = await studio<WireSubscription>(actor, "POST", path, {
          planId,
          planIntervalId,
          paymentMethodId: field("method"),
          ...(quantity > 1 && { quantity }),
          ...(code !== "" && { coupon: { code } }),
        })
        return subscribedInWords(made, intervalOf(field("plan")))
      }}
    >
      <Field label="Plan">
        <select
          name="plan"
          required
          onChange={(event) => {
            chosen.value = event.currentTarget.value
          }}
        >
          <PlanOptions plans={plans} currency={currency} />
        </select>
      </Field>
      {intervalOf(chosen.value)?.quantityAllowed === true && (
        <Field label="Quantity">
          <input name="quantity" type="number" min="1" max="1000000" defaultValue="1" />
        </Field>
      )}
      <Field label="Payment method">
        <select name="method" required>
          <MethodOptions methods={methods} />
        </select>
      </Field>
      <Field label="Coupon">
        <select name="coupon">
          <option value="">None</option>
          <CouponOptions />
        </select>
      </Field>
    </Form>
  )
}
