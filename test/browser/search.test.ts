// The search of the console: by keys, over organizations, invoices, events, plans and views.
import { describe, expect, it } from "vitest"
import { seeded } from "../support/simulator.ts"
import { closeQuietly, hasChromium } from "./browser.ts"
import { useOneSimulator } from "./useConsole.ts"
import { subscribe } from "./world.ts"

describe.skipIf(!hasChromium)("the search", () => {
  const one = useOneSimulator(async (simulator) => {
    await subscribe(simulator)
    await simulator.control.advance({ by: "P1M" })
  })

  it("is opened by keys, finds while one types, and goes where Enter says", async () => {
    const opened = await one.open("/")
    const { page } = opened
    await page.getByRole("link", { name: "Organizations" }).waitFor()
    await page.keyboard.press("Control+k")
    const dialog = page.getByRole("dialog", { name: "Search" })
    await dialog.getByText("Enter opens the first.").waitFor()
    await page.keyboard.type("dormant")
    await dialog.getByRole("link", { name: "Dormant Ltda" }).waitFor()
    await page.keyboard.press("Enter")
    await page.getByRole("heading", { name: "Dormant Ltda" }).waitFor()
    expect(await dialog.count()).toBe(0)
    await closeQuietly(opened)
  })

  it("finds an invoice by its id, events by anything in them, plans and views by name", async () => {
    const invoices = await one.simulator.control.request(
      "GET",
      `/_simulator/organizations/${seeded.organizationId}/invoices`,
    )
    const [invoice] = (invoices as { readonly data: ReadonlyArray<{ readonly invoiceId: string }> }).data
    const opened = await one.open("/#/requests")
    const { page } = opened
    const found = async (text: string) => {
      await page.getByRole("button", { name: "Search" }).click()
      await page.getByLabel("Search for an organization").fill(text)
      const links = page.getByRole("dialog").getByRole("link")
      await links.first().waitFor()
      const texts = await links.allInnerTexts()
      await page.keyboard.press("Escape")
      return texts
    }
    expect(await found(invoice?.invoiceId ?? "")).toEqual([
      "Invoice 28 Feb 2026, 99.90 BRL, paid",
      expect.stringMatching(/^Event 28 Feb 2026 00:00:00, /),
      expect.stringMatching(/^Event /),
      expect.stringMatching(/^Event /),
    ])
    expect(await found("scale")).toEqual(["Plan Scale"])
    expect(await found("webhook")).toEqual(["View Webhooks"])
    expect(await found("subscription.created")).toEqual([
      expect.stringMatching(/^Event .*subscription.created$/),
    ])
    await closeQuietly(opened)
  })

  it("says when there is nothing, and is left by Escape", async () => {
    const opened = await one.open("/#/events")
    const { page } = opened
    await page.getByRole("heading", { name: "Events" }).waitFor()
    await page.keyboard.press("Control+k")
    await page.getByText("Enter opens the first.").waitFor()
    await page.keyboard.type("nothing at all")
    await page.getByText("Nothing is like that.").waitFor()
    await page.keyboard.press("Escape")
    await expect.poll(() => page.getByRole("dialog").count()).toBe(0)
    // Without Ctrl they are letters: who speaks to the browser opens nothing by a word.
    for (const letter of ["/", "k", "K"]) await page.keyboard.press(letter)
    expect(await page.getByRole("dialog").count()).toBe(0)
    await closeQuietly(opened)
  })
})
