// The ids of requests that a host makes: what cannot stand in a header gives way.
import { describe, expect, it } from "vitest"
import { makeDispatcher } from "../../src/http/dispatcher.ts"
import { send } from "./fakes.ts"

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

describe("the id that a host gives a request", () => {
  const idOf = async (id: unknown) => {
    const dispatcher = makeDispatcher({
      routes: [],
      makeRequestId: () => id as string,
      onDefect: ({ cause }) => expect.unreachable(String(cause)),
    })
    const { status, headers } = await send(dispatcher, { method: "GET", url: "/nothing" })
    expect(status).toBe(404)
    return headers["x-request-id"]
  }

  it.each(["1", "a;b", "{x}", "x".repeat(128)])("stands as it is: %s", async (id) => {
    expect(await idOf(id)).toBe(id)
  })

  it.each([
    ["none", undefined],
    ["a number", 1],
    ["an empty one", ""],
    ["one of two lines", "a\r\nb: c"],
    ["one that ends in a line", "a\n"],
    ["one with a space", "a b"],
    ["one that is no ASCII", "é"],
    ["a long one", "x".repeat(129)],
  ])("gives way to one at random: %s", async (_, id) => {
    expect(await idOf(id)).toMatch(UUID)
  })
})
