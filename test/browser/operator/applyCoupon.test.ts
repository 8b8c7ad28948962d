// Giving a running subscription a coupon in the console.
import { describe, it } from "vitest"
import { seeded } from "../../support/simulator.ts"
import { closeQuietly, hasChromium } from "../browser.ts"
import { useConsole } from "../useConsole.ts"
import { subscribe } from "../world.ts"

describe.skipIf(!hasChromium)("a coupon", () => {
  const start = useConsole(subscribe)

  it("is given to a subscription that has none, and discounts the upcoming invoice", async () => {
    const opened = await start(`organizations/${seeded.organizationId}`)
    const { page } = opened
    await page.getByText("or give it a coupon").click()
    const form = page.getByRole("form", { name: "Give it a coupon" })
    await form.getByLabel("Coupon").selectOption("HALF3")
    await form.getByRole("button", { name: "Give the coupon" }).click()
    await page.getByText("HALF3 begins with the first period of which nothing is billed.").waitFor()
    await page.getByText("50 %, repeating, active").waitFor()
    await form.waitFor({ state: "detached" })
    await page.getByText("49.95").first().waitFor()
    await closeQuietly(opened)
  })
})
