// The timeline of the console: what is ahead of now, the clock that is moved there, and the money of the cycles.
import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { seeded } from "../support/simulator.ts"
import { closeQuietly, hasChromium } from "./browser.ts"
import { useBrowser } from "./useConsole.ts"
import { furnish, subscribe } from "./world.ts"

const organization = `organizations/${seeded.organizationId}`

const now = (page: Page): Promise<string> => page.locator(".now").innerText()

describe.skipIf(!hasChromium)("the timeline", () => {
  const { begin, open } = useBrowser()

  it("has ahead when dunning tries again, and the clock goes there by a press", async () => {
    const simulator = await begin()
    await subscribe(simulator)
    await simulator.control.fault({ kind: "gateway", outcome: "declined" })
    await simulator.control.advance({ by: "P1M" })
    const opened = await open(`${simulator.url}/#/${organization}`)
    const { page } = opened
    await page.getByText("The timeline as a table").click()
    const rows = page.getByRole("group", { name: "The timeline as a table" }).getByRole("row")
    await rows.getByText("Card is tried again").first().waitFor()
    const again = page.getByRole("row", { name: /Card is tried again/ }).first()
    const [day = ""] = (await again.innerText()).split("\t")
    await again.getByRole("button", { name: `Move there: ${day}` }).click()
    await expect.poll(() => now(page)).toContain(day)
    await closeQuietly(opened)
  })

  it("asks before a click moves the clock, and leads to invoices", async () => {
    const simulator = await begin()
    await subscribe(simulator)
    await simulator.control.advance({ by: "P1M" })
    const opened = await open(`${simulator.url}/#/${organization}`)
    const { page } = opened
    const ahead = page.locator(".mark").filter({ has: page.locator(".ahead") })
    await ahead.last().click()
    const question = page.getByRole("group", { name: "Move the clock?" })
    await question.getByText("The clock moves to 31 Mar 2026 00:00:00 UTC.").waitFor()
    await question.getByRole("button", { name: "No" }).click()
    expect(await now(page)).toContain("28 Feb 2026")
    const axis = page.locator(".axis")
    const box = await axis.boundingBox()
    await axis.click({ position: { x: (box?.width ?? 0) / 2, y: 8 } })
    await question.getByText(/The clock moves to \d\d Mar 2026 00:00:00 UTC/).waitFor()
    await question.getByRole("button", { name: "Yes, move the clock" }).click()
    await expect.poll(() => now(page)).toContain("Mar 2026 00:00:00")
    await page
      .locator(".mark")
      .filter({ has: page.locator(".invoice") })
      .first()
      .click()
    await page.getByRole("article", { name: "Invoice" }).waitFor()
    await closeQuietly(opened)
  })

  it("goes on with older invoices on further pages", async () => {
    const simulator = await begin()
    await subscribe(simulator)
    await simulator.control.advance({ by: "P2Y" })
    const opened = await open(`${simulator.url}/#/${organization}`)
    const { page } = opened
    const region = page.getByRole("region", { name: "Invoices" })
    await region.getByText("Page 1 of 2, 24 in all").waitFor()
    await region.getByText("24 paid", { exact: true }).waitFor()
    await region.getByRole("link", { name: "Next" }).click()
    await expect.poll(() => region.getByRole("rowheader").count()).toBe(4)
    await region.getByRole("link", { name: "28 Feb 2026" }).click()
    await page.getByRole("article", { name: "Invoice" }).waitFor()
    await closeQuietly(opened)
  })

  it("shows what each cycle brought, and the invoices by status", async () => {
    const simulator = await begin()
    await furnish(simulator)
    const opened = await open(`${simulator.url}/#/${organization}`)
    const { page } = opened
    await page.getByText("usage billed", { exact: true }).waitFor()
    const titles = page.locator("svg.timeline g:has(> rect.money) > title")
    await expect.poll(() => titles.count()).toBe(4)
    expect(await titles.first().textContent()).toBe(
      "Cycle 31 Jan 2026 to 28 Feb 2026: 174.95 BRL paid, 250.00 BRL of usage billed",
    )
    await page.getByRole("region", { name: "Invoices" }).getByText("4 paid", { exact: true }).waitFor()
    await closeQuietly(opened)
  })
})
