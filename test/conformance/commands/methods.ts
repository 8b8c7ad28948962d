// Payment methods: adding, looking, changing, removing, and the same call again.
import * as fc from "fast-check"
import type { ErrorCode, WireNewPaymentMethod } from "../../../src/api/index.ts"
import { hold, same } from "../../../src/testing/Law.ts"
import { look, lookAtMethods } from "../look.ts"
import { addMethod, isInFlight, isLive, type Method, type Model, removeMethod } from "../model.ts"
import { ask, decided, granted, refused, type Session } from "../session.ts"
import { command, paramsOf, pickOf } from "./command.ts"

const CARDS_MAX = 3

const limitOf = ({ methods }: Model, type: Method["type"]): ReadonlyArray<ErrorCode> => {
  const { length } = methods.filter((method) => method.type === type)
  if (type === "BOLETO") {
    return length >= 1 ? ["payment_method.max_of_1_boleto_payment_methods_reached"] : []
  }
  return length >= CARDS_MAX ? ["payment_method.max_of_3_card_payment_methods_reached"] : []
}

const address = { line1: "Rua A, 1", city: "São Paulo", state: "SP", postalCode: "01000-000", country: "BR" }

/** A method to store, under a name that says what it is for. */
export const newMethod = (
  type: Method["type"],
  cardToken: string,
  { isDefault, email }: { readonly isDefault: boolean; readonly email: string },
): WireNewPaymentMethod =>
  type === "CARD"
    ? { type, cardToken, isDefault, billingDetails: { name: "Conformance" } }
    : { type, isDefault, billingDetails: { name: "Conformance", email, address } }

/** Adds a method and has the model know it; null where the limit is reached. */
export const add = async (
  model: Model,
  session: Session,
  wish: {
    readonly type: Method["type"]
    readonly cardToken: string
    readonly isDefault: boolean
    readonly approves?: boolean
    readonly key?: string
  },
): Promise<string | null> => {
  const { type, cardToken, isDefault, approves = true, key } = wish
  const payload = newMethod(type, cardToken, { isDefault, email: session.catalogue.email })
  const headers = key === undefined ? {} : { "idempotency-key": key }
  const answer = await ask(
    session,
    session.client.paymentMethods.add({ params: paramsOf(session), headers, payload }),
  )
  const added = decided(`adding a ${type}`, answer, limitOf(model, type), 201)
  if (added === null) return null
  hold("a method for tests charges no real money, so `test` is true", added.test || type === "BOLETO")
  same("type", added.type, type)
  const known = addMethod(
    model,
    {
      id: added.paymentMethodId,
      type,
      name: "Conformance",
      approves: type === "CARD" ? approves : null,
      isOurs: true,
    },
    isDefault,
  )
  same("isDefault of what was added", added.isDefault, known.isDefault)
  await lookAtMethods(model, session)
  return added.paymentMethodId
}

const addCard = fc.record({ isDefault: fc.boolean(), pick: fc.nat(9) }).map(({ isDefault, pick }) =>
  command(`add a card${isDefault ? " as the default" : ""}`, (model, session) =>
    add(model, session, {
      type: "CARD",
      cardToken: pickOf(session.catalogue.cardTokens, pick) ?? "",
      isDefault,
    }),
  ),
)

const addBoleto = fc
  .boolean()
  .map((isDefault) =>
    command(`add a boleto${isDefault ? " as the default" : ""}`, (model, session) =>
      add(model, session, { type: "BOLETO", cardToken: "", isDefault }),
    ),
  )

const addTwice = fc.constant(
  command("add a card and again under the same key", async (model, session) => {
    const key = session.fresh("card")
    const [cardToken = ""] = session.catalogue.cardTokens
    const id = await add(model, session, { type: "CARD", cardToken, isDefault: false, key })
    const { client, catalogue } = session
    const again = (isDefault: boolean) => {
      const payload = newMethod("CARD", cardToken, { isDefault, email: catalogue.email })
      const headers = { "idempotency-key": key }
      return ask(session, client.paymentMethods.add({ params: paramsOf(session), headers, payload }))
    }
    const repeated = await again(false)
    if (id === null) refused("the refused call again", repeated, ...limitOf(model, "CARD"))
    else {
      same("what the same key adds", granted("the call again", repeated, 201).paymentMethodId, id)
      hold("a repeat says so", "isReplayed" in repeated && repeated.isReplayed)
    }
    refused("the key with another body", await again(true), "idempotency_key.reused")
    await lookAtMethods(model, session)
  }),
)

const list = fc.constant(command("list the payment methods", lookAtMethods))

const view = fc.nat(9).map((pick) =>
  command(`view payment method ${pick}`, async (model, session) => {
    const method = pickOf([...model.methods, null], pick) ?? null
    const paymentMethodId = method?.id ?? session.nobody
    const params = { ...paramsOf(session), paymentMethodId }
    const answer = await ask(session, session.client.paymentMethods.get({ params }))
    const seen = decided("viewing a method", answer, method === null ? ["payment_method.not_found"] : [])
    if (seen !== null) same("isDefault of the method", seen.isDefault, method?.isDefault)
  }),
)

const change = fc.record({ pick: fc.nat(9), isDefault: fc.boolean(), name: fc.boolean() }).map((wish) =>
  command(
    `change payment method ${wish.pick}${wish.isDefault ? ", as the default" : ""}${wish.name ? ", its name" : ""}`,
    async (model, session) => {
      const method = pickOf([...model.methods.filter(({ isOurs }) => isOurs), null], wish.pick) ?? null
      const name = session.fresh("Renamed")
      const answer = await ask(
        session,
        session.client.paymentMethods.update({
          params: { ...paramsOf(session), paymentMethodId: method?.id ?? session.nobody },
          payload: {
            ...(wish.isDefault && { isDefault: true }),
            ...(wish.name && { billingDetails: { name } }),
          },
        }),
      )
      decided("changing a method", answer, method === null ? ["payment_method.not_found"] : [])
      if (method === null) return
      if (wish.isDefault) for (const one of model.methods) one.isDefault = one === method
      if (wish.name) method.name = name
      await lookAtMethods(model, session)
    },
  ),
)

const reasonsToKeep = (model: Model, method: Method | null): ReadonlyArray<ErrorCode> => {
  if (method === null) return ["payment_method.not_found"]
  const { methods, subscription, invoices } = model
  const paysNow = invoices.some((one) => isInFlight(one) && one.paymentMethodId === method.id)
  const isCharged = isLive(model) && subscription?.paymentMethodId === method.id
  const rest = methods.filter(({ id }) => id !== method.id)
  const next = rest.find(({ isDefault }) => isDefault) ?? rest[0]
  const cannotFollow = next === undefined || (next.type === "BOLETO" && subscription?.currency !== "BRL")
  return paysNow || (isCharged && cannotFollow) || (isLive(model) && rest.length === 0)
    ? ["payment_method.in_use"]
    : []
}

const remove = fc.nat(9).map((pick) =>
  command(`remove payment method ${pick}`, async (model, session) => {
    const method = pickOf([...model.methods.filter(({ isOurs }) => isOurs), null], pick) ?? null
    const params = { ...paramsOf(session), paymentMethodId: method?.id ?? session.nobody }
    const answer = await ask(session, session.client.paymentMethods.remove({ params }))
    const reasons = reasonsToKeep(model, method)
    decided("removing a method", answer, reasons, 204)
    if (method === null || reasons.length > 0) return
    removeMethod(model, method)
    await lookAtMethods(model, session)
    await look(model, session)
  }),
)

/** The commands on payment methods. */
export const methodCommands = [
  addCard,
  addCard,
  addCard,
  addCard,
  addBoleto,
  addTwice,
  list,
  view,
  change,
  change,
  remove,
]
