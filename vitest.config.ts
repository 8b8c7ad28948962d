import { fileURLToPath } from "node:url"
import { defineConfig } from "vitest/config"
import { entries } from "./test/support/entries.ts"
import { slowFiles, thorough } from "./test/support/thorough.ts"

// Where `.ci/run` wants the counts of a run.
const report = process.env.VITEST_REPORT

// The seed of every random history of this run; FC_SEED plays one again.
const seed = process.env.FC_SEED ?? String(Date.now() % 2 ** 31)
if (process.env.VITEST_WORKER_ID === undefined) process.stdout.write(`FC_SEED=${seed}\n`)
if (process.env.VITEST_WORKER_ID === undefined && !thorough) {
  process.stdout.write(
    `Skipped, because they take long: what THOROUGH=1 takes, as .ci/run does, with ${slowFiles.length} files\n`,
  )
}

/** Whether an argument names a slow file or its folder: who asks for it gets it. */
const namesSlowFile = (argument: string): boolean =>
  argument.startsWith("test/") && slowFiles.some((file) => file.startsWith(argument))

export default defineConfig({
  // The examples import the package by its name, as an embedding service does; here that is its source.
  resolve: {
    alias: Array.from(entries, ([name, path]) => ({
      find: new RegExp(`^${name}$`),
      replacement: fileURLToPath(new URL(path, import.meta.url)),
    })),
  },
  test: {
    include: ["test/**/*.test.ts"],
    exclude: ["**/node_modules/**", ...(thorough || process.argv.some(namesSlowFile) ? [] : slowFiles)],
    // Ends what hangs, and nothing else: on a busy machine a test, or a hook that starts a server, takes ten times as long as
    // elsewhere. No test names a time of its own. Laws that are to run more often than they do by themselves have more.
    testTimeout: 300_000 * Math.max(1, Number(process.env.FC_RUNS ?? 0) / 400),
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    setupFiles: ["test/support/seed.ts"],
    // The tests of a file share no state with those of another: a worker loads the modules once, not once a file.
    isolate: false,
    // A Node that a test starts compiles what it runs once, not at every start.
    env: {
      NODE_COMPILE_CACHE: fileURLToPath(new URL("node_modules/.cache/compiled", import.meta.url)),
      FC_SEED: seed,
    },
    // One worker less than there are cores is what vitest takes by itself: on two cores that leaves one idle.
    maxWorkers: "100%",
    reporters: report === undefined ? ["default"] : ["default", ["json", { outputFile: report }]],
  },
})
