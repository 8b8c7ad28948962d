// Taking a coupon off a subscription in the console.
import { describe, it } from "vitest"
import { seeded } from "../../support/simulator.ts"
import { closeQuietly, hasChromium } from "../browser.ts"
import { useConsole } from "../useConsole.ts"
import { subscribe } from "../world.ts"

describe.skipIf(!hasChromium)("a coupon", () => {
  const start = useConsole((simulator) => subscribe(simulator, { coupon: { code: "HALF3" } }))

  it("is taken off once that is confirmed, and is over with the running period", async () => {
    const opened = await start(`organizations/${seeded.organizationId}`)
    const { page, simulator } = opened
    await page.getByRole("button", { name: "Take HALF3 off…" }).click()
    const question = page.getByRole("group", { name: "Take HALF3 off?" })
    await question.getByText("It discounts the running period to its end").waitFor()
    await question.getByRole("button", { name: "Yes, take HALF3 off" }).click()
    await page.getByText("HALF3 is taken off.").waitFor()
    await page.getByText("50 %, repeating, active").waitFor()
    await simulator.control.advance({ by: "P1M" })
    await page.getByText("50 %, repeating, expired").waitFor()
    await page.getByRole("button", { name: "Take HALF3 off…" }).waitFor({ state: "detached" })
    await closeQuietly(opened)
  })
})
