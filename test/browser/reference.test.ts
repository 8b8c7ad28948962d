// The reference in a browser: nothing that keeps anybody from reading it, by axe, in the light and in the dark, and no
// scrolling sideways on a small screen. Skipped where there is no Chromium.
import { existsSync } from "node:fs"
import { createRequire } from "node:module"
import { type Browser, chromium, type Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { createSimulator, type Simulator } from "../../simulator/index.ts"

const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium"
const axe = createRequire(import.meta.url).resolve("axe-core")

interface Violation {
  readonly id: string
  readonly nodes: ReadonlyArray<{ readonly html: string }>
}

describe.skipIf(!existsSync(executablePath))("the reference", () => {
  let simulator: Simulator
  let browser: Browser
  beforeAll(async () => {
    simulator = await createSimulator()
    browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] })
  })
  afterAll(async () => {
    await browser.close()
    await simulator.close()
  })

  /** A page of the reference; `bypassCSP` lets axe in. */
  const open = async (options: object = {}): Promise<Page> => {
    const page = await browser.newPage({ bypassCSP: true, ...options })
    await page.goto(`${simulator.url}/docs`)
    return page
  }

  it.each([
    ["light", "axe.run()"],
    ["dark", "axe.run({ runOnly: ['color-contrast'] })"],
  ] as const)("has nothing that axe finds, when it is %s", async (colorScheme, run) => {
    const page = await open({ colorScheme })
    await page.addScriptTag({ path: axe })
    await page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true })")
    const violations = (await page.evaluate(
      `${run}.then((result) => result.violations)`,
    )) as ReadonlyArray<Violation>
    expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([])
    await page.close()
  })

  it.each([360, 768, 1280])("does not scroll sideways at %i pixels", async (width) => {
    const page = await open({ viewport: { width, height: 800 } })
    await page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true })")
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(width)
    await page.close()
  })

  it("asks nothing of anybody else, and has its stylesheet in every world", async () => {
    const page = await browser.newPage()
    const asked: Array<string> = []
    page.on("request", (request) => asked.push(request.url()))
    await page.goto(`${simulator.url}/w/other/docs`)
    expect(asked.filter((url) => !url.endsWith("/favicon.ico"))).toEqual([
      `${simulator.url}/w/other/docs`,
      `${simulator.url}/w/other/docs/reference.css`,
    ])
    expect(await page.evaluate("getComputedStyle(document.querySelector('.skip')).position")).toBe("absolute")
    await page.close()
  })
})
