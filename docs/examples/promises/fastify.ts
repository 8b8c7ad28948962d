// Billing in Fastify: a customer signs up, subscribes and pays. What a rule refuses is answered by the last lines.
import fastify from "fastify"
import { BillingRejected, createBilling } from "studio-billing/promises"
import { makeScriptedGateway } from "studio-billing/simulator"
import { openDatabase } from "../sqlite/Database.ts"
import { makeSqliteBillingStore } from "../sqlite/SqliteBillingStore.ts"

const store = makeSqliteBillingStore(openDatabase(":memory:"))
/** Records in SQLite, and a gateway that charges no money. */
export const billing = createBilling({ store, gateway: makeScriptedGateway().gateway })
const plan = { name: "Pro", description: "For teams", status: "ACTIVE", prices: [] } as const
const intervals = [{ interval: "MONTHLY", amount: 9990, currency: "BRL" }] as const
const pro = await billing.plans.define({ ...plan, intervals })

/** The routes. */
export const app = fastify()
type SignUp = { Body: { name: string; cardToken: string } }
app.post<SignUp>("/customers", async ({ body: { name, cardToken } }, reply) => {
  const { organizationId } = await billing.organizations.create({ name, currency: "BRL", status: "ACTIVE" })
  const { paymentMethodId } = await billing.paymentMethods.add({ organizationId, type: "CARD", cardToken })
  const chosen = { planId: pro.planId, planIntervalId: pro.intervals[0]?.id ?? "" }
  await billing.subscriptions.create({ organizationId, paymentMethodId, ...chosen })
  return reply.code(201).send(await billing.subscriptions.previewUpcomingInvoice({ organizationId }))
})
type Pay = { Params: { organizationId: string; invoiceId: string } }
app.post<Pay>("/customers/:organizationId/invoices/:invoiceId/pay", ({ params }) =>
  billing.invoices.pay(params),
)
app.addHook("onClose", () => billing.close())
app.setErrorHandler((error, _request, reply) =>
  error instanceof BillingRejected ? reply.code(error.status).send(error.body) : reply.send(error),
)
