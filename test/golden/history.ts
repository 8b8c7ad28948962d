// The history of a seed: requests to every operation of the contract and of the control plane, good and bad, while time
// moves by the manual clock. What is asked follows from the seed, from operations.txt and from what was answered.
import { readFileSync } from "node:fs"
import { makeChance } from "../support/random.ts"
import type { Player } from "./player.ts"

const DAY = 86_400_000
const idOf = (number: string | number): string =>
  `0190a000-0000-7000-8000-${String(number).padStart(12, "0")}`
const ours = "/studio/organizations/{organizationId}"
const nobody = idOf("dead")

/** The operations of operations.txt, each as often as it weighs there. */
const operations = readFileSync(new URL("operations.txt", import.meta.url), "utf8")
  .split("\n")
  .filter((line) => /^[\d.]+ /.test(line))
  .flatMap((line) => {
    const [weight = "", ...operation] = line.split(" ")
    return Array.from({ length: Number(weight) * 10 }, () => operation.join(" "))
  })

const oddities = [
  null,
  -1,
  1.5,
  1e21,
  "",
  "x",
  [],
  {},
  true,
  "2026-02-30T00:00:00Z",
  "x".repeat(300),
  undefined,
]

/** Plays a history of so many requests. */
export const playHistory = async (player: Player, seed: number, length: number): Promise<void> => {
  const { below, pick } = makeChance(seed * 2_654_435)
  const known = new Map<string, ReadonlyArray<string>>()
  let now = Date.UTC(2026, 0, 31)
  let state = "{}"

  /** One of the texts, a number, or an instant. */
  const chosen = (inner: string): string => {
    const [, low, high] = /^(-?\d+)\.\.(\d+)$/.exec(inner) ?? []
    if (high !== undefined) return String(Number(low) + below(Number(high) - Number(low) + 1))
    const [, sign, days] = /^([+-])(\d+)d$/.exec(inner) ?? []
    const away = sign === undefined ? 0 : Number(`${sign}1`) * below(Number(days) * DAY)
    return sign === undefined ? (pick(inner.split("|")) ?? "") : new Date(now + away).toISOString()
  }
  /** A value that was answered, rather a late one. */
  const recalled = (member: string): string => {
    if (member === "state") return state
    const values = known.get(member) ?? []
    const late = values.slice(pick([0, -3, -1, -1]))
    return (below(25) > 0 ? pick(late) : undefined) ?? nobody
  }
  const learn = (text: string): void => {
    for (const [, member = "", value = ""] of text.matchAll(/"(\w*Id|refreshToken|code)":"([^"]{6,})"/g)) {
      if (member === "code" && !/^\d{6}$/.test(value)) continue
      known.set(member, [...(known.get(member) ?? []).filter((one) => one !== value), value])
    }
  }
  const written = (template: string, organizationId: string): string => {
    let text = template
    while (/<[^<>]*>/.test(text)) text = text.replace(/<([^<>]*)>/, (_, inner: string) => chosen(inner))
    return text
      .replace(/@(\d{3})\b/g, (_, number: string) => idOf(number))
      .replace(/\{(\w+)\}/g, (_, name: string) =>
        name === "organizationId" ? organizationId : recalled(name),
      )
  }
  /** A body of which one member is replaced, left out or added, or that is cut off. */
  const spoilt = (body: string): string => {
    if (below(6) === 0) return body.slice(0, -1)
    const members = JSON.parse(body)
    return JSON.stringify({ ...members, [pick([...Object.keys(members), "unknown"]) ?? ""]: pick(oddities) })
  }
  const tokenOf = async (email: string): Promise<string> =>
    (await player.call("POST", "/_simulator/tokens", { email, expiresInSeconds: 999_999_999 })).json
      .accessToken
  const owner = await tokenOf("owner@example.com")
  const american = await tokenOf("owner@example.org")
  const others = [american, await tokenOf("viewer@example.com"), "a.b.c"]

  const ask = async (template: string): Promise<void> => {
    const organization = below(20) === 0 ? 2 : 1
    const [method = "", path = "", ...rest] = written(template, idOf(organization)).split(" ")
    const body = rest.length === 0 ? null : rest.join(" ")
    const own = organization === 2 ? american : owner
    const token = below(25) > 0 ? own : pick([...others, undefined])
    const asked = {
      method,
      path,
      headers: {
        ...(method !== "GET" && { "content-type": below(99) > 0 ? "application/json" : "text/plain" }),
        ...(path.startsWith("/studio") && token !== undefined && { authorization: `Bearer ${token}` }),
        ...(method === "POST" && below(4) === 0 && { "idempotency-key": `k${below(9)}` }),
      },
      body: body !== null && body !== state && below(16) === 0 ? spoilt(body) : body,
    }
    // What is on its way to receivers in real time has arrived before anybody looks, or goes elsewhere.
    if (/reset|snapshots|state|webhook|events/.test(path)) {
      await player.call("POST", "/_simulator/webhook-deliveries/flush", { retries: true })
    }
    const { status, text, json } = await player.send(asked)
    if (path === "/_simulator/state" && status === 200) state = text
    else if (status < 300) learn(text)
    if (path === "/_simulator/clock" && status === 200) now = Date.parse(json.to ?? json.now)
  }

  if (seed % 3 === 0) {
    const url = `http://127.0.0.1:PORT/seed-${seed}`
    await player.call("POST", "/_simulator/webhook-endpoints", { url, secret: `whsec_${"A".repeat(32)}` })
  }
  await ask(`POST /_simulator/clock {"advanceBy":"P${below(400)}D"}`)
  await ask(
    `POST ${ours}/payment-methods {"type":"CARD","cardToken":"tok_<visa|visa|mastercard|decline_once>"}`,
  )
  for (let count = 0; count < length; count++) {
    for (const operation of pick(operations)?.split(" ~ ") ?? []) await ask(operation)
  }
}
