// Sends requests to a simulator and writes down what was asked and answered, so that two runs can be compared byte by
// byte. It knows the simulator by the package's entry and over HTTP only, and so survives any move of the code.
//
// Everything is compared but: the headers X-Request-Id and Content-Length, the signature and key of access tokens (their claims are shown),
// and what real time decides: `durationMillis` and `responseBytes` of the log of requests, and the instants, durations, signatures and the
// port of webhook endpoints and their deliveries. Not asked for, since they never end or wait: the stream, and `otps?wait`.
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"

/** A request as it is kept; `{{3}}` stands for the fourth id or access token that the run was answered. */
export interface Asked {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
}

/** A request with its answer: status, headers and body. */
export interface Step {
  readonly asked: Asked
  readonly answer: string
}

/** An answer as the requests that follow need it. */
export interface Answered {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: an answer is looked at member by member
  readonly json: any
}

type Fetch = (path: string, init: RequestInit) => Promise<Response>

const UNSTEADY = new Set(["x-request-id", "content-length"])
const JWT = /eyJ[\w-]+\.(eyJ[\w-]+)\.[\w-]+/g
const UUID = /(?!0190a000)[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g
const NAMED = new RegExp(`${UUID.source}|eyJ[\\w-]+\\.[\\w-]+\\.[\\w-]+`, "g")
const REAL_TIME =
  /("(?:durationMillis|durationMs|responseBytes|webhook-timestamp|webhook-signature)":)(?:[\d.]+|"[^"]*")/g
const ENDPOINT = /("endpointId":"[^"]*","url":[^}]*"createdAt":)"[^"]*"/g
const INSTANT = /("(?:at|createdAt|nextAttemptAt)":)"[^"]*"/g

const masked = (path: string, text: string, port: number): string => {
  const steady = text
    .replace(JWT, (_, claims: string) => `<token ${Buffer.from(claims, "base64url")}>`)
    .replace(REAL_TIME, "$1…")
    .replace(ENDPOINT, "$1…")
    .replaceAll(`127.0.0.1:${port}`, "127.0.0.1:PORT")
  return path.includes("/webhook-deliveries") ? steady.replace(INSTANT, "$1…") : steady
}

/** A run by its name, which chance follows from. `port` is the one of the receiver of webhooks. */
export const makePlayer = (options: {
  readonly name: string
  readonly fetch: Fetch
  readonly draw: (key: string) => void
  readonly port: number
}) => {
  const { name, fetch, draw, port } = options
  const steps: Array<Step> = []
  const ids = new Map<string, number>()
  const kept = (text: string): string =>
    text
      .replace(NAMED, (id) => (ids.has(id) ? `{{${ids.get(id)}}}` : id))
      .replaceAll(`127.0.0.1:${port}`, "127.0.0.1:PORT")
  const meant = (text: string): string =>
    text
      .replace(/\{\{(\d+)\}\}/g, (_, index) => [...ids.keys()][Number(index)] ?? "none")
      .replaceAll("127.0.0.1:PORT", `127.0.0.1:${port}`)

  /** Sends a request, with ids as they are or as they are kept. */
  const send = async (asked: Asked): Promise<Answered> => {
    const { method, path, headers, body }: Asked = JSON.parse(meant(JSON.stringify(asked)))
    draw(`${name} ${steps.length}`)
    const response = await fetch(path, { method, headers, ...(body !== null && { body }) }).catch(
      (fault: Error) => new Response(fault.message, { status: 599 }),
    )
    const text = await response.text()
    const shown = [...response.headers].filter(([header]) => !UNSTEADY.has(header))
    steps.push({
      asked: JSON.parse(kept(JSON.stringify({ method, path, headers, body }))),
      answer: `${response.status} ${JSON.stringify(shown)}\n${masked(path, text, port)}`,
    })
    for (const id of text.match(NAMED) ?? []) if (!ids.has(id)) ids.set(id, ids.size)
    const isJson = response.headers.get("content-type")?.includes("json")
    return {
      status: response.status,
      headers: response.headers,
      text,
      json: isJson && text !== "" ? JSON.parse(text) : null,
    }
  }

  /** Sends a request with a body of JSON, and the token that is given. */
  const call = (method: string, path: string, body?: unknown, token?: string): Promise<Answered> =>
    send({
      method,
      path,
      headers: {
        ...(body !== undefined && { "content-type": "application/json" }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      body: body === undefined ? null : JSON.stringify(body),
    })
  return { send, call, steps }
}

/** A run of requests. */
export type Player = ReturnType<typeof makePlayer>

/** Looks at all that a world holds: its state document, audit, events, charges, codes, webhooks and requests. */
export const lookAtAll = async ({ call }: Player, world = ""): Promise<void> => {
  const control = `${world}/_simulator`
  await call("POST", `${control}/webhook-deliveries/flush`, { retries: true })
  for (const list of ["state", "audit", "clock", "otps", "assumptions", "faults?limit=100", "snapshots"])
    await call("GET", `${control}/${list}`)
  for (const list of ["charges", "events", "requests", "webhook-endpoints", "webhook-deliveries"]) {
    let pages = 1
    for (let page = 1; page <= pages; page++) {
      const { json } = await call("GET", `${control}/${list}?limit=100&page=${page}`)
      pages = json?.meta?.totalPages ?? 1
    }
  }
}

/** A receiver of webhooks, with what each run received: each event once, in the order of ids. */
export const startReceiver = async () => {
  const received = new Map<string, Array<string>>()
  const server = createServer((request, response) => {
    let body = ""
    request.on("data", (piece) => {
      body += piece
    })
    request.on("end", () => {
      const [, name = "", mood] = request.url?.split("/") ?? []
      received.set(name, [...(received.get(name) ?? []), `${request.headers["webhook-id"]} ${body}`])
      response.writeHead(mood === "failing" ? 500 : 204).end()
    })
  })
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening))
  return {
    port: (server.address() as AddressInfo).port,
    received: (name: string) => [...new Set(received.get(name))].sort().join("\n"),
    close: () => void server.close(),
  }
}
