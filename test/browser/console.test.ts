import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { defaultSeed } from "../../simulator/index.ts"
import { STREAMS_MAX } from "../../simulator/world/live/Live.ts"
import { seeded } from "../support/simulator.ts"
import { closeQuietly, hasChromium } from "./browser.ts"
import { useBrowser } from "./useConsole.ts"
import { subscribe } from "./world.ts"

describe.skipIf(!hasChromium)("the console", () => {
  const { begin, open } = useBrowser()

  it("is used by keys alone", async () => {
    const { url } = await begin()
    const opened = await open(url)
    const { page } = opened
    await page.getByRole("button", { name: "Send a code" }).waitFor()
    await page.keyboard.press("Tab")
    expect(await focused(page)).toBe("Skip to the content")
    await page.keyboard.press("Enter")
    await tabTo(page, "Send a code")
    await page.keyboard.press("Enter")
    await page.getByRole("button", { name: "Sign in with the code" }).waitFor()
    expect(await focused(page)).toBe("Send a code")
    await tabTo(page, "Sign in with the code")
    await page.keyboard.press("Enter")
    await expect.poll(() => focused(page)).toBe("Add a card")
    await tabTo(page, "Add")
    await page.keyboard.press("Enter")
    await expect.poll(() => focused(page)).toBe("Subscribe")
    await tabTo(page, "Subscribe")
    await page.keyboard.press("Enter")
    await page.getByRole("button", { name: "Pay 99.90 BRL" }).waitFor()
    await page.getByText("Subscribed.").waitFor({ state: "attached" })
    await tabTo(page, "Pay 99.90 BRL")
    await page.keyboard.press("Space")
    await page.getByRole("link", { name: "Invoice of 99.90 BRL" }).waitFor()
    await tabTo(page, "Invoice of 99.90 BRL")
    await page.keyboard.press("Enter")
    await page.getByRole("article", { name: "Invoice" }).waitFor()
    expect(await page.evaluate("document.activeElement.id")).toBe("main")
    await closeQuietly(opened)
  })

  it("shows ten thousand organizations a page at a time, and finds one", async () => {
    const many = Array.from({ length: 10_000 }, (_, index) => ({
      organizationId: `0190b000-0000-7000-8000-${String(index).padStart(12, "0")}`,
      name: `Customer ${index}`,
      currency: "BRL" as const,
      status: "ACTIVE" as const,
    }))
    const { url } = await begin({
      seed: { ...defaultSeed, organizations: [...defaultSeed.organizations, ...many] },
    })
    const opened = await open(`${url}/#/organizations`)
    const { page } = opened
    const rows = page.getByRole("rowheader")
    await page.getByText("10,003 in all").waitFor()
    expect(await rows.count()).toBe(25)
    await page.getByRole("link", { name: "Next" }).click()
    await page.getByText("Page 2 of 401, 10,003 in all").waitFor()
    expect(await rows.count()).toBe(25)
    await page.getByLabel("Search by name or id").fill("customer 9999")
    await expect.poll(() => rows.allInnerTexts()).toEqual(["Customer 9999"])
    await page.getByLabel("Search by name or id").fill("nobody at all")
    await page.getByText("None is like that.").waitFor()
    await closeQuietly(opened)
  })

  it("keeps the whole world as a file, and goes on from it in another one", async () => {
    const begun = await begin()
    const { url } = begun
    await subscribe(begun)
    const opened = await open(`${url}/#/time`)
    const { page } = opened
    const downloading = page.waitForEvent("download")
    await page.getByRole("button", { name: "Export the world" }).click()
    const file = await downloading
    expect(file.suggestedFilename()).toBe("studio-billing-default.json")
    const path = await file.path()

    await page.goto(`${url}/w/copy/#/time`)
    const form = page.getByRole("form", { name: "Import a world" })
    const input = form.getByLabel("A file that was exported")
    await input.setInputFiles({ name: "no.json", mimeType: "application/json", buffer: Buffer.from("{") })
    await form.getByRole("button", { name: "Import" }).click()
    await page.getByRole("button", { name: "Yes, import" }).click()
    await form.getByRole("alert").waitFor()
    await input.setInputFiles(path)
    await form.getByRole("button", { name: "Import" }).click()
    await page.getByText("Everything of the world “copy” is replaced").waitFor()
    await page.getByRole("button", { name: "Yes, import" }).click()
    await page.getByText("The world is as the file has it.").waitFor({ state: "attached" })
    await page.goto(`${url}/w/copy/#/organizations`)
    await page.getByRole("cell", { name: "Starter" }).waitFor()
    await closeQuietly(opened)
  })

  it("leaves every other world alone", async () => {
    const { url, control } = await begin()
    const opened = await open(`${url}/w/suite-2/#/time`)
    const { page } = opened
    await page.getByRole("button", { name: "+1 year" }).click()
    await page.getByText("31 Jan 2027 00:00:00").first().waitFor()
    expect(await control.request("GET", "/_simulator/clock")).toMatchObject({
      now: "2026-01-31T00:00:00.000Z",
    })
    await page.getByRole("link", { name: "Start" }).click()
    await page.getByText(`point your client at ${url}/w/suite-2, which has a reference.`).waitFor()
    expect(await page.getByRole("link", { name: "reference" }).getAttribute("href")).toBe("docs")
    await page.getByText("World suite-2").click()
    const worlds = page.locator(".worlds li")
    await expect
      .poll(() => worlds.allInnerTexts())
      .toEqual([expect.stringContaining("default"), expect.stringContaining("suite-2")])
    await page.getByRole("link", { name: "The default world" }).click()
    await page.waitForURL(`${url}/`)
    await page.getByText("31 Jan 2026 00:00:00").first().waitFor()
    await page.getByText("World default").click()
    await page.getByLabel("Its name").fill("suite-2")
    await page.keyboard.press("Enter")
    await page.waitForURL(`${url}/w/suite-2/`)
    await page.getByText("31 Jan 2027 00:00:00").first().waitFor()
    await page.goto(url)
    await page.getByText("World default").click()
    await page.getByRole("button", { name: "End suite-2" }).click()
    await expect.poll(() => worlds.count()).toBe(1)
    await closeQuietly(opened)
  })

  it("asks for the control token where there is one, and keeps it for its tab", async () => {
    const { url } = await begin({ controlToken: "between-us" })
    const opened = await open(url)
    const { page } = opened
    await page.getByLabel("Token", { exact: true }).fill("wrong")
    await page.keyboard.press("Enter")
    await page.getByText("The simulator did not take this token.").waitFor()
    // Such a header cannot be sent.
    await page.getByLabel("Token", { exact: true }).fill("字")
    await page.keyboard.press("Enter")
    expect(await page.locator("input[name=token]:invalid").count()).toBe(1)
    await page.getByLabel("Token", { exact: true }).fill("between-us")
    await page.keyboard.press("Enter")
    await page.getByRole("link", { name: "Exemplo Ltda" }).waitFor()
    await page.getByText("31 Jan 2026 00:00:00").first().waitFor()
    await page.reload()
    await page.getByRole("link", { name: "Exemplo Ltda" }).waitFor()
    await closeQuietly(opened)
  })

  it("takes no late refusal of the token before for one of the token that there is", async () => {
    const { url } = await begin({ controlToken: "between-us" })
    const opened = await open(url)
    const { page } = opened
    const late: Array<() => Promise<void>> = []
    await page.getByLabel("Token", { exact: true }).waitFor()
    await page.route("**/_simulator/**", async (route) => {
      if ((await route.request().headerValue("authorization")) !== "Bearer wrong") return route.continue()
      // The first answer comes at once, and the others once there is another token.
      if (late.push(() => route.continue()) === 1) await late[0]?.()
    })
    await page.getByLabel("Token", { exact: true }).fill("wrong")
    await page.keyboard.press("Enter")
    await page.getByText("The simulator did not take this token.").waitFor()
    await page.getByLabel("Token", { exact: true }).fill("between-us")
    await page.keyboard.press("Enter")
    await page.getByRole("link", { name: "Exemplo Ltda" }).waitFor()
    expect(late.length).toBeGreaterThan(1)
    const refused = page.waitForResponse((response) => response.status() === 401)
    await Promise.all(late.slice(1).map((goOn) => goOn()))
    await (await refused).finished()
    await page.evaluate("new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)))")
    expect(await page.getByLabel("Token", { exact: true }).count()).toBe(0)
    await closeQuietly(opened)
  })

  it("goes to the next thing that falls due, and back to a snapshot", async () => {
    const made = await begin()
    await subscribe(made)
    const { url } = made
    const opened = await open(`${url}/#/time`)
    const { page } = opened
    await page.getByLabel("Name", { exact: true }).fill("january")
    await page.getByRole("button", { name: "Take a snapshot" }).click()
    await page.getByRole("rowheader", { name: "january" }).waitFor()
    await page.getByTitle("28 Feb 2026 00:00:00 UTC: Exemplo Ltda, cycle ends").waitFor()
    await page.getByRole("button", { name: "Next event 28 Feb 2026, cycle ends" }).click()
    const moved = page.getByRole("region", { name: "Last move" })
    await moved.getByText("CYCLE invoice of 99.90 BRL issued, OPEN").waitFor()
    await page.getByRole("button", { name: "Next event 31 Mar 2026, cycle ends" }).waitFor()
    await page.getByRole("button", { name: "Restore january" }).click()
    await page.getByRole("button", { name: "Next event 28 Feb 2026, cycle ends" }).waitFor()
    await page.getByRole("button", { name: "Reset…" }).click()
    await page.getByRole("button", { name: "Yes, reset" }).click()
    await page.getByRole("button", { name: "Next event nothing falls due" }).waitFor()
    await closeQuietly(opened)
  })

  it("shows what changed before it heard of changes", async () => {
    const { url, control } = await begin()
    const opened = await open("about:blank")
    const { page } = opened
    const stream = Promise.withResolvers<void>()
    await page.route("**/_simulator/stream", async (route) => {
      await stream.promise
      await route.continue()
    })
    await page.goto(url)
    await page.getByText("31 Jan 2026 00:00:00").first().waitFor()
    await control.advance({ by: "P1D" })
    stream.resolve()
    await page.getByText("01 Feb 2026 00:00:00").first().waitFor()
    await opened.close()
  })

  it("leaves its connection to other pages while nobody sees it, and looks again after that", async () => {
    const { url, control } = await begin()
    const opened = await open(url)
    const { page } = opened
    const isReady = (one: Page) => one.getByRole("link", { name: "Exemplo Ltda" }).waitFor()
    await isReady(page)
    await setHidden(page, true)
    // As many as a browser has connections to one server.
    for (let others = 0; others < 6; others += 1) {
      const other = await page.context().newPage()
      await other.goto(url)
      await isReady(other)
      await setHidden(other, true)
    }
    await control.advance({ by: "P1D" })
    await setHidden(page, false)
    await page.getByText("01 Feb 2026 00:00:00").first().waitFor()
    await closeQuietly(opened)
  })

  it("says where too many watch, and listens when there is room", async () => {
    const { url } = await begin()
    const watching = new AbortController()
    const streams = Array.from({ length: STREAMS_MAX }, () =>
      fetch(`${url}/_simulator/stream`, { signal: watching.signal }),
    )
    await Promise.all(streams)
    const opened = await open(url)
    const alert = opened.page.getByText("Too many pages watch this world")
    await alert.waitFor()
    watching.abort()
    await alert.waitFor({ state: "detached" })
    await closeQuietly(opened)
  })

  it("shows a clock that flows", async () => {
    const { url } = await begin({ clock: "real" })
    const opened = await open(url)
    const time = opened.page.getByRole("banner").getByRole("time")
    await opened.page.getByText("UTC, flowing").waitFor()
    const first = await time.innerText()
    await expect.poll(() => time.innerText()).not.toBe(first)
    await closeQuietly(opened)
  })

  it("retires a plan, ends a coupon and deactivates an organization, and back", async () => {
    const { url, control } = await begin()
    const opened = await open(`${url}/#/plans`)
    const { page } = opened
    const statusOf = async (list: string, key: string, value: string) => {
      type Listed = { readonly data: ReadonlyArray<Record<string, unknown>> }
      const { data } = await control.request<Listed>("GET", `/_simulator/${list}?limit=100`)
      return data.find((one) => one[key] === value)?.status
    }
    const press = async (name: string, done: string) => {
      await page.getByRole("button", { name, exact: true }).click()
      await page.getByText(done).first().waitFor()
    }
    await press("Retire Starter", "Nobody can subscribe to Starter any more.")
    expect(await statusOf("plans", "name", "Starter")).toBe("INACTIVE")
    await press("Reopen Starter", "Starter can be subscribed to.")
    await press("End HALF3", "Nobody can redeem HALF3 any more.")
    expect(await statusOf("coupons", "code", "HALF3")).toBe("EXPIRED")
    await press("Reopen HALF3", "HALF3 can be redeemed until it is ended.")
    expect(await statusOf("coupons", "code", "HALF3")).toBe("ACTIVE")
    await page.goto(`${url}/#/organizations/${seeded.organizationId}`)
    await press("Deactivate", "Nothing can be called in it any more; its billing goes on.")
    await page
      .getByRole("form", { name: "Add a payment method" })
      .getByRole("button", { name: "Add" })
      .click()
    await page.getByRole("alert").getByText("Activate the organization").waitFor()
    await press("Activate", "It can be called again.")
    await closeQuietly(opened)
  })

  it("shows why something was refused where it was asked for", async () => {
    const { url } = await begin()
    const opened = await open(`${url}/#/webhooks`)
    const { page } = opened
    await page.getByLabel("URL").fill("ftp://example.org")
    await page.getByRole("button", { name: "Add" }).click()
    const form = page.getByRole("form", { name: "Add an endpoint" })
    await form.getByRole("alert").getByText("validation_error").waitFor()
    await form.getByRole("alert").getByText("Correct the fields that are named").waitFor()
    await page.getByLabel("URL").fill("http://127.0.0.1:9/hooks")
    await page.getByRole("button", { name: "Add" }).click()
    await page.getByText("Its secret, which is shown once:").waitFor()
    expect(await form.getByRole("alert").count()).toBe(0)
    await closeQuietly(opened)
  })
})

/** Has a page think that it is, or is not, in a tab behind another one. */
const setHidden = (page: Page, hidden: boolean): Promise<void> =>
  page.evaluate(`Object.defineProperty(document, "hidden", { configurable: true, value: ${hidden} });
    document.dispatchEvent(new Event("visibilitychange"))`)

/** The name of what has the focus. */
const focused = (page: Page): Promise<string> =>
  page.evaluate(
    "(document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent).trim()",
  )

/** Presses the tab key until something of this name has the focus. */
const tabTo = async (page: Page, name: string): Promise<void> => {
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press("Tab")
    if ((await focused(page)) === name) return
  }
  throw new Error(`No way to ${name} by keys`)
}
