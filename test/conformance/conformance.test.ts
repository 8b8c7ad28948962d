import { afterAll, describe, expect, it } from "vitest"
import { createSimulator } from "../../simulator/index.ts"
import { StudioApi } from "../../src/api/index.ts"
import type { Fetch } from "../../src/http/makeFetch.ts"
import { servers } from "../support/hosts.ts"
import { beginning } from "../support/simulator.ts"
import { type Options, type Report, runConformance } from "./conformance.ts"
import { gapReadings } from "./recorder.ts"
import { restorable } from "./restorable.ts"
import { spoilt, withoutKeys, wrongServers } from "./wrongServers.ts"

const SEED = 42

const simulator = await createSimulator({ listen: false, now: beginning, clock: "manual" })
afterAll(() => simulator.close())

const run = (options: Partial<Options> = {}): Promise<Report> =>
  runConformance({
    fetch: simulator.fetch as typeof fetch,
    url: simulator.url,
    token: null,
    organizationId: null,
    isControlled: true,
    coupons: [],
    cardToken: "tok_visa",
    runs: 12,
    seed: SEED,
    commandsMax: 60,
    readings: false,
    shrinks: false,
    ...options,
  })

const wrong = (fetch: Fetch): Partial<Options> => ({ fetch: fetch as typeof globalThis.fetch, runs: 40 })

const operationsOf = Object.values(StudioApi.groups).flatMap((group) =>
  Object.values(group.endpoints).map(({ identifier }) => `${group.identifier}.${identifier}`),
)

const fetches: ReadonlyArray<readonly [string, Fetch]> = [
  ["a simulator", simulator.fetch],
  ...servers.map(([name, start]) => [name, restorable(start)] as const),
]

describe.each(fetches)("%s, tried through a control plane", (_, fetch) => {
  it("does all as the model says, and is tried in every operation of the contract", async () => {
    const { failure, answers } = await run({ fetch: fetch as typeof globalThis.fetch })
    expect(failure).toBeNull()
    const covered = Array.from(answers).flatMap(([name, statuses]) => (statuses.size > 0 ? [name] : []))
    expect(covered.toSorted()).toEqual(operationsOf.toSorted())
  })
})

describe("a simulator", () => {
  it("shows every reading of the gaps, where other readings are accepted", async () => {
    const { failure, readings } = await run({ readings: true, runs: 6 })
    expect(failure).toBeNull()
    for (const [gap, known] of Object.entries(gapReadings)) {
      const seen = Array.from(readings.get(gap) ?? []).flatMap(([reading, times]) =>
        times > 0 ? [reading] : [],
      )
      expect([gap, ...seen.toSorted()]).toEqual([gap, ...known.toSorted()])
    }
  })
})

describe("an organization, tried by /studio alone", () => {
  it("has only what ended when it is over", async () => {
    const { url, fetch, control, close } = simulator.world()
    const token = await control.token()
    const options = { fetch: fetch as typeof globalThis.fetch, url, token, isControlled: false }
    const { failure, answers } = await run({ ...options, coupons: ["WELCOME10"], runs: 5 })
    expect(failure).toBeNull()
    expect(answers.get("subscriptions.create")?.get("201")).toBeGreaterThan(0)
    const organization = `${url}/studio/organizations/0190a000-0000-7000-8000-000000000001`
    const list = async (path: string) => {
      const headers = { authorization: `Bearer ${token}` }
      const response = await fetch(`${organization}${path}`, { headers })
      return ((await response.json()) as { readonly data: ReadonlyArray<{ readonly status: string }> }).data
    }
    expect(await list("/payment-methods")).toEqual([])
    const statuses = (await list("/subscriptions/history")).map(({ status }) => status)
    expect(new Set(statuses)).toEqual(new Set(["CANCELLED"]))
    await close()
  })

  it("is not tried while it has a live subscription", async () => {
    const { url, fetch, control, close } = simulator.world()
    const token = await control.token()
    const post = async (path: string, body: object) => {
      const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" }
      const organization = `${url}/studio/organizations/0190a000-0000-7000-8000-000000000001`
      const response = await fetch(`${organization}${path}`, {
        method: "POST",
        headers,
        body: JSON.stringify(body),
      })
      return (await response.json()) as { readonly paymentMethodId: string }
    }
    const { paymentMethodId } = await post("/payment-methods", { type: "CARD", cardToken: "tok_visa" })
    const [planId, planIntervalId] = ["100", "101"].map((id) => `0190a000-0000-7000-8000-000000000${id}`)
    await post("/subscriptions", { planId, planIntervalId, paymentMethodId })
    const options = { fetch: fetch as typeof globalThis.fetch, url, token, isControlled: false }
    await expect(run(options)).rejects.toThrow(
      "the organization 0190a000-0000-7000-8000-000000000001 has a live subscription already",
    )
    await close()
  })
})

describe("a wrong server is noticed that", () => {
  for (const [name, [spoil, says]] of Object.entries(wrongServers)) {
    it(name, async () => {
      const { passed, failure } = await run(wrong(spoilt(simulator.fetch, spoil())))
      expect(passed).toBe(false)
      expect(failure?.message).toMatch(says)
    })
  }

  it("knows no idempotency keys", async () => {
    const { failure } = await run(wrong(withoutKeys(simulator.fetch)))
    expect(failure?.message).toMatch(
      /^(what the same key adds|a repeat says so|the key with another body|the call again|status of the same)/,
    )
  })

  it("refuses with a code here and without one there, although either is accepted", async () => {
    const sometimes = spoilt(simulator.fetch, ({ status, json: { code, ...json } }) =>
      status === 404 && code === "voucher.not_found" ? { json } : undefined,
    )
    const { failure } = await run({ ...wrong(sometimes), readings: true })
    expect(failure?.message).toMatch(
      /^GAP-01 is read as without?_code here, and as with(?:out)?_code elsewhere$/,
    )
  })
})

it("a failure names the fewest commands that were found, their answers, and how to find it again", async () => {
  const [spoil] = wrongServers["adds a cent to totals"] ?? []
  if (spoil === undefined) throw new Error("there is no such server")
  const options = { ...wrong(spoilt(simulator.fetch, spoil())), shrinks: true, seed: 3 }
  const { failure } = await run(options)
  const commands = failure?.commands.split(/,(?=[a-z])/) ?? []
  expect(commands.map((command) => command.split(" ")[0])).toEqual(["add", "subscribe", "pay"])
  expect(failure?.transcript.at(-1)).toMatch(/^GET .*\n {4}200 \{.*"totalAmount":/)
  const { failure: again, runs } = await run({ ...options, shrinks: false, path: failure?.path })
  expect([again?.commands, runs]).toEqual([failure?.commands, 1])
})
