// The model of the payment protocol and the code come to the same: each committed trace of the model is played through
// the use cases. docs/protocol.md explains the model.
import { describe, expect, it } from "vitest"
import { makeReplay } from "./replay.ts"
import { traces } from "./traces.ts"

const numbered = traces.map((trace, index) => [index + 1, trace] as const)
const sound = numbered.filter(([, { fault }]) => fault === null)
const faulty = numbered.flatMap(([index, trace]) =>
  trace.fault === null ? [] : [[index, trace.fault, trace] as const],
)

describe("the model of the payment protocol", () => {
  it.each(sound)("comes to what the use cases come to, after each step of trace %i", async (_, trace) => {
    const replay = await makeReplay(trace)
    for (const [index, step] of trace.steps.entries()) {
      const isDone = await replay.play(step)
      const seen = { isDone, attempts: replay.attempts(), received: replay.received() }
      const { attempts, received } = step
      expect(seen, `step ${index + 1}: ${step.act}`).toEqual({
        isDone: step.act !== "pay refused",
        attempts,
        received,
      })
    }
  })

  it.each(faulty)("loses to the use cases where a fault is planted: trace %i, %s", async (_, __, trace) => {
    const replay = await makeReplay(trace)
    for (const step of trace.steps) await replay.play(step)
    const taken = replay.received().filter((truth) => truth === "approved").length
    expect(taken).toBeLessThanOrEqual(1)
    const open = replay.attempts().filter(({ status }) => status === "STARTED" || status === "UNKNOWN")
    expect(open.length).toBeLessThanOrEqual(1)
    if (taken === 1 && open.length === 0) expect(replay.invoice()?.status).toBe("PAID")
  })
})
