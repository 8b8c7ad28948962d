// An agent tests a client of the API that repeats a payment blindly when its answer is lost. With the tools alone it finds
// that the customer was charged twice, by which charges, and by which request.
import { afterAll, beforeAll, expect, it } from "vitest"
import { beginning, seeded } from "../../support/simulator.ts"
import { type Agent, startAgent } from "./agent.ts"

/** The client under test, with its mistake: no answer is no reason to pay again, but it does. */
const carelessClient = (url: string, token: string) => {
  const send = async (method: string, path: string, body?: object) => {
    const answer = await fetch(`${url}/studio/organizations/${seeded.organizationId}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return (await answer.json()) as Record<string, unknown>
  }
  return {
    buy: async (): Promise<void> => {
      const { paymentMethodId } = await send("POST", "/payment-methods", {
        type: "CARD",
        cardToken: "tok_visa",
      })
      const choice = { planId: seeded.starter, planIntervalId: seeded.starterMonthly, paymentMethodId }
      await send("POST", "/subscriptions", choice)
      const { invoiceId } = await send("GET", "/subscriptions/upcoming-invoice")
      const pay = () => send("POST", `/invoices/${invoiceId}/pay`, {})
      await pay().catch(pay)
    },
  }
}

interface Charge {
  readonly attemptId: string
  readonly invoiceId: string
  readonly status: string
  readonly requestId: string
}

/** What the agent's script finds: the charges of an invoice that was charged more than once, oldest first. */
const findDoubleCharge = async (agent: Agent, world: string) => {
  const charges: ReadonlyArray<Charge> = (await agent.use("list_charges", { world })).data
  const approved = charges.filter(({ status }) => status === "APPROVED").toReversed()
  const twice = approved.filter(
    ({ invoiceId }) => approved.filter((one) => one.invoiceId === invoiceId).length > 1,
  )
  const requests = (await agent.use("list_requests", { world })).data
  const requestOf = ({ requestId }: Charge) =>
    requests.find((request: { requestId: string }) => request.requestId === requestId)
  const paid = (await agent.use("list_events", { world, type: "payment.approved" })).data
  const { findings } = await agent.use("audit", { world })
  return { charges: twice, requests: twice.map(requestOf), events: paid, findings }
}

const PAY = "/studio/organizations/{organizationId}/invoices/{invoiceId}/pay"

let agent: Agent
beforeAll(async () => {
  agent = await startAgent("--clock", "manual", "--now", beginning)
})
afterAll(() => agent.close())

/** Lets the client buy in a world of its own, where the answer of the first payment is lost. */
const buyIn = async (world: string, kinds: ReadonlyArray<string>): Promise<void> => {
  const { url } = await agent.use("make_world", { world })
  for (const kind of kinds) await agent.use("add_fault", { world, kind, path: PAY })
  const { accessToken } = await agent.use("sign_in", { world })
  await carelessClient(url, accessToken).buy()
}

it("names the two charges and the request that caused the second one", async () => {
  await buyIn("careless", ["drop_after", "double_charge"])
  const { charges, requests, events, findings } = await findDoubleCharge(agent, "careless")
  expect(charges).toHaveLength(2)
  const [first, second] = requests
  expect(first).toMatchObject({ method: "POST", status: 0 })
  expect(second).toMatchObject({ method: "POST", path: first.path })
  expect(second.requestId).not.toBe(first.requestId)
  expect(events).toHaveLength(1)
  expect(findings).toMatchObject([{ rule: "double_charge" }])
  const [invoiceId] = charges.map((charge) => charge.invoiceId)
  expect(findings[0].objectIds).toEqual(expect.arrayContaining([invoiceId, charges[1]?.attemptId]))
  expect(findings[0].requestIds).toContain(second.requestId)
})

it("finds nothing where the service holds, although the client repeats", async () => {
  await buyIn("safe", ["drop_after"])
  const { charges, findings } = await findDoubleCharge(agent, "safe")
  expect([charges, findings]).toEqual([[], []])
})
