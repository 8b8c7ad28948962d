import { describe, expect, it } from "vitest"
import { thorough } from "../support/thorough.ts"
import { closeQuietly, hasChromium } from "./browser.ts"
import { useOneSimulator } from "./useConsole.ts"

describe.skipIf(!hasChromium)("a person with five minutes", () => {
  const one = useOneSimulator(async () => undefined)

  it("signs in, subscribes, pays, lets time pass and sees a payment refused, on one page", async () => {
    const opened = await one.open("/")
    const { page } = opened
    const step = (name: string) =>
      page.getByRole("listitem").filter({ has: page.getByRole("heading", { name }) })

    await step("Ask for a sign-in code").getByRole("button", { name: "Send a code" }).click()
    const code = await step("Ask for a sign-in code").locator(".otp").innerText()
    expect(code).toBe((await one.simulator.control.otp({ email: "owner@example.com" })).code)
    await page.getByRole("button", { name: "Sign in with the code" }).click()
    await step("Ask for a sign-in code").getByText("EXCHANGED").waitFor()

    await page.getByRole("combobox", { name: "Test card" }).selectOption("tok_visa")
    await step("Add a card").getByRole("button", { name: "Add" }).click()
    await step("Add a card").getByText("visa •••• 4242").waitFor()

    await page.getByRole("combobox", { name: "Coupon" }).selectOption("WELCOME10")
    await step("Subscribe").getByRole("button", { name: "Subscribe" }).click()
    await step("Subscribe").getByText("ACTIVE", { exact: true }).waitFor()
    await page.getByRole("button", { name: "Pay 89.91 BRL" }).click()
    await page.getByRole("link", { name: "Invoice of 89.91 BRL" }).waitFor()

    const did = page.getByRole("region", { name: "What the clock did" })
    await page.getByRole("button", { name: "Use 250 messages, and go to 28 Feb 2026" }).click()
    await did.getByText("CYCLE invoice of 22.50 BRL issued, OPEN").waitFor()
    await did.getByText("found nothing").waitFor()
    await page.getByText(/^Audit ok, \d+ s ago$/).waitFor()

    await page.getByRole("button", { name: "Refuse the next charge, and go to 31 Mar 2026" }).click()
    await did.getByText("Payment of 99.90 BRL failed, card_declined").waitFor()
    await step("Have a payment refused").getByText("PAST DUE").waitFor()
    expect(await step("Have a payment refused").getByText("done").count()).toBe(1)

    await did.getByText("Invoice OPEN to PAYMENT_FAILED").click()
    const document = page.getByRole("article", { name: "Invoice" })
    await document.getByRole("row", { name: "Due 99.90" }).waitFor()
    await page.getByRole("button", { name: "Pay with the default method" }).click()
    await document.getByText("PAID", { exact: true }).waitFor()

    await page.getByRole("link", { name: "Faults" }).click()
    const faults = page.getByRole("table")
    await faults.getByRole("row", { name: /gateway, declined over any \d 1 of 1/ }).waitFor()
    await page.getByRole("combobox", { name: "Kind" }).selectOption("respond")
    await page.getByRole("button", { name: "Make the fault" }).click()
    await faults.getByRole("row", { name: /respond, 503 waiting/ }).waitFor()
    await page.getByRole("link", { name: "Inbox" }).click()
    await page.getByRole("button", { name: "Send a code" }).click()
    await page.getByRole("alert").getByText("service_unavailable").waitFor()
    await closeQuietly(opened)
  })

  it.runIf(thorough)("comes to a paid invoice and two months later by the one filled button", async () => {
    const world = one.simulator.world("filled")
    const opened = await one.open("/w/filled/")
    const { page } = opened
    const filled = page.getByRole("main").locator("button.main:visible")
    for (const next of [
      "Send a code",
      "Sign in with the code",
      "Add",
      "Subscribe",
      "Pay 99.90 BRL",
      "Use 250 messages, and go to 28 Feb 2026",
      "Refuse the next charge, and go to 31 Mar 2026",
    ]) {
      await expect.poll(() => filled.allInnerTexts()).toEqual([next])
      await filled.click()
    }
    await page.getByText("The card is tried again").waitFor()
    await page.getByText("An invoice is not paid: pay it, or wait for the next try of the card.").waitFor()
    await page.getByText("That is the walk.").waitFor()
    expect(await filled.count()).toBe(0)
    const { data } = await world.control.calls.world.charges({ query: {} })
    expect(data.map(({ status }) => status).toSorted()).toEqual(["APPROVED", "APPROVED", "DECLINED"])
    await closeQuietly(opened)
  })

  it.runIf(thorough)("sees what a client does elsewhere without a click", async () => {
    const opened = await one.open("/w/live/#/inbox")
    const { page } = opened
    await page.getByText("No code was sent yet").waitFor()
    const world = one.simulator.world("live")
    const ask = (email: string) =>
      world.fetch("/studio/auth/otp", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ email, context: "MAGIC_AUTH" }),
      })
    await ask("viewer@example.com")
    await page.getByRole("cell", { name: "viewer@example.com" }).waitFor()
    await page.getByRole("link", { name: "Requests" }).click()
    await page.getByText("/studio/auth/otp").waitFor()
    await ask("owner@example.com")
    await expect.poll(() => page.getByText("/studio/auth/otp").count()).toBe(2)
    await world.control.advance({ by: "P1D" })
    await page.getByText("01 Feb 2026 00:00:00").first().waitFor()
    await world.control.reset()
    await page.getByText("31 Jan 2026 00:00:00").first().waitFor()
    await closeQuietly(opened)
  })
})
