// Looking at plans, subscribing, and looking at the subscriptions that there were.
import * as fc from "fast-check"
import type { ErrorCode, WireCoupon, WirePlan } from "../../../src/api/index.ts"
import { hold, same } from "../../../src/testing/Law.ts"
import { look } from "../look.ts"
import { historyOf, isInFlight, isLive, type Model } from "../model.ts"
import { ask, decided, granted, type Session } from "../session.ts"
import { all, command, paramsOf, pickOf } from "./command.ts"
import { add } from "./methods.ts"

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

/** Adds a card and subscribes by it, so that a sequence has more to begin with. */
export const beginSubscribed = async (model: Model, session: Session): Promise<void> => {
  const [cardToken = ""] = session.catalogue.cardTokens
  const id = await add(model, session, { type: "CARD", cardToken, isDefault: true })
  const method = model.methods.findIndex((one) => one.id === id)
  await subscribe(model, session, { plan: 0, method, coupon: 0, key: false })
}

const create = fc
  .record({ plan: fc.nat(99), method: fc.nat(9), coupon: fc.nat(9), key: fc.boolean() })
  .map((wish) =>
    command(`subscribe ${JSON.stringify(wish)}`, (model, session) => subscribe(model, session, wish)),
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
    // A page has no more than its most.
    same("the latest subscriptions", ids.slice(0, known.length), known.slice(0, all.limit))
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
export const subscriptionCommands = [listPlans, create, create, create, create, create, check, history, view]
