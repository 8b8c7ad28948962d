// An acquirer for the example: a real server with its own books, and what can happen to a charge on its way.
import { createHmac } from "node:crypto"
import { once } from "node:events"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import type { Acquirer } from "../../../docs/examples/sqlite/AcquirerGateway.ts"

/** What happens around a charge: the caller may be gone before it is made, or before it is answered. */
export interface Happens {
  readonly before?: () => Promise<"lost">
  readonly after?: () => Promise<"lost">
}

/** A charge in its books. */
export interface Charge {
  readonly key: string
  readonly amount: number
  readonly reference: string
  readonly state: "approved" | "refused"
  readonly reason: string | null
}

const cards: Readonly<Record<string, { readonly state: Charge["state"]; readonly reason: string | null }>> = {
  tok_good: { state: "approved", reason: null },
  tok_poor: { state: "refused", reason: "no_funds" },
  tok_lost: { state: "approved", reason: null },
}

const textOf = async (request: IncomingMessage): Promise<string> => {
  const pieces: Array<Buffer> = []
  for await (const piece of request) pieces.push(piece)
  return Buffer.concat(pieces).toString()
}

/** An acquirer that listens, with its books and what one makes happen. */
export const startAcquirer = async () => {
  const charges = new Map<string, Charge>()
  let happens: Happens = {}
  let isDown = false
  const answer = (response: ServerResponse, status: number, body: object): void => {
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body))
  }
  const server = createServer(async (request, response) => {
    if (isDown) return answer(response, 502, { error: "bad gateway" })
    const text = await textOf(request)
    const [, kind, key = String(request.headers["idempotency-key"])] = request.url?.split("/") ?? []
    if (request.headers.authorization !== "Bearer key") return answer(response, 401, {})
    if (kind === "cards") {
      const { token } = JSON.parse(text)
      const known = cards[token] !== undefined
      const card = { card: `${token}:1`, brand: "visa", last4: "4242", month: 12, year: 2099, test: true }
      return answer(response, known ? 200 : 404, known ? card : {})
    }
    if (request.method === "POST" && !charges.has(key)) {
      const { card, amount, reference } = JSON.parse(text)
      const outcome = cards[card.split(":")[0]] ?? { state: "refused", reason: "refused" }
      const charge: Charge = { key, amount, reference, ...outcome }
      if ((await happens.before?.()) === "lost") return response.destroy()
      charges.set(key, charge)
      if ((await happens.after?.()) === "lost" || card.startsWith("tok_lost")) return response.destroy()
    }
    const charge = charges.get(key)
    return charge === undefined
      ? answer(response, 404, { code: "charge_not_found" })
      : answer(response, charge.state === "refused" ? 402 : 200, charge)
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as AddressInfo
  const acquirer: Acquirer = { url: `http://127.0.0.1:${port}`, apiKey: "key", webhookSecret: "secret" }
  return {
    acquirer,
    charges: () => [...charges.values()],
    forget: () => charges.clear(),
    setHappens: (what: Happens) => {
      happens = what
    },
    setDown: (down: boolean) => {
      isDown = down
    },
    /** The webhook that tells of a charge. */
    webhookOf: (charge: Charge) => {
      const body = JSON.stringify(charge)
      return { body, signature: createHmac("sha256", acquirer.webhookSecret).update(body).digest("hex") }
    },
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, "close")
    },
  }
}
