import { describe, expect, it } from "vitest"
import { makeRouter } from "../../src/http/router.ts"

const route = (method: string, path: string) => ({ method, path })
const find = makeRouter([
  route("GET", "/things"),
  route("POST", "/things"),
  route("GET", "/things/{thingId}"),
  route("POST", "/things/upcoming"),
  route("GET", "/things/{thingId}/parts/{partId}"),
  route("GET", "/things/upcoming/parts"),
  route("GET", "/"),
])

describe("router", () => {
  it.each([
    ["/", ["/"], []],
    ["/things", ["/things", "/things"], []],
    ["/things/1", ["/things/{thingId}"], ["1"]],
    ["/things/upcoming", ["/things/upcoming"], []],
    ["/things/upcoming/parts", ["/things/upcoming/parts"], []],
    ["/things/upcoming/parts/2", ["/things/{thingId}/parts/{partId}"], ["upcoming", "2"]],
    ["/things/a%2Fb%20c", ["/things/{thingId}"], ["a/b c"]],
    ["/things/%zz", ["/things/{thingId}"], ["%zz"]],
    ["/things/{thingId}", ["/things/{thingId}"], ["{thingId}"]],
    ["/things/__proto__", ["/things/{thingId}"], ["__proto__"]],
  ])("%s leads to %j with %j", (path, templates, values) => {
    const place = find(path)
    expect(Array.from(place?.methods.values() ?? [], (found) => found.path)).toEqual(templates)
    expect(place?.values).toEqual(values)
  })

  it.each([
    "",
    "things",
    "/things/",
    "/things//parts/2",
    "/Things",
    "/things/1/parts",
    "/things/1/parts/2/3",
  ])("%j leads nowhere", (path) => {
    expect(find(path)).toBeUndefined()
  })

  it("two routes of one method and path are refused", () => {
    expect(() => makeRouter([route("GET", "/a/{b}"), route("GET", "/a/{c}")])).toThrow("Two routes")
  })
})
