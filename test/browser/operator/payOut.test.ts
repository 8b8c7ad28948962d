// Paying a voucher out in the console.
import { describe, expect, it } from "vitest"
import { seeded } from "../../support/simulator.ts"
import { closeQuietly, hasChromium } from "../browser.ts"
import { useConsole } from "../useConsole.ts"

describe.skipIf(!hasChromium)("a voucher", () => {
  const start = useConsole(async ({ control }) => {
    const voucher = { name: "Goodwill", amount: 5000, currency: "BRL" }
    await control.request("POST", `/_simulator/organizations/${seeded.organizationId}/vouchers`, voucher)
  })

  it("is paid out in part, once for each transfer, and then as a whole", async () => {
    const opened = await start(`organizations/${seeded.organizationId}`)
    const { page } = opened
    const region = page.getByRole("region", { name: "Vouchers" })
    await region.getByText("50.00 BRL, 0.00 redeemed").click()
    const form = region.getByRole("form", { name: "Pay out Goodwill" })
    const pay = async (amount: string, payoutId: string, asked: string): Promise<void> => {
      await form.getByLabel("Amount to pay out, in BRL").fill(amount)
      await form.getByLabel("Id of the transfer").fill(payoutId)
      await form.getByRole("button", { name: "Pay out…" }).click()
      await form.getByText(asked).waitFor()
      await form.getByRole("button", { name: "Yes, pay out" }).click()
    }
    await pay("12,50", "transfer-1", "12.50 BRL of 50.00 BRL that is left went to the customer")
    await region.getByText("50.00 BRL, 0.00 redeemed, 12.50 paid out").waitFor()
    await region.getByRole("row", { name: /payout −12.50/ }).waitFor()
    await pay("60", "transfer-2", "60.00 BRL of 37.50 BRL")
    await form.getByRole("alert").getByText("voucher.not_payable").waitFor()
    await form.getByRole("alert").getByText("Pay out at most what is left").waitFor()
    await pay("12,50", "transfer-1", "12.50 BRL of 37.50 BRL")
    await page.getByText("12.50 BRL of Goodwill is paid out.").waitFor()
    await pay("", "", "37.50 BRL of 37.50 BRL")
    await region.getByText("50.00 BRL, 0.00 redeemed, 50.00 paid out").waitFor()
    await form.waitFor({ state: "detached" })
    // What had the focus is gone; one is still among the vouchers.
    await expect
      .poll(() => page.evaluate("document.activeElement.getAttribute('aria-label')"))
      .toBe("Vouchers")
    await closeQuietly(opened)
  })
})
