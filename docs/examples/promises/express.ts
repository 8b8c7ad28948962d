// Billing in Express 5: a customer signs up, subscribes and pays. What a rule refuses is answered by the last lines.
import express, { type ErrorRequestHandler } from "express"
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
export const app = express().use(express.json())
app.post("/customers", async ({ body: { name, cardToken } }, response) => {
  const { organizationId } = await billing.organizations.create({ name, currency: "BRL", status: "ACTIVE" })
  const { paymentMethodId } = await billing.paymentMethods.add({ organizationId, type: "CARD", cardToken })
  const chosen = { planId: pro.planId, planIntervalId: pro.intervals[0]?.id ?? "" }
  await billing.subscriptions.create({ organizationId, paymentMethodId, ...chosen })
  response.status(201).json(await billing.subscriptions.previewUpcomingInvoice({ organizationId }))
})
app.post("/customers/:organizationId/invoices/:invoiceId/pay", async ({ params }, response) => {
  response.json(await billing.invoices.pay(params))
})
app.use(((error, _request, response, next) => {
  if (error instanceof BillingRejected) response.status(error.status).json(error.body)
  else next(error)
}) satisfies ErrorRequestHandler)
