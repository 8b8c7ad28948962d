// The page about payments says what the tests show: its points are those at which processes end, its numbers those of
// the policy, and its code compiles.
import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { defaultPolicy } from "../../src/index.ts"
import { rows } from "../support/chargeScenes.ts"
import { compileFaults } from "./examples.ts"
import { fencesOf } from "./fences.ts"
import { tablesUnder } from "./markdown.ts"

const page = readFileSync(new URL("../../docs/payments.md", import.meta.url), "utf8")

const rowsUnder = (heading: string) => [...(tablesUnder(page, heading)[0]?.rows ?? [])]

describe("the page about payments", () => {
  it("has a row for each point at which a process ends", () => {
    expect(rowsUnder("When a process stops").map(([point]) => point)).toEqual([
      ...Object.keys(rows),
      "before the webhook",
    ])
  })

  it("says of each point what the gateway knows then", () => {
    const known = rowsUnder("When a process stops").map(([, [, gateway]]) => gateway === "the charge")
    expect(known.slice(0, -1)).toEqual(Object.values(rows).map(({ arrived }) => arrived))
  })

  it("draws the same points, with what is known at each", () => {
    const drawing = fencesOf(page).find(({ lang }) => lang === "mermaid")?.text ?? ""
    const drawn = Array.from(
      drawing.matchAll(/✗ (.*)<br\/>store: (.*), gateway: (.*)$/gm),
      ([, ...told]) => told,
    )
    expect(drawn).toEqual(
      rowsUnder("When a process stops").map(([point, [store, gateway]]) => [point, store, gateway]),
    )
  })

  it("draws when a stopped payment is repaired", () => {
    const { attemptStaleMillis, reconciliationMillis } = defaultPolicy
    expect(page).toContain(`opt the attempt is STARTED for ${attemptStaleMillis / 60_000} minute\n`)
    expect(page).toContain(`${(reconciliationMillis[0] ?? 0) / 60_000} minutes later: look-up\n`)
  })

  it("has code that compiles", () => {
    const codes = Array.from(
      page.matchAll(/^```ts(?: compiled: .*)?\n([\s\S]*?)^```$/gm),
      ([, code = ""]) => code,
    )
    expect(codes).toHaveLength(1)
    expect(compileFaults(codes)).toEqual([])
  })
})
