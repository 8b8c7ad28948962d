// The terms of a plan in the console: seats that are had and changed, and a charge that is made once.
import { describe, expect, it } from "vitest"
import { seeded } from "../support/simulator.ts"
import { closeQuietly, hasChromium } from "./browser.ts"
import { useBrowser } from "./useConsole.ts"
import { addCard, subscribe } from "./world.ts"

const organization = `organizations/${seeded.organizationId}`
const team = {
  name: "Crew",
  description: "By seat",
  intervals: [{ interval: "MONTHLY", amount: 1000, currency: "BRL", quantityAllowed: true }],
  prices: [],
}

describe.skipIf(!hasChromium)("the terms of a plan in the console", () => {
  const { begin, open } = useBrowser()

  it("are units, which are had, changed, and scheduled", async () => {
    const simulator = await begin()
    const { control } = simulator
    await control.request("POST", "/_simulator/plans", team)
    const opened = await open(`${simulator.url}/#/${organization}`)
    const { page } = opened
    await addCard(page)
    const subscribing = page.getByRole("form", { name: "Subscribe" })
    await subscribing.locator("select[name=plan]").selectOption("Crew, monthly, 10.00 BRL a unit")
    await subscribing.getByLabel("Quantity").fill("3")
    await subscribing.getByRole("button", { name: "Subscribe" }).click()
    const region = page.getByRole("region", { name: "Subscription" })
    await region.getByText("Change the plan, the quantity or the payment method").click()
    const changing = page.getByRole("form", { name: "Change the quantity" })
    await changing.getByLabel("New quantity").fill("5")
    await changing.getByLabel("When it changes").selectOption("At the end of the period")
    await changing.getByRole("button", { name: "Change the quantity" }).click()
    await region.getByText("Quantity changes to").waitFor()
    await changing.getByLabel("New quantity").fill("4")
    await changing.getByLabel("When it changes").selectOption("Now")
    await changing.getByRole("button", { name: "Change the quantity" }).click()
    await region.getByText("Quantity changes to").waitFor({ state: "detached" })
    await expect
      .poll(() => page.getByRole("region", { name: "Upcoming invoice" }).innerText())
      .toContain("40.00")
    await closeQuietly(opened)
  })

  it("are charges that are added, and removed while no invoice bills them", async () => {
    const simulator = await begin()
    await subscribe(simulator)
    const opened = await open(`${simulator.url}/#/${organization}`)
    const { page } = opened
    const upcoming = page.getByRole("region", { name: "Upcoming invoice" })
    await upcoming.getByText("Add a one-off charge").first().click()
    const adding = page.getByRole("form", { name: "Add a one-off charge" })
    await adding.getByLabel("Name of the charge").fill("Set-up")
    await adding.getByLabel("Price in BRL").fill("0")
    await adding.getByRole("button", { name: "Add" }).click()
    await adding.getByRole("alert").waitFor()
    await adding.getByLabel("Price in BRL").fill("50.00")
    await adding.getByRole("button", { name: "Add" }).click()
    await expect.poll(() => upcoming.innerText()).toContain("149.90")
    await upcoming.getByRole("button", { name: "Remove Set-up" }).click()
    await expect.poll(() => upcoming.innerText()).not.toContain("149.90")
    await closeQuietly(opened)
  })

  it("are a trial, of which it says when it ends, and a fee in advance, which is charged at once", async () => {
    const simulator = await begin()
    const opened = await open(`${simulator.url}/#/${organization}`)
    const { page } = opened
    await addCard(page)
    const subscribing = page.getByRole("form", { name: "Subscribe" })
    expect(await subscribing.getByLabel("Quantity").count()).toBe(0)
    await subscribing.locator("select[name=plan]").selectOption("Team, monthly, 29.90 BRL a unit, in advance")
    await subscribing.getByLabel("Quantity").fill("2")
    await subscribing.getByRole("button", { name: "Subscribe" }).click()
    await page.getByText("Subscribed. The trial is free and ends on 14 Feb 2026.").waitFor()
    const region = page.getByRole("region", { name: "Subscription" })
    await region.getByRole("button", { name: "Cancel now…" }).click()
    await region.getByText("In its trial no fee and no usage is billed.").waitFor()
    await region.getByRole("button", { name: "Yes, cancel now" }).click()
    await subscribing.locator("select[name=plan]").selectOption("Team, monthly, 29.90 BRL a unit, in advance")
    await subscribing.getByRole("button", { name: "Subscribe" }).click()
    await page.getByText("Subscribed. The first fee is billed.").waitFor()
    await page.getByRole("region", { name: "Invoices" }).getByText("1 paid").waitFor()
    await closeQuietly(opened)
  })
})
