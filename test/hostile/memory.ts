// A process of its own: rounds of hostile requests at a host on a socket, and how much memory is held after each.
// Run with --expose-gc and --import ./test/support/ownName.ts; it writes the bytes that are held after every round, as JSON.
import { once } from "node:events"
import { connect } from "node:net"
import * as fc from "fast-check"
import { createSimulator } from "../../simulator/index.ts"
import { listen } from "../../src/http/node/nodeServer.ts"
import { servers } from "../support/hosts.ts"
import { makeClient, seeded } from "../support/simulator.ts"
import { type Hostile, hostile } from "./fuzz.ts"
import { endpoints, targetOf } from "./targets.ts"

/** What one round sends: so many requests to each endpoint, and so many connections that end in the middle. */
const REQUESTS = 25
const CONNECTIONS = 200

const [, , rounds = "1", name = "the simulator"] = process.argv

/** The simulator as it runs, or a server of one's own by its name. */
const start = async () => {
  const server = servers.find(([known]) => known === name)
  if (server === undefined) return createSimulator({ clock: "manual" })
  const { dispatcher, fetch } = server[1]()
  const { url, stop } = await listen({ dispatcher, host: "127.0.0.1", port: 0 })
  return { url, fetch, close: stop }
}

const served = await start()
const { call, token: tokenOf } = makeClient(served.fetch, served.url)
const token = await tokenOf()
const { port, hostname } = new URL(served.url)

const send = async ({ method, url, headers, body }: Hostile): Promise<void> => {
  const lines = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined || !/^[\x20-\x7e]*$/.test(String(value)) ? [] : [`${name}: ${String(value)}`],
  )
  const path = /^[!-~]+$/.test(url) ? url : "/studio/plans"
  const socket = connect(Number(port), hostname)
  socket.on("error", () => undefined).resume()
  socket.write(`${method} ${path} HTTP/1.1\r\n${lines.join("\r\n")}\r\nconnection: close\r\n`)
  socket.write(body === null ? "\r\n" : `content-length: ${body.byteLength}\r\n\r\n`)
  if (body !== null) socket.write(body)
  await once(socket, "close")
}

const cutOff = async (): Promise<void> => {
  const socket = connect(Number(port), hostname)
  socket.on("error", () => undefined)
  await once(socket, "connect")
  const head = "POST /studio/auth/otp HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n"
  socket.write(`${head}content-length: 60000\r\n\r\n{"email":"${"x".repeat(30_000)}`)
  socket.destroy()
  await once(socket, "close")
}

const held: Array<number> = []
for (let round = 0; round < Number(rounds); round += 1) {
  for (const endpoint of endpoints) {
    const target = targetOf(endpoint, { organizationId: seeded.organizationId }, token)
    const requests = fc.sample(hostile(target), { numRuns: REQUESTS, seed: round })
    await Promise.all(requests.map(send))
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, cutOff))
  // Whatever is left of the connections is gone when a request that came after them is answered.
  await call("GET", "/studio/plans", { token })
  globalThis.gc?.()
  const { heapUsed, external } = process.memoryUsage()
  held.push(heapUsed + external)
}
process.stdout.write(JSON.stringify(held))
await served.close()
