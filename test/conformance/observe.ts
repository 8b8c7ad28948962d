// Where a run begins and ends: what an organization has by then, and leaving it as it was as far as that can be.
import type { WirePaymentMethod, WireSubscription } from "../../src/api/index.ts"
import { all, paramsOf } from "./commands/command.ts"
import { newMethod } from "./commands/methods.ts"
import { emptyModel, isInFlight, type Model } from "./model.ts"
import { ask, granted, type Session } from "./session.ts"

/** What the organization had before the first command. */
export interface Found {
  readonly model: Model
  readonly methods: ReadonlyArray<WirePaymentMethod>
  readonly subscriptions: ReadonlyArray<WireSubscription>
}

/** Reads what an organization has, as a model. */
export const observe = async (session: Session): Promise<Found> => {
  const { client } = session
  const params = paramsOf(session)
  const query = { params, query: all }
  const methods = granted("payment methods", await ask(session, client.paymentMethods.list(query))).data
  const subscriptions = granted("subscriptions", await ask(session, client.subscriptions.list(query))).data
  const coupons = granted("coupons", await ask(session, client.coupons.list(query))).data
  const invoices = granted("invoices", await ask(session, client.invoices.list(query))).data
  const threshold = await ask(session, client.thresholds.get({ params }))
  const [latest = null] = subscriptions
  const model: Model = {
    ...emptyModel(),
    methods: methods.map(({ paymentMethodId, type, isDefault, billingDetails: { name } }) => ({
      id: paymentMethodId,
      type,
      isDefault,
      name,
      approves: type === "CARD" ? true : null,
      isOurs: false,
    })),
    life: latest === null ? "none" : "cancelled",
    subscription: latest,
    subscriptionIds: subscriptions.map(({ subscriptionId }) => subscriptionId).toReversed(),
    usedCodes: new Set(coupons.map(({ code }) => code)),
    invoices: invoices.filter(({ subscriptionId }) => subscriptionId === latest?.subscriptionId),
    threshold: "value" in threshold ? threshold.value : null,
  }
  return { model, methods, subscriptions }
}

/**
 * Ends what was begun since then, as far as the server lets it: the subscription, slips on their way, methods and the
 * threshold. It looks at the server and not at a model, since it has to do so after a failure too.
 */
export const tidy = async (session: Session, found: Found): Promise<void> => {
  const { client, catalogue } = session
  const params = paramsOf(session)
  await ask(session, client.subscriptions.cancel({ params, headers: {}, payload: {} }))
  const { invoices } = (await observe(session)).model
  const slips = invoices.filter(isInFlight)
  if (slips.length > 0) {
    const [cardToken = ""] = catalogue.cardTokens
    const payload = newMethod("CARD", cardToken, { isDefault: false, email: catalogue.email })
    await ask(session, client.paymentMethods.add({ params, headers: {}, payload }))
    const { methods } = await observe(session)
    const card = methods.find(({ type }) => type === "CARD")
    // A card that pays an invoice cancels its slip.
    for (const { invoiceId } of card === undefined ? [] : slips) {
      const payload = { paymentMethodId: card?.paymentMethodId ?? session.nobody }
      await ask(session, client.invoices.pay({ params: { ...params, invoiceId }, headers: {}, payload }))
    }
  }
  const { threshold } = found.model
  if (threshold !== null) await ask(session, client.thresholds.set({ params, payload: threshold }))
  else await ask(session, client.thresholds.remove({ params }))
  const before = found.methods.map(({ paymentMethodId }) => paymentMethodId)
  const former = found.methods.find(({ isDefault }) => isDefault)
  if (former !== undefined) {
    const one = { ...params, paymentMethodId: former.paymentMethodId }
    await ask(session, client.paymentMethods.update({ params: one, payload: { isDefault: true } }))
  }
  for (const { paymentMethodId } of (await observe(session)).methods) {
    if (before.includes(paymentMethodId)) continue
    await ask(session, client.paymentMethods.remove({ params: { ...params, paymentMethodId } }))
  }
}
