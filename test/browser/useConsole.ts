// A browser for the tests of a file, and the simulators whose console they look at.
import type { Browser } from "playwright-core"
import { afterAll, afterEach, beforeAll } from "vitest"
import type { Simulator } from "../../simulator/index.ts"
import { type Look, launch, type Opened, open } from "./browser.ts"
import { standing } from "./world.ts"

/** A browser, and simulators of which each ends with the test that began it. */
export const useBrowser = () => {
  let browser: Browser
  const begun: Array<Simulator> = []
  beforeAll(async () => {
    browser = await launch()
  })
  afterEach(async () => {
    for (const simulator of begun.splice(0)) await simulator.close()
  })
  afterAll(() => browser.close())
  return {
    begin: async (options?: Parameters<typeof standing>[0]): Promise<Simulator> => {
      const simulator = await standing(options)
      begun.push(simulator)
      return simulator
    },
    open: (url: string, look?: Look): Promise<Opened> => open(browser, url, look),
  }
}

/** Opens a path of the console of a world of its own, which was furnished first. */
export const useConsole = (furnish: (simulator: Simulator) => Promise<void>) => {
  const { begin, open } = useBrowser()
  return async (path: string, look?: Look) => {
    const simulator = await begin()
    await furnish(simulator)
    return { simulator, ...(await open(`${simulator.url}/#/${path}`, look)) }
  }
}

/** A browser and one simulator for all tests of a file, furnished before the first. */
export const useOneSimulator = (furnish: (simulator: Simulator) => Promise<void>) => {
  let browser: Browser
  let simulator: Simulator
  beforeAll(async () => {
    ;[browser, simulator] = await Promise.all([launch(), standing()])
    await furnish(simulator)
  })
  afterAll(async () => {
    await browser.close()
    await simulator.close()
  })
  return {
    get simulator() {
      return simulator
    },
    /** Opens a path of it, or the address of a world of it. */
    open: (to: string, look?: Look): Promise<Opened> => open(browser, new URL(to, simulator.url).href, look),
  }
}
