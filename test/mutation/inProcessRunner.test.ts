// The runner tries what Stryker changes on tests that were loaded once.
import { execFileSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { thorough } from "../support/thorough.ts"

interface Report {
  readonly files: Readonly<Record<string, { readonly mutants: ReadonlyArray<{ readonly status: string }> }>>
}

/** How many changes of a file had which end, by tests of these patterns. */
const countsOf = (mutate: string, tests: ReadonlyArray<string>): Readonly<Record<string, number>> => {
  const directory = mkdtempSync(join(tmpdir(), "mutation-"))
  try {
    const fileName = join(directory, "report.json")
    const config = join(directory, "stryker.json")
    writeFileSync(
      config,
      JSON.stringify({
        ...JSON.parse(readFileSync("stryker.config.json", "utf8")),
        mutate: [mutate],
        inProcess: { tests, except: [], runs: 2 },
        incremental: false,
        concurrency: 1,
        thresholds: { high: 95, low: 90, break: null },
        reporters: ["json"],
        jsonReporter: { fileName },
      }),
    )
    execFileSync("stryker", ["run", config], { stdio: "pipe" })
    const { files } = JSON.parse(readFileSync(fileName, "utf8")) as Report
    const counts: Record<string, number> = {}
    for (const { mutants } of Object.values(files)) {
      for (const { status } of mutants) counts[status] = (counts[status] ?? 0) + 1
    }
    return counts
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

describe.runIf(thorough)("a run of Stryker", () => {
  it("notices what the tests of a room notice, and tells what they let pass or never reach", () => {
    const counts = countsOf("src/core/identity/{TokenBucket,Session}.ts", ["test/core/rate-limit/*.test.ts"])
    const { Killed = 0, Survived = 0, NoCoverage = 0 } = counts
    expect(Killed).toBeGreaterThan(25)
    expect(Survived).toBeGreaterThan(0)
    expect(Survived).toBeLessThan(Killed / 5)
    // No test of this room looks at a session.
    expect(NoCoverage).toBeGreaterThan(25)
  })
})
