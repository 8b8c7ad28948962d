import { afterEach, describe, expect, vi } from "vitest"
import type { SimulatorWorld } from "../../simulator/index.ts"
import { BEGINNING, test, testWith } from "../../simulator/vitest.ts"
import { WORLDS_DEFAULT } from "../../simulator/world/Worlds.ts"

const clockOf = ({ control }: SimulatorWorld) => control.request("GET", "/_simulator/clock")
const limited = testWith({ listen: true, now: "2026-01-31T00:00:00.000Z", rateLimit: 1 })

const seen = new Set<string>()

describe("the fixture gives", () => {
  test.for(Array.from({ length: WORLDS_DEFAULT + 10 }, (_, index) => index + 1))(
    "each test its own world, number %i too",
    async (_, { world }) => {
      expect(await clockOf(world)).toMatchObject({ now: BEGINNING })
      await world.control.advance({ by: "P1D" })
      expect(seen.size).toBe(seen.add(world.name).size - 1)
    },
  )

  const shared: Array<unknown> = []
  test.for([1, 2])("all tests of a file one simulator, %i", async (number, { simulator }) => {
    shared.push(simulator)
    expect(new Set(shared).size).toBe(1)
    expect(shared).toHaveLength(number)
  })

  test("a world that is closed once its test is over", ({ simulator }) => {
    const [first = ""] = seen
    // No world has its name any more: this one begins.
    const again = simulator.world(first)
    return expect(clockOf(again)).resolves.toMatchObject({ now: BEGINNING })
  })
})

describe("a fixture with options", () => {
  limited("is on a socket, at another time, with a limit", async ({ world }) => {
    expect(await clockOf(world)).toMatchObject({ now: "2026-01-31T00:00:00.000Z" })
    const headers = { authorization: `Bearer ${await world.control.token()}` }
    const statuses = [0, 1].map(async () => (await fetch(`${world.url}/studio/plans`, { headers })).status)
    expect((await Promise.all(statuses)).sort()).toEqual([200, 429])
  })
})

describe("fake timers", () => {
  afterEach(() => void vi.useRealTimers())

  test("hold up no call", async ({ customer, world }) => {
    vi.useFakeTimers()
    await customer.subscribe()
    expect(await customer.pay()).toMatchObject({ status: "PAID" })
    await world.control.fault({ kind: "gateway", outcome: "declined" })
    await world.control.advance({ by: "P2M" })
    const { status } = await customer.client.subscriptions.check({ params: customer })
    expect(status).toBe("PAST_DUE")
  })
})

describe("a customer of the fixture", () => {
  test("subscribes and pays", async ({ customer, world }) => {
    expect(await customer.subscribe()).toMatchObject({ status: "ACTIVE" })
    const upcoming = await customer.invoice()
    expect(await customer.pay()).toMatchObject({ invoiceId: upcoming.invoiceId, status: "PAID" })
    await world.control.advance({ by: "P2M" })
    const { data } = await customer.client.invoices.list({ params: customer })
    expect(data.map(({ status }) => status)).toEqual(["PAID", "PAID"])
  })

  test("has the plan, card and coupon that it is told", async ({ customer }) => {
    const { data } = await customer.client.plans.list({ query: { status: "ACTIVE" } })
    const [, plan] = data
    const wish = { planId: plan?.planId ?? "", cardToken: "tok_charge_declined", coupon: "WELCOME10" }
    expect(await customer.subscribe(wish)).toMatchObject({
      planId: plan?.planId,
      coupons: [{ code: "WELCOME10" }],
    })
    await expect(customer.pay()).rejects.toMatchObject({ code: "payment.declined" })
    const { invoiceId } = await customer.invoice()
    expect(await customer.invoice(invoiceId)).toMatchObject({ status: "PAYMENT_FAILED" })
  })

  test("has the plan of the interval that it is told, and a quantity of it", async ({ customer }) => {
    const { data } = await customer.client.plans.list({ query: { status: "ACTIVE" } })
    const team = data.findIndex(({ intervals }) => intervals.some((one) => one.quantityAllowed))
    const { planId, intervals: [interval] = [] } = data[team] ?? {}
    const wish = { planIntervalId: interval?.id ?? "", quantity: 3 }
    expect(team).toBeGreaterThan(0)
    expect(await customer.subscribe(wish)).toMatchObject({ planId, quantity: 3 })
  })

  test("refuses a member that it does not know", async ({ customer }) => {
    const misspelt: object = { cuopon: "WELCOME10" }
    await expect(customer.subscribe(misspelt)).rejects.toMatchObject({
      code: "validation_error",
      message: expect.stringContaining("cuopon"),
    })
  })

  test("meets an unpaid invoice before the upcoming one", async ({ customer, world }) => {
    await customer.subscribe({ cardToken: "tok_charge_declined" })
    await world.control.advance({ by: "P1M" })
    expect(await customer.invoice()).toMatchObject({ status: "PAYMENT_FAILED" })
  })

  test("can be another user, in another organization", async ({ world }) => {
    const other = await world.customer({ email: "multi@example.com" })
    const { organizations } = await other.client.profile.get()
    expect(organizations.map(({ organizationId }) => organizationId)).toContain(other.organizationId)
  })

  test("is told of a plan that is not there", async ({ customer }) => {
    const planId = "0190a000-0000-7000-8000-00000000ffff"
    await expect(customer.subscribe({ planId })).rejects.toThrow("The world has no such active plan")
  })
})

describe("many tests at once", () => {
  const all: Array<string> = []
  test.for([1, 2])("there is room for their worlds, %i", async (_, { simulator }) => {
    const worlds = Array.from({ length: 150 }, () => simulator.world())
    all.push(...worlds.map(({ name }) => name))
    await Promise.all(worlds.map(({ close }) => close()))
    expect(new Set(all).size).toBe(all.length)
  })
})

describe("an address without a socket", () => {
  test("cannot be real, and names the remedy", async ({ world }) => {
    expect(new URL(world.url).hostname).toBe("pass-the-fetch-of-the-simulator.invalid")
    await expect(fetch(world.url)).rejects.toMatchObject({
      cause: { message: expect.stringContaining("pass-the-fetch-of-the-simulator.invalid") },
    })
  })
})
