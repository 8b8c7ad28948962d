// The short form of `npm run scale`.
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, expect, it } from "vitest"
import { longMove } from "./advance.ts"
import { killMany } from "./kills.ts"
import { largeWorld } from "./large.ts"

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "studio-scale-"))
})
afterAll(() => rm(folder, { recursive: true }))

it("a world is audited, saved and loaded as it was", async () => {
  const file = join(folder, "large.json")
  const large = await largeWorld({ file, organizations: 20, months: 2, say: () => undefined })
  expect(large).toMatchObject({ isSame: true, audit: { ok: true } })
})

it("a move of months tells how far it is and what it took", async () => {
  const file = join(folder, "advance.json")
  const moved = await longMove({ file, organizations: 20, months: 3, say: () => undefined })
  expect(moved).toMatchObject({ events: 20 * 3 * 4 })
})

it("kills lose nothing that was saved and leave nothing behind", async () => {
  expect(await killMany(join(folder, "kills", "state.json"), 5)).toMatchObject({
    corrupt: 0,
    lost: 0,
    leftovers: 0,
  })
})
