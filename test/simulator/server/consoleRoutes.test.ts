import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { VERSION } from "../../../simulator/cli/version.ts"
import { createSimulator, type Simulator, type SimulatorOptions } from "../../../simulator/index.ts"
import { consoleAssets } from "../../../simulator/server/consoleAssets.ts"

const browser = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" }

let simulator: Simulator
const start = async (options: SimulatorOptions = {}): Promise<void> => {
  simulator = await createSimulator({ listen: false, ...options })
}
beforeEach(() => start())
afterEach(() => simulator.close())

const get = (path: string, headers: Readonly<Record<string, string>> = {}, method = "GET") =>
  simulator.fetch(path, { method, headers, redirect: "manual" })

const index = {
  name: "studio-simulator",
  version: VERSION,
  links: {
    console: "/",
    docs: "/docs",
    api: "/studio/plans",
    contract: "/openapi.json",
    keys: "/.well-known/jwks.json",
    health: "/_simulator/health",
  },
}

const indexOfOther = {
  ...index,
  links: Object.fromEntries(Object.entries(index.links).map(([name, link]) => [name, `/w/other${link}`])),
}

describe("GET /", () => {
  it.each(["/", "/w/other/"])("of %s is the console for a browser", async (path) => {
    const response = await get(path, browser)
    const { bytes, etag } = (await consoleAssets())["index.html"]
    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toEqual({
      "content-type": "text/html; charset=utf-8",
      "content-length": String(bytes.byteLength),
      "content-security-policy":
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer",
      "cache-control": "no-cache",
      vary: "Accept",
      etag,
      "x-request-id": expect.any(String),
    })
    expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true)
  })

  it.each([{}, { accept: "*/*" }, { accept: "application/json" }])(
    "says where things are with %j",
    async (headers) => {
      const response = await get("/", headers)
      expect([response.headers.get("content-type"), response.headers.get("vary")]).toEqual([
        "application/json",
        "Accept",
      ])
      expect(await response.json()).toEqual(index)
    },
  )

  it.each([
    ["/w/other/", {}],
    ["/", { "x-simulator-world": "other" }],
  ])("leads nowhere out of the world of %s %j", async (path, headers) => {
    expect(await (await get(path, headers)).json()).toEqual(indexOfOther)
  })

  it("needs no token where the control plane does", async () => {
    await start({ controlToken: "secret" })
    expect((await get("/", browser)).status).toBe(200)
    expect((await get("/_simulator/health", browser)).status).toBe(401)
  })
})

describe("what the console is made of", () => {
  it.each([
    ["/console/app.js", "app.js", "text/javascript; charset=utf-8"],
    ["/w/other/console/app.js", "app.js", "text/javascript; charset=utf-8"],
    ["/console/app.css", "app.css", "text/css; charset=utf-8"],
  ] as const)("is at %s", async (path, file, type) => {
    const response = await get(path)
    const { bytes } = (await consoleAssets())[file]
    expect([response.status, response.headers.get("content-type")]).toEqual([200, type])
    expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true)
  })

  it("is known as HEAD too, without its body", async () => {
    const response = await get("/console/app.js", {}, "HEAD")
    const { bytes } = (await consoleAssets())["app.js"]
    expect(response.headers.get("content-length")).toBe(String(bytes.byteLength))
    expect(await response.text()).toBe("")
  })

  it.each(["TAG", 'W/"other", W/TAG', "*, TAG"])("is not sent again to who has it: %s", async (known) => {
    const { etag } = (await consoleAssets())["app.js"]
    const response = await get("/console/app.js", { "if-none-match": known.replace("TAG", etag) })
    expect([response.status, response.headers.get("etag"), await response.text()]).toEqual([304, etag, ""])
  })

  it("is sent to who has another one", async () => {
    expect((await get("/console/app.js", { "if-none-match": '"other"' })).status).toBe(200)
  })

  it("is nothing else of the folder that it lies in", async () => {
    for (const path of ["/console/main.tsx", "/console/index.html", "/console/..%2Fmain.ts", "/console/"]) {
      expect((await get(path)).status, path).toBe(404)
    }
  })
})

describe("the Host", () => {
  const under = async (host: string, path: string, headers = {}) => {
    const response = await get(path, { ...headers, host })
    return [response.status, response.headers.get("content-type")]
  }

  it.each(["/", "/console/app.js", "/console/app.css"])(
    "of %s is one of the control plane's",
    async (path) => {
      await start({ allowHost: ["sim.example"] })
      expect(await under("evil.example", path, browser)).toEqual([403, "application/json"])
      for (const host of ["sim.example:4010", "localhost", "127.0.0.1:1"]) {
        expect((await under(host, path, browser))[0], host).toBe(200)
      }
    },
  )

  it("of the links is any", async () => {
    expect(await under("evil.example", "/")).toEqual([200, "application/json"])
  })
})

describe("a world without the slash at its end", () => {
  it.each([
    ["/w/other", "/w/other/"],
    ["/w/other?x=1&y=/", "/w/other/?x=1&y=/"],
  ])("sends a browser on from %s to %s", async (path, location) => {
    const response = await get(path, browser)
    expect([response.status, response.headers.get("location")]).toEqual([308, location])
    expect(response.headers.get("x-request-id")).toEqual(expect.any(String))
  })

  it("begins by that no sooner than its page is asked for", async () => {
    for (const number of Array(200).keys()) {
      expect((await get(`/w/world-${number}`, browser)).status).toBe(308)
    }
  })

  it("says to others where things are", async () => {
    expect(await (await get("/w/other")).json()).toEqual(indexOfOther)
  })

  it("is refused where it is no name", async () => {
    expect((await get("/w/%2F%2Fevil.example", browser)).status).toBe(400)
  })
})
