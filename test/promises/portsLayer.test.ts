// The contracts over ports that somebody wrote who does not know Effect.
import { describe, expect, it } from "vitest"
import { makeScriptedGateway } from "../../simulator/adapters/gateway/ScriptedGateway.ts"
import { makeMemoryBillingStore } from "../../simulator/adapters/memory/MemoryBillingStore.ts"
import { type BillingStorePort, type PaymentGatewayPort, portsLayer } from "../../src/promises/index.ts"
import { billingStoreContract, paymentGatewayContract } from "../../src/testing/index.ts"
import { asPromises } from "./support.ts"

const emptyStore = (): BillingStorePort => asPromises(makeMemoryBillingStore().store, (conflict) => conflict)
const gateway = (): PaymentGatewayPort => asPromises(makeScriptedGateway().gateway, () => null)

describe("a store whose functions return promises", () => {
  for (const { name, check } of billingStoreContract(() => portsLayer({ store: emptyStore() }))) {
    it(name, () => check())
  }

  it("does not keep the contract where it forgets who wrote in between", async () => {
    const careless = (): BillingStorePort => {
      const store = emptyStore()
      return { ...store, commit: async (commit) => (await store.commit(commit)) && null }
    }
    const broken: Array<string> = []
    for (const { id, check } of billingStoreContract(() => portsLayer({ store: careless() }))) {
      await check().catch(() => broken.push(id))
    }
    expect(broken.length).toBeGreaterThan(5)
  })
})

describe("a gateway whose functions return promises", () => {
  const tokens = { approves: "tok_visa", declines: "tok_charge_declined", unknown: "tok_nobody" }
  const contract = paymentGatewayContract({ makeLayer: () => portsLayer({ gateway: gateway() }), tokens })
  for (const { name, lacks, check } of contract) it.skipIf(lacks !== null)(name, () => check())
})

describe("what portsLayer is given", () => {
  it("is refused where it is no port, with the remedy", () => {
    const make = portsLayer as (ports: object) => unknown
    expect(() => make({ stor: {} })).toThrow("portsLayer: stor is unknown; did you mean store?")
    expect(() => make({ gateway: {} })).toThrow("portsLayer: gateway.tokenize has to be a function")
  })
})
