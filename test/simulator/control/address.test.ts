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

it("says so where something else answers", async () => {
  const server = createServer((_, response) => response.writeHead(502).end("<p>Bad gateway</p>"))
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  await expect(makeControl({ url }).audit()).rejects.toThrow(
    `GET ${url}/_simulator/audit: 502, not from a simulator. Is the url right?`,
  )
  server.close()
})
