import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import type { FaultEffect, FaultMatcher } from "../../../simulator/faults/Fault.ts"
import { makeFaultBook } from "../../../simulator/faults/FaultBook.ts"
import { makeWebhookFaults } from "../../../simulator/faults/webhookFaults.ts"

const any: FaultMatcher = { method: null, path: null, organizationId: null, nth: 1, times: 1 }

const delivery = (deliveryId: string, organizationId = "one", endpointId = "endpoint") => ({
  deliveryId,
  endpointId,
  event: { organizationId },
})
const [a, b, c, d] = ["a", "b", "c", "d"].map((id) => delivery(id)) as [
  ReturnType<typeof delivery>,
  ReturnType<typeof delivery>,
  ReturnType<typeof delivery>,
  ReturnType<typeof delivery>,
]

const withFault = (effect: FaultEffect, aim: Partial<FaultMatcher> = {}) => {
  const book = makeFaultBook()
  const fault = book.add({ ...any, ...aim, effect })
  const faults = makeWebhookFaults(book)
  const arrange = (...waiting: ReadonlyArray<ReturnType<typeof delivery>>) =>
    faults.arrange(waiting).map(({ deliveryId }) => deliveryId)
  return { book, faultId: fault?.faultId ?? "", faults, arrange }
}

describe("without faults", () => {
  it("deliveries go in their order, and attempts are made", async () => {
    const { arrange, faults } = withFault({ kind: "drop_before" })
    expect(arrange(a, b, c)).toEqual(["a", "b", "c"])
    const how = { send: Effect.succeed("sent"), fail: Effect.succeed("failed") }
    expect(await Effect.runPromise(faults.attempt("a", how))).toBe("sent")
  })
})

describe("webhook_hold", () => {
  it("holds so many deliveries until it is deleted", () => {
    const { arrange, book, faultId } = withFault({ kind: "webhook_hold" }, { nth: 2, times: 2 })
    expect(arrange(a, b)).toEqual(["a"])
    expect(arrange(a, b, c, d)).toEqual(["a", "d"])
    expect(arrange(b, c)).toEqual([])
    book.remove(faultId)
    expect(arrange(b, c)).toEqual(["b", "c"])
  })

  it("holds those of its organization", () => {
    const { arrange } = withFault({ kind: "webhook_hold" }, { organizationId: "two", times: 9 })
    expect(arrange(a, delivery("x", "two"), b)).toEqual(["a", "b"])
  })
})

describe("webhook_reorder", () => {
  it("turns the order of those around that wait together, and keeps it so", () => {
    const { arrange } = withFault({ kind: "webhook_reorder", order: "reverse" })
    expect(arrange(a, b, c)).toEqual(["c", "b", "a"])
    expect(arrange(a, b, d)).toEqual(["b", "a", "d"])
  })

  it("waits for several that wait together", () => {
    const { arrange } = withFault({ kind: "webhook_reorder", order: "reverse" })
    expect(arrange(a)).toEqual(["a"])
    expect(arrange(b, c)).toEqual(["c", "b"])
  })

  it("does not count what waits for several endpoints as waiting together", () => {
    const { arrange, book } = withFault({ kind: "webhook_reorder", order: "reverse" })
    expect(arrange(a, delivery("x", "one", "another"))).toEqual(["a", "x"])
    expect(book.all()).toMatchObject([{ matched: 0, struck: 0 }])
  })

  it("counts those that wait together once, however often it is asked", () => {
    const { arrange, book } = withFault({ kind: "webhook_reorder", order: "reverse" }, { nth: 2 })
    expect(arrange(a, b)).toEqual(["a", "b"])
    expect(arrange(a, b)).toEqual(["a", "b"])
    expect(book.all()).toMatchObject([{ matched: 1, struck: 0 }])
    expect(arrange(a, b, c, d)).toEqual(["a", "b", "d", "c"])
  })

  it("leaves other organizations their order and their places", () => {
    const { arrange } = withFault({ kind: "webhook_reorder", order: "reverse" }, { organizationId: "one" })
    expect(arrange(a, delivery("x", "two"), b, delivery("y", "two"))).toEqual(["b", "x", "a", "y"])
  })

  it("shuffles by a seed, the same way each time", () => {
    const waiting = Array.from("abcdefgh", (id) => delivery(id))
    const shuffled = (seed: number) =>
      withFault({ kind: "webhook_reorder", order: { seed } }).arrange(...waiting)
    expect(shuffled(1)).toEqual(shuffled(1))
    expect(shuffled(2)).not.toEqual(shuffled(1))
    expect([...shuffled(1)].sort()).toEqual(Array.from("abcdefgh"))
  })
})

describe.each([
  ["webhook_fail", ["failed", "sent"], 1],
  ["webhook_duplicate", ["sent", "sent"], 3],
] as const)("%s", (kind, answers, sent) => {
  it("concerns so many attempts", async () => {
    const { faults } = withFault({ kind })
    let count = 0
    const send = Effect.sync(() => {
      count += 1
      return "sent"
    })
    const attempt = () => Effect.runPromise(faults.attempt("a", { send, fail: Effect.succeed("failed") }))
    expect([await attempt(), await attempt()]).toEqual(answers)
    expect(count).toBe(sent)
  })

  it("concerns deliveries of its organization", async () => {
    const { faults, arrange, book } = withFault({ kind }, { organizationId: "two" })
    arrange(a, delivery("x", "two"))
    const attempt = (id: string) =>
      Effect.runPromise(faults.attempt(id, { send: Effect.succeed("sent"), fail: Effect.succeed("failed") }))
    for (const id of ["unheard-of", "a", "x"]) await attempt(id)
    expect(book.all()).toMatchObject([{ matched: 1, struck: 1 }])
  })
})
