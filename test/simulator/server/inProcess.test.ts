// A world called under another platform's `Request` and `Headers`.
import { afterEach, expect, it, vi } from "vitest"
import { inProcess } from "../../support/simulator.ts"

afterEach(() => {
  vi.unstubAllGlobals()
})

it("reads headers whose names keep their case, as those of happy-dom do", async () => {
  const { simulator, token } = await inProcess()
  const headers = { Authorization: `Bearer ${await token()}` }
  const Platform = Request
  vi.stubGlobal(
    "Request",
    class extends Platform {
      constructor(input: Request | URL | string, init?: RequestInit) {
        super(input, init)
        const written = { [Symbol.iterator]: () => Object.entries(headers)[Symbol.iterator]() }
        Object.defineProperty(this, "headers", { value: written })
      }
    },
  )
  const { status } = await simulator.fetch("/studio/profile", { headers })
  expect(status).toBe(200)
})
