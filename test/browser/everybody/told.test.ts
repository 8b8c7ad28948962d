// What the console tells of what was done and found: in sight, in a way that a reader of a screen hears, and as it is.
import { describe, expect, it } from "vitest"
import { seeded } from "../../support/simulator.ts"
import { closeQuietly, hasChromium } from "../browser.ts"
import { useConsole } from "../useConsole.ts"
import { furnish } from "../world.ts"

const organization = `organizations/${seeded.organizationId}`

describe.skipIf(!hasChromium)("the console tells", () => {
  const start = useConsole(furnish)

  it("where it is seen that something was refused", async () => {
    const opened = await start(organization, { height: 700 })
    const { page } = opened
    const form = page.getByRole("form", { name: "Grant a voucher" })
    await form.getByLabel("Name of a new voucher").fill("Goodwill")
    await form.getByLabel("Worth, in BRL").fill("nothing")
    const submit = form.getByRole("button", { name: "Grant" })
    await submit.evaluate((button: { readonly scrollIntoView: (where: object) => void }) =>
      button.scrollIntoView({ block: "end" }),
    )
    await submit.press("Enter")
    const alert = form.getByRole("alert")
    await alert.waitFor()
    const box = await alert.boundingBox()
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(700)
    await closeQuietly(opened)
  })

  it("how many a filter leaves, and which page is shown", async () => {
    const opened = await start("events")
    const { page } = opened
    const told = page
      .getByRole("main")
      .getByRole("status")
      .filter({ hasText: /found|page/ })
    await page.getByRole("listitem").first().waitFor()
    expect(await told.count()).toBe(0)
    await page.getByLabel("Type").selectOption("payment.failed")
    await told.getByText("1 found").waitFor({ state: "attached" })
    await page.getByLabel("Search in the event").fill("nothing like it")
    await told.getByText("0 found").waitFor({ state: "attached" })
    await page.getByRole("link", { name: "Assumptions" }).click()
    await page.getByText("Page 1 of 2").waitFor()
    expect(await told.count()).toBe(0)
    await page.getByRole("link", { name: "Next" }).click()
    await told.getByText(/^\d+ found, page 2 of 2$/).waitFor({ state: "attached" })
    await closeQuietly(opened)
  })

  it("what a name may be made of", async () => {
    const opened = await start("")
    const { page } = opened
    await page.getByText("World default").click()
    const name = page.getByLabel("Its name")
    await name.fill("two words")
    expect(await name.getAttribute("title")).toBe("1 to 64 letters, digits, dots, hyphens or underscores")
    await closeQuietly(opened)
  })
})
