// What stands between a process and its server, and breaks connections when a test says so.
import { once } from "node:events"
import { type AddressInfo, connect, createServer, type Socket } from "node:net"

/** When a connection breaks: its next statement never arrives, arrives while it breaks, or is done and its answer is lost. */
export const moments = ["before", "during", "after"] as const
export type Moment = (typeof moments)[number]

/** A proxy before a server, which breaks connections. */
export interface Breaker {
  readonly port: number
  /** Breaks the connection of the next statement. */
  readonly cutNext: (moment: Moment) => void
  /** How many connections it broke. */
  readonly cuts: () => number
  readonly close: () => Promise<void>
}

/** The first byte of the messages that begin a statement: Parse, and Query. */
const STATEMENTS: ReadonlySet<number | undefined> = new Set([0x50, 0x51])

/** The server is ready for another statement: the last message of an answer, from its end. */
const isAnswered = (chunk: Buffer): boolean => chunk.at(-6) === 0x5a

/** Starts a proxy before the server at a port of this machine. */
export const startBreaker = async (serverPort: number): Promise<Breaker> => {
  let next: Moment | null = null
  let cuts = 0
  const sockets = new Set<Socket>()
  const listener = createServer((client) => {
    const server = connect(serverPort, "127.0.0.1")
    let isLosing = false
    const cut = (): void => {
      client.destroy()
      server.destroy()
    }
    for (const socket of [client, server]) {
      sockets.add(socket)
      socket.on("error", () => undefined).on("close", cut)
    }
    client.on("data", (chunk) => {
      const moment = STATEMENTS.has(chunk[0]) ? next : null
      if (moment !== null) {
        next = null
        cuts += 1
      }
      if (moment === "before") return cut()
      server.write(chunk, () => {
        if (moment === "during") cut()
      })
      if (moment === "after") isLosing = true
    })
    server.on("data", (chunk) => {
      if (!isLosing) client.write(chunk)
      else if (isAnswered(chunk)) cut()
    })
  })
  listener.listen(0, "127.0.0.1")
  await once(listener, "listening")
  return {
    port: (listener.address() as AddressInfo).port,
    cutNext: (moment) => {
      next = moment
    },
    cuts: () => cuts,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      listener.close()
      await once(listener, "close")
    },
  }
}
