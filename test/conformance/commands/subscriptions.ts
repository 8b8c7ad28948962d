// The life of a subscription: looking at plans, subscribing, pausing, changing, ending, and looking at what there was.
import * as fc from "fast-check"
import type { ErrorCode, WireCoupon, WirePlan, WireSubscription } from "../../../src/api/index.ts"
import { hold, same } from "../../../src/testing/Law.ts"
import { look } from "../look.ts"
import { cyclesOf, historyOf, isInFlight, isLive, type Model, noteCredit, termsOf } from "../model.ts"
import { type Answer, ask, decided, granted, type Session } from "../session.ts"
import { all, command, paramsOf, pickOf } from "./command.ts"

const listPlans = fc.constantFrom<WirePlan["status"]>("ACTIVE", "INACTIVE").map((status) =>
  command(`list ${status} plans`, async (_, session) => {
    const { client, catalogue } = session
    const { data } = granted("plans", await ask(session, client.plans.list({ query: { ...all, status } })))
    same("other statuses than asked for", data.filter((plan) => plan.status !== status).length, 0)
    const known = status === "ACTIVE" ? catalogue.plans : catalogue.inactive
    const seen = data.map(({ planId }) => planId)
    for (const { planId } of known) hold(`plan ${planId} is in the list`, seen.includes(planId))
  }),
)

/** Why a coupon cannot be used, by the operation that says so; null where it can. */
const couponReason = async (
  session: Session,
  code: string,
  interval: { readonly planId: string; readonly planIntervalId: string },
): Promise<{ readonly reason: ErrorCode | null; readonly coupon: WireCoupon | null }> => {
  const call = session.client.coupons.checkAvailability({ params: { code }, query: interval })
  const { coupon, meta } = granted("availability", await ask(session, call))
  same("available and a reason why not", meta.available, meta.reason === null)
  return { coupon, reason: meta.reason === null ? null : (`coupon.${meta.reason}` as ErrorCode) }
}

interface Wish {
  readonly plan: number
  readonly method: number
  readonly coupon: number
  readonly key: boolean
}

const subscribe = async (model: Model, session: Session, wish: Wish): Promise<void> => {
  const { catalogue, client } = session
  const plans = [...catalogue.plans, ...catalogue.plans, ...catalogue.inactive.slice(0, 1)]
  const plan = pickOf(plans, wish.plan)
  const interval = pickOf(plan?.intervals ?? [], wish.plan)
  if (plan === undefined || interval === undefined) throw new Error("there is no plan to subscribe to")
  const method = pickOf([...model.methods, null], wish.method) ?? null
  const codes = [null, null, ...catalogue.coupons.map(({ code }) => code), session.fresh("NO")]
  const code = pickOf(codes, wish.coupon) ?? null
  const chosen = { planId: plan.planId, planIntervalId: interval.id }
  const reasons: Array<ErrorCode> = []
  if (plan.status === "INACTIVE") reasons.push("plan.inactive")
  if (isLive(model)) reasons.push("subscription.already_exists")
  if (model.invoices.some(isInFlight)) reasons.push("invoice.payment_in_progress")
  if (model.methods.length === 0) reasons.push("organization.payment_method_required")
  if (method === null) reasons.push("payment_method.not_found")
  if (method?.type === "BOLETO" && catalogue.currency !== "BRL") {
    reasons.push("payment_method.currency_mismatch")
  }
  const coupon =
    code === null || plan.status === "INACTIVE" ? null : await couponReason(session, code, chosen)
  if (coupon?.reason != null) reasons.push(coupon.reason)
  if (code !== null && model.usedCodes.has(code) && plan.status === "ACTIVE") {
    hold(`the used coupon ${code} is not available`, coupon?.reason !== null)
  }
  const call = client.subscriptions.create({
    params: paramsOf(session),
    headers: wish.key ? { "idempotency-key": session.fresh("subscribe") } : {},
    payload: {
      ...chosen,
      paymentMethodId: method?.id ?? session.nobody,
      ...(code !== null && { coupon: { code } }),
    },
  })
  const made = decided("subscribing", await ask(session, call), reasons, 201)
  if (made === null) return
  same("status of a new subscription", made.status, "ACTIVE")
  same(
    "codes of its coupons",
    made.coupons.map((one) => one.code),
    code === null ? [] : [code],
  )
  Object.assign(model, {
    life: "running",
    subscription: { ...made, paymentMethodId: method?.id },
    coupon: coupon?.coupon ?? null,
    history: historyOf(made, coupon?.coupon ?? null, plan, catalogue),
    invoices: [],
  })
  model.credited.clear()
  model.subscriptionIds.push(made.subscriptionId)
  if (code !== null) model.usedCodes.add(code)
  await look(model, session)
}

const create = fc
  .record({ plan: fc.nat(99), method: fc.nat(9), coupon: fc.nat(9), key: fc.boolean() })
  .map((wish) =>
    command(`subscribe ${JSON.stringify(wish)}`, (model, session) => subscribe(model, session, wish)),
  )

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
  await session.control?.advance({ by: "PT1S" })
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
      answer: () => ask(session, session.client.subscriptions.pause({ params, payload: {} })),
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
      answer: () => ask(session, session.client.subscriptions.resume({ params, payload: {} })),
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

const check = fc.constant(
  command("check the status", async (model, session) => {
    if (model.life !== "none") return look(model, session)
    const answer = await ask(session, session.client.subscriptions.check({ params: paramsOf(session) }))
    decided("the status check", answer, ["subscription.not_found"])
  }),
)

const history = fc.constant(
  command("list the subscriptions", async (model, session) => {
    const call = session.client.subscriptions.list({ params: paramsOf(session), query: all })
    const { data } = granted("subscriptions", await ask(session, call))
    const ids = data.map(({ subscriptionId }) => subscriptionId)
    const known = model.subscriptionIds.toReversed()
    same("the latest subscriptions", ids.slice(0, known.length), known)
    const live = data.filter(({ status }) => status !== "CANCELLED").length
    same("live subscriptions", live, isLive(model) ? 1 : 0)
  }),
)

const view = fc.nat(9).map((pick) =>
  command(`view subscription ${pick}`, async (model, session) => {
    const id = pickOf([...model.subscriptionIds, null], pick) ?? null
    const params = { ...paramsOf(session), subscriptionId: id ?? session.nobody }
    const answer = await ask(session, session.client.subscriptions.get({ params }))
    const seen = decided("viewing a subscription", answer, id === null ? ["subscription.not_found"] : [])
    if (seen === null) return
    const isLatest = id === model.subscriptionIds.at(-1)
    const status = isLatest ? model.subscription?.status : "CANCELLED"
    same("status of the subscription", seen.status, status)
  }),
)

/** The commands on subscriptions. */
export const subscriptionCommands = [
  listPlans,
  create,
  create,
  create,
  create,
  create,
  pause,
  resume,
  resume,
  cancel,
  cancelLater,
  undo,
  changePlan,
  changePlan,
  changeMethod,
  check,
  history,
  view,
]
