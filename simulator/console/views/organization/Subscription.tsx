// A subscription with its state, and what can be asked of it in that state.
import type { ComponentChildren } from "preact"
import { useAct } from "../../data/act.ts"
import { studio } from "../../data/api.ts"
import {
  type Actor,
  nameOfMethod,
  type WirePaymentMethod,
  type WirePlan,
  type WireSubscription,
} from "../../data/shapes.ts"
import { formatMoney } from "../../money.ts"
import { ActRefused, Button, Facts, Field, Form } from "../../parts/parts.tsx"
import { formatInstant, formatPeriod } from "../../time.ts"
import { words } from "../../words.ts"
import { MethodOptions, PlanOptions } from "./Subscribe.tsx"

interface Shown {
  readonly subscription: WireSubscription
  readonly actor: Actor | null
  readonly plans: ReadonlyArray<WirePlan>
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
  const method = methods.find(({ paymentMethodId }) => paymentMethodId === subscription.paymentMethodId)
  const facts: ReadonlyArray<readonly [string, ComponentChildren | null]> = [
    ["Plan", planName(plans, subscription.planId, subscription.planIntervalId)],
    ["Current period", formatPeriod(subscription.currentPeriodStart, subscription.currentPeriodEnd)],
    ["Pays with", method === undefined ? "a method that was removed" : nameOfMethod(method)],
    ["Usage", subscription.usageAllowed ? "allowed" : "not allowed"],
    ["Reason", pastDueReason === null ? null : words(pastDueReason)],
    ...coupons.map(({ code, type, amount, duration, status }): Fact => {
      const off = type === "PERCENTAGE" ? `${amount} %` : formatMoney(amount, currency)
      return [`Coupon ${code}`, `${off}, ${words(duration)}, ${words(status)}`]
    }),
    [
      "Changes to",
      change === null
        ? null
        : `${planName(plans, change.planId, change.planIntervalId)}, ${formatInstant(change.effectiveAt)}`,
    ],
    ["Past due since", dated(subscription.pastDueAt)],
    ["Paused since", dated(subscription.pausedAt)],
    ["Cancels at", dated(subscription.cancelAt)],
    ["Cancelled at", dated(subscription.cancelledAt)],
  ]
  return facts.filter((fact): fact is Fact => fact[1] !== null)
}

const dated = (at: string | null): string | null => (at === null ? null : formatInstant(at))

const planName = (plans: ReadonlyArray<WirePlan>, planId: string, intervalId: string): string => {
  const plan = plans.find((one) => one.planId === planId)
  const interval = plan?.intervals.find(({ id }) => id === intervalId)
  if (plan === undefined || interval === undefined) return `…${planId.slice(-8)}`
  return `${plan.name}, ${interval.interval.toLowerCase()}, ${formatMoney(interval.amount, interval.currency)}`
}

const Commands = ({ subscription, actor, plans, methods }: Shown & { readonly actor: Actor }) => {
  const act = useAct()
  const changing = useAct()
  const paying = useAct()
  const { status, cancelAt, currency } = subscription
  const send = async (method: string, path: string, done: string, body: object = {}): Promise<string> => {
    await studio(actor, method, `/organizations/${actor.organizationId}/subscriptions${path}`, body)
    return done
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
        <Button act={act} kind="danger" work={() => send("POST", "/cancel", "Cancelled.")}>
          Cancel now
        </Button>
      </div>
      <ActRefused act={act} />
      <details>
        <summary>Change the plan or the payment method</summary>
        <Form
          act={changing}
          label="Change the plan"
          submit="Change the plan"
          keep
          work={(field) => {
            const [planId, planIntervalId] = field("plan").split(" ")
            return send("POST", "/change-plan", "The plan is changed.", {
              planId,
              planIntervalId,
              when: field("when"),
            })
          }}
        >
          <Field label="New plan">
            <select name="plan">
              <PlanOptions plans={plans} currency={currency} />
            </select>
          </Field>
          <Field label="When">
            <select name="when">
              <option value="NOW">Now</option>
              <option value="PERIOD_END">At the end of the period</option>
            </select>
          </Field>
        </Form>
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
      </details>
    </>
  )
}
