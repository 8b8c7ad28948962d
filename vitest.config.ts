import { fileURLToPath } from "node:url"
import { defineConfig } from "vitest/config"
import { entries } from "./test/support/entries.ts"

// Where `.ci/run` wants the counts of a run.
const report = process.env.VITEST_REPORT

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
    testTimeout: 60_000,
    // The tests of a file share no state with those of another: a worker loads the modules once, not once a file.
    isolate: false,
    // A Node that a test starts compiles what it runs once, not at every start.
    env: { NODE_COMPILE_CACHE: fileURLToPath(new URL("node_modules/.cache/compiled", import.meta.url)) },
    // One worker less than there are cores is what vitest takes by itself: on two cores that leaves one idle.
    maxWorkers: "100%",
    reporters: report === undefined ? ["default"] : ["default", ["json", { outputFile: report }]],
  },
})
