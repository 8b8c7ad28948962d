// Telling a listener: whatever it does, the work goes on.
import * as Effect from "effect/Effect"
import { afterEach, beforeEach, expect, it } from "vitest"
import { tell } from "../../../src/app/ports/tell.ts"

let rejected: Array<unknown>
const onRejection = (reason: unknown): void => void rejected.push(reason)
beforeEach(() => {
  rejected = []
  process.on("unhandledRejection", onRejection)
})
afterEach(() => {
  process.off("unhandledRejection", onRejection)
})

const toThrow = (): never => {
  throw new Error("the pager is away")
}
/** As a host writes a listener: nobody looks at what it gives. */
const toReject: () => unknown = async () => toThrow()

it.each<[string, () => Effect.Effect<void>]>([
  ["throws", toThrow],
  ["dies", () => Effect.die(new Error("the pager is away"))],
  ["hangs", () => Effect.never],
  ["gives a promise that rejects", () => Effect.sync(toReject)],
  ["is an async function that rejects", toReject as never],
])("a listener that %s disturbs nothing", async (_, listener) => {
  expect(await Effect.runPromise(Effect.as(tell(listener), "done"))).toBe("done")
  // Node tells of rejections at the end of a turn.
  for (let turns = 0; turns < 3; turns++) await new Promise(setImmediate)
  expect(rejected).toEqual([])
})
