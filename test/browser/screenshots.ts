// Writes the pictures of the documents, or those of them to another folder: the console over a furnished world, the same
// each time but for ids and codes.
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import type { Browser, Page } from "playwright-core"
import { seeded } from "../support/simulator.ts"
import { type Look, launch, open } from "./browser.ts"
import { furnish, standing } from "./world.ts"

interface Shot {
  readonly name: string
  readonly view: string
  readonly look?: Look
  /** What is there before the picture is taken. */
  readonly ready: (page: Page) => Promise<void>
}

const organization = `organizations/${seeded.organizationId}`

const shows =
  (text: string) =>
  (page: Page): Promise<void> =>
    page.locator("main").getByText(text).filter({ visible: true }).first().waitFor()

const openFirst = async (page: Page): Promise<void> => {
  await page.getByText("/studio/auth/otp").click()
  await page.getByText('"MAGIC_AUTH"').first().waitFor()
}

const openInvoice = async (page: Page): Promise<void> => {
  await page.getByRole("link", { name: "31 Mar 2026" }).first().click()
  await page.getByRole("article", { name: "Invoice" }).getByText("Coupon HALF3").waitFor()
  await page.getByRole("group", { name: "Attempts" }).waitFor()
}

/** The first steps of the walk, in a world in which nothing has happened yet. */
const walking: Shot = {
  name: "console-start",
  view: "",
  look: { height: 920 },
  ready: async (page) => {
    await page.getByRole("button", { name: "Send a code" }).click()
    await page.getByRole("button", { name: "Sign in with the code" }).click()
    await page.getByText("EXCHANGED", { exact: true }).waitFor()
    await page.getByRole("button", { name: "Add" }).click()
    await page.getByText("visa •••• 4242").first().waitFor()
    await page.getByRole("combobox", { name: "Coupon" }).selectOption("WELCOME10")
  },
}

const shots: ReadonlyArray<Shot> = [
  {
    name: "console-organization",
    view: organization,
    look: { height: 1040 },
    ready: shows("until the threshold bills"),
  },
  { name: "console-invoice", view: organization, look: { height: 820 }, ready: openInvoice },
  { name: "console-plans", view: "plans", look: { height: 900 }, ready: shows("SCALEONLY") },
  {
    name: "console-search",
    view: "plans",
    look: { height: 520 },
    ready: async (page) => {
      await page.getByRole("button", { name: "Search" }).click()
      await page.getByRole("dialog").getByRole("textbox").fill("ex")
      await page.getByRole("dialog").getByRole("link", { name: "Exemplo Ltda" }).waitFor()
    },
  },
  { name: "console-inbox", view: "inbox", look: { height: 520 }, ready: shows("magic auth") },
  { name: "console-requests", view: "requests", look: { height: 760 }, ready: openFirst },
  { name: "console-faults", view: "faults", look: { height: 620 }, ready: shows("respond, 503") },
  {
    name: "console-dark",
    view: organization,
    look: { scheme: "dark", height: 1040 },
    ready: shows("until the threshold bills"),
  },
  {
    name: "console-narrow",
    view: organization,
    look: { scheme: "light", width: 360, height: 900 },
    ready: shows("until the threshold bills"),
  },
]

const [, , folder = fileURLToPath(new URL("../../docs/", import.meta.url))] = process.argv

/** The package has that of an organization alone. */
const fileOf = (name: string): string =>
  join(folder, name === "console-organization" ? "images" : "pictures", `${name}.png`)

const take = async (browser: Browser, url: string, { name, view, look, ready }: Shot): Promise<void> => {
  const { page, close } = await open(browser, `${url}/#/${view}`, look)
  await page.getByRole("button", { name: "Audit" }).click()
  await page.getByText("Audit ok").waitFor()
  await page.getByRole("button", { name: "Put away" }).click()
  await ready(page)
  if ((await page.getByRole("dialog").count()) === 0) await page.evaluate("document.activeElement.blur()")
  await page.screenshot({ path: fileOf(name) })
  console.log(fileOf(name))
  await close()
}

// What is shown of the address is that of `npm start`.
const simulator = await standing({ port: process.argv.length > 2 ? 0 : 4010 })
const browser = await launch()
await take(browser, simulator.url, walking)
await simulator.control.reset()
await furnish(simulator)
for (const shot of shots) await take(browser, simulator.url, shot)
await browser.close()
await simulator.close()
