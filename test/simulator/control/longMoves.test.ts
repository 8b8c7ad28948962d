import { setImmediate as turn } from "node:timers/promises"
import { describe, expect, it } from "vitest"
import { createSimulator } from "../../../simulator/index.ts"
import { beginning, inProcess, makeClient, startedSubscription, subscribe } from "../../support/simulator.ts"

const moveTo = (url: string, to: string, signal: AbortSignal): [string, RequestInit] => [
  `${url}/_simulator/clock`,
  {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ to }),
    signal,
  },
]

/** A century of months: long enough for a client to leave in the middle of it. */
const to = "2126-01-31T00:00:00.000Z"

describe("a move of the clock", () => {
  it.each([
    ["a socket", true],
    ["no socket", false],
  ])("stops when its client leaves over %s, and what comes next finds all in order", async (_, listen) => {
    const simulator = await createSimulator({ clock: "manual", now: beginning, listen })
    const client = makeClient(simulator.fetch, simulator.url)
    await subscribe(client, await client.token())
    const fetch = listen ? globalThis.fetch : simulator.fetch
    const leaving = new AbortController()
    const moving = fetch(...moveTo(simulator.url, to, leaving.signal))
    const now = async (): Promise<string> => (await client.call("GET", "/_simulator/clock")).json.now
    while ((await now()) === beginning) await turn()
    leaving.abort()
    await expect(moving).rejects.toThrow()
    // The next move waits for its turn: by then the first one has stopped.
    const next = await client.call("POST", "/_simulator/clock", { body: { advanceBy: "PT0S" } })
    expect(next.json.from > beginning && next.json.from < to).toBe(true)
    expect((await client.call("GET", "/_simulator/audit")).json).toMatchObject({ ok: true })
    await simulator.close()
  })

  it("goes at most 100 years from the first thing that is due, and says what to do", async () => {
    const { client } = await startedSubscription()
    const move = (body: object) => client.call("POST", "/_simulator/clock", { body })
    const errors = (path: string) => [
      {
        message: "Expected at most 100 years with something due in one move: move the clock several times",
        path,
      },
    ]
    expect(await move({ advanceBy: "P7000Y" })).toMatchObject({
      status: 400,
      json: { errors: errors("advanceBy") },
    })
    expect(await move({ to: "2126-02-28T00:00:00.001Z" })).toMatchObject({
      status: 400,
      json: { errors: errors("to") },
    })
    expect((await client.call("GET", "/_simulator/clock")).json.now).toBe(beginning)
  })

  it("goes as far as the clock does where nothing is due", async () => {
    const client = await inProcess()
    const { status } = await client.call("POST", "/_simulator/clock", { body: { advanceBy: "P7000Y" } })
    expect(status).toBe(200)
  })
})
