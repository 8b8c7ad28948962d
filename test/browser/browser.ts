// A browser with the console of a simulator in it. Whatever the page complains of, or asks another host for, is collected: a
// test that closes its page has shown that there was nothing.
import { existsSync } from "node:fs"
import { type Browser, chromium, type Page } from "playwright-core"
import { expect } from "vitest"

const PATH = process.env.CHROMIUM ?? "/usr/bin/chromium"

/** How long a condition may take to come about: a busy machine is no failure. */
const WAIT_MILLIS_MAX = 60_000

/** Whether there is a browser to test with. Where one is required its absence is a failure. */
export const hasChromium = existsSync(PATH) || process.env.CHROMIUM_REQUIRED === "1"

if (!hasChromium) {
  console.log("Chromium was not found: browser tests skipped, see docs/contributing.md")
}

/** Begins a browser of its own, without a profile. */
export const launch = (): Promise<Browser> =>
  chromium.launch({
    executablePath: PATH,
    args: [
      "--headless",
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  })

/** How a page is looked at. */
export interface Look {
  readonly scheme?: "light" | "dark"
  readonly width?: number
  readonly height?: number
}

/** A page of its own, and what it complained of. */
export interface Opened {
  readonly page: Page
  /** Errors on its console, violations of its policy, and requests to another origin. */
  readonly complaints: ReadonlyArray<string>
  readonly close: () => Promise<void>
}

/** Opens an address in a session of its own, with its motion reduced. */
export const open = async (browser: Browser, url: string, look: Look = {}): Promise<Opened> => {
  const { scheme = "light", width = 1280, height = 900 } = look
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: scheme,
    reducedMotion: "reduce",
  })
  const page = await context.newPage()
  page.setDefaultTimeout(WAIT_MILLIS_MAX)
  const complaints: Array<string> = []
  page.on("console", (message) => {
    // Chromium reports every answer from 400 on as an error; that a refusal is shown in place is what tests look for.
    if (message.type() === "error" && !message.text().startsWith("Failed to load resource")) {
      complaints.push(message.text())
    }
  })
  page.on("pageerror", (fault) => complaints.push(String(fault)))
  page.on("request", (request) => {
    const { origin, protocol } = new URL(request.url())
    if (protocol !== "data:" && origin !== new URL(url).origin) complaints.push(`asked ${request.url()}`)
  })
  await page.goto(url)
  return { page, complaints, close: () => context.close() }
}

/** Closes a page of which nothing was to be complained. */
export const closeQuietly = async ({ complaints, close }: Opened): Promise<void> => {
  await close()
  expect(complaints).toEqual([])
}
