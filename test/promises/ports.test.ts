// Ports that are written as promise functions keep the contracts of the services that they become.
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Scheduler from "effect/Scheduler"
import { describe, expect, it } from "vitest"
import { makeScriptedGateway } from "../../simulator/adapters/gateway/ScriptedGateway.ts"
import { makeMemoryBillingStore } from "../../simulator/adapters/memory/MemoryBillingStore.ts"
import { makeMemoryWebhookStore } from "../../simulator/adapters/webhooks/MemoryWebhookStore.ts"
import { makeSecrets } from "../../src/http/node/makeSecrets.ts"
import { BillingStore } from "../../src/index.ts"
import { type BillingOptions, createBilling } from "../../src/promises/index.ts"
import { contextOf } from "../../src/promises/ports/context.ts"
import { adapters } from "../../src/promises/ports/services.ts"
import { openBilling, subscribed } from "./support.ts"

const { options } = openBilling()

const contextIn = (given: BillingOptions) => contextOf(given, "createBilling", []).context

describe("ports", () => {
  it("of this package fit as they are", async () => {
    const { store } = makeMemoryBillingStore()
    const billing = createBilling({ store, gateway: makeScriptedGateway().gateway })
    const { organizationId, invoiceId } = await subscribed(billing)
    expect(await billing.invoices.pay({ organizationId, invoiceId })).toMatchObject({ status: "PAID" })
    const unknown = billing.paymentMethods.add({ organizationId, type: "CARD", cardToken: "tok_nothing" })
    await expect(unknown).rejects.toMatchObject({ rejection: { _tag: "CardTokenInvalid" } })
  })

  it.each([
    ["secrets", "matches", true],
    ["secrets", "digest", "text"],
    ["secrets", "successor", "text"],
    ["secrets", "sessionOf", null],
    ["ids", "derive", "text"],
    ["webhookSender", "accepts", false],
    ["presenter", "present", {}],
  ] as const)("are refused where %s.%s gives a promise, which is no answer", (port, member, answer) => {
    const { secrets, ...others } = { ...options, secrets: makeSecrets() }
    const given = { ...others, secrets, webhookSender: { accepts: () => true, send: () => Promise.reject() } }
    const of = (change: () => unknown) => {
      const context = contextIn({
        ...given,
        presenter: { present: () => ({}) },
        [port]: { ...{ presenter: {}, ...given }[port], [member]: change },
      } as unknown as BillingOptions)
      const service = Context.getUnsafe(context, adapters[port].key as never) as Record<string, () => unknown>
      return service[member]
    }
    expect(of(() => answer)?.()).toEqual(answer)
    expect(of(() => Promise.resolve(answer))).toThrow(
      new RegExp(`^${port}\\.${member} has to give .* at once, and no promise of it$`),
    )
  })

  it.each([
    ["store", "account"],
    ["store", "organization"],
    ["store", "subscription"],
    ["store", "invoice"],
    ["store", "voucher"],
    ["store", "plan"],
    ["store", "couponByCode"],
    ["store", "user"],
    ["store", "userByEmail"],
    ["store", "otpAddressOf"],
    ["store", "session"],
    ["store", "idempotencyKey"],
    ["webhookStore", "nextReadyAt"],
    ["webhookStore", "delivery"],
  ] as const)("may give undefined by %s.%s for what is not there", async (port, member) => {
    const given = { ...options, webhookStore: makeMemoryWebhookStore().store }
    const context = contextIn({ ...given, [port]: { ...given[port], [member]: () => undefined } })
    const service = Context.getUnsafe(context, adapters[port].key as never) as unknown as Record<
      string,
      (id: string) => Effect.Effect<unknown>
    >
    expect(await Effect.runPromise(service[member]?.("nobody") ?? Effect.void)).toBe(null)
  })

  it.each([
    ["invoices", [], "a page, { items, totalItems }"],
    ["invoices", undefined, "a page, { items, totalItems }"],
    ["due", undefined, "an array"],
    ["outbox", { items: [], totalItems: 0 }, "an array"],
  ] as const)("that give %s as %j are told what to give", async (member, given, expected) => {
    const store = { ...options.store, [member]: async () => given }
    const service = Context.getUnsafe(contextIn({ ...options, store }), BillingStore)
    const asked = service[member] as unknown as (...args: ReadonlyArray<unknown>) => Effect.Effect<unknown>
    await expect(Effect.runPromise(asked("org-1", { page: 1, limit: 1 }))).rejects.toThrow(
      `store.${member} has to give ${expected}`,
    )
  })

  it("whose store gives undefined for what is not there are told of it as of null", async () => {
    const invoice = async () => undefined as never
    const { billing } = openBilling({ store: { ...options.store, account: invoice, invoice } })
    const unknown = billing.invoices.get({ organizationId: "nobody", invoiceId: "none" })
    await expect(unknown).rejects.toMatchObject({ status: 404 })
  })

  it("may be instances of classes, whose functions have their `this`", async () => {
    class Gateway {
      readonly charged: Array<number> = []
      tokenize() {
        return {
          gatewayReference: "ref",
          brand: "visa",
          last4: "4242",
          expMonth: 1,
          expYear: 2030,
          test: false,
        }
      }
      charge({ amount }: { readonly amount: number }) {
        this.charged.push(amount)
        return Promise.resolve({ _tag: "Approved" } as const)
      }
      lookup = async () => ({ _tag: "NotFound" }) as const
      cancel = async () => ({ _tag: "Unknown" }) as const
    }
    const gateway = new Gateway()
    const { billing } = openBilling({ gateway: gateway as BillingOptions["gateway"] })
    const { organizationId, invoiceId } = await subscribed(billing)
    await billing.invoices.pay({ organizationId, invoiceId })
    expect(gateway.charged).toEqual([9990])
  })

  it("that refuse a token resolve to null", async () => {
    const { billing } = openBilling()
    const { organizationId } = await subscribed(billing)
    const unknown = billing.paymentMethods.add({ organizationId, type: "CARD", cardToken: "tok_nothing" })
    await expect(unknown).rejects.toMatchObject({ rejection: { _tag: "CardTokenInvalid" } })
  })

  it("hear of a deadline by their signal, and of an answer that is none", async () => {
    const heard = Promise.withResolvers<string>()
    const faults: Array<unknown> = []
    const charge = (_: unknown, { signal }: { readonly signal: AbortSignal }) =>
      new Promise<never>(() => {
        signal.addEventListener("abort", () => heard.resolve("aborted"))
      })
    const { billing } = openBilling({
      gateway: { ...options.gateway, charge, lookup: async () => "approved" as never },
      policy: { chargeDeadlineMillis: 1 },
      onPortError: (error, member) => faults.push(`${member}: ${error}`),
    })
    const { organizationId, invoiceId } = await subscribed(billing)
    expect(await billing.invoices.pay({ organizationId, invoiceId })).toMatchObject({ status: "OPEN" })
    expect(await heard.promise).toBe("aborted")
    expect(faults).toEqual([])
  })

  it("that reject at once are heard, wherever the call gives way to others", async () => {
    const unheard: Array<unknown> = []
    const hear = (reason: unknown): void => void unheard.push(reason)
    process.on("unhandledRejection", hear)
    const broken = () => Promise.reject(new Error("broken"))
    const context = contextIn({ ...options, store: { ...options.store, due: broken } })
    const store = Context.get(context as Context.Context<BillingStore>, BillingStore)
    const looking = store.due({ until: 0, limit: 1 })
    for (const operations of [3, 4, 5, 6]) {
      const call = Effect.provideService(looking, Scheduler.MaxOpsBeforeYield, operations)
      expect(Cause.hasDies(await Effect.runPromise(Effect.flip(Effect.sandbox(call))))).toBe(true)
    }
    await new Promise(setImmediate)
    process.off("unhandledRejection", hear)
    expect(unheard).toEqual([])
  })

  it("that answer what the rules cannot know are told of it", async () => {
    const faults: Array<string> = []
    const { billing } = openBilling({
      gateway: { ...options.gateway, charge: async () => "approved" as never },
      onPortError: (error, member) => faults.push(`${member}: ${error}`),
    })
    const { organizationId, invoiceId } = await subscribed(billing)
    expect(await billing.invoices.pay({ organizationId, invoiceId })).toMatchObject({ status: "OPEN" })
    expect(faults).toEqual([
      "gateway.charge: TypeError: gateway.charge has to resolve to { _tag } of Approved, Declined, Pending, Unknown",
    ])
  })
})

it("ids are UUIDs, and a derived one is that of its key", async () => {
  const { defaultIds } = await import("../../src/promises/index.ts")
  const uuid = /^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-8[\da-f]{3}-[\da-f]{12}$/
  expect(defaultIds.derive("a")).toMatch(uuid)
  expect(defaultIds.derive("a")).toBe(defaultIds.derive("a"))
  expect(defaultIds.derive("b")).not.toBe(defaultIds.derive("a"))
  expect(Effect.isEffect(defaultIds.next)).toBe(false)
})
