// `node:http` over a service that is written by hand, with nothing between.
import { createServer } from "node:http"
import type { Answer, Crud } from "./crud.ts"

/** An exchange, for whoever keeps a log. */
export interface Exchange {
  readonly method: string
  readonly path: string
  readonly startedAt: number
  readonly request: Buffer | null
  readonly status: number
  readonly response: string
}

const SUBSCRIPTIONS = /^\/studio\/organizations\/([^/]+)\/subscriptions$/
const INVOICES = /^\/studio\/organizations\/([^/]+)\/invoices$/
const USAGE = /^\/_simulator\/organizations\/([^/]+)\/usage$/

/** Serves it on a free port, and says which. `log` gets each exchange, and gives headers for its answer. */
export const serve = (crud: Crud, log?: (exchange: Exchange) => Readonly<Record<string, string>>): void => {
  const server = createServer((request, response) => {
    const [path = "", search = ""] = (request.url ?? "").split("?")
    const { method = "", headers } = request
    const { authorization } = headers
    const startedAt = log === undefined ? 0 : performance.now()
    let bytes: Buffer | null = null
    const send = ({ status, body }: Answer): void => {
      const text = JSON.stringify(body)
      const added = log?.({ method, path, startedAt, request: bytes, status, response: text })
      response
        .writeHead(status, {
          "content-type": "application/json",
          "content-length": Buffer.byteLength(text),
          ...added,
        })
        .end(text)
    }
    const withBody = (handle: (body: Readonly<Record<string, unknown>>) => Answer): void => {
      const chunks: Array<Buffer> = []
      request.on("data", (chunk: Buffer) => chunks.push(chunk))
      request.on("end", () => {
        try {
          bytes = Buffer.concat(chunks)
          send(handle(JSON.parse(bytes.toString() || "{}")))
        } catch {
          send({ status: 400, body: { statusCode: 400, code: "validation_error" } })
        }
      })
    }
    const unauthorized: Answer = { status: 401, body: { statusCode: 401, code: "unauthorized" } }
    if (method === "GET") {
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
}
