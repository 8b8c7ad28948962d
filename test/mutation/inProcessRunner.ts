// A runner for Stryker that loads the tests once and tries one mutant after the other on them. Its vitest runner loads them
// anew for each: that takes seconds, and a test of the rules takes a millisecond.
import { globSync } from "node:fs"
import { registerHooks } from "node:module"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import {
  INSTRUMENTER_CONSTANTS,
  type InstrumenterContext,
  type StrykerOptions,
} from "@stryker-mutator/api/core"
import { commonTokens, declareClassPlugin, PluginKind, tokens } from "@stryker-mutator/api/plugin"
import {
  type DryRunOptions,
  type DryRunResult,
  DryRunStatus,
  determineHitLimitReached,
  type MutantRunOptions,
  type MutantRunResult,
  MutantRunStatus,
  type TestResult,
  type TestRunner,
  TestStatus,
} from "@stryker-mutator/api/test-runner"
import type { CollectedTest } from "./collected.ts"

/** The options under `inProcess`. */
interface Options {
  /** Patterns of test files, and of those among them that are left out. */
  readonly tests: ReadonlyArray<string>
  readonly except: ReadonlyArray<string>
  /** How often a property runs. */
  readonly runs: number
}

class InProcessRunner implements TestRunner {
  static readonly inject = tokens(commonTokens.options)
  readonly #options: Options
  readonly #context: InstrumenterContext
  #tests: ReadonlyArray<CollectedTest> = []
  /** How long a test took when it ran last. Quick tests run first: most mutants are noticed by one. */
  readonly #millis = new Map<string, number>()

  constructor(options: StrykerOptions) {
    this.#options = options.inProcess as Options
    const globals = globalThis as unknown as Record<string, InstrumenterContext>
    this.#context = globals[INSTRUMENTER_CONSTANTS.NAMESPACE] ??= {} as InstrumenterContext
  }

  capabilities() {
    // No mutant is active while the tests are loaded, so that there is nothing to load anew.
    return { reloadEnvironment: true }
  }

  async init(): Promise<void> {
    process.env.FC_RUNS = String(this.#options.runs)
    // The same histories for each mutant.
    process.env.FC_SEED ??= "1"
    const here = (path: string): string => pathToFileURL(join(process.cwd(), path)).href
    const shim = here("test/mutation/collected.ts")
    registerHooks({
      resolve: (specifier, context, next) =>
        specifier === "vitest" ? { url: shim, shortCircuit: true } : next(specifier, context),
    })
    await import(here("test/support/seed.ts"))
    const { collected, collecting } = (await import(shim)) as typeof import("./collected.ts")
    const files = globSync([...this.#options.tests], { exclude: [...this.#options.except] })
    for (const file of files.sort()) await collecting(file, () => import(here(file)))
    this.#tests = collected
  }

  async dryRun(_: DryRunOptions): Promise<DryRunResult> {
    const tests: Array<TestResult> = []
    for (const test of this.#tests) {
      this.#context.currentTestId = test.id
      const startedAt = performance.now()
      const fault = await faultOf(test)
      const timeSpentMs = performance.now() - startedAt
      const told = { id: test.id, name: test.id, timeSpentMs }
      tests.push(
        fault === null
          ? { ...told, status: TestStatus.Success }
          : { ...told, status: TestStatus.Failed, failureMessage: fault },
      )
    }
    delete this.#context.currentTestId
    const { mutantCoverage } = this.#context
    return { status: DryRunStatus.Complete, tests, ...(mutantCoverage !== undefined && { mutantCoverage }) }
  }

  async mutantRun({ activeMutant, testFilter, hitLimit }: MutantRunOptions): Promise<MutantRunResult> {
    const context = this.#context
    const wanted = testFilter === undefined ? null : new Set(testFilter)
    Object.assign(context, { activeMutant: activeMutant.id, hitCount: 0, hitLimit })
    let nrOfTests = 0
    const took = ({ id }: CollectedTest): number => this.#millis.get(id) ?? 0
    const tests = this.#tests.filter(({ id }) => wanted === null || wanted.has(id))
    try {
      for (const test of tests.sort((a, b) => took(a) - took(b))) {
        nrOfTests += 1
        const startedAt = performance.now()
        const fault = await faultOf(test)
        this.#millis.set(test.id, performance.now() - startedAt)
        const endless = determineHitLimitReached(context.hitCount, hitLimit)
        if (endless !== undefined) return { ...endless, status: MutantRunStatus.Timeout }
        if (fault !== null) {
          return { status: MutantRunStatus.Killed, killedBy: [test.id], failureMessage: fault, nrOfTests }
        }
      }
      return { status: MutantRunStatus.Survived, nrOfTests }
    } finally {
      delete context.activeMutant
    }
  }
}

const faultOf = async ({ run }: CollectedTest): Promise<string | null> => {
  try {
    await run()
    return null
  } catch (fault) {
    return String(fault)
  }
}

export const strykerPlugins = [declareClassPlugin(PluginKind.TestRunner, "in-process", InProcessRunner)]
