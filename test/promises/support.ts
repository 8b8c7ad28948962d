// Billing by promises for tests: records in memory, a gateway that does what its cards say, and ports of both as somebody
// would write them who does not know Effect.
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import { makeScriptedGateway } from "../../simulator/adapters/gateway/ScriptedGateway.ts"
import { makeMemoryBillingStore } from "../../simulator/adapters/memory/MemoryBillingStore.ts"
import { makeMemoryIdSource } from "../../simulator/adapters/memory/MemoryIdSource.ts"
import type { Billing, BillingOptions } from "../../src/promises/index.ts"
import { createBilling } from "../../src/promises/index.ts"

/** A service of the package as promise functions: a failure is what it resolves to, a token that is none is null. */
export const asPromises = <Port extends object>(
  service: object,
  failure: (failed: unknown) => unknown,
): Port => {
  const settle = async (answer: Effect.Effect<unknown, unknown>): Promise<unknown> => {
    const exit = await Effect.runPromiseExit(answer)
    if (Exit.isSuccess(exit)) return exit.value ?? null
    const failed = Cause.findErrorOption(exit.cause)
    if (Option.isSome(failed)) return failure(failed.value)
    throw Cause.squash(exit.cause)
  }
  const answerOf = (answer: unknown): unknown =>
    Effect.isEffect(answer) ? settle(answer as Effect.Effect<unknown, unknown>) : answer
  const members = Object.entries(service).map(([name, member]) => {
    const call = (...args: ReadonlyArray<unknown>) =>
      answerOf(typeof member === "function" ? member(...args) : member)
    return [name, call]
  })
  return Object.fromEntries(members)
}

/** The instant at which tests begin. */
export const START = Date.UTC(2026, 0, 15)

/** Billing over ports in memory that are written as promise functions, at a time that stands. */
export const openBilling = (changes: Partial<BillingOptions> = {}) => {
  const time = { at: START }
  const memory = makeMemoryBillingStore()
  const scripted = makeScriptedGateway()
  const options: BillingOptions = {
    store: asPromises(memory.store, (conflict) => conflict),
    gateway: asPromises(scripted.gateway, () => null),
    ids: makeMemoryIdSource({ seed: "promises" }),
    clock: () => time.at,
    ...changes,
  }
  return { billing: createBilling(options), time, options, scripted }
}

/** An organization with a plan, a card and a subscription, and the id of its upcoming invoice. */
export const subscribed = async (billing: Billing, cardToken = "tok_visa") => {
  const { organizationId } = await billing.organizations.create({
    name: "Acme",
    currency: "BRL",
    status: "ACTIVE",
  })
  const { planId, intervals } = await billing.plans.define({
    name: "Pro",
    description: "For teams",
    status: "ACTIVE",
    intervals: [{ interval: "MONTHLY", amount: 9990, currency: "BRL" }],
    prices: [{ model: "STANDARD", meter: "messages", name: "Messages", currency: "BRL", unitPrice: 2 }],
  })
  const planIntervalId = intervals[0]?.id ?? ""
  const { paymentMethodId } = await billing.paymentMethods.add({ organizationId, type: "CARD", cardToken })
  await billing.subscriptions.create({ organizationId, planId, planIntervalId, paymentMethodId })
  const { invoiceId } = await billing.subscriptions.previewUpcomingInvoice({ organizationId })
  return { organizationId, planId, planIntervalId, paymentMethodId, invoiceId }
}
