// GAP-158: no text that some store could not keep gets past the contract. Each string of a good request of each endpoint is
// spoilt, one at a time; what arrives is refused at that member, whatever the store.
import { describe, expect, it } from "vitest"
import { simulatorHost, type TestHost } from "../support/hosts.ts"
import { seeded } from "../support/simulator.ts"
import { read } from "../tidy/source.ts"
import { send, type Target } from "./fuzz.ts"
import { controlCalls, controlTargetOf, endpoints, targetOf } from "./targets.ts"

/** U+0000, and each half of a surrogate pair, within a text. */
const spoils: ReadonlyArray<(text: string) => string> = ["\0", "\ud83d", "\ude42"].map(
  (bad) => (text) => `${text.slice(0, 1)}${bad}${text.slice(1)}`,
)

/** The value with each string in it spoilt, one at a time; with the path of that string. */
const spoiltOf = (value: unknown, spoil: (text: string) => string): ReadonlyArray<[string, unknown]> => {
  if (typeof value === "string") return [["", spoil(value)]]
  if (typeof value !== "object" || value === null) return []
  return Object.entries(value).flatMap(([member, inner]) =>
    spoiltOf(inner, spoil).map(([path, spoilt]): [string, unknown] => [
      path === "" ? member : `${member}.${path}`,
      Array.isArray(value)
        ? value.map((one, index) => (String(index) === member ? spoilt : one))
        : { ...value, [member]: spoilt },
    ]),
  )
}

/** The names of all members that a document of OpenAPI describes. */
const membersOf = (value: unknown): ReadonlyArray<string> => {
  if (typeof value !== "object" || value === null) return []
  const own = "properties" in value ? Object.keys(value.properties as object) : []
  return [...own, ...Object.values(value).flatMap(membersOf)]
}
const members = new Set(
  ["docs/openapi.json", "docs/openapi-control.json"].flatMap((path) =>
    membersOf(JSON.parse(read(path).text)),
  ),
)

/** Whether the contract knows a member; others are ignored. */
const isKnown = (path: string): boolean =>
  members.has(path.split(".").findLast((name) => !/^\d+$/.test(name)) ?? "")

const ids = { organizationId: seeded.organizationId, planId: seeded.pro, planIntervalId: seeded.proMonthly }

/** What a host says of a request: its status, and where it is wrong. */
const answerOf = async (host: TestHost, target: Target, params: Target["params"], body?: unknown) => {
  const path = target.path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(params[name] ?? "none"))
  const answer = await send(host.dispatcher, {
    method: target.method,
    url: path,
    headers: { host: "localhost", "content-type": "application/json", ...target.headers },
    body: body === undefined ? null : new TextEncoder().encode(JSON.stringify(body)),
  })
  const { errors = [] } = typeof answer.body === "string" && answer.body !== "" ? JSON.parse(answer.body) : {}
  return { status: answer.status, paths: errors.map((error: { readonly path: string }) => error.path) }
}

/** Sends everything that can be spoilt in a target, and gives how many requests that was. */
const attack = async (host: TestHost, target: Target): Promise<number> => {
  let count = 0
  for (const spoil of spoils) {
    for (const body of target.bodies) {
      for (const [path, spoilt] of spoiltOf(body, spoil)) {
        if (!isKnown(path)) continue
        count += 1
        const { status, paths } = await answerOf(host, target, target.params, spoilt)
        expect([path, spoilt, status, paths]).toEqual([path, spoilt, 400, expect.arrayContaining([path])])
      }
    }
  }
  for (const name of target.path.matchAll(/\{(\w+)\}/g)) {
    const [, param = ""] = name
    count += 1
    const { status } = await answerOf(host, target, {
      ...target.params,
      [param]: `${target.params[param] ?? "x"}\0`,
    })
    expect([param, [400, 404].includes(status)]).toEqual([param, true])
  }
  return count
}

describe("a text that not every store can keep is refused at its member", () => {
  it("by each endpoint", async () => {
    const host = simulatorHost()
    const token = await host.token()
    let count = 0
    for (const endpoint of endpoints) count += await attack(host, targetOf(endpoint, ids, token))
    expect(count).toBeGreaterThan(200)
  })

  it.each(controlCalls.filter((call) => call !== "PUT /_simulator/state"))(
    "by the control call %s",
    async (call) => {
      await attack(simulatorHost(), controlTargetOf(call, ids, null))
    },
  )
})
