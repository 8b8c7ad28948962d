// The webhooks' page as a receiver and an embedding service use it: its examples are compiled, and the one that runs is
// run; its tables are compared with the code.
import { execFile } from "node:child_process"
import { promisify } from "node:util"
import { PGlite } from "@electric-sql/pglite"
import { describe, expect, it } from "vitest"
import { WebhookDelivery, WebhookEvent } from "../../src/index.ts"
import { inProcess, seeded, subscribe } from "../support/simulator.ts"
import { read } from "../tidy/source.ts"
import { compileFaults } from "./examples.ts"
import { fencesOf } from "./fences.ts"
import { tablesUnder } from "./markdown.ts"

const page = read("docs/webhooks.md").text
const examples = Array.from(
  page.matchAll(/^```ts( run)?(?: compiled: .*)?\n([\s\S]*?)^```$/gm),
  ([, run, text = ""]) => ({
    runs: run !== undefined,
    text,
  }),
)
const rowsUnder = (heading: string, index = 0) => Array.from(tablesUnder(page, heading)[index]?.rows ?? [])

const entries = {
  api: "src/api/index.ts",
  webhooks: "src/webhooks/index.ts",
  simulator: "simulator/index.ts",
}

/** The text with the package's further entries where they are. */
const resolved = (text: string, place: (path: string) => string): string =>
  Object.entries(entries).reduce(
    (code, [entry, path]) => code.replace(`"studio-billing/${entry}"`, JSON.stringify(place(path))),
    text,
  )

describe("the examples", () => {
  it("compile", () => {
    expect(examples).toHaveLength(2)
    expect(compileFaults(examples.map(({ text }) => resolved(text, (path) => `./${path}`)))).toEqual([])
  })

  it("print what their comments say", async () => {
    const root = new URL("../..", import.meta.url)
    for (const { runs, text } of examples) {
      if (!runs) continue
      const code = resolved(text, (path) => new URL(path, root).href)
      const args = ["--input-type=module-typescript", "-e", code]
      const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root })
      const said = Array.from(text.matchAll(/^\/\/ (.*\n)/gm), ([, line]) => line)
      expect(said).toHaveLength(5)
      expect(stdout).toBe(said.join(""))
    }
  })
})

describe("the table of a receiver", () => {
  it("has every record as it is, in whatever order events come, and however often", async () => {
    const client = await inProcess()
    const token = await client.token()
    const organization = `/studio/organizations/${seeded.organizationId}`
    const { subscriptionId: subscription } = await subscribe(client, token)
    await client.call("POST", "/_simulator/clock", { body: { advanceBy: "P1M" } })
    const body = { planId: seeded.pro, planIntervalId: seeded.proMonthly, when: "PERIOD_END" }
    const changed = await client.call("POST", `${organization}/subscriptions/change-plan`, { token, body })
    expect(changed.status).toBe(200)
    const events = (await client.call("GET", "/_simulator/events?limit=100")).json.data
    const database = await PGlite.create()
    const sql = (name: string) => fencesOf(page).find(({ info }) => info === `sql ${name}`)?.text ?? ""
    await database.exec(sql("receiver"))
    // Newest first, and then the oldest ones again.
    for (const event of [...events, ...events.toReversed()])
      await database.query(sql("event"), [JSON.stringify(event)])
    const { rows } = await database.query<{ id: string; object: object }>("SELECT id, object FROM record")
    const held = new Map(rows.map(({ id, object }) => [id, object]))
    const read = async (path: string) => (await client.call("GET", `${organization}${path}`, { token })).json
    expect(held.get(subscription)).toEqual(await read(`/subscriptions/${subscription}`))
    const invoices = (await read("/invoices")).data
    for (const invoice of invoices) expect(held.get(invoice.invoiceId)).toEqual(invoice)
    expect(held.size).toBe(1 + invoices.length)
    await database.close()
    await client.simulator.close()
  })
})

describe("the tables", () => {
  it("name every type of event", () => {
    const types = rowsUnder("An event").map(([type]) => type.replaceAll("`", ""))
    expect(types.sort()).toEqual([...WebhookEvent.EVENT_TYPES].sort())
  })

  it("have the schedule of the code", () => {
    const units: Readonly<Record<string, number>> = { s: 1000, min: 60_000, h: 3_600_000 }
    const rows = rowsUnder("Receiving", 1).map(([failure, [after = ""]]) => [Number(failure), after] as const)
    expect(rows).toHaveLength(WebhookDelivery.RETRY_MILLIS.length + 1)
    for (const [failures, after] of rows) {
      const [count, unit = ""] = after.split(" ")
      const expected = after === "parked" ? null : Number(count) * (units[unit] ?? Number.NaN)
      expect(WebhookDelivery.retryAt({ failures, now: 0 }), after).toBe(expected)
    }
  })
})
