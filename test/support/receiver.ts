// A receiver of webhooks as somebody would write it: an HTTP server that verifies what it gets with the reference library.
import { once } from "node:events"
import { createServer, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { Webhook } from "standardwebhooks"

export interface Received {
  readonly id: string
  readonly timestamp: number
  // biome-ignore lint/suspicious/noExplicitAny: an event is looked at member by member
  readonly event: any
}

export interface Receiver {
  readonly url: string
  /** What arrived and could be verified. */
  readonly received: ReadonlyArray<Received>
  /** Why something could not be. */
  readonly rejected: ReadonlyArray<unknown>
  /** The secret that it verifies with. */
  readonly trust: (secret: string) => void
  /** When so many requests have arrived. */
  readonly arrivals: (count: number) => Promise<void>
  readonly close: () => void
}

/** A receiver on a free port; `answer` has the number of the request, from 1, and may leave it without an answer. */
export const startReceiver = async (
  answer: (count: number, response: ServerResponse) => void = (_, response) => response.writeHead(204).end(),
): Promise<Receiver> => {
  const received: Array<Received> = []
  const rejected: Array<unknown> = []
  let waiting: Array<{ readonly count: number; readonly resolve: () => void }> = []
  let webhook: Webhook | undefined
  let count = 0
  const server = createServer(async (request, response) => {
    request.setEncoding("utf8")
    let body = ""
    for await (const chunk of request) body += chunk
    count += 1
    try {
      const headers = request.headers as Record<string, string>
      const event = webhook?.verify(body, headers)
      received.push({
        id: headers["webhook-id"] ?? "",
        timestamp: Number(headers["webhook-timestamp"]),
        event,
      })
    } catch (fault) {
      rejected.push(fault)
    }
    answer(count, response)
    for (const { resolve } of waiting.filter((one) => one.count <= count)) resolve()
    waiting = waiting.filter((one) => one.count > count)
  }).listen(0, "127.0.0.1")
  await once(server, "listening")
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`,
    received,
    rejected,
    trust: (secret) => {
      webhook = new Webhook(secret)
    },
    arrivals: (wanted) =>
      count >= wanted
        ? Promise.resolve()
        : new Promise((resolve) => void waiting.push({ count: wanted, resolve })),
    close: () => void server.close().closeAllConnections(),
  }
}
