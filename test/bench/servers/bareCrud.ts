// The measure of the others: `node:http` and the service by hand, with nothing between.
import { createServer } from "node:http"
import { json } from "node:stream/consumers"
import { type Answer, type Fixture, makeCrud } from "./crud.ts"

const fixture = (await json(process.stdin)) as Fixture
const crud = makeCrud(fixture)

const SUBSCRIPTIONS = /^\/studio\/organizations\/([^/]+)\/subscriptions$/
const INVOICES = /^\/studio\/organizations\/([^/]+)\/invoices$/
const USAGE = /^\/_simulator\/organizations\/([^/]+)\/usage$/

const server = createServer((request, response) => {
  const [path = "", search = ""] = (request.url ?? "").split("?")
  const { authorization } = request.headers
  const send = ({ status, body }: Answer): void => {
    const text = JSON.stringify(body)
    response
      .writeHead(status, { "content-type": "application/json", "content-length": Buffer.byteLength(text) })
      .end(text)
  }
  const withBody = (handle: (body: Readonly<Record<string, unknown>>) => Answer): void => {
    const chunks: Array<Buffer> = []
    request.on("data", (chunk: Buffer) => chunks.push(chunk))
    request.on("end", () => {
      try {
        send(handle(JSON.parse(Buffer.concat(chunks).toString() || "{}")))
      } catch {
        send({ status: 400, body: { statusCode: 400, code: "validation_error" } })
      }
    })
  }
  const unauthorized: Answer = { status: 401, body: { statusCode: 401, code: "unauthorized" } }
  if (request.method === "GET") {
    const query = new URLSearchParams(search)
    if (path === "/studio/plans") {
      return send(crud.authorized(authorization, null) ? crud.listPlans(query) : unauthorized)
    }
    const [, organizationId] = INVOICES.exec(path) ?? []
    if (organizationId === undefined) return send({ status: 404, body: { statusCode: 404 } })
    return send(crud.authorized(authorization, organizationId) ? crud.listInvoices(query) : unauthorized)
  }
  if (path.endsWith("/restore")) return send(crud.restore())
  const [, created] = SUBSCRIPTIONS.exec(path) ?? []
  if (created !== undefined) {
    if (!crud.authorized(authorization, created)) return send(unauthorized)
    return withBody((body) => crud.createSubscription(created, body))
  }
  const [, used] = USAGE.exec(path) ?? []
  if (used !== undefined) return withBody((body) => crud.recordUsage(used, body))
  return send({ status: 404, body: { statusCode: 404 } })
})

server.listen(0, "127.0.0.1", () => {
  const address = server.address()
  process.stdout.write(`${JSON.stringify({ port: typeof address === "object" ? address?.port : null })}\n`)
})
