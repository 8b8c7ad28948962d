// The page about the Promise form and its examples: each framework goes from nothing to a paid invoice, in a few lines and
// without Effect.
import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { BillingService, CustomersController, refusalFilter } from "../../docs/examples/promises/classes.ts"
import * as ofExpress from "../../docs/examples/promises/express.ts"
import * as ofFastify from "../../docs/examples/promises/fastify.ts"
import { openDatabase } from "../../docs/examples/sqlite/Database.ts"
import { makeSqliteBillingStore } from "../../docs/examples/sqlite/SqliteBillingStore.ts"
import { makeScriptedGateway } from "../../simulator/index.ts"
import type { BillingRejected } from "../../src/promises/index.ts"
import { importsOf, read, sourcesUnder } from "../tidy/source.ts"
import { compileFaults } from "./examples.ts"
import { fencesOf, printedBy, saidBy } from "./fences.ts"

/** An answer: its status and its body. */
type Answered = readonly [status: number, body: Readonly<Record<string, unknown>>]
type Post = (path: string, body: object) => Promise<Answered>

const paysAndIsRefused = async (post: Post): Promise<void> => {
  const signUp = (cardToken: string) => post("/customers", { name: "Acme", cardToken })
  const [created, draft] = await signUp("tok_visa")
  expect(created).toBe(201)
  const path = `/customers/${draft.organizationId}/invoices/${draft.invoiceId}/pay`
  expect(await post(path, {})).toMatchObject([200, { status: "PAID", amountPaid: 9990 }])
  expect(await post(path, {})).toMatchObject([409, { code: "invoice.not_payable" }])
  const [, other] = await signUp("tok_charge_declined")
  const declined = await post(`/customers/${other.organizationId}/invoices/${other.invoiceId}/pay`, {})
  expect(declined).toMatchObject([402, { code: "payment.declined", declineCode: "card_declined" }])
}

describe("the example of Express", () => {
  const server = createServer(ofExpress.app)
  beforeAll(async () => {
    server.listen(0, "127.0.0.1")
    await once(server, "listening")
  })
  afterAll(() => void server.close())

  it("goes from nothing to a paid invoice", () =>
    paysAndIsRefused(async (path, body) => {
      const { port } = server.address() as AddressInfo
      const response = await fetch(`http://127.0.0.1:${port}${path}`, {
        method: "POST",
        headers: { "content-type": "application/json", connection: "close" },
        body: JSON.stringify(body),
      })
      return [response.status, (await response.json()) as Answered[1]]
    }))
})

describe("the example of Fastify", () => {
  it("goes from nothing to a paid invoice", async () => {
    await paysAndIsRefused(async (url, payload) => {
      const response = await ofFastify.app.inject({ method: "POST", url, payload })
      return [response.statusCode, response.json()]
    })
    await ofFastify.app.close()
    await expect(ofFastify.billing.plans.list()).rejects.toThrow("after close()")
  })
})

describe("the example of classes", () => {
  it("goes from nothing to a paid invoice", async () => {
    const store = makeSqliteBillingStore(openDatabase(":memory:"))
    const service = new BillingService({ store, gateway: makeScriptedGateway().gateway })
    const customers = new CustomersController(service)
    const plan = await service.billing.plans.define({
      name: "Pro",
      description: "For teams",
      status: "ACTIVE",
      intervals: [{ interval: "MONTHLY", amount: 9990, currency: "BRL" }],
      prices: [],
    })
    const ids = { planId: plan.planId, planIntervalId: plan.intervals[0]?.id ?? "" }
    const answered = async (status: number, act: Promise<object>): Promise<Answered> =>
      act.then(
        (body): Answered => [status, body as Answered[1]],
        (fault: BillingRejected): Answered => {
          const refused = refusalFilter.catch(fault)
          return [refused.status, refused.body]
        },
      )
    await paysAndIsRefused((path, body) => {
      const [, , organizationId = "", , invoiceId = ""] = path.split("/")
      return invoiceId === ""
        ? answered(201, customers.signUp({ ...ids, ...(body as { name: string; cardToken: string }) }))
        : answered(200, customers.pay({ organizationId, invoiceId }))
    })
    await service.onModuleDestroy()
  })
})

describe("the examples", () => {
  const examples = sourcesUnder("docs").filter(({ path }) => path.startsWith("docs/examples/promises/"))

  it("import nothing of Effect", () => {
    const imported = examples.flatMap((file) => importsOf(file).map(({ specifier }) => specifier))
    expect(imported.filter((specifier) => /^effect/.test(specifier))).toEqual([])
    expect(examples).toHaveLength(3)
  })

  it("have less than thirty lines of code each", () => {
    const long = examples.filter(({ text }) => linesOf(text) >= 30)
    expect(long.map(({ path, text }) => [path, linesOf(text)])).toEqual([])
  })
})

/** The lines that are neither empty nor a comment. */
const linesOf = (text: string): number =>
  text.split("\n").filter((line) => line.trim() !== "" && !/^\s*(?:\/\/|\/\*\*)/.test(line)).length

describe.each(["docs/promises.md", "docs/server.md"])("the page %s", (page) => {
  const fences = fencesOf(read(page).text)

  it("has examples that compile", () => {
    const texts = fences.filter(({ info }) => /^ts (?!next )/.test(info)).map(({ text }) => text)
    expect(compileFaults(texts.map((text) => text.replaceAll('"./examples/', '"./docs/examples/')))).toEqual(
      [],
    )
  })

  it.each(fences.filter(({ info }) => info === "ts run"))(
    "has examples that print what they say",
    async ({ text }) => {
      expect(saidBy(text)).not.toBe("")
      expect(await printedBy(text)).toBe(saidBy(text))
    },
  )
})
