// A bare `node:http` that does nothing at all.
import { createServer } from "node:http"

const server = createServer((_, response) => {
  response.writeHead(200, { "content-type": "application/json", "content-length": 2 }).end("{}")
})

server.listen(0, "127.0.0.1", () => {
  const address = server.address()
  process.stdout.write(`${JSON.stringify({ port: typeof address === "object" ? address?.port : null })}\n`)
})
