// What to do next about a refusal: there is a sentence for every code, and its link leads to a view that there is.
import { describe, expect, it } from "vitest"
import { hrefOfRemedy, remedyOf, wayTo } from "../../../simulator/console/remedies.ts"
import { parsePlace } from "../../../simulator/console/route.ts"
import { viewTitles } from "../../../simulator/console/views/viewTitles.ts"
import { controlErrorCodes } from "../../../simulator/control/contract/errors.ts"

const views = new Set<string | undefined>(["organization", ...viewTitles.map(([name]) => name)])

describe("what to do next", () => {
  it.each(controlErrorCodes)("is said of %s, in a sentence with a way to a view", (code) => {
    const remedy = remedyOf(code)
    expect(remedy?.text).toMatch(/^[A-Z].{15,}[.]$/s)
    expect(views).toContain(remedy?.view)
  })

  it("is not made up for a code that nobody knows", () => {
    expect(remedyOf("no answer")).toBeNull()
    expect(remedyOf("toString")).toBeNull()
  })

  it.each([
    ["payment.declined", "#/organizations/o-1", null],
    ["payment.declined", "#/organizations/o-1/invoices/i-1", "#/organizations/o-1"],
    ["payment.declined", "#/faults", null],
    ["otp.invalid", "#/", "#/inbox"],
    ["otp.invalid", "#/inbox", null],
    ["unauthorized", "#/requests", "#/"],
    ["unauthorized", "#/", null],
  ])("of %s at %s leads to %s", (code, hash, href) => {
    const remedy = remedyOf(code)
    expect(remedy === null ? "none" : hrefOfRemedy(remedy, parsePlace(hash))).toBe(href)
  })

  it("names where it leads", () => {
    const named = ["otp.invalid", "unauthorized", "payment.declined"].map((code) =>
      wayTo(remedyOf(code) as never),
    )
    expect(named).toEqual(["Go to inbox", "Go to the start", "Go to the organization"])
  })
})
