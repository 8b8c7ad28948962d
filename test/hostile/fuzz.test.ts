// Every endpoint and every control call under hostile input: an answer of the documented shape, never a 500, nothing of
// the request repeated, and what is refused changes nothing. FC_RUNS sets how many requests each gets.
import * as Cause from "effect/Cause"
import * as fc from "fast-check"
import { beforeEach, describe, expect, it } from "vitest"
import { endpoints as declared } from "../docs/errorsDoc/contract.ts"
import { type HostOptions, hosts, simulatorHost, type TestHost } from "../support/hosts.ts"
import { fullLifecycle, play } from "../support/lifecycles.ts"
import { runs } from "../support/runs.ts"
import { seeded } from "../support/simulator.ts"
import { faultsOfAnswer } from "./answers.ts"
import { type Hostile, hostile, send, type Target } from "./fuzz.ts"
import { controlCalls, controlCallsKnown, controlTargetOf, endpoints, targetOf } from "./targets.ts"

const RUNS = runs(60)

/** Whether it is looked if this request, when it is refused, changes something: that costs more than the request. */
const isLookedAt = (nth: number): boolean => nth < 8 || nth % 8 === 0

/**
 * Refusals that leave a trace: because somebody has to be stopped the next time (docs/decisions/0003), or by a key, which
 * an operation holds as long as it runs, and longer if its answer is to be given again (GAP-43).
 */
const leavesTrace = (code: string, { headers }: Hostile): boolean =>
  code.startsWith("otp.") ||
  code === "token.reused" ||
  code === "payment.declined" ||
  headers["idempotency-key"] !== undefined

let defects: Array<string> = []
const onDefect: HostOptions["onDefect"] = ({ cause, method, path }) =>
  void defects.push(`${method} ${path}: ${Cause.pretty(cause)}`)

interface Lived {
  readonly host: TestHost
  readonly token: string
  readonly ids: Readonly<Record<string, string>>
}

/** A host in which everything there is to store has come into being, and what it is called by. */
const liveOn = async (host: TestHost): Promise<Lived> => {
  const token = await host.token()
  await play(host, token, fullLifecycle)
  const base = `/studio/organizations/${seeded.organizationId}`
  const read = async (path: string) => (await host.call("GET", base + path, { token })).json
  const methods = await read("/payment-methods")
  const invoices = await read("/invoices")
  const voucher = await host.call("POST", `/_simulator/organizations/${seeded.organizationId}/vouchers`, {
    body: { name: "V", amount: 1, currency: "BRL" },
  })
  const otp = await host.call("POST", "/studio/auth/otp", {
    body: { email: "viewer@example.com", context: "MAGIC_AUTH" },
  })
  const ids = {
    organizationId: seeded.organizationId,
    planId: seeded.pro,
    code: "LASTONE",
    userId: "0190a000-0000-7000-8000-000000000012",
    planIntervalId: seeded.proMonthly,
    paymentMethodId: methods.data[0].paymentMethodId,
    invoiceId: invoices.data[0].invoiceId,
    subscriptionId: (await read("/subscriptions")).subscriptionId,
    voucherId: voucher.json.voucherId,
    otpId: otp.json.otpId,
  }
  return { host, token, ids }
}

beforeEach(() => {
  defects = []
})

const attack = async (host: TestHost, target: Target, codes: ReadonlySet<string> | null): Promise<void> => {
  const members = Object.getOwnPropertyNames(Object.prototype).join()
  let count = 0
  await fc.assert(
    fc.asyncProperty(hostile(target), async (request: Hostile) => {
      const before = isLookedAt(count++) ? host.stored() : null
      const answer = await send(host.dispatcher, request)
      expect([...faultsOfAnswer(request.method, answer), ...defects]).toEqual([])
      expect(Object.getOwnPropertyNames(Object.prototype).join()).toBe(members)
      if (answer.status < 400 || typeof answer.body !== "string") return
      const { code } = JSON.parse(answer.body)
      // By another method it may have got to another endpoint.
      if (codes !== null && request.method === target.method) expect(codes).toContain(code)
      if (before !== null && !leavesTrace(code, request)) expect(host.stored()).toBe(before)
    }),
    { numRuns: RUNS },
  )
}

describe.each(hosts)("an endpoint of %s answers hostile input as its contract says", (_host, start) => {
  // What a path that is spoilt leads to, which is no endpoint or another one.
  const elsewhere = ["route.not_found", "method_not_allowed"]
  const codesOf = new Map(declared.map(({ id, codes }) => [id, codes]))

  it.each(endpoints.map((endpoint) => [`${endpoint.group}.${endpoint.name}`, endpoint] as const))(
    "%s",
    async (id, endpoint) => {
      const codes = codesOf.get(id)
      expect(codes?.size).toBeGreaterThan(0)
      const { host, ids, token } = await liveOn(start({ onDefect }))
      await attack(host, targetOf(endpoint, ids, token), new Set([...(codes ?? []), ...elsewhere]))
    },
  )
})

describe("a control call answers hostile input", () => {
  it("has good bodies for each", () => {
    expect([...controlCallsKnown].sort()).toEqual([...controlCalls].sort())
  })

  it.each(controlCalls)("%s", async (call) => {
    const { host, ids } = await liveOn(simulatorHost({ onDefect }))
    const { json: state } = await host.call("GET", "/_simulator/state")
    await attack(host, controlTargetOf(call, ids, state), null)
  })
})
