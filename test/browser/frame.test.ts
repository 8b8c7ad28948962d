import { describe, expect, it } from "vitest"
import { seeded } from "../support/simulator.ts"
import { closeQuietly, hasChromium } from "./browser.ts"
import { useOneSimulator } from "./useConsole.ts"
import { furnish } from "./world.ts"

const organization = `organizations/${seeded.organizationId}`

describe.skipIf(!hasChromium)("the frame of the console", () => {
  const one = useOneSimulator(furnish)

  it("says of an address without a view that there is none", async () => {
    const opened = await one.open("/#/invoces")
    const { page } = opened
    await page.getByText("No view of the console is called invoces.").waitFor()
    expect(await page.locator("nav.views [aria-current]").count()).toBe(0)
    await page.goto(`${one.simulator.url}/#/${organization}/nothing`)
    await page.getByText("There is no such view").waitFor()
    await closeQuietly(opened)
  })

  it("names what is shown in the title of the tab", async () => {
    const opened = await one.open(`/#/${organization}`)
    const { page } = opened
    await expect.poll(() => page.title()).toBe("Exemplo Ltda, Organizations, studio-billing")
    await page.getByRole("link", { name: "31 Mar 2026", exact: true }).click()
    await expect
      .poll(() => page.title())
      .toBe("Invoice of 31 Mar 2026, Exemplo Ltda, Organizations, studio-billing")
    await page.getByRole("link", { name: "Events" }).click()
    await expect.poll(() => page.title()).toBe("Events, studio-billing")
    await closeQuietly(opened)
  })

  it.each([1280, 1024])("keeps the views in sight when a page scrolls: %d pixels wide", async (width) => {
    const opened = await one.open(`/#/${organization}`, { width })
    const { page } = opened
    await page.getByRole("region", { name: "Payment methods" }).scrollIntoViewIfNeeded()
    await page.evaluate("scrollTo(0, document.body.scrollHeight)")
    const bar = await page.getByRole("banner").boundingBox()
    const start = await page.getByRole("link", { name: "Start" }).boundingBox()
    expect(bar?.y).toBe(0)
    expect(start?.y).toBeGreaterThanOrEqual((bar?.height ?? 0) - 1)
    expect(start?.y).toBeLessThan(200)
    await closeQuietly(opened)
  })

  it("uses the width of a large screen", async () => {
    const opened = await one.open(`/#/${organization}`, { width: 1920, height: 1080 })
    const { page } = opened
    const invoices = await page.getByRole("region", { name: "Invoices" }).boundingBox()
    const methods = await page.getByRole("region", { name: "Payment methods" }).boundingBox()
    expect(methods?.x).toBeGreaterThan((invoices?.x ?? 0) + (invoices?.width ?? 0))
    expect((methods?.x ?? 0) + (methods?.width ?? 0)).toBeGreaterThan(1700)
    await closeQuietly(opened)
  })

  it("has figures of one width in its columns of numbers", async () => {
    const opened = await one.open("/#/plans")
    await opened.page.getByRole("cell", { name: "99.90 BRL" }).first().waitFor()
    const figures = "getComputedStyle(document.querySelector('td.number')).fontVariantNumeric"
    expect(await opened.page.evaluate(figures)).toBe("tabular-nums")
    await closeQuietly(opened)
  })

  it("shortens ids, and copies the whole", async () => {
    const opened = await one.open("/#/organizations")
    const { page } = opened
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"])
    const row = page.getByRole("row", { name: /Exemplo Ltda/ })
    expect(await row.locator("code").innerText()).toBe("…00000001")
    expect(await row.locator("code").getAttribute("title")).toBe(seeded.organizationId)
    await row.getByRole("button", { name: `Copy ${seeded.organizationId}` }).click()
    await row.getByText("Copied").waitFor()
    expect(await page.evaluate("navigator.clipboard.readText()")).toBe(seeded.organizationId)
    await closeQuietly(opened)
  })

  it("shows itself in the theme that was chosen, also after it was opened again", async () => {
    const opened = await one.open("/")
    const { page } = opened
    const ground = () => page.evaluate<string>("getComputedStyle(document.body).backgroundColor")
    const field = page.getByRole("combobox", { name: "Theme" })
    await expect.poll(ground).toBe("rgb(246, 247, 248)")
    await field.selectOption("Dark")
    await expect.poll(ground).toBe("rgb(18, 20, 22)")
    await page.reload()
    await expect.poll(() => field.inputValue()).toBe("dark")
    expect(await ground()).toBe("rgb(18, 20, 22)")
    await field.selectOption("As the system")
    await expect.poll(ground).toBe("rgb(246, 247, 248)")
    await page.emulateMedia({ colorScheme: "dark" })
    await expect.poll(ground).toBe("rgb(18, 20, 22)")
    await closeQuietly(opened)
  })
})
