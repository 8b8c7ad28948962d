import { execFile } from "node:child_process"
import { promisify } from "node:util"
import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { seeded } from "../support/simulator.ts"
import { closeQuietly, hasChromium } from "./browser.ts"
import { useConsole } from "./useConsole.ts"
import { subscribe } from "./world.ts"

const organization = `organizations/${seeded.organizationId}`

describe.skipIf(!hasChromium)("what is done in the console", () => {
  const start = useConsole(subscribe)
  const message = (page: Page) => page.getByRole("status").getByRole("region")

  it("is told in a message that links to it and goes", async () => {
    const opened = await start("events")
    const { page } = opened
    await page.clock.install()
    await page.reload()
    await page.getByRole("button", { name: "+1 month" }).click()
    await message(page).getByRole("link", { name: "CYCLE invoice of 99.90 BRL issued, OPEN" }).waitFor()
    await message(page).getByText("The audit found nothing.").waitFor()
    expect(await message(page).evaluate(isInSight)).toBe(true)
    await page.clock.fastForward(20_000)
    await message(page).waitFor({ state: "detached" })
    await page.getByRole("button", { name: "+1 day" }).click()
    await message(page).getByText("Put away").waitFor()
    await page.getByRole("link", { name: "Requests" }).click()
    await message(page).waitFor({ state: "detached" })
    await page.getByRole("link", { name: "Time", exact: true }).click()
    await page.getByRole("region", { name: "Last move" }).getByText("Nothing fell due on the way.").waitFor()
    await closeQuietly(opened)
  })

  it("takes the refusal of what was done before away", async () => {
    const opened = await start("webhooks")
    const { page } = opened
    await page.getByLabel("URL").fill("ftp://example.org")
    await page.getByRole("button", { name: "Add" }).click()
    await page.getByRole("alert").waitFor()
    await page.getByRole("button", { name: "Flush", exact: true }).click()
    await page.getByRole("alert").waitFor({ state: "detached" })
    await closeQuietly(opened)
  })

  it("shows that time moves while it does", async () => {
    const opened = await start("time")
    const { page } = opened
    const held = Promise.withResolvers<void>()
    await page.route("**/_simulator/clock", async (route) => {
      if (route.request().method() === "POST") await held.promise
      await route.continue()
    })
    await page.getByRole("button", { name: "+1 year" }).click()
    await page.getByText("UTC, moving…").waitFor()
    await page.getByRole("progressbar", { name: "Under way" }).waitFor()
    held.resolve()
    await page.getByText("UTC, standing").waitFor()
    await page.getByRole("progressbar", { name: "Under way" }).waitFor({ state: "detached" })
    await closeQuietly(opened)
  })

  it("offers no payment of nothing, and says that the cycle is prepaid", async () => {
    const opened = await start(organization)
    const { page, simulator } = opened
    const upcoming = page.getByRole("region", { name: "Upcoming invoice" })
    await upcoming.getByRole("button", { name: "Pay 99.90 BRL" }).click()
    await upcoming.getByText("Prepaid").waitFor()
    expect(await page.getByRole("button", { name: /Pay 0/ }).count()).toBe(0)
    await page.goto(`${simulator.url}/#/`)
    const steps = page.getByRole("listitem").filter({ has: page.getByRole("heading") })
    const current = steps.filter({ has: page.locator("details[open]") })
    await expect.poll(() => current.getByRole("heading").allInnerTexts()).toEqual(["Let the period end"])
    expect(await page.locator("main button.main:visible").count()).toBe(1)
    await closeQuietly(opened)
  })

  it("is confirmed with its amounts where it cannot be undone", async () => {
    const opened = await start(organization)
    const { page } = opened
    await page.getByText("Change the plan or the payment method").click()
    const change = page.getByRole("form", { name: "Change the plan" })
    await change.getByLabel("New plan").selectOption({ label: "Pro, monthly, 299.90 BRL" })
    await change.getByRole("button", { name: "Change the plan…" }).click()
    await change.getByText("From Starter, monthly, 99.90 BRL to Pro, monthly, 299.90 BRL.").waitFor()
    await change.getByLabel("When").selectOption("At the end of the period")
    expect(await change.getByRole("group").count()).toBe(0)
    await change.getByRole("button", { name: "Change the plan…" }).click()
    await change.getByText("It changes on 28 Feb 2026").waitFor()
    await change.getByRole("button", { name: "No" }).click()
    await page.getByRole("button", { name: "Cancel now…" }).click()
    const cancel = page.getByRole("group", { name: "Cancel now?" })
    await cancel.getByText("0.00 BRL of usage before discounts, and the fee of Starter").waitFor()
    expect(await cancel.getByRole("button", { name: "No", exact: true }).evaluate(hasFocus)).toBe(true)
    await cancel.getByRole("button", { name: "Yes, cancel now" }).click()
    await page.getByRole("region", { name: "Subscription" }).getByText("CANCELLED", { exact: true }).waitFor()
    await closeQuietly(opened)
  })

  it("says what an invoice that is voided or paid back was worth", async () => {
    const opened = await start(organization)
    const { page, simulator } = opened
    await simulator.control.fault({ kind: "gateway", outcome: "declined" })
    await simulator.control.advance({ by: "P1M" })
    await page.getByRole("link", { name: "28 Feb 2026", exact: true }).click()
    await page.getByRole("button", { name: "Void…", exact: true }).click()
    await page.getByText("99.90 BRL is forgiven").waitFor()
    await page.getByRole("button", { name: "No", exact: true }).click()
    await page.getByRole("button", { name: "Pay with the default method" }).click()
    await page.getByLabel("Amount to give back").fill("20")
    await page.getByRole("button", { name: "Refund…" }).click()
    await page.getByText("20.00 BRL of 99.90 BRL that can go back is given to the customer.").waitFor()
    await page.getByRole("button", { name: "Yes, refund" }).click()
    await page.getByRole("article").getByRole("row", { name: "Refunded −20.00" }).waitFor()
    await closeQuietly(opened)
  })

  it("makes an organization with a user, and grants it a voucher", async () => {
    const opened = await start("organizations")
    const { page } = opened
    const making = page.getByRole("form", { name: "Make an organization" })
    await making.getByLabel("Name").fill("Nova Ltda")
    await making.getByRole("button", { name: "Make" }).click()
    await page.getByRole("heading", { name: "Nova Ltda" }).waitFor()
    const user = page.getByRole("form", { name: "Make a user" })
    await user.getByLabel("E-mail address").fill("ana@example.com")
    await user.getByRole("button", { name: "Make" }).click()
    await page.getByText("what is done here is done as ana@example.com").waitFor()
    const vouchers = page.getByRole("region", { name: "Vouchers" })
    await vouchers.getByLabel("Name of a new voucher").fill("Goodwill")
    await vouchers.getByLabel("Worth, in BRL").fill("12,50")
    await vouchers.getByRole("button", { name: "Grant" }).click()
    await vouchers.getByText("12.50 BRL, 0.00 redeemed").waitFor()
    await closeQuietly(opened)
  })

  it("can be done again in a shell", async () => {
    const opened = await start("time")
    const { page, simulator } = opened
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"])
    await page.getByRole("button", { name: "+1 day" }).first().click()
    await message(page).getByRole("button", { name: "Copy as curl" }).click()
    await message(page).getByText("Copied").waitFor()
    expect(await inShell(page)).toMatchObject({ to: "2026-02-02T00:00:00.000Z" })
    await page.goto(`${simulator.url}/#/${organization}`)
    await page.getByRole("button", { name: "Pause" }).click()
    await message(page).getByRole("button", { name: "Copy as curl" }).click()
    await message(page).getByText("Copied").waitFor()
    expect(await inShell(page)).toMatchObject({ status: "PAUSED" })
    await page.getByText("None comes up while the subscription is paused.").waitFor()
    await closeQuietly(opened)
  })

  it("is in the log of requests, as a command and to be sent again", async () => {
    const opened = await start("requests")
    const { page } = opened
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"])
    const entry = (path: string) => page.getByRole("listitem").filter({ hasText: path }).last()
    await entry("/subscriptions").locator("summary").click()
    await entry("/subscriptions").getByRole("button", { name: "Copy as curl" }).click()
    await entry("/subscriptions").getByText("Copied").waitFor()
    expect(await inShell(page)).toMatchObject({ code: "subscription.already_exists" })
    await expect.poll(() => page.getByText(/subscriptions$/).count()).toBe(2)
    await entry("/subscriptions").getByRole("button", { name: "Send again" }).click()
    await entry("/subscriptions").getByRole("alert").getByText("subscription.already_exists").waitFor()
    await entry("/payment-methods").locator("summary").click()
    await entry("/payment-methods").getByText("It cannot be sent again from here").waitFor()
    await closeQuietly(opened)
  })
})

/** The answer to the command on the clipboard. */
const inShell = async (page: Page): Promise<unknown> => {
  const command = await page.evaluate<string>("navigator.clipboard.readText()")
  return JSON.parse((await promisify(execFile)("sh", ["-c", command])).stdout)
}

const hasFocus = (element: { readonly matches: (selector: string) => boolean }): boolean =>
  element.matches(":focus")

/** Whether an element lies within the window. */
const isInSight = (element: {
  readonly getBoundingClientRect: () => { readonly top: number; readonly bottom: number }
}): boolean => {
  const { top, bottom } = element.getBoundingClientRect()
  return top >= 0 && bottom <= 900
}
