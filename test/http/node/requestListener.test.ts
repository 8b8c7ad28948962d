// The listener in servers that are there already, as each framework mounts one.
import { once } from "node:events"
import { createServer, type RequestListener, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import * as Effect from "effect/Effect"
import express from "express"
import fastify from "fastify"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { contractRoutes } from "../../../src/http/contractRoutes.ts"
import { makeDispatcher } from "../../../src/http/dispatcher.ts"
import { makeRequestListener } from "../../../src/http/node/index.ts"
import { invoiceId, organizationId, paidInvoice } from "../../api/records.ts"
import { answerOnce, authenticate, fakeHandlers } from "../fakes.ts"

const pay = `/studio/organizations/${organizationId}/invoices/${invoiceId}/pay`

let payloads: Array<unknown>
let defects: Array<unknown>
let listener: RequestListener
let servers: Array<Server>

beforeEach(() => {
  payloads = []
  defects = []
  servers = []
  const handlers = fakeHandlers((_, request) => {
    payloads.push((request as { readonly payload?: unknown }).payload)
    return Effect.succeed(paidInvoice)
  })
  const routes = contractRoutes({ handlers, authenticate, answerOnce })
  listener = makeRequestListener({
    dispatcher: makeDispatcher({ routes, onDefect: (_, error) => defects.push(error) }),
  })
})
afterEach(() => {
  for (const server of servers) server.close().closeAllConnections()
})

const serve = async (server: Server): Promise<string> => {
  servers.push(server)
  if (!server.listening) await once(server.listen(0, "127.0.0.1"), "listening")
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const post = async (url: string, body?: string) => {
  const headers = { authorization: "Bearer everything", "content-type": "application/json" }
  const response = await fetch(url, { method: "POST", headers, ...(body !== undefined && { body }) })
  return { status: response.status, json: (await response.json()) as Readonly<Record<string, unknown>> }
}

/** An app of Express with a route of its own. */
const shop = (mount: (app: express.Express) => void): express.Express => {
  const app = express()
  mount(app)
  app.use(express.json())
  app.post("/orders", ({ body }, response) => void response.json(body))
  return app
}

describe("beside the routes of an app", () => {
  it.each<readonly [string, () => Server | Promise<Server>]>([
    [
      "node:http",
      () =>
        createServer((request, response) => {
          if (request.url?.startsWith("/studio/")) listener(request, response)
          else response.end('{"order":1}')
        }),
    ],
    ["Express, under its path", () => createServer(shop((app) => app.use("/studio", listener)))],
    ["Express, as a route", () => createServer(shop((app) => app.all("/studio/{*path}", listener)))],
    [
      "Fastify",
      async () => {
        const app = fastify({ forceCloseConnections: true })
        app.post("/orders", async ({ body }) => body)
        app.register(async (studio) => {
          studio.removeAllContentTypeParsers()
          studio.addContentTypeParser("*", (_request, _payload, done) => done(null))
          studio.all("/studio/*", (request, reply) => {
            reply.hijack()
            listener(request.raw, reply.raw)
          })
        })
        await app.listen({ port: 0, host: "127.0.0.1" })
        return app.server
      },
    ],
  ])("the contract is answered in %s", async (_, open) => {
    const url = await serve(await open())
    expect(await post(`${url}/orders`, '{"order":1}')).toEqual({ status: 200, json: { order: 1 } })
    expect(await post(url + pay, '{"paymentMethodId":"card-1"}')).toMatchObject({
      status: 200,
      json: { status: "PAID" },
    })
    expect(await post(url + pay)).toMatchObject({ status: 200 })
    expect(payloads).toEqual([{ paymentMethodId: "card-1" }, undefined])
    expect(await post(url + pay, '"a text"')).toMatchObject({ status: 400 })
    expect(await post(url + pay, `"${"x".repeat(200_000)}"`)).toMatchObject({ status: 413 })
    expect(await post(`${url}/studio/nothing`)).toMatchObject({
      status: 404,
      json: { code: "route.not_found" },
    })
    expect(defects).toEqual([])
  })
})

it("a body that the app has read is a defect that names the remedy, and no call without one", async () => {
  const app = express()
  app.use(express.json())
  app.use("/studio", listener)
  const url = await serve(createServer(app))
  expect(await post(url + pay, '{"paymentMethodId":"card-1"}')).toMatchObject({ status: 500 })
  expect(payloads).toEqual([])
  expect(String(defects)).toContain("mount the listener before what reads bodies, such as express.json()")
  expect(await post(url + pay)).toMatchObject({ status: 200 })
})

it("needs a dispatcher", () => {
  expect(() => makeRequestListener({} as never)).toThrow(
    "makeRequestListener: dispatcher has to be a function",
  )
})
