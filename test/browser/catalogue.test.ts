// Plans and coupons in the console: what they cost, who is on them, and new ones.
import { describe, expect, it } from "vitest"
import { closeQuietly, hasChromium } from "./browser.ts"
import { useOneSimulator } from "./useConsole.ts"
import { subscribe } from "./world.ts"

describe.skipIf(!hasChromium)("plans and coupons in the console", () => {
  const one = useOneSimulator(subscribe)

  it("say what a plan costs and who is on it", async () => {
    const opened = await one.open("/#/plans")
    const { page } = opened
    const team = page.getByRole("region", { name: "Team" })
    await team.getByText("nobody is subscribed").waitFor()
    expect(await team.getByRole("row").nth(1).innerText()).toMatch(
      /^monthly\s+29\.90 BRL\s+by the unit, in advance, 14 days of trial$/,
    )
    const starter = page.getByRole("region", { name: "Starter" })
    await starter.getByText("Prices of usage").click()
    expect(
      (await starter.getByRole("group", { name: "Prices of Starter" }).getByRole("row").allInnerTexts())
        .slice(1, 4)
        .map((row) => row.replace("\t", ": ")),
    ).toEqual([
      "Tokens (1,000): 0.50 BRL for each 1,000 begun",
      "Messages: 0.10 BRL each",
      "API calls: 0.08 up to 1,000, 0.06 up to 10,000, then 0.04 BRL",
    ])
    await starter.getByRole("link", { name: "one organization is subscribed" }).click()
    await expect.poll(() => page.getByRole("rowheader").count()).toBe(1)
    await page.getByLabel("Subscription").selectOption("past due")
    await page.getByText("None is like that.").waitFor()
    await closeQuietly(opened)
  })

  it("take a new plan, and refuse one in place", async () => {
    const opened = await one.open("/#/plans")
    const { page } = opened
    const form = page.getByRole("form", { name: "Make a plan" })
    await form.getByLabel("Name of the plan").fill("Nova")
    await form.getByLabel("What it is for").fill("Newly made")
    await form.getByLabel("Fee a month").fill("a lot")
    await form.getByRole("button", { name: "Make the plan" }).click()
    await form.getByRole("alert").getByText("intervals.0.amount").waitFor()
    await form.getByLabel("Fee a month").fill("49.00")
    await form.getByLabel("Days of trial; empty is none").fill("7")
    await form.getByLabel("Meter; empty is none").fill("calls")
    await form.getByLabel("Price of one of it").fill("0.05")
    await form.getByRole("button", { name: "Make the plan" }).click()
    const nova = page.getByRole("region", { name: "Nova" })
    await nova.getByText("7 days of trial").waitFor()
    await nova.getByText("Prices of usage").click()
    await nova.getByText("0.05 BRL each").waitFor()
    await closeQuietly(opened)
  })

  it("take a new coupon, with the fields that its choices leave", async () => {
    const opened = await one.open("/#/plans")
    const { page } = opened
    const form = page.getByRole("form", { name: "Make a coupon" })
    expect(await form.getByLabel("Months", { exact: true }).count()).toBe(0)
    await form.getByLabel("Code", { exact: true }).fill("SPRING")
    await form.getByLabel("Name of the coupon").fill("Spring")
    await form.getByLabel("It takes off").selectOption("an amount")
    await form.getByLabel("Amount", { exact: true }).fill("5.00")
    await form.locator("select[name=duration]").selectOption("some months")
    await form.getByLabel("Months", { exact: true }).fill("2")
    await form.locator("select[name=planId]").selectOption("Pro")
    await form.getByLabel("Times at most; empty is no limit").fill("10")
    await form.getByRole("button", { name: "Make the coupon" }).click()
    const row = page.getByRole("row", { name: /^SPRING/ })
    await row.waitFor()
    expect(await row.innerText()).toMatch(
      /^SPRING\s+Spring\s+5\.00 BRL\s+2 months\s+ACTIVE\s+0\s+for Pro, 10 times at most\s+End$/,
    )
    await form.getByLabel("Code", { exact: true }).fill("SPRING")
    await form.getByLabel("Name of the coupon").fill("Again")
    await form.getByRole("textbox", { name: "Percent" }).fill("10")
    await form.getByRole("button", { name: "Make the coupon" }).click()
    await form.getByRole("alert").waitFor()
    await closeQuietly(opened)
  })
})
