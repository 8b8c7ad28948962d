// A process that receives webhooks, as quickly as Node does, and tells of each endpoint what came, what came again, and what
// came out of the order of its organization.
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"

const last = new Map<string, number>()
const said = { received: 0, again: 0, disordered: 0 }
const server = createServer((request, response) => {
  let body = ""
  request.setEncoding("utf8")
  request.on("data", (part) => {
    body += part
  })
  request.on("end", () => {
    const { organizationId, number } = JSON.parse(body) as { organizationId: string; number: number }
    const lane = `${request.url} ${organizationId}`
    const before = last.get(lane) ?? 0
    if (number === before + 1) {
      last.set(lane, number)
      said.received += 1
    } else if (number <= before) said.again += 1
    else said.disordered += 1
    response.statusCode = 204
    response.end()
  })
})
server.keepAliveTimeout = 60_000
server.listen(0, "127.0.0.1", () => {
  const { port } = server.address() as AddressInfo
  process.stdout.write(`${JSON.stringify({ port })}\n`)
  setInterval(() => process.stdout.write(`${JSON.stringify(said)}\n`), 100)
})
process.stdin.on("close", () => process.exit()).resume()
