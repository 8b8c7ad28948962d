// The webhooks of an engine by promises: nobody waits for a slow receiver or for a defect, and a stop is in order.
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { expect, it } from "vitest"
import { PaymentGateway, type WebhookStore } from "../../src/index.ts"
import type { EngineFault } from "../../src/promises/index.ts"
import { startEngine } from "../../src/promises/workers/startEngine.ts"
import { endpointOf, makeWebhooks, type Reaction, told } from "../app/webhooks/support.ts"

const turn = () => new Promise((resolve) => setImmediate(resolve))
/** Runs what is ready to run. */
const settle = async () => {
  for (let count = 0; count < 50; count++) await turn()
}
const until = async (holds: () => boolean) => {
  for (let count = 0; !holds(); count++) {
    if (count === 1000) throw new Error("It never held")
    await turn()
  }
}

const toThrow = (): never => {
  throw new Error("the listener is broken, too")
}

/** An engine over webhooks for two endpoints, and one event that it was told of. */
const engineWith = async (
  react: (endpoint: string) => Reaction,
  wrapStore?: Parameters<typeof makeWebhooks>[1],
  afterFault: () => void = toThrow,
) => {
  const webhooks = makeWebhooks(
    ({ url }) => react(url.slice("https://".length).split(".")[0] ?? ""),
    wrapStore,
  )
  const faults: Array<EngineFault> = []
  await webhooks.addEndpoints(endpointOf("bad"), endpointOf("good"))
  await webhooks.commit(told("a", "org-1"))
  // Nothing is due, so that nobody is charged.
  const context = Context.add(webhooks.services, PaymentGateway, {} as PaymentGateway["Service"])
  const engine = startEngine(context as Context.Context<never>, (port) => port !== "otpSender", {
    onFault: (fault) => {
      faults.push(fault)
      return afterFault()
    },
  })
  return {
    ...webhooks,
    faults,
    stop: engine.stop,
    /** Commits an event and lets pass what lies between two looks of an engine at its webhooks. */
    tell: async (messageId: string, organizationId: string) => {
      await webhooks.commit(told(messageId, organizationId))
      await settle()
      webhooks.wall.advance(1000)
    },
  }
}

it("a receiver that hangs delays no other one", async () => {
  const { tell, sentTo, stop, release } = await engineWith((endpoint) => (endpoint === "bad" ? "HANG" : "OK"))
  await until(() => sentTo("good").length === 1 && sentTo("bad").length === 1)
  await tell("b", "org-2")
  await until(() => sentTo("good").length === 2)
  await until(() => sentTo("bad").length === 2)
  await release()
  await stop()
})

it.each([
  ["throws", toThrow],
  ["rejects", async () => toThrow()],
])("a defect is told and delays no other one, and neither does a listener that %s", async (_, afterFault) => {
  const dead = (store: WebhookStore["Service"]): WebhookStore["Service"] => ({
    ...store,
    ready: (list) => (list.endpointId === "bad" ? Effect.die(new Error("broken")) : store.ready(list)),
  })
  const { tell, sentTo, faults, stop } = await engineWith(() => "OK", dead, afterFault)
  for (const [index, id] of Array.from("bcdefghijk").entries()) {
    await tell(id, `org-${id}`)
    await until(() => sentTo("good").length === index + 2 && faults.length >= index + 2)
  }
  expect(faults[0]).toEqual({ what: "webhooks", error: new Error("broken"), againAt: null })
  await stop()
})

it("a stop takes nothing more, and waits for the attempts under way", async () => {
  const { commit, sentTo, records, stop, release } = await engineWith((endpoint) =>
    endpoint === "bad" ? "HANG" : "OK",
  )
  await commit(told("b", "org-1"))
  await until(() => sentTo("bad").length === 1 && sentTo("good").length >= 1)
  let isStopped = false
  const stopped = stop().then(() => {
    isStopped = true
  })
  await settle()
  expect(isStopped).toBe(false)
  await release()
  await stopped
  expect(sentTo("bad")).toEqual(["a"])
  const ofBad = records.deliveries().filter(({ endpointId }) => endpointId === "bad")
  expect(ofBad.at(-1)).toMatchObject({ event: { eventId: "a" }, status: "DELIVERED" })
})
