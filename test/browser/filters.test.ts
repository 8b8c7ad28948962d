import { describe, expect, it } from "vitest"
import { seeded } from "../support/simulator.ts"
import { closeQuietly, hasChromium } from "./browser.ts"
import { useOneSimulator } from "./useConsole.ts"
import { furnish } from "./world.ts"

describe.skipIf(!hasChromium)("a list of the console", () => {
  const one = useOneSimulator(furnish)

  it("of requests is narrowed by what is chosen, and the address has it", async () => {
    const opened = await one.open("/#/requests")
    const { page } = opened
    const paths = page.locator(".log .path")
    await expect.poll(() => paths.count()).toBe(4)
    await page.getByLabel("Part of the path or id").fill("threshold")
    await expect.poll(() => paths.allInnerTexts()).toEqual([expect.stringMatching(/billing-threshold$/)])
    await page.reload()
    await expect.poll(() => paths.count()).toBe(1)
    expect(await page.getByLabel("Part of the path or id").inputValue()).toBe("threshold")
    await page.getByLabel("Status").selectOption("4xx")
    await page.getByText("No request of the log is like that.").waitFor()
    await page.getByRole("link", { name: "Show all" }).click()
    await expect.poll(() => paths.count()).toBe(4)
    await page.getByLabel("Calls of").selectOption("the control plane")
    await expect.poll(() => paths.first().innerText()).toMatch(/^\/_simulator\//)
    await closeQuietly(opened)
  })

  it("of events and deliveries is one organization's, from its page", async () => {
    const opened = await one.open(`/#/organizations/${seeded.organizationId}`)
    const { page } = opened
    await page.getByRole("link", { name: "its events" }).click()
    // Each row names its organization, and the amount of an invoice.
    await page
      .locator(".log summary")
      .filter({ hasText: /invoice\.issued Exemplo Ltda \d+\.\d\d BRL/ })
      .first()
      .waitFor()
    await page.locator(".log strong").getByText("subscription.created").waitFor()
    await page.getByLabel("Organization").selectOption("Example Inc")
    await page.getByText("No event is like that.").waitFor()
    await page.goto(`${one.simulator.url}/#/webhooks?organizationId=${seeded.organizationId}`)
    const entries = page.locator(".log > li")
    await entries.first().getByText("Exemplo Ltda to http://127.0.0.1:9/hooks").waitFor()
    const deliveries = page.getByRole("region", { name: "Deliveries" })
    await deliveries.getByRole("combobox", { name: "Status", exact: true }).selectOption("delivered")
    await page.getByText("No delivery is like that.").waitFor()
    await closeQuietly(opened)
  })
})
