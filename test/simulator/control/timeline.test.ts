// The timeline of a move: in time order, the first events only, and how many more there were.
import { expect, it } from "vitest"
import { makeTimeline } from "../../../simulator/control/timeline.ts"
import type { DueEvent } from "../../../src/index.ts"

const ended = (organizationId: string, at: number): DueEvent => ({
  organizationId,
  // Only what a timeline tells of it.
  billingEvent: {
    type: "dunning.exhausted",
    at,
    subscription: { subscriptionId: `of ${organizationId}` },
  } as never,
})

it("is in time order, and of one instant in the order of the commits", () => {
  const timeline = makeTimeline()
  for (const [id, at] of [
    ["a", 2_000],
    ["b", 1_000],
    ["c", 2_000],
    ["d", 1_000],
  ] as const) {
    timeline.add(ended(id, at))
  }
  expect(timeline.entries().map(({ organizationId }) => organizationId)).toEqual(["b", "d", "a", "c"])
  expect(timeline.entries()[0]).toEqual({
    at: "1970-01-01T00:00:01.000Z",
    type: "dunning.exhausted",
    organizationId: "b",
    objectId: "of b",
    summary: "Dunning exhausted",
  })
  expect(timeline.omitted()).toBe(0)
})

it("ends where it is full, and counts what it leaves out", () => {
  const timeline = makeTimeline(2)
  for (const id of ["a", "b", "c", "d"]) timeline.add(ended(id, 0))
  expect(timeline.entries().map(({ organizationId }) => organizationId)).toEqual(["a", "b"])
  expect(timeline.omitted()).toBe(2)
})
