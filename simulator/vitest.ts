// A fixture for vitest: one simulator a test file, and in it one world a test, so that tests never meet what another one
// left. Its clock stands at a fixed instant, so that a test is the same every time.
import { type TestAPI, test as vitestTest } from "vitest"
import {
  type Customer,
  createSimulator,
  type Simulator,
  type SimulatorOptions,
  type SimulatorWorld,
} from "./plain.ts"
import { WORLDS_MAX } from "./world/Worlds.ts"

/** The first instant of the worlds' clocks by default. */
export const BEGINNING = "2026-01-01T00:00:00.000Z"

/** The fixtures of a test. */
export interface SimulatorFixtures {
  /** The one of the file: started when a test first asks for it, closed after the last one. */
  readonly simulator: Simulator
  /** The test's own, as the seed has it: begun when the test asks for it, closed after it. */
  readonly world: SimulatorWorld
  /** The first user of the test's world, signed in: `subscribe`, `invoice`, `pay` and the typed client. */
  readonly customer: Customer
}

/**
 * vitest's `test` over a simulator with these options; to be made at the top level of a file. Unless they say otherwise
 * there is no socket, and the clock begins at `BEGINNING` and moves only when told.
 *
 * @example
 * ```ts
 * const test = testWith({ listen: true, rateLimit: 60 })
 * test("is limited", async ({ world }) => { ... })
 * ```
 */
export const testWith = (options: SimulatorOptions = {}): TestAPI<SimulatorFixtures> =>
  vitestTest.extend<{
    $file: Pick<SimulatorFixtures, "simulator">
    $test: Omit<SimulatorFixtures, "simulator">
  }>({
    simulator: [
      // vitest finds what a fixture needs by the pattern of its first parameter, here nothing.
      // biome-ignore lint/correctness/noEmptyPattern: vitest takes no other parameter
      async ({}, use) => {
        const simulator = await createSimulator({
          listen: false,
          clock: "manual",
          now: BEGINNING,
          worlds: WORLDS_MAX,
          ...options,
        })
        await use(simulator)
        await simulator.close()
      },
      { scope: "file" },
    ],
    world: async ({ simulator }, use) => {
      const world = simulator.world()
      await use(world)
      await world.close()
    },
    customer: async ({ world }, use) => use(await world.customer()),
  })

/** vitest's `test`, with a `world` of the test's own: `test("…", async ({ world }) => { … })`. */
export const test: TestAPI<SimulatorFixtures> = testWith()
