// The life of a subscription: pausing, resuming, ending, another plan, another method. The history that the oracle
// computes from gets what the service says when it happened.
import * as fc from "fast-check"
import type { ErrorCode, WireSubscription } from "../../../src/api/index.ts"
import { same } from "../../../src/testing/Law.ts"
import { look } from "../look.ts"
import { cyclesOf, type Model, noteCredit, termsOf } from "../model.ts"
import { type Answer, ask, decided, type Session } from "../session.ts"
import { command, paramsOf, pickOf } from "./command.ts"

/** What time did to a life: the end of a period may end it, or else bring another plan. */
export const passTime = (model: Model, session: Session, now: number): void => {
  const { subscription } = model
  let { history } = model
  if (history === null || model.life !== "running" || subscription === null) return
  const { cancelAt, scheduledChange, scheduledQuantityChange: units = null } = subscription
  if (cancelAt !== null && Date.parse(cancelAt) <= now) {
    const at = Date.parse(cancelAt)
    const active = history.active.map((span) => (span.to === null ? { ...span, to: at } : span))
    model.history = { ...history, active, cancelledAt: at }
    model.life = "cancelled"
    return
  }
  if (units !== null && Date.parse(units.effectiveAt) <= now) {
    const changed = { fromAt: Date.parse(units.effectiveAt), quantity: units.quantity }
    history = { ...history, quantities: [...(history.quantities ?? []), changed] }
    model.history = history
  }
  if (scheduledChange === null || Date.parse(scheduledChange.effectiveAt) > now) return
  const plan = session.catalogue.plans.find(({ planId }) => planId === scheduledChange.planId)
  if (plan === undefined) throw new Error("a plan was scheduled that is not known")
  const terms = termsOf(plan, scheduledChange.planIntervalId, session.catalogue.prices)
  const plans = [...history.plans, { fromAt: Date.parse(scheduledChange.effectiveAt), terms }]
  model.history = { ...history, plans }
}

/** Sends a command of a life; `apply` is what it does where the model has no reason against it. */
const act = async (
  model: Model,
  session: Session,
  options: {
    readonly what: string
    readonly reasons: ReadonlyArray<ErrorCode>
    readonly answer: () => Promise<Answer<WireSubscription>>
    readonly apply: (seen: WireSubscription) => void
  },
): Promise<void> => {
  const { what, reasons, apply } = options
  // Two commands at one instant leave it open which came first.
  const passed = await session.control?.advance({ by: "PT1S" })
  if (passed !== undefined) {
    passTime(model, session, Date.parse(passed.to))
    // The reasons were found before that happened.
    if (passed.timeline.length > 0) return look(model, session)
  }
  const missing: ReadonlyArray<ErrorCode> = model.life === "none" ? ["subscription.not_found"] : []
  const seen = decided(what, await options.answer(), [...missing, ...reasons])
  if (seen !== null) apply(seen)
  await look(model, session)
}

const forbidden: ReadonlyArray<ErrorCode> = ["subscription.invalid_transition"]

/** Closes the running time at an instant, and notes what has to be given back. */
const stop = (model: Model, { catalogue }: Session, at: number): void => {
  const { history } = model
  if (history === null) return
  const active = history.active.map((span) => (span.to === null ? { ...span, to: at } : span))
  model.history = { ...history, active }
  const cycle = cyclesOf(history, at).at(-1)
  if (cycle !== undefined) noteCredit(model, cycle, catalogue)
}

const isScheduled = ({ subscription }: Model): boolean =>
  subscription?.cancelAt !== null || subscription.scheduledChange !== null

const pause = fc.constant(
  command("pause", (model, session) => {
    const { life, subscription } = model
    const isForbidden =
      life === "cancelled" ||
      (life === "running" && (subscription?.status === "PAST_DUE" || isScheduled(model)))
    const params = paramsOf(session)
    return act(model, session, {
      what: "pausing",
      reasons: isForbidden ? forbidden : [],
      answer: () => ask(session, session.client.subscriptions.pause({ params, headers: {}, payload: {} })),
      apply: ({ pausedAt }) => {
        if (life === "running") stop(model, session, Date.parse(pausedAt ?? ""))
        model.life = "paused"
      },
    })
  }),
)

const resume = fc.constant(
  command("resume", (model, session) => {
    const { life } = model
    const params = paramsOf(session)
    return act(model, session, {
      what: "resuming",
      reasons: life === "cancelled" ? forbidden : [],
      answer: () => ask(session, session.client.subscriptions.resume({ params, headers: {}, payload: {} })),
      apply: ({ updatedAt }) => {
        const { history } = model
        if (life !== "paused" || history === null) return
        model.history = { ...history, active: [...history.active, { from: Date.parse(updatedAt), to: null }] }
        model.life = "running"
      },
    })
  }),
)

const cancel = fc.constant(
  command("cancel", (model, session) => {
    const { life } = model
    const params = paramsOf(session)
    return act(model, session, {
      what: "cancelling",
      reasons: [],
      answer: () => ask(session, session.client.subscriptions.cancel({ params, headers: {}, payload: {} })),
      apply: ({ cancelledAt }) => {
        const at = Date.parse(cancelledAt ?? "")
        if (life === "running") stop(model, session, at)
        if (life !== "cancelled" && model.history !== null)
          model.history = { ...model.history, cancelledAt: at }
        model.life = "cancelled"
      },
    })
  }),
)

const cancelLater = fc.constant(
  command("cancel at the period's end", (model, session) => {
    const params = paramsOf(session)
    return act(model, session, {
      what: "cancelling at the period's end",
      reasons: model.life === "running" ? [] : forbidden,
      answer: () =>
        ask(
          session,
          session.client.subscriptions.cancel({ params, headers: {}, payload: { atPeriodEnd: true } }),
        ),
      apply: ({ cancelAt, currentPeriodEnd }) => same("cancelAt", cancelAt, currentPeriodEnd),
    })
  }),
)

const undo = fc.constant(
  command("undo the cancellation", (model, session) => {
    const params = paramsOf(session)
    return act(model, session, {
      what: "undoing the cancellation",
      reasons: model.life === "cancelled" ? forbidden : [],
      answer: () => ask(session, session.client.subscriptions.undoCancel({ params, payload: {} })),
      apply: ({ cancelAt }) => same("cancelAt", cancelAt, null),
    })
  }),
)

const changePlan = fc.record({ pick: fc.nat(99), later: fc.boolean() }).map(({ pick, later }) =>
  command(`change to plan ${pick} ${later ? "at the period's end" : "now"}`, async (model, session) => {
    const { catalogue, client } = session
    const terms = model.history?.plans.at(-1)?.terms
    const plan = pickOf([...catalogue.plans, ...catalogue.inactive], pick)
    // The oracle knows cycles of one length.
    const interval = plan?.intervals.find((one) => one.interval === (terms?.interval ?? "MONTHLY"))
    if (plan === undefined || interval === undefined) return
    const isCurrent = interval.id === terms?.planIntervalId
    const isScheduledNow = model.subscription?.scheduledChange?.planIntervalId === interval.id
    const reasons: Array<ErrorCode> = []
    if (model.life !== "running" || model.subscription?.status === "PAST_DUE") reasons.push(...forbidden)
    // What ends with its period has no next plan. GAP-123
    else if (model.subscription?.cancelAt !== null && !isCurrent) reasons.push(...forbidden)
    if (plan.status === "INACTIVE" && !isCurrent && !(later && isScheduledNow)) reasons.push("plan.inactive")
    const params = paramsOf(session)
    const payload = {
      planId: plan.planId,
      planIntervalId: interval.id,
      when: later ? "PERIOD_END" : "NOW",
    } as const
    await act(model, session, {
      what: "changing the plan",
      reasons,
      answer: () => ask(session, client.subscriptions.changePlan({ params, headers: {}, payload })),
      apply: ({ updatedAt, scheduledChange }) => {
        const expected = later && !isCurrent ? interval.id : undefined
        same("the scheduled plan", scheduledChange?.planIntervalId, expected)
        const { history } = model
        if (later || isCurrent || history === null) return
        const at = Date.parse(updatedAt)
        stop(model, session, at)
        const next = { fromAt: at, terms: termsOf(plan, interval.id, catalogue.prices) }
        model.history = { ...history, plans: [...history.plans, next] }
      },
    })
  }),
)

const changeQuantity = fc
  .record({ quantity: fc.integer({ min: 1, max: 9 }), later: fc.boolean() })
  .map(({ quantity, later }) =>
    command(`have ${quantity} units ${later ? "at the period's end" : "now"}`, async (model, session) => {
      const { catalogue, client } = session
      const { history, subscription } = model
      const intervals = catalogue.plans.flatMap((plan) => plan.intervals)
      const allowed = (planIntervalId: string | undefined): boolean =>
        intervals.find(({ id }) => id === planIntervalId)?.quantityAllowed === true
      const current = history?.plans.at(-1)?.terms.planIntervalId
      const next = subscription?.scheduledChange?.planIntervalId ?? current
      const reasons: Array<ErrorCode> = []
      if (model.life !== "running" || subscription?.status === "PAST_DUE") reasons.push(...forbidden)
      else if (subscription?.cancelAt !== null) reasons.push(...forbidden)
      const isRefused = quantity !== 1 && (!allowed(next) || (!later && !allowed(current)))
      if (isRefused) reasons.push("subscription.quantity_not_allowed")
      const params = paramsOf(session)
      const payload = { quantity, when: later ? "PERIOD_END" : "NOW" } as const
      await act(model, session, {
        what: "changing the quantity",
        reasons,
        answer: () => ask(session, client.subscriptions.changeQuantity({ params, headers: {}, payload })),
        apply: ({ updatedAt, quantity: now = 1, scheduledQuantityChange }) => {
          const { history } = model
          if (history === null) return
          const before = history.quantities?.at(-1)?.quantity ?? 1
          same("the quantity", now, later ? before : quantity)
          const scheduled = later && quantity !== before ? quantity : undefined
          same("the scheduled quantity", scheduledQuantityChange?.quantity, scheduled)
          if (later || quantity === before) return
          const at = Date.parse(updatedAt)
          const changed = {
            ...history,
            quantities: [...(history.quantities ?? []), { fromAt: at, quantity }],
          }
          model.history = changed
          // What was paid ahead for units that are gone is given back.
          const cycle = cyclesOf(changed, at).at(-1)
          if (cycle !== undefined) noteCredit(model, cycle, catalogue)
        },
      })
    }),
  )

const changeMethod = fc.nat(9).map((pick) =>
  command(`charge the subscription by method ${pick}`, async (model, session) => {
    const method = pickOf([...model.methods, null], pick) ?? null
    const reasons: Array<ErrorCode> = []
    if (model.life === "cancelled") reasons.push(...forbidden)
    if (method === null) reasons.push("payment_method.not_found")
    if (method?.type === "BOLETO" && session.catalogue.currency !== "BRL") {
      reasons.push("payment_method.currency_mismatch")
    }
    const params = paramsOf(session)
    await act(model, session, {
      what: "changing the subscription's method",
      reasons,
      answer: () =>
        ask(
          session,
          session.client.subscriptions.update({
            params,
            payload: { paymentMethodId: method?.id ?? session.nobody },
          }),
        ),
      apply: (seen) => {
        same("paymentMethodId", seen.paymentMethodId, method?.id)
        model.subscription = seen
      },
    })
  }),
)

/** The commands of a subscription's life. */
export const lifeCommands = [
  pause,
  resume,
  resume,
  cancel,
  cancelLater,
  undo,
  changePlan,
  changePlan,
  changeQuantity,
  changeMethod,
]
