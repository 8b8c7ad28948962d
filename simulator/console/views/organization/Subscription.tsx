// A subscription with its state, and what can be asked of it in that state.
import type { ComponentChildren } from "preact"
import { useUpcoming } from "../../data/account.ts"
import { useAct } from "../../data/act.ts"
import { control, studio } from "../../data/api.ts"
import {
  type Actor,
  nameOfMethod,
  type Plan,
  type WirePaymentMethod,
  type WireSubscription,
} from "../../data/shapes.ts"
import { endInWords } from "../../endInWords.ts"
import { formatMoney } from "../../money.ts"
import { ConfirmedButton } from "../../parts/Confirm.tsx"
import { Form } from "../../parts/Form.tsx"
import { ActRefused, Button, Facts, Field } from "../../parts/parts.tsx"
import { formatDay, formatInstant, formatPeriod } from "../../time.ts"
import { shortId, words } from "../../words.ts"
import { CouponOptions, MethodOptions, PlanOptions } from "./Subscribe.tsx"

interface Shown {
  readonly subscription: WireSubscription
  readonly actor: Actor | null
  readonly plans: ReadonlyArray<Plan>
  readonly methods: ReadonlyArray<WirePaymentMethod>
}

/** The newest subscription of an organization. */
export const Subscription = (shown: Shown) => (
  <>
    <Facts facts={factsOf(shown)} />
    {shown.actor !== null && shown.subscription.status !== "CANCELLED" && (
      <Commands {...shown} actor={shown.actor} />
    )}
  </>
)

type Fact = readonly [string, ComponentChildren]

/** The facts of a subscription; a fact that does not apply is left out. */
const factsOf = ({ subscription, plans, methods }: Shown): ReadonlyArray<Fact> => {
  const { currency, coupons, scheduledChange: change, pastDueReason } = subscription
  const { scheduledQuantityChange: units = null } = subscription
  const method = methods.find(({ paymentMethodId }) => paymentMethodId === subscription.paymentMethodId)
  const facts: ReadonlyArray<readonly [string, ComponentChildren | null]> = [
    ["Plan", planName(plans, subscription.planId, subscription.planIntervalId)],
    ["Quantity", subscription.quantity ?? null],
    ["Current period", formatPeriod(subscription.currentPeriodStart, subscription.currentPeriodEnd)],
    ["Trial until", dated(subscription.trialEndsAt ?? null)],
    ["Pays with", method === undefined ? "a method that was removed" : nameOfMethod(method)],
    ["Usage", subscription.usageAllowed ? "allowed" : "not allowed"],
    ["Reason", pastDueReason === null ? null : words(pastDueReason)],
    ...coupons.map(({ code, type, amount, duration, status }): Fact => {
      const off = type === "PERCENTAGE" ? `${amount} %` : formatMoney(amount, currency)
      return [`Coupon ${code}`, `${off}, ${words(duration)}, ${couponState(status, duration)}`]
    }),
    [
      "Changes to",
      change === null
        ? null
        : `${planName(plans, change.planId, change.planIntervalId)}, ${formatInstant(change.effectiveAt)}`,
    ],
    ["Quantity changes to", units === null ? null : `${units.quantity}, ${formatInstant(units.effectiveAt)}`],
    ["Past due since", dated(subscription.pastDueAt)],
    ["Paused since", dated(subscription.pausedAt)],
    ["Paused because", subscription.pauseReason === undefined ? null : "nobody paid"],
    ["Cancels at", dated(subscription.cancelAt)],
    ["Cancelled at", dated(subscription.cancelledAt)],
  ]
  return facts.filter((fact): fact is Fact => fact[1] !== null)
}

/** Whether a coupon still gives something off. One for one cycle does until that ends. */
const couponState = (status: string, duration: string): string =>
  status === "DEPLETED"
    ? "used up"
    : status === "ACTIVE" && duration === "ONCE"
      ? "this cycle only"
      : words(status)

const dated = (at: string | null): string | null => (at === null ? null : formatInstant(at))

const intervalOf = (plans: ReadonlyArray<Plan>, planId: string, intervalId: string) =>
  plans.find((one) => one.planId === planId)?.intervals.find(({ id }) => id === intervalId)

const planName = (plans: ReadonlyArray<Plan>, planId: string, intervalId: string): string => {
  const plan = plans.find((one) => one.planId === planId)
  const interval = intervalOf(plans, planId, intervalId)
  if (plan === undefined || interval === undefined) return shortId(planId)
  return `${plan.name}, ${interval.interval.toLowerCase()}, ${formatMoney(interval.amount, interval.currency)}`
}

const splitChoice = (choice: string): [string, string] => {
  const [planId = "", planIntervalId = ""] = choice.split(" ")
  return [planId, planIntervalId]
}

const changeInWords = (change: {
  readonly from: string
  readonly to: string
  readonly isNow: boolean
  readonly periodEnd: string
  readonly ended: string
}): string =>
  `From ${change.from} to ${change.to}. ` +
  (change.isNow
    ? change.ended
    : `It changes on ${formatDay(change.periodEnd)}; until then nothing is billed for it.`)

const When = ({ label, name }: { readonly label: string; readonly name: string }) => (
  <Field label={label}>
    <select name={name}>
      <option value="NOW">Now</option>
      <option value="PERIOD_END">At the end of the period</option>
    </select>
  </Field>
)

/** A coupon for a subscription that has had none. */
const GiveCoupon = ({ organizationId }: { readonly organizationId: string }) => (
  <Form
    label="Give it a coupon"
    submit="Give the coupon"
    work={async (field) => {
      const code = field("given")
      await control("POST", `/organizations/${organizationId}/subscriptions/apply-coupon`, { code })
      return `${code} begins with the first period of which nothing is billed.`
    }}
  >
    <Field label="Coupon">
      <select name="given" required>
        <CouponOptions />
      </select>
    </Field>
  </Form>
)

const Commands = ({ subscription, actor, plans, methods }: Shown & { readonly actor: Actor }) => {
  const act = useAct()
  const changing = useAct()
  const paying = useAct()
  const counting = useAct()
  const { status, cancelAt, currency } = subscription
  const { data: upcoming } = useUpcoming(actor.organizationId)
  const { planId, planIntervalId } = subscription
  const fee = planName(plans, planId, planIntervalId)
  const isAhead = intervalOf(plans, planId, planIntervalId)?.feeTiming === "ADVANCE"
  const unbilled = formatMoney(upcoming?.unbilledAmount ?? 0, currency)
  const ended = endInWords({ subscription, fee, isAhead, unbilled })
  const send = async (method: string, path: string, done: string, body: object = {}): Promise<string> => {
    await studio(actor, method, `/organizations/${actor.organizationId}/subscriptions${path}`, body)
    return done
  }
  const takeOff = async (code: string): Promise<string> => {
    await control("POST", `/organizations/${actor.organizationId}/subscriptions/remove-coupon`)
    return `${code} is taken off.`
  }
  return (
    <>
      <div class="buttons">
        {status === "ACTIVE" && (
          <Button act={act} work={() => send("POST", "/pause", "Paused.")}>
            Pause
          </Button>
        )}
        {status === "PAUSED" && (
          <Button act={act} work={() => send("POST", "/resume", "Resumed.")}>
            Resume
          </Button>
        )}
        {cancelAt === null && status !== "PAUSED" && (
          <Button
            act={act}
            work={() => send("POST", "/cancel", "It ends with its period.", { atPeriodEnd: true })}
          >
            Cancel at the end of the period
          </Button>
        )}
        {cancelAt !== null && (
          <Button act={act} work={() => send("POST", "/undo-cancel", "It goes on.")}>
            Take the cancellation back
          </Button>
        )}
        {subscription.coupons
          .filter((coupon) => coupon.status === "ACTIVE")
          .map(({ code }) => (
            <ConfirmedButton key={code} act={act} name={`Take ${code} off`} work={() => takeOff(code)}>
              It discounts the running period to its end, and the next one only where its fee was paid ahead;
              in a trial it ends now, but for a first period of which something was paid ahead. It cannot be
              put back.
            </ConfirmedButton>
          ))}
        <ConfirmedButton act={act} name="Cancel now" work={() => send("POST", "/cancel", "Cancelled.")}>
          {ended} It ends at once, for good. What was paid ahead for the time after it becomes a voucher.
        </ConfirmedButton>
      </div>
      <ActRefused act={act} />
      <details>
        <summary>
          Change the plan{subscription.quantity === undefined ? "" : ", the quantity"} or the payment method
          {subscription.coupons.length === 0 ? ", or give it a coupon" : ""}
        </summary>
        <Form
          act={changing}
          label="Change the plan"
          submit="Change the plan"
          confirm={(field) =>
            changeInWords({
              to: planName(plans, ...splitChoice(field("plan"))),
              from: fee,
              isNow: field("when") === "NOW",
              periodEnd: subscription.currentPeriodEnd,
              ended,
            })
          }
          keep
          work={(field) => {
            const [newPlanId, newIntervalId] = splitChoice(field("plan"))
            return send("POST", "/change-plan", "The plan is changed.", {
              planId: newPlanId,
              planIntervalId: newIntervalId,
              when: field("when"),
            })
          }}
        >
          <Field label="New plan">
            <select name="plan">
              <PlanOptions plans={plans} currency={currency} />
            </select>
          </Field>
          <When label="When" name="when" />
        </Form>
        {subscription.quantity !== undefined && (
          <Form
            act={counting}
            label="Change the quantity"
            submit="Change the quantity"
            keep
            work={(field) =>
              send("POST", "/change-quantity", "The quantity is changed.", {
                quantity: Number(field("quantity")),
                when: field("quantityWhen"),
              })
            }
          >
            <Field label="New quantity">
              <input
                name="quantity"
                type="number"
                min="1"
                max="1000000"
                required
                defaultValue={String(subscription.quantity)}
              />
            </Field>
            <When label="When it changes" name="quantityWhen" />
          </Form>
        )}
        <Form
          act={paying}
          label="Change the payment method"
          submit="Pay with this"
          keep
          work={(field) =>
            send("PATCH", "", "It is paid with this method from now on.", {
              paymentMethodId: field("method"),
            })
          }
        >
          <Field label="Pays with">
            <select name="method">
              <MethodOptions methods={methods} />
            </select>
          </Field>
        </Form>
        {subscription.coupons.length === 0 && <GiveCoupon organizationId={actor.organizationId} />}
      </details>
    </>
  )
}
