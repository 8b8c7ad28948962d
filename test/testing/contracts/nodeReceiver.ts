// Receivers of webhooks on free ports of this machine, as a host of the contract starts them.
import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import type { ReceivedRequest, ReceiverBehaviour, TestReceiver } from "../../../src/testing/index.ts"

export const startReceiver = async (behaviour: ReceiverBehaviour): Promise<TestReceiver> => {
  const requests: Array<ReceivedRequest> = []
  const arrival = Promise.withResolvers<void>()
  const hangUp = Promise.withResolvers<void>()
  const server = createServer(async (request, response) => {
    request.socket.once("close", () => hangUp.resolve())
    request.setEncoding("utf8")
    let body = ""
    for await (const chunk of request) body += chunk
    const { method = "", headers } = request
    requests.push({ method, headers: headers as Record<string, string>, body })
    arrival.resolve()
    switch (behaviour.does) {
      case "ANSWER":
        return void response.writeHead(behaviour.status, behaviour.headers).end()
      case "HANG_UP":
        return void request.socket.destroy()
      case "SAY_NOTHING":
        return
    }
  }).listen(0, "127.0.0.1")
  await once(server, "listening")
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`,
    requests: () => requests,
    arrival: arrival.promise,
    hangUp: hangUp.promise,
    close: async () => {
      if (!server.listening) return
      const closed = once(server, "close")
      server.close().closeAllConnections()
      await closed
    },
  }
}
