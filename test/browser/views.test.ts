import { readFileSync } from "node:fs"
import type { Result } from "axe-core"
import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { seeded } from "../support/simulator.ts"
import { closeQuietly, hasChromium } from "./browser.ts"
import { useOneSimulator } from "./useConsole.ts"
import { furnish } from "./world.ts"

const axe = readFileSync(new URL("../../node_modules/axe-core/axe.min.js", import.meta.url), "utf8")

/** What axe finds wrong with a page as it is, each with the first place of it. */
const faultsOf = async (page: Page): Promise<ReadonlyArray<string>> => {
  const violations = await page.evaluate<ReadonlyArray<Result>>(
    "axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => violations)",
  )
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 100)}`)
}

/** Opens what a view has folded; of a long list the first few, which are like the others. */
const unfold = (page: Page): Promise<void> =>
  page.evaluate(
    "for (const each of [...document.querySelectorAll('main details')].slice(0, 6)) each.open = true",
  )

const organization = `organizations/${seeded.organizationId}`

/** Each view with what it shows when it is there. */
const views: ReadonlyArray<readonly [string, string]> = [
  ["", "The walk is with"],
  ["organizations", "Dormant Ltda"],
  [organization, "until the threshold bills"],
  ["plans", "SCALEONLY"],
  ["inbox", "magic auth"],
  ["events", "subscription.updated"],
  ["webhooks", "http://127.0.0.1:9/hooks"],
  ["requests", "/studio/auth/otp"],
  ["faults", "respond, 503"],
  ["assumptions", "without code"],
  ["time", "june"],
]

describe.skipIf(!hasChromium)("every view", () => {
  const one = useOneSimulator(furnish)

  it("says of an organization without a user that somebody is missing", async () => {
    const organizationId = "0190c000-0000-7000-8000-000000000001"
    const body = { organizationId, name: "Nobody", currency: "BRL" }
    const { control, url } = one.simulator.world()
    await control.request("POST", "/_simulator/organizations", body)
    const opened = await one.open(`${url}/#/organizations/${organizationId}`)
    const { page } = opened
    await page.getByText("nobody can act in it: make one below").waitFor()
    // Each region makes a call of its own: any of them may come first.
    await page.getByRole("region", { name: "Subscription" }).getByText("Not subscribed yet.").waitFor()
    await page.getByRole("region", { name: "Payment methods" }).getByText("None yet.").waitFor()
    expect(await page.getByRole("region", { name: "Subscription" }).innerText()).toMatch(
      /^Subscription\s+Not subscribed yet\.$/,
    )
    expect(await page.getByRole("region", { name: "Payment methods" }).innerText()).toMatch(
      /^Payment methods\s+None yet\.$/,
    )
    await closeQuietly(opened)
  })

  it.each(["Comercio de Nomes Compridos e Filhos Sociedade Anonima", "x".repeat(120)])(
    "fits a narrow window whatever an organization is called: %s",
    async (name) => {
      const { control, url } = one.simulator.world()
      const made = await control.request("POST", "/_simulator/organizations", { name, currency: "BRL" })
      const { organizationId } = made as { readonly organizationId: string }
      const opened = await one.open(`${url}/#/organizations`, { width: 360 })
      const { page } = opened
      await page.getByRole("link", { name }).waitFor()
      const status = await page.getByRole("columnheader", { name: "Status" }).boundingBox()
      expect(status?.x).toBeLessThan(300)
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(360)
      await page.goto(`${url}/#/organizations/${organizationId}`)
      await page.getByRole("heading", { name }).waitFor()
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(360)
      await closeQuietly(opened)
    },
  )

  it("shows no more of an organization that is gone", async () => {
    const { control, url } = one.simulator.world()
    const body = { name: "Soon gone", currency: "BRL" }
    const made = await control.request("POST", "/_simulator/organizations", body)
    const { organizationId } = made as { readonly organizationId: string }
    const opened = await one.open(`${url}/#/organizations/${organizationId}`)
    const { page } = opened
    await page.getByRole("heading", { name: "Soon gone" }).waitFor()
    await control.reset()
    // Its lists may say so, too, before it is gone itself.
    await page.getByText("The organization does not exist.").first().waitFor()
    // The title of the tab follows the page.
    await expect.poll(() => page.getByText("Soon gone").count()).toBe(0)
    await closeQuietly(opened)
  })

  it("of webhooks says whose time it has", async () => {
    const opened = await one.open("/#/webhooks")
    await opened.page.getByText("sent and tried again in real time").waitFor()
    await closeQuietly(opened)
  })

  it("tells the timeline in words too", async () => {
    const opened = await one.open(`/#/${organization}`)
    const { page } = opened
    const picture = page.getByRole("img", {
      name: /^From 31 Jan 2026 to 31 May 2026: 4 cycles, 4 invoices, 5 charges/,
    })
    await picture.waitFor()
    await page.getByText("The timeline as a table").click()
    const rows = page.getByRole("group", { name: "The timeline as a table" }).getByRole("row")
    expect((await rows.allInnerTexts()).map((row) => row.replace("\t", " ")).slice(0, 6)).toEqual([
      "At What",
      "31 Jan 2026 00:00:00 Cycle 31 Jan 2026 to 28 Feb 2026: 174.95 BRL paid, 250.00 BRL of usage billed",
      "31 Jan 2026 00:00:00 Subscription active",
      "14 Feb 2026 00:00:00 Threshold cut of 125.00 BRL, paid",
      "14 Feb 2026 00:00:00 Charge of 125.00 BRL approved",
      "28 Feb 2026 00:00:00 Cycle 28 Feb 2026 to 31 Mar 2026: 95.95 BRL paid, 92.00 BRL of usage billed",
    ])
    await closeQuietly(opened)
  })

  it("take what an operator reports, and say how far the threshold is", async () => {
    const opened = await one.open(`/#/${organization}`)
    const { page } = opened
    await page.getByText("81.00 BRL of 200.00 BRL until the threshold bills the usage").waitFor()
    expect(await page.getByRole("progressbar").getAttribute("value")).toBe("8100")
    await page.getByRole("combobox", { name: "Meter" }).selectOption("messages")
    await page.getByLabel("Quantity").fill("1191")
    await page.getByRole("button", { name: "Record usage" }).click()
    await page.getByText(/^0.00 BRL of 200.00 BRL until the threshold bills the usage$/).waitFor()
    await page.getByText("the threshold cut an invoice").waitFor({ state: "attached" })
    await page.getByRole("link", { name: "28 May 2026", exact: true }).click()

    const document = page.getByRole("article", { name: "Invoice" })
    await document.getByText("Cut by the threshold of").waitFor()
    // Its charge is the one whose answer was lost: the payment is locked until somebody knows.
    await page.getByRole("group", { name: "Attempts" }).getByText("UNKNOWN").waitFor()
    expect(await page.getByRole("button", { name: "Pay with the default method" }).count()).toBe(0)
    await page.getByRole("button", { name: "Settle" }).click()
    await page.getByLabel("Amount to give back").fill("1000")
    await page.getByRole("button", { name: "Refund…" }).click()
    await page.getByRole("button", { name: "Yes, refund" }).click()
    await page.getByRole("alert").getByText("refund.exceeds_paid").waitFor()
    await page.getByLabel("Amount to give back").fill("25,50")
    await page.getByRole("button", { name: "Refund…" }).click()
    await page.getByRole("button", { name: "Yes, refund" }).click()
    await document.getByRole("row", { name: "Refunded −25.50" }).waitFor()
    await page.getByRole("button", { name: "Open a dispute" }).click()
    await document.getByText("DISPUTED").waitFor()
    await page.getByRole("button", { name: "Dispute lost" }).click()
    await document.getByText("CHARGEBACK").waitFor()
    await page.getByText("Nothing more can happen").waitFor()
    await closeQuietly(opened)
  })

  it.each([
    ["light", 1280],
    ["dark", 360],
  ] as const)("can be used by everybody, and fits: %s, %d pixels wide", async (scheme, width) => {
    const opened = await one.open("/", { scheme, width })
    const { page } = opened
    await page.evaluate(axe)
    const wrong: Array<string> = []
    const look = async (view: string): Promise<void> => {
      await unfold(page)
      for (const fault of await faultsOf(page)) wrong.push(`${view}: ${fault}`)
      const scrollWidth = await page.evaluate<number>("document.documentElement.scrollWidth")
      if (scrollWidth > width) wrong.push(`${view}: ${scrollWidth} pixels wide`)
    }
    for (const [view, shown] of views) {
      await page.goto(`${one.simulator.url}/#/${view}`)
      await page.locator("main").getByText(shown).filter({ visible: true }).first().waitFor()
      await look(view)
    }
    await page.goto(`${one.simulator.url}/#/${organization}`)
    await page.getByRole("link", { name: "14 Feb 2026" }).first().click()
    await page.getByRole("article", { name: "Invoice" }).getByText("Coupon HALF3").waitFor()
    await look("invoice")
    await page.getByRole("button", { name: "+1 day" }).click()
    await page.getByRole("region", { name: "What the clock did" }).getByText("found nothing").waitFor()
    await look("what the clock did")
    await page.goto(`${one.simulator.url}/#/${organization}`)
    const grant = page.getByRole("form", { name: "Grant a voucher" })
    await grant.getByLabel("Name of a new voucher").fill("Goodwill")
    await grant.getByLabel("Worth, in BRL").fill("nothing")
    await grant.getByRole("button", { name: "Grant" }).click()
    await grant.getByRole("alert").waitFor()
    await page.getByRole("button", { name: "Cancel now…" }).click()
    await page.getByRole("group", { name: "Cancel now?" }).waitFor()
    await look("a refusal and a question")
    await page.getByRole("button", { name: "Search" }).click()
    await page.getByRole("dialog").getByRole("textbox").fill("exemplo")
    await page.getByRole("dialog").getByText("1 found").waitFor()
    await look("search")
    expect(wrong).toEqual([])
    await closeQuietly(opened)
  })
})
