// Which access token a client sends, and when it asks for a fresh one.
import { expect, it } from "vitest"
import { createStudioClient } from "../../src/client/index.ts"

/** A service that takes one token, and a host that has one of its own. */
const started = () => {
  const state = { valid: "first", held: "first", refreshes: 0 }
  const client = createStudioClient({
    baseUrl: "https://studio.test",
    getAccessToken: () => state.held,
    refresh: () => {
      state.refreshes += 1
      state.valid = `refreshed-${state.refreshes}`
      return state.valid
    },
    fetch: async (_, init) =>
      new Headers(init.headers).get("authorization") === `Bearer ${state.valid}`
        ? Response.json({ userId: "1" })
        : Response.json(
            { statusCode: 401, code: "unauthorized", message: "No.", errors: [] },
            { status: 401 },
          ),
  })
  return { state, client }
}

it("asks for a fresh token where one that the host had later runs out, and not for that of before", async () => {
  const { state, client } = started()
  state.valid = "another"
  await client.profile.get()
  // Another part of the host signed in again; that token runs out, too.
  state.held = "second"
  state.valid = "none"
  expect(await client.profile.get()).toEqual({ userId: "1" })
  expect(state.refreshes).toBe(2)
})

it("asks again where the host goes on giving the token that was refused", async () => {
  const { state, client } = started()
  for (const refreshes of [1, 2]) {
    state.valid = "another"
    expect(await client.profile.get()).toEqual({ userId: "1" })
    expect(state.refreshes).toBe(refreshes)
  }
})
