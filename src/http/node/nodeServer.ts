// The dispatcher on a socket: `node:http`, and nothing between.
import { once as onceHeard } from "node:events"
import type { RequestListener } from "node:http"
import type { AddressInfo } from "node:net"
import { setImmediate as turn } from "node:timers/promises"
import type { Dispatcher } from "../dispatcher.ts"
import { once } from "../server/once.ts"
import { makeServing } from "./requestListener.ts"
import { refuseUnreadable } from "./unreadable.ts"

/** The longest that a stop waits for requests in flight, unless told. */
export const STOP_MILLIS_MAX = 5_000

/** The time that an idle connection stays open: longer than clients usually keep theirs. */
const KEEP_ALIVE_MILLIS = 65_000

/** A server that listens. */
export interface NodeServer {
  readonly host: string
  readonly port: number
  readonly url: string
  /**
   * Takes no more connections, ends streams, finishes what else is in flight, for `stopMillis` at most, and closes the
   * rest.
   */
  readonly stop: () => Promise<void>
}

/** Serves a dispatcher. Port 0 takes a free one; a port that is taken rejects with `EADDRINUSE`. */
export const listen = async (options: {
  readonly dispatcher: Dispatcher
  readonly host: string
  readonly port: number
  /** How long a stop waits for requests in flight; `STOP_MILLIS_MAX` unless it is given. */
  readonly stopMillis?: number
}): Promise<NodeServer> => {
  const { dispatcher, host, stopMillis = STOP_MILLIS_MAX } = options
  // A program without types that leaves one out would keep a socket that it cannot stop.
  if (typeof dispatcher !== "function") throw new TypeError("listen: dispatcher has to be a function")
  if (typeof host !== "string") throw new TypeError("listen: host has to be a text, such as 127.0.0.1")
  const { serve, end } = makeServing(dispatcher)
  const take: RequestListener = (request, response) => {
    follow(request, response)
    serve(request, response)
  }

  // To import it would load Node's `fetch` too, for the names that the module has: a fifth of the simulator's start.
  const { createServer } = process.getBuiltinModule("node:http")
  // Without a Host, and to an expectation that it does not know, Node would answer by itself and without a body.
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MILLIS, requireHostHeader: false }, take)
  server.on("checkExpectation", take)
  const follow = refuseUnreadable(server)
  server.listen(options.port, host)
  await onceHeard(server, "listening")

  const { port } = server.address() as AddressInfo
  return {
    host,
    port,
    url: `http://${host.includes(":") ? `[${host}]` : host}:${port}`,
    stop: once(async () => {
      const closed = new Promise((resolve) => server.close(resolve))
      await end(stopMillis)
      // The last words of a stream leave first.
      await turn()
      // Connections without a request are not waited for: Node does not count a new one as idle.
      server.closeAllConnections()
      await closed
    }),
  }
}
