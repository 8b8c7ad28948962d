// Whoever serves the contract answers alike: the same life cycles, played on each host.
import * as fc from "fast-check"
import { expect, it } from "vitest"
import { hosts } from "../support/hosts.ts"
import { anyLifecycle, fullLifecycle, play, type Step } from "../support/lifecycles.ts"
import { runs } from "../support/runs.ts"

/** What each host answers, call by call. */
const answersOf = (lifecycle: ReadonlyArray<Step>) =>
  Promise.all(
    hosts.map(async ([, start]) => {
      const host = start()
      return play(host, await host.token(), lifecycle)
    }),
  )

it("a full life cycle", async () => {
  const [simulator, ...servers] = await answersOf(fullLifecycle)
  expect(simulator?.filter((answer) => /^2/.test(answer)).length).toBeGreaterThan(10)
  for (const server of servers) expect(server).toEqual(simulator)
})

it("any life cycle", async () => {
  await fc.assert(
    fc.asyncProperty(anyLifecycle(30), async (lifecycle) => {
      const [simulator, ...servers] = await answersOf(lifecycle)
      for (const server of servers) expect(server).toEqual(simulator)
    }),
    { numRuns: runs(20) },
  )
})
