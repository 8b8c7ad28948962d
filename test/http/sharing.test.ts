// Two servers on one database: what one of them counted or answered, the other one knows.
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, expect, it } from "vitest"
import { serverOnFile } from "../support/hosts.ts"
import { seeded } from "../support/simulator.ts"

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "sharing-"))
})
afterEach(() => rmSync(folder, { recursive: true }))

const twoServers = (options: { readonly rateLimit?: number } = {}) => {
  const start = serverOnFile(join(folder, "billing.sqlite"))
  return [start(options), start(options)] as const
}

it("counts the calls of a caller together", async () => {
  const [one, other] = twoServers({ rateLimit: 3 })
  const token = await one.token()
  const statuses: Array<number> = []
  for (const host of [one, other, one, other, one]) {
    statuses.push((await host.call("GET", "/studio/plans", { token })).status)
  }
  expect(statuses).toEqual([200, 200, 200, 429, 429])
})

it("answers a key once, whoever is asked", async () => {
  const [one, other] = twoServers()
  const token = await one.token()
  const path = `/studio/organizations/${seeded.organizationId}/payment-methods`
  const add = (host: typeof one) =>
    host.call("POST", path, {
      token,
      headers: { "idempotency-key": "add-1" },
      body: { type: "CARD", cardToken: "tok_visa" },
    })
  const [first, again] = [await add(one), await add(other)]
  expect([first.status, again.headers.get("idempotent-replayed")]).toEqual([201, "true"])
  expect(again.json).toEqual(first.json)
  expect((await other.call("GET", path, { token })).json.data).toHaveLength(1)
})
