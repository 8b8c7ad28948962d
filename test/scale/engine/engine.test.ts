// The short form of `npm run scale:engine`: processes with engines over one server.
import { expect, it } from "vitest"
import { killEngines } from "./kills.ts"
import { takeOver } from "./takeover.ts"
import { measureEngines } from "./throughput.ts"

it("two processes share what is due and never meet", async () => {
  const measured = await measureEngines({ organizations: 60, processes: 2, gatewayMillis: 0 })
  expect(measured).toMatchObject({ conflicts: 0, failed: 0 })
})

it("processes that are killed leave no charge without a receipt and charge nobody twice", async () => {
  const { charges, ...left } = await killEngines({ organizations: 40, kills: 3, seed: 1 })
  expect(left).toMatchObject({ unrecorded: 0, chargedTwice: 0, findings: [] })
  expect(charges).toBeGreaterThanOrEqual(40)
})

it("what a killed engine had claimed waits for the end of its claims, and is then done once", async () => {
  const { claimed, charges, millis: _, ...rest } = await takeOver(40)
  expect(claimed).toBeGreaterThan(0)
  expect(rest).toEqual({ touched: 0, unrecorded: 0, chargedTwice: 0, findings: [] })
  expect(charges).toBe(40)
})
