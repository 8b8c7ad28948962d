// The console as large as somebody needs it, and in colours that somebody else chose.
import { describe, expect, it } from "vitest"
import { seeded } from "../../support/simulator.ts"
import { closeQuietly, hasChromium } from "../browser.ts"
import { useConsole } from "../useConsole.ts"
import { furnish } from "../world.ts"

const organization = `organizations/${seeded.organizationId}`

describe.skipIf(!hasChromium)("the console looks", () => {
  const start = useConsole(furnish)

  it("as large as the browser is set to", async () => {
    const opened = await start(organization)
    const { page } = opened
    const session = await page.context().newCDPSession(page)
    await session.send("Page.setFontSizes", { fontSizes: { standard: 32 } })
    await expect.poll(() => page.evaluate("getComputedStyle(document.body).fontSize")).toBe("30px")
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(1280)
    await closeQuietly(opened)
  })

  it.each(["light", "dark"] as const)("in forced colours as its colours mean it: %s", async (scheme) => {
    const opened = await start(organization, { scheme })
    const { page } = opened
    await page.emulateMedia({ forcedColors: "active" })
    // A theme that was chosen is not that of the forced colours.
    await page.getByRole("combobox", { name: "Theme" }).selectOption(scheme === "light" ? "Dark" : "Light")
    await page.getByRole("region", { name: "Invoices" }).getByRole("rowheader").first().waitFor()
    const colours = await page.evaluate<Record<string, string>>(coloursOf)
    const ground = colours.ground
    for (const [part, colour] of Object.entries(colours)) {
      if (part !== "ground") expect([part, colour]).not.toEqual([part, ground])
    }
    expect(colours.text).toBe(scheme === "light" ? "rgb(85, 92, 102)" : "rgb(165, 173, 184)")
    await closeQuietly(opened)
  })
})

const coloursOf = `(() => {
  const of = (selector, property) => getComputedStyle(document.querySelector(selector))[property]
  return {
    ground: of("section.card", "backgroundColor"),
    paid: of("i.money.revenue", "backgroundColor"),
    used: of("i.money.usage", "backgroundColor"),
    share: of(".share.good", "backgroundColor"),
    text: of(".timeline text", "fill"),
  }
})()`
