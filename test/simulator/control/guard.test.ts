import { describe, expect, it } from "vitest"
import { makeGuard } from "../../../simulator/control/guard.ts"

const guard = makeGuard({ hosts: ["192.0.2.7", "Sim.Example.com", "2001:db8::1"] })
const json = { "content-type": "application/json" }

const refusal = (
  headers: Readonly<Record<string, string>>,
  method = "GET",
  check = guard,
): string | undefined => check({ method, url: "/_simulator/health", headers, body: null })?.code

describe("hosts", () => {
  it.each([
    "localhost",
    "localhost:4010",
    "LOCALHOST",
    "app.localhost:1",
    "127.0.0.1:80",
    "127.1.2.3",
    "[::1]:4010",
    "192.0.2.7:4010",
    "sim.example.com",
    "[2001:db8::1]:4010",
  ])("%s may", (host) => {
    expect(refusal({ host })).toBeUndefined()
  })

  it.each([
    "",
    "evil.example.com",
    "localhost.evil.example",
    "127.0.0.1.evil.example",
    "evil@localhost",
    "localhost:4010:1",
    "notlocalhost",
    "0.0.0.0",
    "192.0.2.8",
    "[::2]",
  ])("%j may not", (host) => {
    expect(refusal({ host })).toBe("forbidden")
  })

  it("nobody may without a host", () => {
    expect(refusal({})).toBe("forbidden")
  })
})

describe("origins", () => {
  it.each([
    ["http://localhost:4010", undefined],
    ["https://localhost:4010", undefined],
    ["HTTP://LocalHost:4010", undefined],
    ["http://localhost:4011", "forbidden"],
    ["http://127.0.0.1:4010", "forbidden"],
    ["https://evil.example.com", "forbidden"],
    ["null", "forbidden"],
    ["", "forbidden"],
  ])("%j: %s", (origin, expected) => {
    expect(refusal({ host: "localhost:4010", origin })).toBe(expected)
  })

  it.each([
    ["cross-site", "forbidden"],
    ["same-site", undefined],
    ["same-origin", undefined],
    ["none", undefined],
  ])("a fetch of %s: %s", (site, expected) => {
    expect(refusal({ host: "localhost", "sec-fetch-site": site })).toBe(expected)
  })
})

describe("media types", () => {
  it.each([
    ["application/json", undefined],
    ["Application/JSON; charset=utf-8", undefined],
    ["text/plain", "unsupported_media_type"],
    ["application/x-www-form-urlencoded", "unsupported_media_type"],
    ["", "unsupported_media_type"],
  ])("a call that changes something as %j: %s", (type, expected) => {
    for (const method of ["POST", "PUT", "PATCH"]) {
      expect(refusal({ host: "localhost", "content-type": type }, method)).toBe(expected)
    }
  })

  it.each(["GET", "HEAD", "DELETE"])("a %s needs none", (method) => {
    expect(refusal({ host: "localhost" }, method)).toBeUndefined()
  })
})

describe("a control token", () => {
  const strict = makeGuard({ hosts: [], token: "s3cret" })

  it.each([
    ["Bearer s3cret", undefined],
    ["bearer  s3cret", undefined],
    ["Basic s3cret", "unauthorized"],
    ["Bearer s3cret2", "unauthorized"],
    ["Bearer ", "unauthorized"],
    ["s3cret", "unauthorized"],
    ["", "unauthorized"],
  ])("%j: %s", (authorization, expected) => {
    expect(refusal({ host: "localhost", authorization }, "GET", strict)).toBe(expected)
  })

  it("comes after the host and before the media type", () => {
    expect(refusal({ host: "evil.example", authorization: "Bearer s3cret" }, "GET", strict)).toBe("forbidden")
    expect(refusal({ host: "localhost", ...json }, "POST", strict)).toBe("unauthorized")
    expect(refusal({ host: "localhost", authorization: "Bearer s3cret" }, "POST", strict)).toBe(
      "unsupported_media_type",
    )
  })
})
