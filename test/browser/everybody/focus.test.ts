// The focus of whoever uses keys alone: it is where one was, and in sight, whatever an act takes away.
import type { Locator, Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { seeded } from "../../support/simulator.ts"
import { closeQuietly, hasChromium } from "../browser.ts"
import { useConsole } from "../useConsole.ts"
import { furnish } from "../world.ts"

const organization = `organizations/${seeded.organizationId}`

describe.skipIf(!hasChromium)("the focus", () => {
  const start = useConsole(furnish)

  it.each([
    ["faults", "Delete respond", "Faults that are made"],
    ["time", "Delete june", "Snapshots"],
    [organization, "Pause", "Subscription"],
  ])("stays in the part of the page that a button goes from: %s, %s", async (path, name, region) => {
    const opened = await start(path)
    const { page } = opened
    const button = page.getByRole("button", { name })
    await press(button)
    await button.waitFor({ state: "detached" })
    expect(await focused(page)).toBe(region)
    expect(await page.getByRole("region", { name: region }).getAttribute("tabindex")).toBe("-1")
    await page.keyboard.press("Shift+Tab")
    expect(await page.getByRole("region", { name: region }).getAttribute("tabindex")).toBe(null)
    await closeQuietly(opened)
  })

  it("stays among the endpoints when one of them was removed", async () => {
    const opened = await start("webhooks")
    const { page } = opened
    const endpoints = page.getByRole("region", { name: "Endpoints" })
    await endpoints.getByText("http://127.0.0.1:9/hooks").click()
    await press(endpoints.getByRole("button", { name: "Remove http://127.0.0.1:9/hooks…" }))
    await press(endpoints.getByRole("button", { name: "Yes, remove http://127.0.0.1:9/hooks" }))
    await endpoints.getByText("None yet.").waitFor()
    expect(await focused(page)).toBe("Endpoints")
    await closeQuietly(opened)
  })

  it("stays where a form goes that was confirmed", async () => {
    const opened = await start(organization)
    const { page } = opened
    await press(page.getByRole("button", { name: "Cancel now…" }))
    await press(page.getByRole("button", { name: "Yes, cancel now" }))
    await page.getByText("CANCELLED", { exact: true }).waitFor()
    expect(await focused(page)).toBe("Subscription")
    await closeQuietly(opened)
  })

  it("goes back to the page from a message that is put away", async () => {
    const opened = await start("time")
    const { page } = opened
    await press(page.getByRole("main").getByRole("button", { name: "+1 day" }))
    await press(page.getByRole("button", { name: "Put away" }))
    await page.getByRole("button", { name: "Put away" }).waitFor({ state: "detached" })
    expect(await focused(page)).toBe("+1 day")
    await closeQuietly(opened)
  })

  it("is left alone when it was left by a click", async () => {
    const opened = await start("time")
    const { page } = opened
    await page.getByRole("button", { name: "Delete june" }).focus()
    await page.getByText("UTC, standing").click()
    await opened.simulator.control.request("DELETE", "/_simulator/snapshots/june", {})
    await page.getByText("None. A snapshot is a copy").waitFor()
    expect(await page.evaluate("document.activeElement === document.body")).toBe(true)
    await closeQuietly(opened)
  })

  it("goes back to what asked when the question is left by Escape", async () => {
    const opened = await start(organization)
    const { page } = opened
    await press(page.getByRole("button", { name: "Cancel now…" }))
    await page.getByRole("group", { name: "Cancel now?" }).waitFor()
    await page.keyboard.press("Escape")
    await page.getByRole("group", { name: "Cancel now?" }).waitFor({ state: "detached" })
    expect(await focused(page)).toBe("Cancel now…")
    await closeQuietly(opened)
  })

  it.each([
    [1280, 700],
    [640, 450],
    [360, 640],
  ])("is in sight, also beside a message: %d by %d pixels", async (width, height) => {
    const opened = await start(organization, { width, height })
    const { page } = opened
    await page.getByRole("region", { name: "Invoices" }).getByRole("rowheader").first().waitFor()
    await page.getByRole("button", { name: "Audit", exact: true }).click()
    const message = page.getByRole("region", { name: "Done" })
    await message.getByText("The audit found nothing.").hover()
    for (const key of ["Tab", "Shift+Tab"]) {
      await page.getByRole("main").focus()
      const hidden: Array<string> = []
      for (let stops = 0; stops < 45; stops += 1) {
        await page.keyboard.press(key)
        if (!(await page.evaluate<boolean>(isSeen))) hidden.push(await focused(page))
      }
      expect(hidden).toEqual([])
    }
    await closeQuietly(opened)
  })
})

/** Presses a button as keys do. */
const press = async (button: Locator): Promise<void> => {
  await button.focus()
  await button.press("Enter")
}

/** The name of what has the focus. */
const focused = (page: Page): Promise<string> =>
  page.evaluate(
    "(document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent).trim()",
  )

/** Whether nothing lies above the middle of what has the focus. */
const isSeen = `(() => {
  const { activeElement } = document
  const [{ left, top, width, height }] = activeElement.getClientRects()
  const above = document.elementFromPoint(left + width / 2, top + height / 2)
  return activeElement === document.body || activeElement.contains(above)
})()`
