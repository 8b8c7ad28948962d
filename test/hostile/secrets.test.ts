// A full life cycle on the command that people run, by each way of logging, with every secret on purpose in many wrong places:
// afterwards no secret that was seen is in what it wrote or exported, in an error body, or in what the control plane shows. The inbox
// shows codes, which is what it is for, and an export holds hashes and the references of test cards (GAP-110).
import { afterEach, describe, expect, it } from "vitest"
import { startCollector } from "../support/collector.ts"
import { servers } from "../support/hosts.ts"
import { fullLifecycle, play } from "../support/lifecycles.ts"
import { startReceiver } from "../support/receiver.ts"
import {
  type Answer,
  beginning,
  type Client,
  type Command,
  makeClient,
  run,
  runNode,
  seeded,
} from "../support/simulator.ts"

const OWNER = "owner@example.com"
const context = "MAGIC_AUTH"
const CONTROL_TOKEN = "control-token-of-this-test"
const CARD_TOKEN = "tok_live_4f1c5e0a9b7d"
const WEBHOOK_SECRET = `whsec_${Buffer.from("a secret of a webhook endpoint!!").toString("base64")}`

const closing: Array<() => unknown> = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

/** What a text must not hold: a code stands by itself, so that digits of an id are none. */
const isIn = (text: string, secret: string): boolean =>
  /^\d+$/.test(secret) ? new RegExp(`(?<![\\w.-])${secret}(?![\\w.-])`).test(text) : text.includes(secret)

const startSimulator = (log: "json" | "pretty") => {
  const flags = ["--port", "0", "--clock", "manual", "--now", beginning, "--log", log]
  return started(run([...flags, "--control-token", CONTROL_TOKEN]))
}

const startServer = (name: string, collector: string) => {
  const args = ["--import", "./test/support/ownName.ts", "test/hostile/server.ts", name]
  return started(runNode(args, { COLLECTOR: collector }))
}

const started = async (command: Command) => {
  closing.push(() => command.process.kill("SIGKILL"))
  let written = ""
  command.process.stdout?.on("data", (chunk) => {
    written += chunk
  })
  const url = /http:\/\/[\d.:]+/.exec(await command.nextLine())?.[0] ?? ""
  const refusals: Array<string> = []
  const { call: plain } = makeClient(fetch, url)
  const call: Client["call"] = async (method, path, options = {}) => {
    const isControl = path.includes("/_simulator/")
    const answer = await plain(method, path, {
      ...options,
      ...(isControl && { token: CONTROL_TOKEN }),
    })
    if (answer.status >= 400) refusals.push(JSON.stringify(answer.json))
    return answer
  }
  const stop = async (): Promise<string> => {
    command.process.kill("SIGTERM")
    const { stderr } = await command.ended
    return written + stderr
  }
  return { call, refusals, stop }
}

type Started = Awaited<ReturnType<typeof started>>

/** Signs in with wrong codes on the way, uses the tokens and loses them; gives all that is secret of it. */
const signIn = async ({ call }: Started, prefix = ""): Promise<ReadonlyArray<string>> => {
  const post = (path: string, body: unknown): Promise<Answer> =>
    call("POST", `${prefix}/studio${path}`, { body })
  const { otpId } = (await post("/auth/otp", { email: OWNER, context })).json
  const { code } = (await call("GET", `${prefix}/_simulator/otps?email=${OWNER}`)).json.data[0]
  const wrong = code === "999999" ? "999998" : "999999"
  await post(`/auth/otp/${otpId}/validate`, { email: OWNER, code: wrong, context })
  await post(`/auth/otp/${otpId}/validate`, { email: OWNER, code, context: "no context" })
  await post("/auth/sign-in/magic-auth", { otpId, code })
  await post(`/auth/otp/${otpId}/validate`, { email: OWNER, code, context })
  await post("/auth/sign-in/magic-auth", { otpId, code, organizationId: seeded.american })
  const first = (await post("/auth/sign-in/magic-auth", { otpId, code })).json
  const second = (await post("/auth/refresh", first)).json
  await call("POST", `${prefix}/_simulator/clock`, { body: { advanceBy: "PT1M" } })
  await post("/auth/refresh", { refreshToken: [first.refreshToken] })
  await post("/auth/refresh", `{"refreshToken":"${second.refreshToken}"`)
  await post("/auth/refresh", first)
  await post("/auth/sign-in/magic-auth", { otpId, code })
  const organizationId = seeded.organizationId
  const switched = await call("POST", `${prefix}/studio/profile/switch-organization`, {
    token: second.accessToken,
    body: { organizationId },
  })
  await call("GET", `${prefix}/studio/plans?access_token=${second.accessToken}&status=${code}`, {
    token: `${second.accessToken}x`,
  })
  await post("/auth/sign-out", second)
  const tokens = [first, second, switched.json ?? {}].flatMap((some) => [some.accessToken, some.refreshToken])
  return [code, wrong, ...tokens.filter((secret) => secret !== undefined)]
}

/** Puts every secret where none belongs. */
const misplace = async ({ call }: Started, token: string, secrets: ReadonlyArray<string>): Promise<void> => {
  const base = `/studio/organizations/${seeded.organizationId}`
  for (const secret of secrets) {
    const bodies = [
      { type: secret, cardToken: secret },
      { type: "CARD", cardToken: secret },
      { type: "CARD", cardToken: CARD_TOKEN, billingDetails: { email: secret, phone: secret } },
      [secret],
      `"${secret}`,
    ]
    for (const body of bodies) await call("POST", `${base}/payment-methods`, { token, body })
    await call("POST", "/studio/auth/otp", { body: { email: secret, context: secret } })
    await call("POST", "/studio/auth/sign-in/magic-auth", { body: { otpId: secret, code: secret } })
    await call("GET", "/studio/plans", { headers: { authorization: `Bearer ${secret}` } })
    await call("GET", `/studio/plans?page=${secret}&${secret}=1`, { token })
    await call("POST", "/_simulator/tokens", { body: { email: secret } })
  }
}

const shown = [
  ...["/_simulator/events", "/_simulator/webhook-endpoints", "/_simulator/webhook-deliveries"],
  ...["/_simulator/charges", "/_simulator/faults", "/_simulator/assumptions", "/_simulator/audit"],
]

/** All that the control plane shows of a world, page by page. */
const everythingShown = async ({ call }: Started, prefix = ""): Promise<Readonly<Record<string, string>>> => {
  const texts: Record<string, string> = {}
  for (const path of [...shown, "/_simulator/requests"]) {
    for (let page = 1, pages = 1; page <= pages; page += 1) {
      const query = path.endsWith("audit") ? "" : `?limit=100&page=${page}`
      const { json } = await call("GET", `${prefix}${path}${query}`)
      pages = json.meta?.totalPages ?? 1
      texts[`${path} ${page}`] = JSON.stringify(json)
    }
  }
  return texts
}

describe("no secret that was seen is shown", () => {
  it.each(["json", "pretty"] as const)("in a full life cycle with the %s log", async (log) => {
    const started = await startSimulator(log)
    const { call, refusals, stop } = started
    const receiver = await startReceiver()
    closing.push(receiver.close)
    const endpoints = "/_simulator/webhook-endpoints"
    await call("POST", endpoints, { body: { url: receiver.url, secret: WEBHOOK_SECRET } })
    const { endpointId, secret: made } = (await call("POST", endpoints, { body: { url: receiver.url } })).json
    const rotated = (await call("POST", `${endpoints}/${endpointId}/rotate-secret`)).json.secret
    const token = (await call("POST", "/_simulator/tokens")).json.accessToken
    const lifecycle = fullLifecycle.map(({ path, ...step }) => ({ ...step, path }))
    const answers = await play(started as unknown as Client, token, lifecycle)
    expect(answers.filter((answer) => /^2/.test(answer)).length).toBeGreaterThan(10)
    await call("POST", "/_simulator/webhook-deliveries/flush")

    const secrets = [token, made, rotated, WEBHOOK_SECRET, CARD_TOKEN, CONTROL_TOKEN]
    secrets.push(...(await signIn(started)))
    secrets.push(...(await signIn(started, "/w/two")))
    expect(secrets.length).toBeGreaterThan(15)
    const places: Record<string, string> = {}
    const look = async (when: string, prefix = ""): Promise<void> => {
      for (const [path, text] of Object.entries(await everythingShown(started, prefix))) {
        places[`${when} ${prefix}${path}`] = text
      }
    }
    await look("before")
    await look("before", "/w/two")
    await misplace(started, token, secrets)
    for (const secret of secrets) await call("POST", endpoints, { body: { url: secret, secret } })
    await look("after")
    places.refusals = refusals.join("\n")
    const { json: state } = await call("GET", "/_simulator/state")
    places["an export"] = JSON.stringify(state)
    places["what it wrote"] = await stop()

    expect(refusals.length).toBeGreaterThan(100)
    expect(places["before /_simulator/requests 1"]).toContain("[redacted]")
    expect(places["before /_simulator/webhook-deliveries 1"]).toContain("webhook-signature")
    expect(places["what it wrote"]).toContain("/studio/auth/sign-in/magic-auth")
    // Bodies are logged for whoever debugs a client. What is secret in the wrong member is known by its look, or not at all.
    const canBeSeen = (place: string, secret: string): boolean =>
      place.startsWith("after /_simulator/requests") && !/^(?:eyJ|whsec_|tok_)/.test(secret)
    const found = Object.entries(places).flatMap(([place, text]) =>
      secrets
        .filter((secret) => isIn(text, secret) && !canBeSeen(place, secret))
        .map((secret) => `${place}: ${secret.slice(0, 24)}`),
    )
    expect(found).toEqual([])
  })

  it.each(servers)("by %s, in a full life cycle and a sign-in", async (name) => {
    const collector = await startCollector()
    closing.push(collector.close)
    const started = await startServer(name, collector.url)
    const { call, refusals, stop } = started
    const token = (await call("POST", "/_simulator/tokens")).json.accessToken
    const answers = await play(started as unknown as Client, token, fullLifecycle)
    expect(answers.filter((answer) => /^2/.test(answer)).length).toBeGreaterThan(10)
    // No log names who signs in, either.
    const secrets = [token, CARD_TOKEN, OWNER, ...(await signIn(started))]
    expect(secrets.length).toBeGreaterThan(5)
    await misplace(started, token, secrets)
    const places: Record<string, string> = { refusals: refusals.join("\n"), "what it wrote": await stop() }
    places["what it exported"] = collector.text()
    expect(refusals.length).toBeGreaterThan(30)
    expect(places["what it wrote"]).toContain("/studio/auth/sign-in/magic-auth")
    expect(places["what it exported"]).toContain("/studio/auth/sign-in/magic-auth")
    expect(collector.points().map(({ name }) => name)).toContain("http.server.request.duration")
    const found = Object.entries(places).flatMap(([place, text]) =>
      secrets.filter((secret) => isIn(text, secret)).map((secret) => `${place}: ${secret.slice(0, 24)}`),
    )
    expect(found).toEqual([])
  })
})
