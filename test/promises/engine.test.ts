// The engine by promises: it bills what falls due, tells of what fails and goes on, sends what waits, and stops.
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import { makeMemoryWebhookStore } from "../../simulator/adapters/webhooks/MemoryWebhookStore.ts"
import { makeSecrets } from "../../src/http/node/makeSecrets.ts"
import { createBilling, type EngineFault } from "../../src/promises/index.ts"
import { openBilling, START, subscribed } from "./support.ts"

const MONTH = 32 * 86_400_000

describe("an engine", () => {
  it("bills what falls due, and says how late it is", async () => {
    const { billing, time } = openBilling()
    const { organizationId } = await subscribed(billing)
    time.at += MONTH
    const lags: Array<number> = []
    const done = Promise.withResolvers<void>()
    const engine = billing.engine.start({
      everyMillis: 1,
      onLook: ({ lagMillis, running }) => {
        lags.push(lagMillis)
        if (lagMillis === 0 && running === 0) done.resolve()
      },
    })
    await done.promise
    await engine.stop()
    expect(lags[0]).toBeGreaterThan(0)
    expect(await billing.invoices.list({ organizationId })).toMatchObject({ totalItems: 1 })
    expect(await billing.engine.runDue()).toMatchObject({ organizations: 0 })
  })

  it("tells of an organization that fails, and goes on", async () => {
    const { options, billing, time } = openBilling()
    const { organizationId } = await subscribed(billing)
    time.at += MONTH
    const told = Promise.withResolvers<EngineFault>()
    const store = { ...options.store, account: () => Promise.reject(new Error("no connection")) }
    const broken = createBilling({ ...options, store })
    broken.engine.start({
      everyMillis: 1,
      onFault: (fault) => {
        told.resolve(fault)
        throw new Error("the listener is broken, too")
      },
    })
    expect(await told.promise).toEqual({
      what: organizationId,
      error: new Error("no connection"),
      againAt: expect.any(Number),
    })
    await broken.close()
    expect(() => broken.engine.start()).toThrow(/^engine\.start was called after close\(\)/)
  })

  it("says in words why it does not bill an organization", async () => {
    const { billing, time } = openBilling()
    const { organizationId } = await subscribed(billing)
    time.at += 200 * 86_400_000
    const told = Promise.withResolvers<EngineFault>()
    const engine = billing.engine.start({ everyMillis: 1, onFault: told.resolve })
    const { what, error } = await told.promise
    await engine.stop()
    expect(what).toBe(organizationId)
    expect(String(error)).toMatch(/^BillingRejected: engine\.start is refused with CatchUpNotAllowed /)
  })

  it("goes on when its clock was wrong for a while, and tells of it", async () => {
    let isWrong = false
    let looks = 0
    const faults: Array<EngineFault> = []
    const { billing } = openBilling({ clock: () => (isWrong ? Number.NaN : START) })
    const engine = billing.engine.start({
      everyMillis: 1,
      onLook: () => {
        looks += 1
      },
      onFault: (fault) => void faults.push(fault),
    })
    await expect.poll(() => looks).toBeGreaterThan(0)
    isWrong = true
    await expect.poll(() => faults[0]).toMatchObject({ what: "engine", againAt: null })
    isWrong = false
    const before = looks
    await expect.poll(() => looks).toBeGreaterThan(before)
    await engine.stop()
  })

  it("is not started by a clock that cannot be used", () => {
    const { billing } = openBilling({ clock: () => 1.5 })
    expect(() => billing.engine.start()).toThrow(/what clock gives has to be an instant/)
  })

  it("delivers webhooks where there are a store and a sender", async () => {
    const sent = Promise.withResolvers<string>()
    const { billing } = openBilling({
      secrets: makeSecrets(),
      webhookStore: makeMemoryWebhookStore().store,
      webhookSender: {
        accepts: () => true,
        send: async ({ body }) => {
          sent.resolve(JSON.parse(body).type)
          return { status: 200, failure: null, durationMillis: 1 }
        },
      },
    })
    await billing.webhooks.register({ url: "https://example.com/hooks" })
    await subscribed(billing)
    const engine = billing.engine.start()
    expect(await sent.promise).toBe("subscription.created")
    await engine.stop()
  })

  it("does tasks of the host, and tells of those that fail", async () => {
    const { billing } = openBilling()
    const faults: Array<EngineFault> = []
    const done: Array<string> = []
    const task = (name: string, run: () => Promise<void> | Effect.Effect<void> | void) => ({
      name,
      everyMillis: 1,
      run: () => {
        done.push(name)
        return run()
      },
    })
    const engine = billing.engine.start({
      everyMillis: 1,
      tasks: [
        task("at once", () => undefined),
        task("promise", async () => undefined),
        task("effect", () => Effect.void),
        task("throws", () => {
          throw new Error("broken")
        }),
        task("rejects", async () => {
          throw new Error("broken")
        }),
      ],
      onFault: (fault) => void faults.push(fault),
    })
    const timesOf = (name: string): number => done.filter((one) => one === name).length
    for (const name of ["at once", "promise", "effect", "throws", "rejects"]) {
      await expect.poll(() => timesOf(name)).toBeGreaterThan(1)
    }
    await engine.stop()
    expect(new Set(faults.map(({ what }) => what))).toEqual(new Set(["throws", "rejects"]))
    expect(faults[0]?.error).toEqual(new Error("broken"))
  })

  it.each([
    [null, /^engine\.start has to be an object, and is null$/],
    ["x", /^engine\.start has to be an object, and is a string$/],
    [{ concurrency: 0 }, /^engine\.start: concurrency: expected a whole number from 1 to 1000, not 0$/],
    [{ concurrency: "16" }, /^engine\.start: concurrency has to be an integer, and is a string$/],
    [{ everyMilis: 1 }, /^engine\.start: everyMilis is unknown; did you mean everyMillis\?$/],
    [{ onLook: true }, /^engine\.start: onLook has to be a function/],
    [{ catchUp: "yes" }, /^engine\.start: catchUp has to be true or false/],
    [{ tasks: [{ name: "a", everyMillis: 1 }] }, /^engine\.start: tasks\[0\]\.run has to be a function/],
    [
      { tasks: [{ name: "a", everyMillis: 0, run: () => 1 }] },
      /^engine\.start: everyMillis of the task a: expected a whole number from 1 to 86400000, not 0$/,
    ],
  ])("refuses %j", (options, message) => {
    const { billing } = openBilling()
    const starting = () => billing.engine.start(options as never)
    expect(starting).toThrow(message)
    expect(starting).toThrow(TypeError)
  })

  it("has the default of what is undefined", async () => {
    const { billing } = openBilling()
    const wish = { concurrency: undefined, catchUp: undefined, onLook: undefined }
    await billing.engine.start(wish as object).stop()
  })
})
