// How an organization pays, in the console: payment methods, vouchers, coupons, and what it says of one that is past due.
import { describe, expect, it } from "vitest"
import { seeded } from "../support/simulator.ts"
import { closeQuietly, hasChromium } from "./browser.ts"
import { useBrowser } from "./useConsole.ts"
import { addCard, subscribe } from "./world.ts"

const organization = `organizations/${seeded.organizationId}`

describe.skipIf(!hasChromium)("how an organization pays, in the console", () => {
  const { begin, open } = useBrowser()

  it("is by methods, of which one is the default and others can be removed", async () => {
    const simulator = await begin()
    const opened = await open(`${simulator.url}/#/${organization}`)
    const { page } = opened
    const region = page.getByRole("region", { name: "Payment methods" })
    const form = region.getByRole("form", { name: "Add a payment method" })
    for (const card of ["visa 4242, approved", "mastercard 4444, approved"]) {
      await form.getByLabel("Test card").selectOption(card)
      await form.getByRole("button", { name: "Add" }).click()
      await region.getByRole("rowheader", { name: card.slice(-14, -10) }).waitFor()
    }
    const row = region.getByRole("row", { name: /mastercard/ })
    await row.getByRole("button", { name: "Make mastercard •••• 4444 the default" }).click()
    await row.getByRole("cell", { name: "yes" }).waitFor()
    await region.getByRole("button", { name: "Remove visa •••• 4242" }).click()
    await expect.poll(() => region.getByRole("rowheader").allInnerTexts()).toEqual(["mastercard •••• 4444"])
    await closeQuietly(opened)
  })

  it("is by vouchers, with the ledger of each", async () => {
    const simulator = await begin()
    await subscribe(simulator)
    const opened = await open(`${simulator.url}/#/${organization}`)
    const { page } = opened
    const region = page.getByRole("region", { name: "Vouchers" })
    const form = region.getByRole("form", { name: "Grant a voucher" })
    await form.getByLabel("Name of a new voucher").fill("Goodwill")
    await form.getByLabel("Worth, in BRL").fill("nothing")
    await form.getByRole("button", { name: "Grant" }).click()
    await form.getByRole("alert").waitFor()
    await form.getByLabel("Worth, in BRL").fill("50.00")
    await form.getByRole("button", { name: "Grant" }).click()
    await region.getByText("50.00 BRL, 0.00 redeemed").waitFor()
    await simulator.control.advance({ by: "P1M" })
    await region.getByText("50.00 BRL, 50.00 redeemed").click()
    const rows = region.getByRole("group", { name: "Ledger" }).getByRole("row")
    await expect.poll(() => rows.count()).toBeGreaterThan(2)
    expect((await rows.allInnerTexts()).map((text) => text.split("\t").slice(1, 3).join(" "))).toEqual([
      "Movement Amount",
      "consume −50.00",
      "grant 50.00",
    ])
    await rows.nth(1).getByRole("link").click()
    await page.getByRole("article", { name: "Invoice" }).getByText("−50.00").waitFor()
    await closeQuietly(opened)
  })

  it("is not by a voucher that is revoked, once that is confirmed", async () => {
    const simulator = await begin()
    await simulator.control.request("POST", `/_simulator/${organization}/vouchers`, {
      name: "Goodwill",
      amount: 5000,
      currency: "BRL",
    })
    const opened = await open(`${simulator.url}/#/${organization}`)
    const region = opened.page.getByRole("region", { name: "Vouchers" })
    await region.getByText("50.00 BRL, 0.00 redeemed").click()
    await region.getByRole("button", { name: "Revoke Goodwill" }).click()
    await region.getByText("50.00 BRL of it will be gone for good.").waitFor()
    await region.getByRole("button", { name: "Yes, revoke Goodwill" }).click()
    await region.getByText("REVOKED").waitFor()
    expect(await region.getByRole("button", { name: "Revoke Goodwill" }).count()).toBe(0)
    await closeQuietly(opened)
  })

  it("is less by a coupon, of which it says how long it gives something off", async () => {
    const simulator = await begin()
    const opened = await open(`${simulator.url}/#/${organization}`)
    const { page } = opened
    await addCard(page)
    const subscribing = page.getByRole("form", { name: "Subscribe" })
    await subscribing.getByRole("combobox", { name: "Coupon" }).selectOption("WELCOME10")
    await subscribing.getByRole("button", { name: "Subscribe" }).click()
    const region = page.getByRole("region", { name: "Subscription" })
    await region.getByText("10 %, once, this cycle only").waitFor()
    await simulator.control.advance({ by: "P1M" })
    await region.getByText("10 %, once, used up").waitFor()
    await closeQuietly(opened)
  })

  it("is refused: why it is past due, since when, and whether it may use", async () => {
    const simulator = await begin()
    await subscribe(simulator)
    await simulator.control.fault({ kind: "gateway", outcome: "declined" })
    await simulator.control.advance({ by: "P1M" })
    const opened = await open(`${simulator.url}/#/${organization}`)
    const { page } = opened
    const region = page.getByRole("region", { name: "Subscription" })
    await region.getByText("PAST DUE", { exact: true }).waitFor()
    const facts = (await region.locator("dl").innerText()).replaceAll("\n", " ")
    expect(facts).toContain("Reason payment declined")
    expect(facts).toContain("Past due since 28 Feb 2026 00:00:00")
    expect(facts).toContain("Usage allowed")
    await closeQuietly(opened)
  })
})
