// The console of a world of its own for each test, in one browser.
import type { Browser } from "playwright-core"
import { afterAll, afterEach, beforeAll } from "vitest"
import type { Simulator } from "../../simulator/index.ts"
import { launch, open } from "./browser.ts"
import { standing } from "./world.ts"

/** Opens a path of the console of a world that was furnished first. */
export const useConsole = (furnish: (simulator: Simulator) => Promise<void>) => {
  let browser: Browser
  let simulator: Simulator
  beforeAll(async () => {
    browser = await launch()
  })
  afterEach(() => simulator.close())
  afterAll(() => browser.close())
  return async (path: string, look: Parameters<typeof open>[2] = {}) => {
    simulator = await standing()
    await furnish(simulator)
    return { simulator, ...(await open(browser, `${simulator.url}/#/${path}`, look)) }
  }
}
