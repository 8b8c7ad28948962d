// One organization to which several processes record usage at once, over the real server: every event counts once.
import { afterAll, beforeAll, expect, it } from "vitest"
import { measureHot } from "../bench/postgres/hot.ts"
import { type Server, startServer } from "./server.ts"

let server: Server
beforeAll(async () => {
  server = await startServer()
}, 60_000)
afterAll(() => server.stop())

it.each([
  [1, 1],
  [3, 1],
  [3, 10],
])(
  "%d processes with %d events a request lose none, count none twice, and refuse nobody",
  async (processes, events) => {
    const told = await measureHot(server, { processes, senders: 24, events, requests: 12 })
    expect(told).toMatchObject({ requests: 24 * 12, refused: [] })
    expect(told.accepted + told.duplicates).toBe(24 * 12 * events)
    expect(told.stored).toEqual({ events: told.accepted, counted: told.accepted })
    expect(told.commits - told.conflicts, "they are committed together").toBeLessThan(24 * 12)
    if (processes > 1) expect(told.duplicates).toBeGreaterThan(0)
  },
  60_000,
)
