// The same service on fastify, with its own validation of bodies.
import { json } from "node:stream/consumers"
import Fastify, { type FastifyReply } from "fastify"
import { type Answer, type Fixture, makeCrud } from "./crud.ts"

const fixture = (await json(process.stdin)) as Fixture
const crud = makeCrud(fixture)
const app = Fastify()

interface OfOrganization {
  readonly Params: { readonly organizationId: string }
  readonly Body: Readonly<Record<string, unknown>>
}

const send = (reply: FastifyReply, { status, body }: Answer) => reply.code(status).send(body)
const unauthorized: Answer = { status: 401, body: { statusCode: 401, code: "unauthorized" } }
const queryOf = (url: string): URLSearchParams => new URLSearchParams(url.split("?")[1] ?? "")
const texts = (...names: ReadonlyArray<string>) => ({
  type: "object",
  required: names,
  properties: Object.fromEntries(names.map((name) => [name, { type: "string" }])),
})
const events = {
  type: "object",
  required: ["events"],
  properties: {
    events: {
      type: "array",
      items: {
        type: "object",
        required: ["eventId", "meter", "quantity"],
        properties: { quantity: { type: "integer" } },
      },
    },
  },
}

app.get("/studio/plans", (request, reply) =>
  send(
    reply,
    crud.authorized(request.headers.authorization, null)
      ? crud.listPlans(queryOf(request.url))
      : unauthorized,
  ),
)
app.get<OfOrganization>("/studio/organizations/:organizationId/invoices", (request, reply) => {
  const allowed = crud.authorized(request.headers.authorization, request.params.organizationId)
  return send(reply, allowed ? crud.listInvoices(queryOf(request.url)) : unauthorized)
})
app.post<OfOrganization>(
  "/studio/organizations/:organizationId/subscriptions",
  { schema: { body: texts("planId", "planIntervalId", "paymentMethodId") } },
  (request, reply) => {
    const { organizationId } = request.params
    const allowed = crud.authorized(request.headers.authorization, organizationId)
    return send(reply, allowed ? crud.createSubscription(organizationId, request.body) : unauthorized)
  },
)
app.post<OfOrganization>(
  "/_simulator/organizations/:organizationId/usage",
  { schema: { body: events } },
  (request, reply) => send(reply, crud.recordUsage(request.params.organizationId, request.body)),
)
app.post("/_simulator/snapshots/bench/restore", (_, reply) => send(reply, crud.restore()))

await app.listen({ port: 0, host: "127.0.0.1" })
const address = app.server.address()
process.stdout.write(`${JSON.stringify({ port: typeof address === "object" ? address?.port : null })}\n`)
