// The control plane as functions, of a simulator that is reached by its address alone.
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { expect, it } from "vitest"
import { createSimulator, makeControl } from "../../../simulator/index.ts"

it("moves one world of a simulator that listens, by its address and token", async () => {
  const { url, close } = await createSimulator({
    clock: "manual",
    now: "2026-01-31T00:00:00.000Z",
    controlToken: "s3cret",
  })
  const one = makeControl({ url: `${url}/w/one/`, token: "s3cret" })
  expect((await one.advance({ by: "P1D" })).to).toBe("2026-02-01T00:00:00.000Z")
  const other = makeControl({ url, token: "s3cret" })
  expect((await other.advance({ by: "P2D" })).to).toBe("2026-02-02T00:00:00.000Z")
  await expect(makeControl({ url }).audit()).rejects.toMatchObject({ statusCode: 401 })
  await close()
})

it.each([
  ["a page", 502, "<p>Bad gateway</p>", "text/html"],
  ["a page that says it is JSON", 200, "<p>Welcome</p>", "application/json"],
  ["JSON of another service", 404, '{"error":"not found"}', "application/json"],
  ["a refusal without a body", 502, "", "text/plain"],
])("says so where something else answers: %s", async (_, status, body, type) => {
  const server = createServer((_, response) => response.writeHead(status, { "content-type": type }).end(body))
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  await expect(makeControl({ url }).audit()).rejects.toThrow(
    `GET ${url}/_simulator/audit: ${status}, not from a simulator. Is the url right?`,
  )
  server.close()
  server.closeAllConnections()
  await expect(makeControl({ url }).audit()).rejects.toThrow(
    /^GET http.* no answer \(.+\)\. Does a simulator listen at that url\?$/,
  )
})

it("says so of a url that is none", async () => {
  await expect(makeControl({ url: "127.0.0.1:4010" }).audit()).rejects.toThrow(
    "GET 127.0.0.1:4010/_simulator/audit: no answer (Invalid URL). Does a simulator listen at that url?",
  )
})
