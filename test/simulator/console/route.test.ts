import { describe, expect, it } from "vitest"
import { hrefOf, hrefOfOrganization, pageOf, parsePlace, worldOf } from "../../../simulator/console/route.ts"

describe("a hash", () => {
  it.each([
    ["", [], {}],
    ["#", [], {}],
    ["#/", [], {}],
    ["#/inbox", ["inbox"], {}],
    ["#/organizations/a%2Fb/invoices/c", ["organizations", "a/b", "invoices", "c"], {}],
    ["#/organizations?search=A+%26+B&page=2", ["organizations"], { search: "A & B", page: "2" }],
    ["#/100%", ["100%"], {}],
    ["#main", ["main"], {}],
  ])("%j names a place", (hash, path, query) => {
    expect(parsePlace(hash)).toEqual({ path, query })
  })

  it.each([
    [[], {}, "#/"],
    [["events"], { type: "", page: 2 }, "#/events?page=2"],
    [["organizations", "a/b"], { search: "ç &" }, "#/organizations/a%2Fb?search=%C3%A7+%26"],
  ])("of %j and %j leads back to it", (path, query, href) => {
    expect(hrefOf(path, query)).toBe(href)
    expect(parsePlace(href).path).toEqual(path)
  })

  it("names an organization and an invoice of it", () => {
    expect(hrefOfOrganization("o")).toBe("#/organizations/o")
    expect(hrefOfOrganization("o", "i")).toBe("#/organizations/o/invoices/i")
  })
})

describe("a page", () => {
  it.each([
    ["#/events", 1],
    ["#/events?page=3", 3],
    ["#/events?page=0", 1],
    ["#/events?page=-1", 1],
    ["#/events?page=1.5", 1],
    ["#/events?page=x", 1],
  ])("of %s is %d", (hash, page) => {
    expect(pageOf(parsePlace(hash))).toBe(page)
  })
})

describe("the world of a page", () => {
  it.each([
    ["/", "", "default"],
    ["/w/suite-2/", "/w/suite-2", "suite-2"],
    ["/w/suite-2", "/w/suite-2", "suite-2"],
    ["/w/a%2Eb/x", "/w/a%2Eb", "a.b"],
    ["/wide/", "", "default"],
  ])("at %s", (pathname, base, world) => {
    expect(worldOf(pathname)).toEqual({ base, world })
  })
})
